/// How many strokes are too short for a spectrum.
struct SpectrumCoverageScore: Score {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "short_strokes", "strokes without a spectrum", .behavior, .count, perfect: nil, .none,
      formula: "number of strokes without a run of 0.5 s of scored targets", source: "nextpoint")
  ]

  private var shortStrokes = 0

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    if stroke.steadyStretches.isEmpty { shortStrokes += 1 }
  }

  mutating func merge(_ other: SpectrumCoverageScore) { shortStrokes += other.shortStrokes }

  func values() -> [Double?] { [Double(shortStrokes)] }
}
