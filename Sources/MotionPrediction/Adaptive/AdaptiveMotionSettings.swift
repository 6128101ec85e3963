/// The settings that all adaptive predictors share: the regressor, how a horizon is reached, and the bounds.
public struct AdaptiveMotionSettings: Hashable, Sendable {
  /// How the filter reaches a horizon.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// One filter predicts the next step; its output is fed back until the horizon is reached.
    case rollout
    /// Each horizon of the context has weights of its own; others are interpolated.
    case direct
  }

  /// How displacements over unequal intervals are made comparable.
  public enum Spacing: String, Hashable, Sendable, CaseIterable {
    /// As they are: samples are taken to be equally spaced, unequal times to be delivery noise.
    case steady
    /// As they are, but scaled to one step where the interval is longer than 2.5 mean intervals.
    case gaps
    /// Scaled to one step by the recorded interval.
    case recorded
  }

  /// Whether the weights are kept at a new stroke.
  public enum Memory: String, Hashable, Sendable, CaseIterable {
    /// They stay.
    case warm
    /// They are as at the start.
    case cold
  }

  /// How many of the newest displacements make the regressor, 1…32.
  public var taps = 8
  /// How the filter reaches a horizon.
  public var mode = Mode.rollout
  /// How displacements over unequal intervals are made comparable.
  public var spacing = Spacing.gaps
  /// Whether the weights are kept at a new stroke.
  public var memory = Memory.warm
  /// The greatest predicted speed, in multiples of the greatest recent speed, 1…3.
  public var speedLimit = 1.5
  /// The share of the stroke's RMS displacement below which a regressor teaches nothing, 0…1.
  public var freeze = 0.2
  /// The share of the running mean square displacement that stays at each sample, 0…0.999.
  public var scaleMemory = 0.9

  /// Creates the defaults.
  public init() {}

  /// The weights of a fresh filter: constant velocity, w = (1, 0, 0, …).
  var startingWeights: [Double] { (0..<taps).map { $0 == 0 ? 1 : 0 } }
}

/// Parameters of a predictor that adapts: its own, and the common ones.
protocol AdaptiveParameters: PredictorParameters {
  /// The common ones.
  var motion: AdaptiveMotionSettings { get set }
}

extension AdaptiveParameters {
  /// The field of the length of the regressor.
  static var tapsField: ParameterField<Self> {
    .integer(
      "taps", get: { $0.motion.taps }, set: { $0.motion.taps = $1 }, in: 1...32,
      unit: "displacements",
      source: adaptiveTuning,
      "How many of the newest displacements are weighed")
  }

  /// The other fields that all adaptive predictors have.
  static var motionFields: [ParameterField<Self>] {
    [
      .choice(
        "mode", get: { $0.motion.mode }, set: { $0.motion.mode = $1 }, source: adaptiveTuning,
        "rollout: one filter, fed back step by step; direct: weights of its own for each horizon"),
      .choice(
        "spacing", get: { $0.motion.spacing }, set: { $0.motion.spacing = $1 },
        source: adaptiveTuning,
        "Displacements as they are (steady), scaled after gaps only, or by every recorded interval"),
      .choice(
        "memory", get: { $0.motion.memory }, set: { $0.motion.memory = $1 }, source: adaptiveTuning,
        "Whether weights stay from stroke to stroke (warm) or not (cold)"),
      .number(
        "speed-limit", get: { $0.motion.speedLimit }, set: { $0.motion.speedLimit = $1 }, in: 1...3,
        source: "lets a motion gather speed; 1 has 0.3 % less mean error on Henze 2017, 1-6",
        "Greatest predicted speed, in multiples of the greatest speed within the taps"),
      .number(
        "freeze", get: { $0.motion.freeze }, set: { $0.motion.freeze = $1 }, in: 0...1,
        source: adaptiveTuning,
        "Share of the stroke's RMS displacement below which a regressor teaches nothing"),
      .number(
        "scale-memory", get: { $0.motion.scaleMemory }, set: { $0.motion.scaleMemory = $1 },
        in: 0...0.999, source: adaptiveTuning,
        "Share of the running mean square displacement that stays at each sample"),
    ]
  }
}

/// Where the defaults of the adaptive predictors come from.
let adaptiveTuning =
  "mean error at 32, 64, 100 ms on Henze 2017, participants 1-6, from a stroke's tenth sample on"
