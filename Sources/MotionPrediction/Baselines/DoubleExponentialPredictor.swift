import MotionNumerics
import TouchInput

/// Predicts by double exponential smoothing (DESP): a line from two smoothed positions.
///
/// S′ ← α·p + (1 − α)·S′, S″ ← α·S′ + (1 − α)·S″, both the first position at first; after τ samples
/// p̂ = (2 + ατ/(1−α))·S′ − (1 + ατ/(1−α))·S″. A horizon h in seconds counts as τ = h/T samples, T
/// being the mean interval of the newest 16 samples: on an even clock the published method.
///
/// `uneven=true` weighs by time: a step of ΔT smooths with α_k = 1 − (1 − α)^(ΔT/T), and S′ and S″
/// carry how long they lag behind a steady motion (see `DoubleExponentialSmoothing`), L′ and L″:
/// p̂(h) = S′ + (L′ + h)·(S′ − S″)/(L″ − L′). On an even clock L′ and L″ never change and this is the
/// published method; on an uneven one a steady motion is still found to be steady. A sample with the
/// time of the last one then has no weight.
///
/// Abstains before two samples with different times. The first answers lag: the history before
/// the first sample counts as rest. A gap needs no rule: it counts as one sample, or with `uneven`
/// as many. A sample dated before others takes their place, and the smoothing runs again over the up
/// to 16 samples that stay. The pen's attributes are extrapolated along a line fitted to the newest 8 samples
/// (`PenAttributes`).
///
/// Cost: 20 operations; with `uneven` an exponential more.
package struct DoubleExponentialPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "desp"
  /// A one-line summary.
  package static let summary = "Double exponential smoothing (LaViola)"
  /// The sources of the method.
  package static let references = [
    "LaViola 2003, Double exponential smoothing: an alternative to Kalman filter-based predictive "
      + "tracking, doi:10.1145/769953.769976",
    "Cipra 2006, Exponential smoothing for irregular data, doi:10.1007/s10492-006-0033-8",
  ]

  /// The parameters of `desp`.
  package struct Parameters: PredictorParameters {
    /// α, the weight of a new sample, 0.01…0.99.
    package var smoothing = 0.85
    /// Whether intervals count by their length.
    package var uneven = false

    /// Creates the default parameters.
    package init() {}

    /// Creates parameters.
    package init(smoothing: Double, uneven: Bool = false) {
      self.smoothing = smoothing
      self.uneven = uneven
    }

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .number(
        "smoothing", get: { $0.smoothing }, set: { $0.smoothing = $1 }, in: 0.01...0.99,
        source:
          "mean error on Henze 2017, participants 1-6, and the synthetic noisy sets; see the page",
        "Weight of a new sample: near 1 follows, near 0 smooths"),
      .flag(
        "uneven", get: { $0.uneven }, set: { $0.uneven = $1 },
        source: "LaViola 2003 counts samples",
        "Whether intervals count by their length instead of one each"),
    ]
  }

  private let parameters: Parameters
  private var trail = SampleTrail(capacity: 16)
  private var smoothing: DoubleExponentialSmoothing
  private var origin = SIMD2<Double>.zero

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    smoothing = DoubleExponentialSmoothing(weight: parameters.smoothing)
  }

  /// Begins a new contact and clears all state.
  package mutating func beginStroke() {
    trail.removeAll()
    smoothing.removeAll()
  }

  /// Observes the next sample.
  package mutating func observe(_ sample: TouchSample) {
    let previous = trail.count > 0 ? trail.newest : nil
    switch trail.append(sample) {
    case .refused: return
    case .inOrder: take(trail.newest, after: previous)
    case .late:
      smoothing.removeAll()
      for index in 0..<trail.count {
        take(trail[index], after: index > 0 ? trail[index - 1] : nil)
      }
    }
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard let (position, velocity) = motion(ahead: horizon) else { return nil }
    var prediction = Prediction(position: position)
    prediction.velocity = velocity
    trail.attribute(&prediction, newest: PenAttributes.usualCount, ahead: horizon)
    return prediction.isFinite ? prediction : nil
  }

  /// Returns only the position of `predict(ahead:)`.
  package func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard let (position, velocity) = motion(ahead: horizon) else { return nil }
    return (position * 0 + velocity * 0).sum() == 0 ? position : nil
  }

  private func motion(ahead horizon: Double) -> (position: SIMD2<Double>, velocity: SIMD2<Double>)?
  {
    guard horizon.isFinite, let interval, let line = smoothing.line else { return nil }
    // Without `uneven` the smoothing counts samples.
    let velocity = parameters.uneven ? line.slope : line.slope / interval
    return (origin + line.level + horizon * velocity, velocity)
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() { beginStroke() }

  /// T, the mean interval of the newest samples; nil if they have one time only.
  private var interval: Double? {
    guard trail.count > 0, trail.newest.time > trail[0].time else { return nil }
    return (trail.newest.time - trail[0].time) / Double(trail.count - 1)
  }

  private mutating func take(_ sample: SampleTrail.Point, after previous: SampleTrail.Point?) {
    guard let previous else { return start(at: sample) }
    let relative = sample.position - origin
    if !parameters.uneven {
      smoothing.add(relative, after: 1, interval: 1)
    } else if let interval {
      smoothing.add(relative, after: sample.time - previous.time, interval: interval)
    }
    if !smoothing.isFinite { start(at: sample) }
  }

  private mutating func start(at sample: SampleTrail.Point) {
    origin = sample.position
    smoothing.start(at: .zero)
  }
}
