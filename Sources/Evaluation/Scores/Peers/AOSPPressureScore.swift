/// How far off the predicted force is from that of the matched sample.
struct AOSPPressureScore: Score {
  static let grain = ScoreGrain.target
  static let metrics: [MetricDefinition] = [
    .aosp(
      "pressure_rmse", "RMS error of the force, matched", .ratio,
      formula: "√mean (f̂ − f)², f the force of the matched sample, f̂ the predicted one",
      field: "pressureRmse")
  ]

  private let rate: Double
  private var squares = CompensatedSum()
  private var count = 0

  init(_ settings: ScoreSettings) { rate = settings.nominalRate }

  mutating func add(_ stroke: ScoredStroke) {
    guard !stroke.answers.isEmpty else { return }
    stroke.forEachMatch(rate: rate) { match in
      guard let predicted = stroke.answers[match.target]?.force,
        let actual = stroke.force(at: match)
      else { return }
      squares += (predicted - actual) * (predicted - actual)
      count += 1
    }
  }

  mutating func merge(_ other: AOSPPressureScore) {
    squares.merge(other.squares)
    count += other.count
  }

  func values() -> [Double?] {
    [count == 0 ? nil : (squares.value / Double(count)).squareRoot()]
  }
}
