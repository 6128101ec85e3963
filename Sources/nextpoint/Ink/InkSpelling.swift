import MotionPrediction

/// A filter or smoother as written, `kind:key=value,key=value`, taken apart setting by setting.
///
/// The grammar is that of predictors. Every setting is asked for once; `finish` refuses what nobody
/// asked for.
struct InkSpelling {
  /// The name before the colon.
  let kind: String

  private let option: String
  private let text: String
  private var settings: [PredictorSpec.Setting]
  private var known: [String] = []

  /// Reads a spelling.
  ///
  /// - Parameters:
  ///   - text: The spelling.
  ///   - option: The option that it was given to, for messages.
  /// - Throws: A usage error that shows the place.
  init(_ text: String, of option: String) throws(CommandFailure) {
    let spec: PredictorSpec
    do { spec = try PredictorSpec(text) } catch {
      throw .usage(
        "\(option) '\(ShownText(text))': \(error.problem) (at character \(error.offset + 1))")
    }
    guard spec.stages.count == 1, let stage = spec.stages.first, stage.bank.isEmpty else {
      throw .usage(
        "\(option) '\(ShownText(text))' is not one stage; write kind:key=value,key=value, and "
          + "repeat --filter for several")
    }
    kind = stage.kind
    settings = stage.settings
    self.option = option
    self.text = text
  }

  /// Returns a number in a closed range.
  mutating func number(
    _ key: String, in range: ClosedRange<Double>, otherwise usual: Double
  ) throws(CommandFailure) -> Double {
    guard let value = take(key) else { return usual }
    guard let number = Double(value), range.contains(number) else {
      throw failure(
        "\(key)=\(ShownText(value)) is not a number from \(Self.text(range.lowerBound)) to "
          + Self.text(range.upperBound))
    }
    return number
  }

  /// Returns a whole number in a closed range.
  mutating func wholeNumber(
    _ key: String, in range: ClosedRange<Int>, otherwise usual: Int
  ) throws(CommandFailure) -> Int {
    guard let value = take(key) else { return usual }
    guard let number = Int(value), range.contains(number) else {
      throw failure(
        "\(key)=\(ShownText(value)) is not a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    return number
  }

  /// `true` or `false`.
  mutating func flag(_ key: String, otherwise usual: Bool) throws(CommandFailure) -> Bool {
    guard let value = take(key) else { return usual }
    guard let flag = Bool(value) else {
      throw failure("\(key)=\(ShownText(value)) is neither true nor false")
    }
    return flag
  }

  /// Refuses settings that were not asked for.
  func finish() throws(CommandFailure) {
    guard let extra = settings.first else { return }
    let has = known.isEmpty ? "none at all" : known.joined(separator: ", ")
    throw failure("there is no setting '\(ShownText(extra.key))'; it has \(has)")
  }

  /// Returns the error for an unknown kind.
  func unknownKind(among kinds: [String]) -> CommandFailure {
    failure("there is no '\(ShownText(kind))'; there are \(kinds.joined(separator: ", "))")
  }

  /// The last value of a key, as the last one counts in predictors too.
  private mutating func take(_ key: String) -> String? {
    known.append(key)
    let value = settings.last { $0.key == key }?.value
    settings.removeAll { $0.key == key }
    return value
  }

  private func failure(_ problem: String) -> CommandFailure {
    .usage("\(option) '\(ShownText(text))': \(problem)")
  }

  private static func text(_ bound: Double) -> String {
    bound == bound.rounded() && abs(bound) < 1e9 ? String(Int(bound)) : bound.description
  }
}
