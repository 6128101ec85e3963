/// How many predictions were scored, and how many targets had no truth.
struct CoverageScore: Score {
  static let metrics = [
    MetricDefinition(
      name: "scored", title: "scored predictions", family: .behaviour, dimension: .count,
      perfect: nil, order: .none, formula: "number of targets with a truth",
      source: "nextpoint"),
    MetricDefinition(
      name: "dropped", title: "targets without truth", family: .behaviour, dimension: .count,
      perfect: nil, order: .none,
      formula: "number of targets after the last sample or inside a gap", source: "nextpoint"),
  ]

  private var scored = 0
  private var dropped = 0

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    for target in stroke.targets {
      if target.truth == nil { dropped += 1 } else { scored += 1 }
    }
  }

  mutating func merge(_ other: CoverageScore) {
    scored += other.scored
    dropped += other.dropped
  }

  func values() -> [Double?] { [Double(scored), Double(dropped)] }
}
