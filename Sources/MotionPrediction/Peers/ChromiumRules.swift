import TouchInput

/// The rules that Chromium's input predictors share: when they discard history, and how far they predict.
///
/// Chromium counts time in whole microseconds, which is why two times here are compared to half of
/// one: 0.02 s is no number that a difference of two recorded times would hold exactly.
package struct ChromiumRules: PredictorParameters {
  /// The gap between two samples, in seconds, beyond which history is thrown away; 0.001…1000.
  package var gap = 0.02
  /// Whether horizons beyond 25 ms are declined, as Chromium's list of predicted events ends there.
  package var isCapped = false

  /// Makes Chromium's rules, without its cap of the horizon.
  package init() {}

  /// The fields, in the order in which they are written.
  package static let fields: [ParameterField<ChromiumRules>] = [
    .gap(get: { $0.gap }, set: { $0.gap = $1 }),
    .capped(get: { $0.isCapped }, set: { $0.isCapped = $1 }),
  ]

  /// The longest horizon of Chromium's list of predicted events, in seconds.
  static let longestHorizon = 0.025
  /// Half of Chromium's unit of time, in seconds.
  static let halfTick = 0.5e-6

  /// Whether history goes before `sample` is taken in after `newest`.
  ///
  /// A sample dated before the newest one causes a restart too; Chromium leaves that case open.
  func isBreak(from newest: TouchSample, to sample: TouchSample) -> Bool {
    let interval = sample.time - newest.time
    return interval < 0 || interval > gap + Self.halfTick
  }

  /// Whether a horizon is answered at all.
  func allows(_ horizon: Double) -> Bool {
    horizon.isFinite && !(isCapped && horizon > Self.longestHorizon + Self.halfTick)
  }
}

extension ParameterField {
  /// The gap beyond which a Chromium predictor throws its history away.
  static func gap(
    get: @escaping Get<Double>, set: @escaping Set<Double>
  ) -> ParameterField {
    .number(
      "gap", get: get, set: set, in: 0.001...1000, unit: "s", dimension: .time,
      source: "Chromium InputPredictor, 20 ms",
      "Gap between two samples beyond which history is thrown away")
  }

  /// Whether a Chromium predictor stops at 25 ms.
  static func capped(
    get: @escaping Get<Bool>, set: @escaping Set<Bool>
  ) -> ParameterField {
    .flag(
      "capped", get: get, set: set,
      source: "off, so that long horizons show the predictor itself; Chromium stops at 25 ms",
      "Whether horizons beyond 25 ms are declined")
  }
}

extension ObservationWindow {
  /// Adds a sample as a Chromium predictor does: alone where it follows a gap.
  ///
  /// - Returns: Whether the sample was taken in; false where it is not finite.
  @discardableResult
  mutating func append(_ sample: TouchSample, under rules: ChromiumRules) -> Bool {
    guard sample.isFinite else { return false }
    if let newest, rules.isBreak(from: newest, to: sample) { removeAll() }
    return append(sample)
  }
}

/// A predictor of Chromium's that looks at its newest few samples and nothing else.
protocol ChromiumWindowPredictor: CataloguePredictor, ForgetfulPredictor
where Parameters == ChromiumRules {
  /// When history is thrown away, and how far it looks.
  var rules: ChromiumRules { get set }
  /// The newest samples.
  var window: ObservationWindow { get set }

  /// Creates it with Chromium's rules and an empty window.
  init()
}

extension ChromiumWindowPredictor {
  /// Creates a predictor.
  package init(_ parameters: ChromiumRules, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.init()
    rules = parameters
  }

  /// Begins a new contact.
  package mutating func beginStroke() { window.removeAll() }

  /// Observes the next sample.
  package mutating func observe(_ sample: TouchSample) { window.append(sample, under: rules) }

  /// Resets to the initial state.
  package mutating func reset() { window.removeAll() }
}
