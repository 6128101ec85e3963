import MotionNumerics
import TouchInput

/// States the probability that the contact will have been lifted.
///
/// P = 1 − exp(−ρ·Λ(h)) with Λ(h) = exp(β·x)·(((h + r)/τ)^κ − (r/τ)^κ) for a horizon h above 0, or else 0, with
/// τ = 50 ms, r the time since the contact last moved, and x = (1, s, s², b, a, a²):
/// s = ln(v₃/v*), v₃ being the speed over the last three steps that moved and v* its greatest value in the
/// stroke, at least −4; b = ln(v₁/v₃), v₁ being the speed of the last step, kept to −3...3; and a = ln(age +
/// 50 ms). Before any motion s and b are 0.
///
/// It is a proportional-hazards model: a contact that is young, at its greatest speed or almost at rest is
/// lifted sooner. Speeds are compared with speeds of the same stroke, so it needs no unit and no rate. ρ is how
/// often this person lifts, relative to what the model expects of the strokes so far (`LiftRate`); it is
/// kept across strokes.
///
/// The phase of a sample is ignored: a file may mark its last sample as the end, which a device would not have
/// known. Position and everything else come from the predictor; if it abstains, nothing is stated.
/// Constant time, no storage.
///
/// The constants were fitted by experiments/lift.
struct LiftHazard: CatalogueModifier {
  static let kind = "lift"
  static let summary = "States the probability that the contact has been lifted by then"
  static let references = [
    "Cox, Regression models and life-tables, Journal of the Royal Statistical Society B 34(2), 1972, "
      + "doi:10.1111/j.2517-6161.1972.tb00899.x",
    "Vaupel, Manton, Stallard, The impact of heterogeneity in individual frailty on the dynamics of "
      + "mortality, Demography 16(3), 1979, doi:10.2307/2061224",
  ]

  private var motion = LiftMotion()
  private var rate = LiftRate()

  init(_ parameters: NoParameters, context: PredictorContext) throws(ParameterError) {}

  mutating func beginStroke() {
    if motion.features != nil { rate.endStroke() }
    motion = LiftMotion()
  }

  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor) {
    if let features = motion.features {
      let gap = min(sample.time - motion.newest, LiftRate.longestGap)
      rate.expect(LiftModel.standard.hazard(of: features, ahead: gap))
    }
    motion.observe(sample)
  }

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    guard var prediction = predictor.predict(ahead: horizon) else { return nil }
    prediction.liftProbability = motion.features.map {
      LiftModel.standard.probability(of: $0, ahead: horizon, rate: rate.value)
    }
    return prediction
  }

  mutating func reset() {
    motion = LiftMotion()
    rate = LiftRate()
  }
}

/// How often contacts are lifted, relative to what a model expects.
///
/// ρ = (α + n)/(α + Σ Λ) over the n strokes that have ended, Σ Λ being the sum of the hazards from each of
/// their samples to the next, which is how many lifts the model expected. This is the mean of a rate with a
/// gamma prior of mean 1 and shape α, given n lifts (a shared frailty): 1 before the first stroke has ended.
struct LiftRate: Sendable {
  /// The prior's shape: the model's expectation counts as much as so many strokes.
  static let prior = 5.0
  /// A longer time between two samples counts as this long, in seconds: the longest horizon that was fitted.
  static let longestGap = 0.1

  private var lifts = 0.0
  private var expected = 0.0
  private var current = 0.0

  /// ρ, above 0.
  var value: Double { (Self.prior + lifts) / (Self.prior + expected) }

  /// Counts the hazard of a time in which the contact was not lifted.
  mutating func expect(_ hazard: Double) {
    if hazard.isFinite { current += hazard }
  }

  /// Counts a lift, and the hazards of its stroke.
  mutating func endStroke() {
    lifts += 1
    expected += current
    current = 0
  }
}

/// What the probability of a lift depends on.
struct LiftFeatures: Hashable, Sendable {
  /// ln(v₃/v*), −4 to 0.
  var slowness: Double
  /// ln(v₁/v₃), −3 to 3.
  var braking: Double
  /// The time since the stroke began, in seconds.
  var age: Double
  /// The time since the contact last moved, in seconds.
  var rest: Double
}

