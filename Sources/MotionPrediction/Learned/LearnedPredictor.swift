import MotionNumerics
import TouchInput

/// Says what a fitted model says of the newest samples, in the motion's own frame.
///
/// `MotionFeatures` or `LagFeatures` are computed at every sample, and what of the model serves all horizons with them;
/// `predict` adds the horizon: p̂(h) = p_n + s·R·y(h)·min(h/T, 12) (`LearnedModel`). With `adapt=true`
/// what has come due corrects it (`LearnedCorrection`).
///
/// - nil before two samples of different times. A contact that has not moved within the samples looked
///   at is predicted to stay where it is.
/// - h = 0 is the newest sample, h < 0 the recorded track, nil before the oldest sample held.
/// - The covariance is that of the model's errors in training at that horizon and speed, along and
///   across the motion; with it comes the confidence d²/(d² + tr Σ).
/// - The pen's attributes go on along a line fitted to the newest 8 samples (`PenAttributes`).
///
/// Computed in float32: what turns, mirrors or scales with the motion does so to about 1e-5 of what is
/// predicted. Cost: the whole model for `observe`; a horizon is an interpolation.
public struct LearnedPredictor: CataloguePredictor {
  /// The name in the catalogue.
  public static let kind = "learned"
  /// What it does, in one line.
  public static let summary = "A model fitted to recordings, in the motion's own frame"
  /// Where the method comes from.
  public static let references = [
    "Henze, Le, Mayer, Schwind, MobileHCI 2017 Adjunct, networks on displacements, "
      + "doi:10.1145/3098279.3122150",
    "Rahimi, Recht, Random features for large-scale kernel machines, NIPS 2007",
  ]

  /// What can be set of `learned`.
  public struct Parameters: PredictorParameters {
    /// Which model: a file, or `standard` for the one that is part of the package.
    public var model = standardModel
    /// Whether what has come due corrects what is said.
    public var adapt = false

    /// What names the package's own model.
    public static let standardModel = "standard"

    /// Makes the defaults.
    public init() {}

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = [
      .text(
        "model", \.model, principal: false, source: "docs/predictors/learned.md",
        "A model file that 'nextpoint train' wrote, or standard, the model of the package"),
      .flag(
        "adapt", \.adapt, source: "experiments/beyond-lstm",
        "Whether what has come due corrects what is said, stroke after stroke"),
    ]
  }

  private let model: LearnedModel
  private var features: FeatureReader
  /// What every horizon is read from.
  private var coefficients = SIMD16<Float>.zero
  /// The features, standardised; storage that is used again.
  private var inputs: [Float]
  private var correction: LearnedCorrection?

  /// Makes a fresh predictor of the package's own model.
  ///
  /// - Throws: `ParameterError` where a model is named: a library opens no file; hand the model over.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    guard parameters.model == Parameters.standardModel else {
      throw ParameterError(
        field: "model", value: parameters.model,
        problem: "is a file, which this library does not open; read it and make a LearnedPredictor "
          + "of the LearnedModel")
    }
    self.init(try LearnedModel.standard(), parameters, context: context)
  }

  /// Makes a fresh predictor of a model; the parameters' `model` plays no part.
  public init(_ model: LearnedModel, _ parameters: Parameters, context: PredictorContext) {
    self.model = model
    features = FeatureReader(
      model.constants.layout, unitsPerMillimetre: context.unitsPerMillimetre,
      nominalRate: context.nominalRate)
    inputs = features.values
    correction = parameters.adapt ? LearnedCorrection(context) : nil
  }

  /// Begins a new contact: the history of positions goes; what was learned of the errors stays.
  public mutating func beginStroke() {
    features.beginStroke()
    correction?.beginStroke()
  }

  /// Takes in the next sample, and computes what serves all horizons.
  public mutating func observe(_ sample: TouchSample) {
    guard features.observe(sample) else { return }
    if features.frame != nil {
      features.copy(to: &inputs)
      coefficients = model.coefficients(&inputs)
    }
    learn()
  }

  /// Where the contact will be `horizon` seconds after the newest sample; nil where not known.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let position = position(ahead: horizon) else { return nil }
    var answer = Prediction(position: position)
    if horizon > 0, let newest = features.newest, let frame = features.frame {
      let steps = model.constants.steps(horizon)
      let (along, across) = model.spread.deviations(at: horizon)
      let covariance = frame.covariance(along: along * steps, across: across * steps)
      if covariance.isFinite {
        answer.covariance = covariance
        answer = answer.confident(from: newest.position)
      }
    }
    return answer.attributed(
      by: features.samples, newest: PenAttributes.usualCount, ahead: horizon
    ).ifFinite
  }

  /// The position of `predict(ahead:)` alone.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard horizon.isFinite, let newest = features.newest else { return nil }
    if horizon <= 0 { return features.samples.position(before: -horizon)?.ifFinite }
    if features.isAtRest { return newest.position }
    guard let frame = features.frame, let lead = lead(horizon, in: frame) else {
      return nil
    }
    let corrected = correction?.corrected(lead, horizon: horizon) ?? lead
    return (newest.position + corrected).ifFinite
  }

  /// Puts the predictor back as it was made.
  public mutating func reset() {
    features.beginStroke()
    correction?.reset()
  }

  /// The displacement that the model predicts; nil where it is not finite.
  private func lead(_ horizon: Double, in frame: MotionFrame) -> SIMD2<Double>? {
    guard let answer = model.answer(coefficients, horizon: horizon) else { return nil }
    let constants = model.constants
    let told = answer * constants.steps(horizon)
    let most = constants.speedLimit * features.greatestSpeed * horizon
    return frame.displacement(told).clamped(toLength: most)
  }

  /// Compares what was predicted with what has come due, and keeps what is predicted now.
  private mutating func learn() {
    guard var correction, let newest = features.newest else { return }
    self.correction = nil
    correction.observe(newest) { horizon in
      features.frame.flatMap { lead(horizon, in: $0) }
    }
    self.correction = correction
  }
}

extension SIMD2 where Scalar == Double {
  /// The point itself where it is finite, else nil.
  fileprivate var ifFinite: SIMD2<Double>? { x.isFinite && y.isFinite ? self : nil }
}
