import MotionNumerics
import TouchInput

/// Predicts by a trained model of the newest samples, in the motion's own frame.
///
/// At every sample, `MotionFeatures` or `LagFeatures` and the part of the model that does not depend on the
/// horizon are computed; `predict` adds the horizon: p̂(h) = p_n + s·R·y(h)·min(h/T, 12) (`LearnedModel`).
/// With `adapt=true` the prediction is a mixture with adaptive filters, weighted by their recent errors
/// (`LearnedAdaptation`); what is learned is kept from stroke to stroke.
///
/// - nil before two samples with different times. A contact that has not moved within the observation
///   window is predicted to stay where it is.
/// - h = 0 is the newest sample, h < 0 the recorded track, nil before the oldest sample held.
/// - A first displacement more than four times as long as the second, and as fast, is that of a touch that
///   was reported late (`StaleStart`): the motion restarts with the second sample.
/// - A jump of the contact (`JumpDetector`) restarts the motion. Until a plausible sample has followed,
///   the newest position is predicted.
/// - With `adapt=true` covariance, radii and confidence are those of `RegionTracker`: regions with the
///   coverage that they state, learned from the predictor's own errors. Without, the covariance is that of
///   the model's errors in training at that horizon and speed, along and across the motion; with it comes
///   the confidence d²/(d² + tr Σ).
/// - The pen's attributes are extrapolated along a line fitted to the newest 8 samples (`PenAttributes`).
///
/// Computed in float32: what turns, mirrors or scales with the motion does so to about 1e-5 of what is
/// predicted. Cost: the whole model for `observe`, with `adapt=true` also the filters, each with a roll-out
/// to the farthest horizon of the context; a horizon is an interpolation.
public struct LearnedPredictor: CataloguePredictor {
  /// The name in the catalogue.
  public static let kind = "learned"
  /// A one-line summary.
  public static let summary = "A model fitted to recordings, in the motion's own frame"
  /// The sources of the method.
  public static let references = [
    "Henze, Le, Mayer, Schwind, MobileHCI 2017 Adjunct, networks on displacements, "
      + "doi:10.1145/3098279.3122150",
    "Rahimi, Recht, Random features for large-scale kernel machines, NIPS 2007",
  ]

  /// The parameters of `learned`.
  public struct Parameters: PredictorParameters {
    /// Which model: a file, or `standard` for the one that is part of the package.
    public var model = standardModel
    /// Whether adaptive filters share the prediction.
    public var adapt = true
    /// How many of the model's networks are averaged, 0…16; 0 and more than it has mean all.
    public var networks = 0

    /// The name of the package's own model.
    public static let standardModel = "standard"

    /// Creates the default parameters.
    public init() {}

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = [
      .text(
        "model", get: { $0.model }, set: { $0.model = $1 }, principal: false,
        source: "docs/predictors/learned.md",
        "A model file that 'nextpoint train' wrote, or standard, the model of the package"),
      .flag(
        "adapt", get: { $0.adapt }, set: { $0.adapt = $1 }, source: "experiments/recommended",
        "Whether adaptive filters share the prediction, by how well they and the model do"),
      .integer(
        "networks", get: { $0.networks }, set: { $0.networks = $1 },
        in: 0...LearnedModelShape.memberRange.upperBound, source: "experiments/recommended",
        "How many of the model's networks are averaged; 0 for all"),
    ]
  }

  private let model: LearnedModel
  private let networks: Int
  private var features: FeatureReader
  /// What the model says of the newest sample's motion; nil if nothing.
  private var outlook: LearnedOutlook?
  /// The standardized features; reused storage.
  private var inputs: [Float]
  /// Whether adaptive predictors share the prediction; otherwise the two below are idle.
  private let adapts: Bool
  private var adaptation: LearnedAdaptation
  private var regions: RegionTracker
  /// The newest sample's answers at the horizons of `regions`; reused storage.
  private var expected: [SIMD2<Double>?]
  private var restarts = MotionRestarts()

