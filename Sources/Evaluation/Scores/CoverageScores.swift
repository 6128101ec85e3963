/// The numbers of scored, dropped and resting targets.
struct CoverageScore: SummedScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "scored", "scored predictions", .behavior, .count, perfect: nil, .none,
      formula: "number of targets with a truth", source: "nextpoint"),
    MetricDefinition(
      "dropped", "targets without truth", .behavior, .count, perfect: nil, .none,
      formula: "number of targets after the last sample or inside a gap", source: "nextpoint"),
    MetricDefinition(
      "resting", "scored predictions at rest", .behavior, .count, perfect: nil, .none,
      formula: "number of scored targets where the contact rests, without along and across",
      source: "nextpoint"),
  ]

  private var scored = 0
  private var dropped = 0
  private var resting = 0

  static func needs(of measure: String) -> ScoreNeeds { measure == "resting" ? .motion : [] }

  init(_ settings: ScoreSettings) {}

  mutating func add(_ totals: LaneTotals, lane: Int) {
    scored += totals.truth.scored
    dropped += totals.truth.dropped
    resting += totals.truth.scored - totals.truth.directed
  }

  mutating func merge(_ other: CoverageScore) {
    scored += other.scored
    dropped += other.dropped
    resting += other.resting
  }

  func values() -> [Double?] { [scored, dropped, resting].map { Double($0) } }
}

/// The share of targets at which the predictor abstained and was scored as `hold`.
struct AbstentionScore: SummedScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "abstention_share", "share of abstentions", .behavior, .share,
      formula: "share of scored targets for which the predictor abstained", source: "nextpoint")
  ]

  private var abstentions = CaseShare()

  static func needs(of measure: String) -> ScoreNeeds { [] }

  init(_ settings: ScoreSettings) {}

  mutating func add(_ totals: LaneTotals, lane: Int) {
    abstentions.judge(totals.truth.scored, found: Int(totals.abstentions[lane]))
  }

  mutating func merge(_ other: AbstentionScore) { abstentions.merge(other.abstentions) }

  func values() -> [Double?] { [abstentions.value] }
}

/// The number of strokes that are too short for a spectrum.
struct SpectrumCoverageScore: SummedScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "short_strokes", "strokes without a spectrum", .behavior, .count, perfect: nil, .none,
      formula: "number of strokes without a run of 0.5 s of scored targets", source: "nextpoint")
  ]

  private var shortStrokes = 0

  static func needs(of measure: String) -> ScoreNeeds { .stretches }

  init(_ settings: ScoreSettings) {}

  mutating func add(_ totals: LaneTotals, lane: Int) { shortStrokes += totals.shortStrokes }

  mutating func merge(_ other: SpectrumCoverageScore) { shortStrokes += other.shortStrokes }

  func values() -> [Double?] { [Double(shortStrokes)] }
}
