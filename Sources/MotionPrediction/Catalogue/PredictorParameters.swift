/// The parameters of a predictor.
///
/// A type states its `fields` once; reading a spelling, checking ranges, listing the catalogue,
/// naming a column of a sweep and scaling to other units all follow from them.
public protocol PredictorParameters: Hashable, Sendable {
  /// The fields, in the order in which they are written.
  static var fields: [ParameterField<Self>] { get }

  /// Creates the parameters, each at its default.
  init()

  /// Checks what one field's range cannot say, such as a relation between two fields.
  ///
  /// - Throws: `ParameterError` naming the field and the value.
  func validateRelations() throws(ParameterError)
}

extension PredictorParameters {
  /// No relations to check.
  public func validateRelations() throws(ParameterError) {}

  /// Checks every field's range and the relations between fields.
  ///
  /// - Throws: `ParameterError` for the first field that is out of its range.
  public func validate() throws(ParameterError) {
    for field in Self.fields { try field.validate(self) }
    try validateRelations()
  }

  /// Returns the parameters for a world whose lengths and times are multiplied.
  ///
  /// A field of dimension `L^a T^b` is multiplied by `lengthBy^a · timeBy^b`; fields without units
  /// stay. A predictor with scaled parameters gives scaled answers to scaled input, which is one of
  /// the laws.
  ///
  /// - Parameters:
  ///   - lengthBy: The factor of lengths, above 0.
  ///   - timeBy: The factor of times, above 0.
  /// - Returns: The parameters with every field of a dimension multiplied.
  public func scaled(lengthBy: Double, timeBy: Double) -> Self {
    var result = self
    for field in Self.fields { field.scale(&result, lengthBy, timeBy) }
    return result
  }

  /// The fields as a spelling writes them: the principal ones, and those that differ from their
  /// default, except one that another field stands in for.
  public var spelling: [(name: String, value: String)] {
    let defaults = Self()
    return Self.fields.compactMap { field in
      let value = field.text(self)
      guard field.isPrincipal || value != field.text(defaults), !field.isReplaced(self) else {
        return nil
      }
      return (field.name, value)
    }
  }
}

/// The parameters of a predictor that has nothing to set.
public struct NoParameters: PredictorParameters {
  /// No fields.
  public static let fields: [ParameterField<NoParameters>] = []

  /// Creates them.
  public init() {}
}

/// The dimension of a parameter: lengths to the power `length` times seconds to the power `time`.
public struct ParameterDimension: Hashable, Sendable {
  /// The power of length.
  public var length: Int
  /// The power of time.
  public var time: Int

  /// Creates a dimension.
  public init(length: Int, time: Int) {
    self.length = length
    self.time = time
  }

  /// A pure number.
  public static let none = ParameterDimension(length: 0, time: 0)
  /// A length, in the recording's unit.
  public static let length = ParameterDimension(length: 1, time: 0)
  /// A time, in seconds.
  public static let time = ParameterDimension(length: 0, time: 1)
  /// A frequency, in hertz.
  public static let frequency = ParameterDimension(length: 0, time: -1)
  /// A speed, in length units per second.
  public static let speed = ParameterDimension(length: 1, time: -1)
  /// An acceleration, in length units per second squared.
  public static let acceleration = ParameterDimension(length: 1, time: -2)

  /// Returns a value in a world whose lengths and times are multiplied.
  func scaled(_ value: Double, lengthBy: Double, timeBy: Double) -> Double {
    var result = value
    for _ in 0..<abs(length) { result *= length > 0 ? lengthBy : 1 / lengthBy }
    for _ in 0..<abs(time) { result *= time > 0 ? timeBy : 1 / timeBy }
    return result
  }
}

