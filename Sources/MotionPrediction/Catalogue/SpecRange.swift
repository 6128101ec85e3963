/// Ranges and alternatives in a spelling, written out into single specs.
///
/// `2..12` counts from 2 to 12, both included; `2..12/2` in steps of 2; `0.9..0.99/0.01` likewise
/// with numbers; `0.9|0.95|0.99` are alternatives, each of which may be a range. Within a bank,
/// ranges are written out too.
public enum SpecRange {
  /// The greatest number of single specs that one spelling may stand for.
  ///
  /// Long spellings stand for fewer, so that all of them fit into memory.
  public static let most = 1_000_000
  /// The greatest number of stages and settings of all single specs together.
  private static let mostParts = 4_000_000

  /// One single spec with the values that its ranges took.
  public struct Single: Hashable, Sendable {
    /// The spec, without ranges.
    public var spec: PredictorSpec
    /// The swept settings in the order written: the parameter's name and this spec's value.
    public var swept: [PredictorSpec.Setting]
  }

  /// Writes out every combination, the last written range varying fastest.
  ///
  /// - Throws: `SpecError` for a range that is empty or cannot be read, and for more than `most`
  ///   combinations.
  public static func expand(_ spec: PredictorSpec) throws(SpecError) -> [Single] {
    var result = [Single(spec: PredictorSpec(stages: []), swept: [])]
    for stage in spec.stages {
      let choices = try expand(stage, of: spec)
      result = try product(result, choices, of: spec) { single, choice in
        Single(
          spec: PredictorSpec(stages: single.spec.stages + choice.spec.stages),
          swept: single.swept + choice.swept)
      }
    }
    return result
  }

  private static func expand(
    _ stage: PredictorSpec.Stage, of spec: PredictorSpec
  ) throws(SpecError) -> [Single] {
    let bare = PredictorSpec.Stage(kind: stage.kind)
    var result = [Single(spec: PredictorSpec(stages: [bare]), swept: [])]
    for member in stage.bank {
      result = try product(result, try expand(member), of: spec) { single, choice in
        var combined = single
        combined.spec.stages[0].bank.append(choice.spec)
        combined.swept += choice.swept
        return combined
      }
    }
    for setting in stage.settings {
      let values = try values(of: setting, in: spec)
      result = try product(result, values, of: spec) { single, value in
        var combined = single
        let chosen = PredictorSpec.Setting(key: setting.key, value: value)
        combined.spec.stages[0].settings.append(chosen)
        if values.count > 1 { combined.swept.append(chosen) }
        return combined
      }
    }
    return result
  }

  private static func product<Choice>(
    _ singles: [Single], _ choices: [Choice], of spec: PredictorSpec,
    combine: (Single, Choice) -> Single
  ) throws(SpecError) -> [Single] {
    let limit = min(most, mostParts / max(spec.partCount, 1))
    guard singles.count * choices.count <= limit else {
      throw SpecError(
        text: spec.description, offset: 0, problem: "stands for more than \(limit) predictors")
    }
    return singles.flatMap { single in choices.map { combine(single, $0) } }
  }

  /// The values that one setting stands for; itself where it is no range.
  static func values(
    of setting: PredictorSpec.Setting, in spec: PredictorSpec
  ) throws(SpecError) -> [String] {
    func failure(_ problem: String) -> SpecError {
      SpecError(
        text: spec.description, offset: 0,
        problem: "\(setting.key)=\(setting.value.shownInMessage) \(problem)")
    }
    do {
      return try NumberRange.values(setting.value)
    } catch {
      throw failure(error.problem)
    }
  }
}

extension PredictorSpec {
  /// How many stages and settings it has, those of members of banks included.
  fileprivate var partCount: Int {
    stages.reduce(0) { sum, stage in
      stage.bank.reduce(sum + 1 + stage.settings.count) { $0 + $1.partCount }
    }
  }
}

/// Reads `2..12`, `2..12/2`, `0.9|0.95` into the values they stand for.
public enum NumberRange {
  /// A range that cannot be read: the end of a sentence that begins with the range.
  public struct Failure: Error, Hashable, Sendable {
    /// What is wrong.
    public var problem: String
  }

  /// The values, as text; the text itself where it is no range.
  ///
  /// Bounds of a range must be numbers, the step above 0, the first bound not above the last.
  /// Values are counted as `first + i · step`, so that no error adds up, and are written with no
  /// more decimals than bounds and step have.
  public static func values(_ text: String) throws(Failure) -> [String] {
    var result: [String] = []
    for alternative in text.split(separator: "|", omittingEmptySubsequences: false) {
      guard !alternative.isEmpty else { throw Failure(problem: "has an empty alternative") }
      result += try range(String(alternative))
      guard result.count <= SpecRange.most else {
        throw Failure(problem: "stands for more than \(SpecRange.most) values")
      }
    }
    return result
  }

  private static func range(_ text: String) throws(Failure) -> [String] {
    let letters = text.utf8
    guard let dots = letters.indices.first(where: { letters[$0...].starts(with: "..".utf8) }) else {
      return [text]
    }
    let first = String(text[..<dots])
    let rest = text[dots...].dropFirst(2).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let last = String(rest[0])
    let step = rest.count > 1 ? String(rest[1]) : "1"
    guard let from = Double(first), let to = Double(last), let by = Double(step),
      from.isFinite, to.isFinite, by.isFinite
    else { return isRangeLike(first) ? try unreadable(text) : [text] }
    guard by > 0 else { throw Failure(problem: "has a step that is not above 0") }
    guard from <= to else {
      throw Failure(problem: "is an empty range: \(first) is above \(last)")
    }
    let steps = ((to - from) / by * (1 + 1e-12) + 1e-9).rounded(.down)
    guard steps < Double(SpecRange.most) else {
      throw Failure(problem: "stands for more than \(SpecRange.most) values")
    }
    let decimals = max(places(first), places(last), places(step))
    return (0...Int(steps)).map { fixed(from + Double($0) * by, decimals: decimals) }
  }

  /// Whether a text that is no range was probably meant as one: it begins like a number.
  private static func isRangeLike(_ first: String) -> Bool {
    first.isEmpty || first.first.map { $0.isNumber || $0 == "-" || $0 == "." } ?? true
  }

  private static func unreadable(_ text: String) throws(Failure) -> [String] {
    throw Failure(problem: "is not a range of numbers such as 2..12 or 0.9..0.99/0.01")
  }

  private static func places(_ number: String) -> Int {
    guard !number.contains(where: { $0 == "e" || $0 == "E" }) else { return 17 }
    return number.firstIndex(of: ".").map { number.distance(from: $0, to: number.endIndex) - 1 }
      ?? 0
  }

  private static func fixed(_ value: Double, decimals: Int) -> String {
    guard decimals > 0 else {
      // Beyond 64 bits a number has no shorter exact spelling than its own.
      return Int64(exactly: value.rounded()).map(String.init) ?? value.description
    }
    guard decimals <= 15, abs(value) < 1e9 else { return value.description }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? String(Int64(rounded)) : rounded.description
  }
}
