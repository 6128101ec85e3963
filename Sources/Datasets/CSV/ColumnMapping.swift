/// The columns of a table, by their meaning: `t=timestamp/ms,x=clientX,y=clientY,stroke=trial`.
///
/// A meaning that is not mapped is looked for under its usual name, such as `t_s`. A name with a comma, a
/// quotation mark or a slash, or with blanks at its ends, is put in quotation marks, which are doubled
/// inside: `t="time, local"/ms`.
public struct ColumnMapping: Hashable, Sendable, CustomStringConvertible {
  /// The meaning of a column.
  public enum Target: String, Hashable, Sendable, CaseIterable {
    /// The time.
    case time = "t"
    /// The position along the x axis.
    case x
    /// The position along the y axis.
    case y
    /// The name of the stroke.
    case stroke
    /// The participant.
    case participant
    /// The task.
    case task
    /// The force; 1 is an average touch.
    case force
    /// The angle between pen and surface.
    case altitude
    /// The direction of the pen's lean.
    case azimuth
    /// The exact position along the x axis.
    case trueX = "true_x"
    /// The exact position along the y axis.
    case trueY = "true_y"
    /// The kind of the stroke.
    case kind

    /// The name that the column has without a mapping.
    package var usualName: String {
      switch self {
      case .time: "t_s"
      case .altitude: "altitude_rad"
      case .azimuth: "azimuth_rad"
      default: rawValue
      }
    }

    fileprivate var hasUnit: Bool { [.time, .altitude, .azimuth].contains(self) }
    /// The names of all meanings, for messages.
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
  }

  /// The error in the text of a mapping.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and the remedy in one line.
    public let description: String
  }

  /// The columns' names.
  public var names: [Target: String] = [:]
  /// The unit of the times; nil if it is not given.
  public var timeUnit: TimeUnit?
  /// The angles that are in degrees.
  public var degrees: Set<Target> = []

  /// Creates an empty mapping.
  public init() {}

  /// Reads a mapping.
  ///
  /// - Throws: `Fault` for text that is not a mapping.
  public init(_ text: String) throws(Fault) {
    var rest = text[...]
    repeat {
      guard let sign = rest.firstIndex(of: "=") else {
        throw Fault(
          description: "'\(rest)' has no '='; write for example t=timestamp/ms,x=clientX,y=clientY")
      }
      let name = Self.trimmed(rest[..<sign])
      guard let target = Target(rawValue: String(name)) else {
        throw Fault(description: "'\(name)' is not one of \(Target.names); use one of these")
      }
      rest = Self.trimmed(rest[rest.index(after: sign)...])
      let (column, unit) = try Self.column(&rest, hasUnit: target.hasUnit)
      guard !column.isEmpty else {
        throw Fault(description: "\(target.rawValue)= has no column; name one behind the sign")
      }
      guard names.updateValue(column, forKey: target) == nil else {
        throw Fault(description: "'\(target.rawValue)' is given twice; keep one of the two")
      }
      if let unit { try set(unit, of: target) }
    } while !rest.isEmpty
  }

  /// The mapping as `init` reads it, in a fixed order.
  public var description: String {
    Target.allCases.compactMap { target in
      names[target].map { name in
        let unit = target == .time ? timeUnit?.rawValue : degrees.contains(target) ? "deg" : nil
        return "\(target.rawValue)=\(Self.quoted(name))" + (unit.map { "/\($0)" } ?? "")
      }
    }.joined(separator: ",")
  }

  private mutating func set(_ unit: Substring, of target: Target) throws(Fault) {
    if target == .time {
      guard let known = TimeUnit(spelling: unit) else {
        throw Fault(
          description: "'\(unit)' is not a unit of time; use \(TimeUnit.spellings), and put a name "
            + "with a slash in quotation marks")
      }
      timeUnit = known
      return
    }
    guard unit == "rad" || unit == "deg" else {
      throw Fault(
        description:
          "'\(unit)' is not a unit of angles; use rad or deg, and put a name with a slash "
          + "in quotation marks")
    }
    if unit == "deg" { degrees.insert(target) }
  }

  /// Takes a name and its unit from the front of the text, with the comma behind them.
  private static func column(
    _ rest: inout Substring, hasUnit: Bool
  ) throws(Fault) -> (name: String, unit: Substring?) {
    guard rest.first == "\"" else {
      let part = trimmed(rest.prefix { $0 != "," })
      rest = rest.drop { $0 != "," }.dropFirst()
      guard hasUnit, let slash = part.lastIndex(of: "/") else { return (String(part), nil) }
      return (String(trimmed(part[..<slash])), part[part.index(after: slash)...])
    }
    var name = ""
    rest = rest.dropFirst()
    while let character = rest.popFirst() {
      guard character == "\"" else {
        name.append(character)
        continue
      }
      if rest.first == "\"" {
        name.append(character)
        rest = rest.dropFirst()
        continue
      }
      let ending = trimmed(rest.prefix { $0 != "," })
      rest = rest.drop { $0 != "," }.dropFirst()
      if ending.isEmpty { return (name, nil) }
      guard ending.first == "/", hasUnit else {
        throw Fault(
          description:
            "'\(ending)' follows a closing quotation mark; double quotation marks inside a "
            + "name")
      }
      return (name, ending.dropFirst())
    }
    throw Fault(description: "a quotation mark is not closed; close it behind the name")
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var result = text.drop { $0 == " " }
    while result.last == " " { result = result.dropLast() }
    return result
  }

  private static func quoted(_ name: String) -> String {
    let needsMarks =
      name.contains { $0 == "," || $0 == "\"" || $0 == "/" } || name.hasPrefix(" ")
      || name.hasSuffix(" ")
    return needsMarks ? "\"\(name.replacing("\"", with: "\"\""))\"" : name
  }
}

extension ColumnMapping {
  /// The option that gives the mapping, quoted for a shell if it needs that.
  package var option: String {
    let text = description
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_=,/.:-+@%".utf8.contains(byte)
      }
    }
    return "--columns " + (isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'")
  }
}