/// One field of a predictor's parameters: its name, meaning, unit, range and how to read it.
public struct ParameterField<Parameters>: Sendable {
  /// The name in a spelling, in lower case with hyphens.
  public let name: String
  /// What it does, in one sentence.
  public let summary: String
  /// The unit for people; empty for a pure number.
  public let unit: String
  /// The allowed values, for people.
  public let range: String
  /// Where the default comes from.
  public let source: String
  /// Whether a spelling always states the field, even at its default.
  public let isPrincipal: Bool

  let text: @Sendable (Parameters) -> String
  let assign: @Sendable (inout Parameters, String) throws(ParameterError) -> Void
  let validate: @Sendable (Parameters) throws(ParameterError) -> Void
  let scale: @Sendable (inout Parameters, Double, Double) -> Void
  /// Whether another field stands in for this one, so that a spelling omits it.
  var isReplaced: @Sendable (Parameters) -> Bool = { _ in false }
  /// The name of the field that this one stands in for: a spelling gives one of the two.
  var replaced: String?

  /// Reads the field.
  public typealias Get<Value> = @Sendable (Parameters) -> Value
  /// Sets the field.
  public typealias Set<Value> = @Sendable (inout Parameters, Value) -> Void

  /// Creates a field of any type of value: how a spelling writes and reads one, what is wrong with a
  /// text that cannot be read, which values are allowed, and how one scales with lengths and times.
  @inline(never)
  private init<Value>(
    _ name: String, _ summary: String, unit: String = "", range: String, source: String,
    isPrincipal: Bool, get: @escaping Get<Value>, set: @escaping Set<Value>,
    spelled: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (String) -> Value?,
    unreadable: String, isAllowed: @escaping @Sendable (Value) -> Bool = { _ in true },
    allowed: String = "",
    scale: (@Sendable (Value, Double, Double) -> Value)? = nil
  ) {
    (self.name, self.summary, self.unit, self.range) = (name, summary, unit, range)
    (self.source, self.isPrincipal) = (source, isPrincipal)
    text = { spelled(get($0)) }
    assign = { (parameters, text) throws(ParameterError) in
      guard let value = read(text) else {
        throw ParameterError(field: name, value: text, problem: unreadable)
      }
      set(&parameters, value)
    }
    validate = { (parameters) throws(ParameterError) in
      let value = get(parameters)
      guard isAllowed(value) else {
        throw ParameterError(field: name, value: spelled(value), problem: "is outside \(allowed)")
      }
    }
    self.scale = { parameters, lengthBy, timeBy in
      guard let scale else { return }
      set(&parameters, scale(get(parameters), lengthBy, timeBy))
    }
  }

  /// A whole number within a closed range.
  public static func integer(
    _ name: String, get: @escaping Get<Int>, set: @escaping Set<Int>, in range: ClosedRange<Int>,
    unit: String = "", principal: Bool = false, source: String = "", _ summary: String
  ) -> ParameterField {
    let allowed = "\(range.lowerBound) to \(range.upperBound)"
    return ParameterField(
      name, summary, unit: unit, range: "whole number, \(allowed)", source: source,
      isPrincipal: principal, get: get, set: set, spelled: { String($0) }, read: { Int($0) },
      unreadable: "is not a whole number", isAllowed: { range.contains($0) }, allowed: allowed)
  }

  /// A real number within a closed range; `dimension` says how it scales.
  public static func number(
    _ name: String, get: @escaping Get<Double>, set: @escaping Set<Double>,
    in range: ClosedRange<Double>, unit: String = "", dimension: ParameterDimension = .none,
    principal: Bool = false, source: String = "", _ summary: String
  ) -> ParameterField {
    let allowed = "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
    return ParameterField(
      name, summary, unit: unit, range: "number, \(allowed)", source: source,
      isPrincipal: principal, get: get, set: set, spelled: { numberText($0) },
      read: { Double($0).flatMap { $0.isNaN ? nil : $0 } }, unreadable: "is not a number",
      isAllowed: { range.contains($0) }, allowed: allowed,
      scale: { dimension.scaled($0, lengthBy: $1, timeBy: $2) })
  }

