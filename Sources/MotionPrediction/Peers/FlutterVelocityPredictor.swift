import MotionNumerics
import TouchInput

/// Flutter's `VelocityTracker`, used as an extrapolator: constant velocity from a least-squares
/// parabola.
///
/// p̂(h) = p_n + h·v, where v is the slope at t_n of the parabola fitted with equal weights to the
/// newest samples: at most 20, none older than 100 ms, none from before a pause of more than 40 ms.
/// Only the velocity of the parabola is used, not its curvature. With fewer than three samples, or
/// without a unique fit, the tracker's own answer is velocity 0 with confidence 1.
///
/// Else the confidence is R²_x·R²_y, R² = 1 − Σ residual²/Σ(p − mean)² of each axis, and 1 for an
/// axis whose sum of squares is at most 1e-6 (px² there; the recording's unit here, which shifts the
/// confidence of motion that small and nothing else). It says how parabolic the motion was, not how
/// good the prediction is, and depends on the axes.
///
/// Cost of `observe`: one fit of at most 20 samples. Source: Flutter, `gestures/velocity_tracker`,
/// BSD-3-Clause; clean implementation from a description of its behavior. Equal times leave the fit
/// without an answer by LAPACK's rank at 1e-12 instead of Flutter's 1e-6 on its columns.
package struct FlutterVelocityPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "flutter-velocity"
  /// A one-line summary.
  package static let summary = "Flutter's VelocityTracker as constant velocity"
  /// The sources of the method.
  package static let references = ["Flutter, gestures/velocity_tracker, BSD-3-Clause"]

  /// How many samples are kept.
  private static let capacity = 20
  /// How old a sample may be, in seconds.
  private static let horizon = 0.1
  /// The pause from before which nothing counts, in seconds.
  private static let pause = 0.04
  /// Half a microsecond: Flutter's times are whole microseconds, ours differences of seconds.
  private static let halfTick = 0.5e-6
  /// The degree of the polynomial.
  private static let degree = 2
  /// The sum of squares up to which an axis counts as at rest.
  private static let restingSum = 1e-6

  private var window = ObservationWindow(capacity: capacity)
  private var fit = VelocityFit(capacity: capacity, degree: degree)
  private var velocity = SIMD2<Double>.zero
  private var confidence = 1.0

  /// Creates a predictor.
  package init(_ parameters: NoParameters, context: PredictorContext) throws(ParameterError) {}

  /// Begins a new contact and forgets earlier positions.
  package mutating func beginStroke() { reset() }

  /// Observes the next sample and fits the window.
  package mutating func observe(_ sample: TouchSample) {
    guard window.append(sample) else { return }
    (velocity, confidence) = (.zero, 1)
    let first = firstThatCounts
    guard window.count - first > Self.degree else { return }
    guard let outcome = fit.fit(window, from: first, degree: Self.degree, weight: { _ in 1 })
    else { return }
    velocity = outcome.velocity
    confidence = determination(outcome.residual, from: first)
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let newest = window.newest else { return nil }
    return Prediction(
      position: newest.position + horizon * velocity, velocity: velocity, confidence: confidence
    ).ifFinite
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() {
    window.removeAll()
    (velocity, confidence) = (.zero, 1)
  }

  private var firstThatCounts: Int {
    guard let newest = window.newest else { return 0 }
    var first = window.count - 1
    while first > 0, newest.time - window[first - 1].time <= Self.horizon + Self.halfTick,
      window[first].time - window[first - 1].time <= Self.pause + Self.halfTick
    { first -= 1 }
    return first
  }

  /// R²_x·R²_y.
  private func determination(_ residual: SIMD2<Double>, from first: Int) -> Double {
    let origin = window[first].position
    let count = Double(window.count - first)
    var mean = SIMD2<Double>.zero
    for index in first..<window.count { mean += (window[index].position - origin) / count }
    var total = SIMD2<Double>.zero
    for index in first..<window.count {
      let offset = window[index].position - origin - mean
      total += offset * offset
    }
    func share(_ axis: Int) -> Double {
      total[axis] <= Self.restingSum ? 1 : min(max(1 - residual[axis] / total[axis], 0), 1)
    }
    return share(0) * share(1)
  }
}
