import MotionNumerics
import TouchInput

/// Android's `VelocityTracker`, used as an extrapolator: constant velocity by one of its strategies.
///
/// p̂(h) = p_n + h·v. The history holds the newest 20 samples of different times, none older than
/// 100 ms; a sample with the time of the newest one takes its place; a pause of more than 40 ms clears
/// it. A sample of phase `ended` adds nothing (the fling begins with the velocity of the motion), but
/// clears after a pause. It abstains if the strategy has no velocity.
///
/// - `lsq1`, `lsq2`, `lsq3`: slope at t_n of the least-squares polynomial of that degree, or of one
///   less than there are samples. `lsq2` is Android's default for x and y.
/// - `wlsq2-…`: the same for degree 2 with rows weighted by w. `delta`: 0.5 + 0.05 for each ms to the
///   next sample, at most 1, and 1 for the newest. `central`: 0.5 at age 0 rising to 1 at 10 ms, 1 to
///   50 ms, falling to 0.5 at 60 ms. `recent`: 1 to 50 ms, falling to 0.5 at 100 ms.
/// - `impulse`: the energy that moved the contact, an axis: from the oldest segment on,
///   W ← W + (v_i − v̂)·|v_i| with v̂ = sgn(W)·√(2|W|), the first term halved; v = v̂ in the end. Not
///   linear, so that turning the axes changes the answer.
/// - `int1`: v ← v + α·(v_i − v), α = Δ/(10 ms + Δ), from the first v_i on; `int2` smooths the
///   acceleration (v_i − v)/Δ with the same α first, a ← …, and then v ← v + α·a·Δ. Samples no more
///   than 2 ms after the last one used are passed over.
///
/// No constant has a unit of length. Cost of `observe`: a fit of at most 20 samples; constant for
/// `int`. Source: Android Open Source Project, `libinput/VelocityTracker`, Apache-2.0; clean
/// implementation from a description of its behavior, which leaves open what the weights multiply
/// (here the rows) and how `int2` uses its acceleration (here as above). Android computes in single
/// precision and calls columns dependent below 1e-6; here in double, by LAPACK's rank at 1e-12.
package struct VelocityTrackerPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "velocity-tracker"
  /// A one-line summary.
  package static let summary = "Android's VelocityTracker strategies as constant velocity"
  /// The sources of the method.
  package static let references = [
    "Android Open Source Project, libinput VelocityTracker, Apache-2.0"
  ]

  /// How the velocity is found.
  package enum Strategy: String, CaseIterable, Sendable {
    /// Least-squares line.
    case lsq1
    /// Least-squares parabola, Android's default for x and y.
    case lsq2
    /// Least-squares cubic.
    case lsq3
    /// Parabola with weights by the time to the next sample.
    case delta = "wlsq2-delta"
    /// Parabola with weights greatest at 10 to 50 ms.
    case central = "wlsq2-central"
    /// Parabola with weights greatest up to 50 ms.
    case recent = "wlsq2-recent"
    /// Energy by impulses.
    case impulse
    /// Smoothed velocity.
    case int1
    /// Velocity by smoothed acceleration.
    case int2
  }

  /// The parameters of `velocity-tracker`.
  package struct Parameters: PredictorParameters {
    /// How the velocity is found.
    package var strategy = Strategy.lsq2

    /// Creates the default: `lsq2`.
    package init() {}

    /// Creates parameters.
    package init(strategy: Strategy) { self.strategy = strategy }

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .choice(
        "strategy", get: { $0.strategy }, set: { $0.strategy = $1 }, principal: true,
        source: "Android's default for x and y",
        "How the velocity is found")
    ]
  }

  private let strategy: Strategy
  private var history = VelocityHistory()
  private var fit: VelocityFit
  private var integration = IntegratedVelocity()
  /// The newest sample, of whatever phase, from which the horizon counts.
  private var newest: TouchSample?
  private var velocity: SIMD2<Double>?

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    strategy = parameters.strategy
    fit = VelocityFit(capacity: VelocityHistory.capacity, degree: 3)
  }

  /// Begins a new contact and forgets earlier positions.
  package mutating func beginStroke() { reset() }

  /// Observes the next sample and finds the velocity.
  package mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    if let newest, VelocityHistory.isBreak(from: newest, to: sample) { reset() }
    newest = sample
    guard sample.phase != .ended, sample.phase != .cancelled else { return }
    history.append(sample)
    integration.append(sample, smoothsAcceleration: strategy == .int2)
    velocity = estimate()
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let newest, let velocity else { return nil }
    return Prediction(position: newest.position + horizon * velocity, velocity: velocity).ifFinite
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() {
    history.removeAll()
    integration = IntegratedVelocity()
    (newest, velocity) = (nil, nil)
  }

  private mutating func estimate() -> SIMD2<Double>? {
    switch strategy {
    case .lsq1: polynomial(1)
    case .lsq2: polynomial(2)
    case .lsq3: polynomial(3)
    case .delta, .central, .recent: weightedParabola()
    case .impulse: history.impulseVelocity
    case .int1, .int2: integration.velocity
    }
  }

  private mutating func polynomial(
    _ degree: Int, weight: (Int) -> Double = { _ in 1 }
  ) -> SIMD2<Double>? {
    let first = history.first
    let degree = min(degree, history.samples.count - first - 1)
    guard degree >= 1 else { return nil }
    return fit.fit(history.samples, from: first, degree: degree, weight: weight)?.velocity
  }

  private mutating func weightedParabola() -> SIMD2<Double>? {
    let (history, strategy) = (history, strategy)
    return polynomial(2) { index in
      switch strategy {
      case .delta: history.deltaWeight(index)
      case .central: history.centralWeight(index)
      default: history.recentWeight(index)
      }
    }
  }
}