/// The aspects of a stroke's newest motion on which a lift depends.
struct LiftMotion: Sendable {
  /// Times closer than this are taken to be this far apart, in seconds.
  private static let leastTime = 0.001

  private var start: Double?
  /// The time of the newest sample, in seconds; 0 before the first.
  private(set) var newest = 0.0
  private var position = SIMD2<Double>.zero
  /// The lengths of the last three steps that moved, newest first.
  private var steps = SIMD4<Double>.zero
  /// When they ended, newest first, and when the oldest of them began.
  private var times = SIMD4<Double>.zero
  private var moved = 0
  private var greatest = 0.0

  /// Observes a sample, which is finite.
  mutating func observe(_ sample: TouchSample) {
    guard start != nil else {
      (start, newest, position) = (sample.time, sample.time, sample.position)
      times[0] = sample.time
      return
    }
    newest = sample.time
    let step = (sample.position - position).length
    position = sample.position
    guard step > 0 else { return }
    steps = SIMD4(step, steps[0], steps[1], 0)
    times = SIMD4(sample.time, times[0], times[1], times[2])
    moved = min(moved + 1, 3)
    greatest = max(greatest, speed)
  }

  /// The speed over the last three steps.
  private var speed: Double {
    steps.sum() / max(times[0] - times[moved], Self.leastTime)
  }

  /// What is known at the newest sample; nil before the first.
  var features: LiftFeatures? {
    guard let start else { return nil }
    var features = LiftFeatures(
      slowness: 0, braking: 0, age: max(newest - start, 0), rest: max(newest - times[0], 0))
    guard moved > 0, speed > 0, speed.isFinite, greatest.isFinite else { return features }
    let last = steps[0] / max(times[0] - times[1], Self.leastTime)
    features.slowness = max(Elementary.logarithm(speed / greatest), -4)
    features.braking = min(max(Elementary.logarithm(last / speed), -3), 3)
    return features
  }
}

/// The constants of `LiftHazard`.
struct LiftModel: Sendable {
  let constant: Double
  let slowness: Double
  let slownessSquared: Double
  let braking: Double
  let age: Double
  let ageSquared: Double
  let exponent: Double

  /// The time in which hazards are counted, in seconds.
  static let unit = 0.05
  /// What keeps the logarithm of the age finite, in seconds.
  static let youngest = 0.05

  /// Fitted on henze-2017, participants 1 to 6, at 1, 2, 4 and 6 frames ahead, by experiments/lift/fit.py.
  static let standard = LiftModel(
    constant: -2.9439, slowness: 0.5234, slownessSquared: 0.2339, braking: -0.1099, age: -0.4717,
    ageSquared: -0.1341, exponent: 1.0410)

  /// Returns ln of the hazard in `unit`, of x weighted by the constants.
  func logarithm(of features: LiftFeatures) -> Double {
    let age = Elementary.logarithm(features.age + Self.youngest)
    let slowness = features.slowness
    return constant + self.slowness * slowness + slownessSquared * slowness * slowness
      + braking * features.braking + self.age * age + ageSquared * age * age
  }

  /// Returns Λ, the cumulative hazard of the next `horizon` seconds; 0 for a horizon that is not above 0.
  func hazard(of features: LiftFeatures, ahead horizon: Double) -> Double {
    guard horizon > 0 else { return 0 }
    let rested = Elementary.power(features.rest / Self.unit, exponent)
    let then = Elementary.power((features.rest + horizon) / Self.unit, exponent)
    return Elementary.exponential(logarithm(of: features)) * max(then - rested, 0)
  }

  /// Returns the probability of a lift within `horizon` seconds, 0 to 1, at a rate of lifts.
  func probability(of features: LiftFeatures, ahead horizon: Double, rate: Double) -> Double {
    let hazard = rate * hazard(of: features, ahead: horizon)
    return hazard.isFinite ? -Elementary.exponentialMinusOne(-hazard) : 1
  }
}
