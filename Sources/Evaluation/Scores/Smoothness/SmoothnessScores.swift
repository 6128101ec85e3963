import MotionNumerics

/// The smoothness of the predicted movement relative to the true one.
///
/// Each run of at least 0.5 s of scored targets without gap is resampled to the nominal rate
/// (`SteadyStretch`); the lengths of its steps are its speed. Measured is the smoothness of p̂ less
/// that of g. A run is one movement and counts once, as in the literature: both measures already
/// grow with what a movement holds, and weighting by duration would count that twice. Runs without
/// such a measure, at rest or at a constant speed, are left out.
struct SmoothnessScore: StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [("sparc", "spectral arc length"), ("ldlj", "log dimensionless jerk")].map {
    name, title in
    let measure = name.uppercased()
    return MetricDefinition(
      "\(name)_difference", "difference in \(title)", .noise, .ratio, .nearer,
      formula: "mean over runs of at least 0.5 s of \(measure)(p̂) − \(measure)(g); below 0 is less "
        + "smooth than the truth",
      source: "Balasubramanian et al. 2015, doi:10.1186/s12984-015-0090-9; the difference is ours")
  }

  private var arcLength: SpectralArcLength
  private var arcDifferences = RunningMean()
  private var jerkDifferences = RunningMean()

  static func needs(of measure: String) -> ScoreNeeds { [.strokes, .stretches] }

  init(_ settings: ScoreSettings) {
    arcLength = SpectralArcLength(sampleRate: settings.nominalRate)
  }

  mutating func add(_ stroke: ScoredStroke) {
    guard !stroke.steadyStretches.isEmpty else { return }
    let truths = stroke.truths
    for stretch in stroke.steadyStretches {
      let predicted = stretch.resampled(stroke.predictions).stepLengths
      let actual = stretch.resampled(truths).stepLengths
      if let truth = arcLength.value(of: actual), let found = arcLength.value(of: predicted) {
        arcDifferences.add(found - truth)
      }
      if let truth = LogDimensionlessJerk.value(of: actual),
        let found = LogDimensionlessJerk.value(of: predicted)
      {
        jerkDifferences.add(found - truth)
      }
    }
  }

  mutating func merge(_ other: SmoothnessScore) {
    arcDifferences.merge(other.arcDifferences)
    jerkDifferences.merge(other.jerkDifferences)
  }

  func values() -> [Double?] { [arcDifferences.value, jerkDifferences.value] }
}

extension [SIMD2<Double>] {
  /// The distances from each point to the next.
  fileprivate var stepLengths: [Double] { zip(dropFirst(), self).map { ($0 - $1).length } }
}

/// The roughness of the predicted track relative to the true one.
struct RoughnessScore: SummedScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "roughness_ratio", "roughness ratio", .noise, .ratio, perfect: 1, .nearer,
      formula: "√(Σ‖Δ²p̂‖² / Σ‖Δ²g‖²), Δ² the second difference of successive targets; "
        + "none if the truth is straight")
  ]

  /// Σ‖Δ²p̂‖².
  private var predicted = CompensatedSum()
  /// Σ‖Δ²g‖².
  private var bends = CompensatedSum()
  /// The sum of the squares of the truth's first differences.
  private var steps = CompensatedSum()

  /// A true track whose second differences are a smaller share of its first differences is
  /// straight: its roughness is only rounding.
  private static let straight = 1e-9

  static func needs(of measure: String) -> ScoreNeeds { .bends }

  init(_ settings: ScoreSettings) {}

  mutating func add(_ totals: LaneTotals, lane: Int) {
    predicted.merge(totals.sums.squaredBends.sum(ofLane: lane))
    bends.merge(totals.truth.squaredBends)
    steps.merge(totals.truth.squaredSteps)
  }

  mutating func merge(_ other: RoughnessScore) {
    predicted.merge(other.predicted)
    bends.merge(other.bends)
    steps.merge(other.steps)
  }

  func values() -> [Double?] {
    guard bends.value > Self.straight * Self.straight * steps.value else { return [nil] }
    return [(predicted.value / bends.value).squareRoot()]
  }
}
