/// A predictor as spelled: `kind:key=value,key=value`, stages joined with `+`, banks in brackets.
///
/// The grammar:
///
///     spec   = stage *( "+" stage )
///     stage  = kind [ ":" item *( "," item ) ]
///     item   = "[" spec *( ";" spec ) "]"  |  key "=" value
///     value  = text without , ; + [ ] "   |   '"' any text with \" and \\ '"'
///
/// A `+` between an `e` and a digit belongs to a number such as `1e+5`.
public struct PredictorSpec: Hashable, Sendable {
  /// One stage: a filter of the input, the predictor, or a modifier of the output.
  public struct Stage: Hashable, Sendable {
    /// The name in the catalogue.
    public var kind: String
    /// The settings, in the order written.
    public var settings: [Setting]
    /// The members of a bank; empty where the stage is none.
    public var bank: [PredictorSpec]

    /// Creates a stage.
    public init(kind: String, settings: [Setting] = [], bank: [PredictorSpec] = []) {
      self.kind = kind
      self.settings = settings
      self.bank = bank
    }
  }

  /// One `key=value`.
  public struct Setting: Hashable, Sendable {
    /// The parameter's name.
    public var key: String
    /// The value as written, without quotes.
    public var value: String

    /// Creates a setting.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The stages, left to right.
  public var stages: [Stage]

  /// Creates a spec of stages.
  public init(stages: [Stage]) { self.stages = stages }

  /// Reads a spelling.
  ///
  /// - Throws: `SpecError`, which shows the place.
  public init(_ text: String) throws(SpecError) {
    var parser = SpecParser(text)
    self = try parser.parse()
  }
}

extension PredictorSpec: CustomStringConvertible {
  /// The spelling, which reads back as the same spec.
  public var description: String { stages.map { $0.description }.joined(separator: "+") }
}

extension PredictorSpec.Stage: CustomStringConvertible {
  /// The stage's spelling.
  public var description: String {
    items.isEmpty ? kind : "\(kind):\(items)"
  }

  /// The bank and the settings, joined with commas.
  var items: String {
    ((bank.isEmpty ? [] : [bankText]) + settings.map { $0.description }).joined(separator: ",")
  }

  private var bankText: String { "[\(bank.map { $0.description }.joined(separator: ";"))]" }
}

extension PredictorSpec.Setting: CustomStringConvertible {
  /// The setting's spelling, quoted where the value needs it.
  public var description: String { "\(key)=\(Self.quoted(value))" }

  private static func quoted(_ value: String) -> String {
    let isPlain = !value.isEmpty && !value.contains { ",;+[]\" \\".contains($0) }
    if isPlain { return value }
    let escaped = value.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    return "\"\(escaped)\""
  }
}

/// A spelling that cannot be read, with the place.
public struct SpecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The whole spelling.
  public var text: String
  /// How many characters stand before the place.
  public var offset: Int
  /// What is wrong there.
  public var problem: String

  /// Creates an error.
  public init(text: String, offset: Int, problem: String) {
    self.text = text
    self.offset = offset
    self.problem = problem
  }

  /// The sentence with the spelling.
  public var description: String {
    "predictor '\(text.shownInMessage)': \(problem) (at character \(offset + 1))"
  }
}

extension String {
  /// The text as a message shows it: its first 200 characters.
  var shownInMessage: String {
    let start = prefix(200)
    return start.endIndex == endIndex ? self : "\(start)…"
  }
}
