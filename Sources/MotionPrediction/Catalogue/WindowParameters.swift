/// The observation window of a stage, given as a number of samples or as a duration in milliseconds.
///
/// A spelling gives one of `window` and `window-ms`. A window in milliseconds holds the newest sample
/// and all that are no older than that, up to `mostTimedSamples`; on a steady clock of interval Δ these
/// are ⌊`window-ms`/Δ⌋ + 1, and the answers are those of that `window`, to the last bit.
protocol WindowParameters: PredictorParameters {
  /// The number of samples, if no duration is given.
  var window: Int { get set }
  /// The duration in milliseconds; nil if the window is given as a number of samples.
  var windowMilliseconds: Double? { get set }
}

extension WindowParameters {
  /// The maximum number of samples in a window in milliseconds; if there are more, it holds the newest.
  static var mostTimedSamples: Int { 256 }

  /// The tolerance for a sample's age, as a fraction of the window: 2⁻¹³.
  ///
  /// Times are rounded, often to a microsecond. Without a tolerance, the sample count of a window of a whole
  /// number of intervals would fluctuate by one. It is a fraction rather than a time, so that a window
  /// scales with the motion.
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

  /// Throws if the window is a number of samples too small for a polynomial of the given degree.
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

  /// The field `window-ms`, an alternative to `window`.
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
  /// Two alternative fields are both given.
  static func both(
    _ setting: PredictorSpec.Setting, _ other: PredictorSpec.Setting
  ) -> ParameterError {
    ParameterError(
      field: setting.key, value: setting.value,
      problem: "stands in for \(other.key), so \(other.key)=\(other.value) cannot be given too; "
        + "leave one of the two out")
  }
}
