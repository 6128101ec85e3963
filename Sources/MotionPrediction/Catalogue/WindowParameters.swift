/// Parameters of a stage that looks at the newest samples of a stroke: so many of them, or those of
/// the last so many milliseconds.
///
/// A spelling gives one of `window` and `window-ms`. A window in milliseconds holds the newest sample
/// and all that are no older than that, up to `mostTimedSamples`; on a steady clock of interval Δ these
/// are ⌊`window-ms`/Δ⌋ + 1, and the answers are those of that `window`, to the last bit.
protocol WindowParameters: PredictorParameters {
  /// How many samples it looks at, if no time is given.
  var window: Int { get set }
  /// How old the oldest of them may be, in milliseconds; nil if they are counted.
  var windowMilliseconds: Double? { get set }
}

extension WindowParameters {
  /// How many samples a window in milliseconds holds at most; of more, it holds the newest.
  static var mostTimedSamples: Int { 256 }

  /// By how much of the window's length a sample may be older than that: 2⁻¹³.
  ///
  /// Times are rounded, often to a microsecond. Without it, a window of a whole number of intervals
  /// would hold now one sample more, now one fewer. A share rather than a time, so that a window scales
  /// with the motion.
  private static var slack: Double { 0x1p-13 }

  /// The greatest number of samples that the window can hold.
  var capacity: Int { windowMilliseconds == nil ? window : Self.mostTimedSamples }

  /// How much older than the newest a sample in the window may be, in seconds.
  var seconds: Double { 1e-3 * (windowMilliseconds ?? .infinity) * (1 + Self.slack) }

  /// How many samples the window would hold if all intervals were `interval`, in seconds.
  func count(every interval: Double) -> Int {
    guard windowMilliseconds != nil else { return window }
    let intervals = min((seconds / interval).rounded(.down), Double(capacity - 1))
    return intervals >= 0 ? Int(intervals) + 1 : 1
  }

  /// Throws if the window is counted and holds too few samples for a polynomial of a degree.
  func validateWindow(degree: Int) throws(ParameterError) {
    guard windowMilliseconds == nil, window <= degree else { return }
    throw ParameterError(
      field: "window", value: String(window),
      problem: "is smaller than degree + 1 = \(degree + 1)", isRelation: true)
  }
}

extension ParameterField where Parameters: WindowParameters {
  /// The field `window`.
  static func window(
    in range: ClosedRange<Int>, principal: Bool = false, source: String, _ summary: String
  ) -> ParameterField {
    var field = ParameterField.integer(
      "window", get: { $0.window }, set: { $0.window = $1 }, in: range, unit: "samples",
      principal: principal, source: source, summary)
    field.isReplaced = { $0.windowMilliseconds != nil }
    return field
  }

  /// The field `window` of a modifier, whose samples give what is named.
  static func window(gives quantity: String) -> ParameterField {
    .window(in: 2...64, source: "nextpoint", "How many of the newest samples give \(quantity)")
  }

  /// The field `window-ms`, which stands in for `window`.
  static var windowMilliseconds: ParameterField {
    var field = ParameterField.optionalNumber(
      "window-ms", get: { $0.windowMilliseconds }, set: { $0.windowMilliseconds = $1 },
      in: 1...10_000, unit: "ms", dimension: .time, source: "none: the window counts samples",
      "In place of window: the samples of the last so many milliseconds, at most "
        + "\(Parameters.mostTimedSamples)")
    field.replaced = "window"
    return field
  }
}

extension ParameterError {
  /// Two fields are given of which one stands in for the other.
  static func both(
    _ setting: PredictorSpec.Setting, _ other: PredictorSpec.Setting
  ) -> ParameterError {
    ParameterError(
      field: setting.key, value: setting.value,
      problem: "stands in for \(other.key), so \(other.key)=\(other.value) cannot be given too; "
        + "leave one of the two out")
  }
}