  /// Creates a predictor of the package's own model.
  ///
  /// - Throws: `ParameterError` if a model file is named, since a library opens no files; pass the model instead.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    guard parameters.model == Parameters.standardModel else {
      throw ParameterError(
        field: "model", value: parameters.model,
        problem: "is a file, which this library does not open; read it and make a LearnedPredictor "
          + "of the LearnedModel")
    }
    try self.init(try LearnedModel.standard(), parameters, context: context)
  }

  /// Creates a predictor from a model; ignores the parameters' `model`.
  public init(
    _ model: LearnedModel, _ parameters: Parameters, context: PredictorContext
  ) throws(ParameterError) {
    self.model = model
    networks = parameters.networks
    features = FeatureReader(
      model.constants.layout, unitsPerMillimeter: context.unitsPerMillimeter,
      nominalRate: context.nominalRate)
    inputs = features.values
    adapts = parameters.adapt
    adaptation = try LearnedAdaptation(context)
    regions = RegionTracker(context)
    expected = Array(repeating: nil, count: regions.horizons.count)
  }

  /// Begins a new contact: clears the history of positions and keeps what was learned from errors.
  public mutating func beginStroke() {
    restarts.beginStroke()
    beginMotion()
  }

  /// Forgets the motion of an earlier contact, or from before a jump.
  private mutating func beginMotion() {
    features.beginStroke()
    outlook = nil
    guard adapts else { return }
    adaptation.beginStroke()
    regions.beginStroke()
  }

  /// Observes the next sample, and computes what serves all horizons.
  public mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    let restart = restarts.observe(sample)
    if restart.isNeeded { beginMotion() }
    if let second = restart.second { take(second) }
    take(sample)
  }

  /// Takes a sample into the motion.
  private mutating func take(_ sample: TouchSample) {
    guard features.observe(sample) else { return }
    look(from: sample.position)
    guard adapts else { return }
    adaptation.observe(sample, samples: features.samples, model: outlook)
    learnRegions(sample)
  }

  /// Computes what the model says of the motion.
  private mutating func look(from position: SIMD2<Double>) {
    guard let frame = features.frame else {
      outlook = features.isAtRest ? LearnedOutlook(model: model, newest: position) : nil
      return
    }
    features.copy(to: &inputs)
    outlook = LearnedOutlook(
      model: model, newest: position, frame: frame,
      speedLimit: model.constants.speedLimit * features.greatestSpeed,
      coefficients: model.coefficients(&inputs, networks: networks))
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let position = position(ahead: horizon) else { return nil }
    var answer = Prediction(position: position)
    if adapts {
      regions.state(in: &answer, ahead: horizon)
    } else if horizon > 0, let newest = features.newest, let frame = features.frame {
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

  /// Returns only the position of `predict(ahead:)`.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard horizon.isFinite, features.newest != nil else { return nil }
    if horizon <= 0 { return features.samples.position(before: -horizon)?.ifFinite }
    if restarts.hasJumped { return features.newest?.position }
    return adapts
      ? adaptation.position(ahead: horizon, model: outlook)?.ifFinite
      : outlook?.position(ahead: horizon)
  }

  /// Resets the predictor to its initial state.
  public mutating func reset() {
    beginStroke()
    features.reset()
    adaptation.reset()
    regions.reset()
  }

  /// Learns how wrong the answers have been, and keeps those of the newest sample.
  private mutating func learnRegions(_ sample: TouchSample) {
    let horizons = regions.horizons
    for slot in horizons.indices {
      let position = position(ahead: horizons[slot])
      expected[slot] = position
    }
    let expected = expected
    regions.observe(sample) { _, slot in expected[slot] }
  }
}

/// What a model says of the motion at its newest sample, for all horizons.
struct LearnedOutlook: Sendable {
  let model: LearnedModel
  let newest: SIMD2<Double>
  /// The motion's frame; nil if it is at rest.
  var frame: MotionFrame?
  /// The greatest speed that an answer may have, a multiple of the greatest recent one, in length units a second.
  var speedLimit = 0.0
  var coefficients = SIMD16<Float>.zero

  /// Returns the model's answer `horizon` > 0 seconds ahead, or nil if it abstains.
  func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard let frame else { return newest }
    guard let answer = model.answer(coefficients, horizon: horizon) else { return nil }
    let lead = frame.displacement(answer * model.constants.steps(horizon))
    return (newest + bounded(lead, ahead: horizon)).ifFinite
  }

  /// Returns a displacement, shortened to what `speedLimit` allows in `horizon` seconds.
  func bounded(_ displacement: SIMD2<Double>, ahead horizon: Double) -> SIMD2<Double> {
    displacement.clamped(toLength: speedLimit * horizon)
  }
}
