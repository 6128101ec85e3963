/// Parses the spelling of a predictor by recursive descent; `PredictorSpec` has the grammar.
struct SpecParser {
  private let text: String
  private let characters: [Character]
  private var position = 0
  /// Banks within banks; bounded so that a hostile spelling cannot exhaust the stack.
  private var depth = 0
  private static let deepest = 16
  /// The maximum number of stages of a chain, banks around it included: each calls the next.
  private static let mostStages = 64
  /// The number of stages read of the chains around the current position.
  private var openStages = 0
  private static let mostMembers = 1024
  /// The maximum length of a spelling, in bytes: a bank of the most members with 128 bytes each.
  private static let mostBytes = mostMembers * 128

  init(_ text: String) {
    self.text = text
    characters = text.utf8.count <= Self.mostBytes ? Array(text) : []
  }

  mutating func parse() throws(SpecError) -> PredictorSpec {
    guard text.utf8.count <= Self.mostBytes else {
      throw failure(
        "a spelling may have at most \(Self.mostBytes) bytes, not \(text.utf8.count); shorten it, or "
          + "give several predictors")
    }
    let spec = try parseSpec()
    guard position == characters.count else {
      throw failure("'\(characters[position])' is not expected here")
    }
    return spec
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private func failure(_ problem: String) -> SpecError {
    SpecError(text: text, offset: position, problem: problem)
  }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private mutating func parseSpec() throws(SpecError) -> PredictorSpec {
    let outer = openStages
    defer { openStages = outer }
    var stages: [PredictorSpec.Stage] = []
    repeat {
      openStages += 1
      guard openStages <= Self.mostStages else { throw tooLong }
      stages.append(try parseStage())
    } while take("+")
    let spec = PredictorSpec(stages: stages)
    guard outer + spec.chainLength <= Self.mostStages else { throw tooLong }
    return spec
  }

  private var tooLong: SpecError {
    failure(
      "a chain may have at most \(Self.mostStages) stages, those of banks around it included; "
        + "leave some out")
  }

  private mutating func parseStage() throws(SpecError) -> PredictorSpec.Stage {
    var stage = PredictorSpec.Stage(kind: try parseName("the name of a predictor"))
    guard take(":") else { return stage }
    repeat {
      if next == "[" {
        guard stage.bank.isEmpty else { throw failure("a second bank in one stage") }
        stage.bank = try parseBank()
      } else {
        stage.settings.append(try parseSetting(existing: stage.settings))
      }
    } while take(",")
    return stage
  }

  private mutating func parseBank() throws(SpecError) -> [PredictorSpec] {
    guard depth < Self.deepest else {
      throw failure("banks are nested deeper than \(Self.deepest)")
    }
    depth += 1
    defer { depth -= 1 }
    position += 1
    var members = [try parseSpec()]
    while take(";") {
      guard members.count < Self.mostMembers else {
        throw failure("a bank may have at most \(Self.mostMembers) members; leave some out")
      }
      members.append(try parseSpec())
    }
    guard take("]") else { throw failure("']' is missing") }
    return members
  }

  private mutating func parseSetting(
    existing: [PredictorSpec.Setting]
  ) throws(SpecError) -> PredictorSpec.Setting {
    let key = try parseName("the name of a parameter")
    guard !existing.contains(where: { $0.key == key }) else {
      throw failure("'\(key.shownInMessage)' is given twice")
    }
    guard take("=") else { throw failure("'=' and a value must follow '\(key.shownInMessage)'") }
    let value = next == "\"" ? try parseQuoted() : parsePlain()
    guard !value.isEmpty else { throw failure("'\(key.shownInMessage)=' has no value") }
    return PredictorSpec.Setting(key: key, value: value)
  }

  private mutating func parseName(_ what: String) throws(SpecError) -> String {
    let start = position
    while let character = next, character.isASCII,
      character.isLetter || character.isNumber || character == "-" || character == "_"
    {
      position += 1
    }
    guard position > start else { throw failure("\(what) is missing") }
    return String(characters[start..<position])
  }

  private mutating func parsePlain() -> String {
    let start = position
    while let character = next, !",;[]\"".contains(character) {
      if character == "+", !isExponentSign { break }
      position += 1
    }
    return String(characters[start..<position])
  }

  private var isExponentSign: Bool {
    guard position > 0, position + 1 < characters.count else { return false }
    let before = characters[position - 1]
    return (before == "e" || before == "E") && characters[position + 1].isNumber
  }

  private mutating func parseQuoted() throws(SpecError) -> String {
    position += 1
    var value = ""
    while let character = next {
      position += 1
      if character == "\"" { return value }
      if character == "\\" {
        guard let escaped = next else { break }
        position += 1
        value.append(escaped)
      } else {
        value.append(character)
      }
    }
    throw failure("the closing quotation mark is missing")
  }
}

extension PredictorSpec {
  /// The number of stages, and of those of the longest chain in a bank of theirs.
  fileprivate var chainLength: Int {
    stages.count + (stages.flatMap { $0.bank }.map { $0.chainLength }.max() ?? 0)
  }
}
