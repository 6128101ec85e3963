import MotionNumerics

/// How smooth the predicted movement is beside the true one.
///
/// Each run of at least 0.5 s of scored targets without gap is resampled to the nominal rate
/// (`SteadyStretch`); the lengths of its steps are its speed. Measured is the smoothness of p̂ less that
/// of g. A run is one movement and counts once, as in the literature: both measures already grow with
/// what a movement holds, and weighting by duration would count that twice. Runs without such a
/// measure, at rest or at a constant speed, are left out.
struct SmoothnessScore: Score {
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
  private var arcDifferences = RunMean()
  private var jerkDifferences = RunMean()

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

/// The mean over runs.
private struct RunMean {
  private var sum = CompensatedSum()
  private var count = 0

  mutating func add(_ value: Double) {
    sum += value
    count += 1
  }

  mutating func merge(_ other: RunMean) {
    sum.merge(other.sum)
    count += other.count
  }

  var value: Double? { count == 0 ? nil : sum.value / Double(count) }
}

extension [SIMD2<Double>] {
  /// The distances from each point to the next.
  fileprivate var stepLengths: [Double] { zip(dropFirst(), self).map { ($0 - $1).length } }
}
