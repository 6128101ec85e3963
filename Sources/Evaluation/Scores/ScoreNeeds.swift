/// What measures are computed from: sums over targets, lengths kept for quantiles, and facts about
/// the true path.
///
/// A plan resolves its measures to their needs, and nothing else is computed. What is computed has
/// the same bits whatever else is: sums are independent of each other.
struct ScoreNeeds: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  /// How the contact moves at the time of a target, and where it goes next.
  static let motion = ScoreNeeds(rawValue: 1 << 20)

  /// Σ‖e‖.
  static let errors = ScoreNeeds(rawValue: 1 << 0)
  /// Σ‖e‖².
  static let squaredErrors = ScoreNeeds(rawValue: 1 << 1)
  /// Σ e·v, v the true velocity.
  static let errorsByVelocity: ScoreNeeds = [ScoreNeeds(rawValue: 1 << 2), .motion]
  /// Σ max(0, ‖p̂ − p_n‖ − ‖g − p_n‖), and the undershoots likewise.
  static let overshoots = ScoreNeeds(rawValue: 1 << 3)
  /// The sums of e along and across the motion.
  static let directions: ScoreNeeds = [ScoreNeeds(rawValue: 1 << 4), .motion]
  /// Σ ‖e_n − e_(n−1)‖.
  static let changes = ScoreNeeds(rawValue: 1 << 5)
  /// Σ‖Δ²p̂‖².
  static let bends = ScoreNeeds(rawValue: 1 << 6)
  /// The number of steps against the contact's motion.
  static let steps: ScoreNeeds = [ScoreNeeds(rawValue: 1 << 7), .motion]
  /// The energy of e above 6 Hz.
  static let energies = ScoreNeeds(rawValue: 1 << 8)
  /// The number of overshoots above a threshold.
  static let noticed = ScoreNeeds(rawValue: 1 << 9)

  /// Every ‖e‖, at hand while a stroke is scored.
  static let errorLengths = ScoreNeeds(rawValue: 1 << 10)
  /// Every overshoot, likewise.
  static let overshootLengths = ScoreNeeds(rawValue: 1 << 11)
  /// Every ‖e_n − e_(n−1)‖, likewise.
  static let changeLengths = ScoreNeeds(rawValue: 1 << 12)
  /// The quantiles of ‖e‖, so that every one is kept.
  static let errorQuantiles: ScoreNeeds = [ScoreNeeds(rawValue: 1 << 13), .errorLengths]
  /// The quantiles of overshoots.
  static let overshootQuantiles: ScoreNeeds = [ScoreNeeds(rawValue: 1 << 14), .overshootLengths]
  /// The quantiles of ‖e_n − e_(n−1)‖.
  static let changeQuantiles: ScoreNeeds = [ScoreNeeds(rawValue: 1 << 15), .changeLengths]

  /// The runs of targets that are long enough for a spectrum.
  static let stretches = ScoreNeeds(rawValue: 1 << 16)
  /// Where the contact stops.
  static let stops = ScoreNeeds(rawValue: 1 << 17)
  /// Where the contact turns back.
  static let reversals = ScoreNeeds(rawValue: 1 << 18)
  /// The predictions of each stroke one by one.
  static let strokes: ScoreNeeds = [ScoreNeeds(rawValue: 1 << 19), .motion]
  /// How far the true path is from the line through the delivered samples.
  static let line = ScoreNeeds(rawValue: 1 << 21)

  /// Everything.
  static let all = ScoreNeeds(rawValue: (1 << 22) - 1)
}

/// A score, with those of its measures that a plan asks for.
struct WantedScore: Sendable {
  /// The score.
  let type: any Score.Type
  /// The indices of the wanted measures among all of the score.
  let places: [Int]

  /// What the wanted measures are computed from.
  var needs: ScoreNeeds {
    places.reduce(into: []) { $0.formUnion(type.needs(of: type.metrics[$1].name)) }
  }

  /// The scores of some sets with a wanted measure.
  ///
  /// - Parameters:
  ///   - sets: The sets.
  ///   - names: The names of the wanted measures; nil for all of the sets.
  /// - Returns: The scores, in the order of the sets.
  static func all(of sets: [MetricSet], named names: Set<String>? = nil) -> [WantedScore] {
    sets.flatMap(\.scores).compactMap { type in
      let metrics = type.metrics
      let places = metrics.indices.filter { names?.contains(metrics[$0].name) ?? true }
      return places.isEmpty ? nil : WantedScore(type: type, places: places)
    }
  }
}