  /// A real number within a closed range, or `none`.
  static func optionalNumber(
    _ name: String, get: @escaping Get<Double?>, set: @escaping Set<Double?>,
    in range: ClosedRange<Double>, unit: String, dimension: ParameterDimension, source: String,
    _ summary: String
  ) -> ParameterField {
    let allowed = "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
    return ParameterField(
      name, summary, unit: unit, range: "number, \(allowed), or none", source: source,
      isPrincipal: false, get: get, set: set, spelled: { $0.map(numberText) ?? "none" },
      read: { text -> Double?? in
        if text == "none" { return .some(nil) }
        return Double(text).flatMap { $0.isNaN ? nil : .some($0) }
      },
      unreadable: "is neither a number nor none",
      isAllowed: { $0.map(range.contains) ?? true }, allowed: allowed,
      scale: { value, lengthBy, timeBy in
        value.map { dimension.scaled($0, lengthBy: lengthBy, timeBy: timeBy) }
      })
  }

  /// One of a few names.
  public static func choice<Value>(
    _ name: String, get: @escaping Get<Value>, set: @escaping Set<Value>, principal: Bool = false,
    source: String = "", _ summary: String
  ) -> ParameterField
  where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
    let values = Array(Value.allCases)
    let names = ChoiceNames(values.map { $0.rawValue })
    return ParameterField(
      name, summary, range: names.range, source: source, isPrincipal: principal, get: get,
      set: set, spelled: { $0.rawValue },
      read: { text in names.place(of: text).map { values[$0] } },
      unreadable: names.unreadable)
  }

  /// Any text.
  public static func text(
    _ name: String, get: @escaping Get<String>, set: @escaping Set<String>, principal: Bool = true,
    source: String = "", _ summary: String
  ) -> ParameterField {
    ParameterField(
      name, summary, range: "text", source: source, isPrincipal: principal, get: get, set: set,
      spelled: { $0 }, read: { $0 }, unreadable: "")
  }

  /// A switch, written `true` or `false`.
  public static func flag(
    _ name: String, get: @escaping Get<Bool>, set: @escaping Set<Bool>, principal: Bool = false,
    source: String = "", _ summary: String
  ) -> ParameterField {
    ParameterField(
      name, summary, range: "true or false", source: source, isPrincipal: principal, get: get,
      set: set, spelled: { $0 ? "true" : "false" }, read: { Bool($0) },
      unreadable: "is neither true nor false")
  }
}

/// The names of a choice in sentences; apart from the field, so that there is one of it for all types.
private struct ChoiceNames {
  let range: String
  let unreadable: String
  private let names: [String]

  @inline(never)
  init(_ names: [String]) {
    self.names = names
    let list = names.joined(separator: ", ")
    range = "one of \(list)"
    unreadable = "is none of \(list)"
  }

  @inline(never)
  func place(of name: String) -> Int? { names.firstIndex(of: name) }
}

/// A number as a spelling writes it: the shortest that reads back the same, whole ones without ".0".
private func numberText(_ value: Double) -> String {
  if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
  return value.description
}

/// A parameter that cannot be used, in a sentence that names the field and the value.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field's name; empty where the error is about no one field.
  public var field: String
  /// The value as written.
  public var value: String
  /// What is wrong with it, as the end of a sentence.
  public var problem: String
  /// Whether the value is wrong only together with another field's.
  ///
  /// Inside a range such a combination is left out and counted, instead of being an error.
  public var isRelation: Bool

  /// Creates an error.
  public init(field: String, value: String, problem: String, isRelation: Bool = false) {
    self.field = field
    self.value = value
    self.problem = problem
    self.isRelation = isRelation
  }

  /// The sentence, for example "degree=9 is outside 0 to 8".
  public var description: String { "\(field)=\(value.shownInMessage) \(problem)" }
}
