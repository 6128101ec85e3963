import MotionNumerics

/// A run of scored targets without gap, resampled for a spectrum.
struct SteadyStretch: Sendable {
  /// For each resampled point, the target before it and the share of the way to the next.
  let points: [(index: Int, share: Double)]

  /// What belongs to each target, interpolated to the resampled points.
  func resampled(_ values: [SIMD2<Double>]) -> [SIMD2<Double>] {
    points.map { point in
      let first = values[point.index]
      return point.share == 0 ? first : first + point.share * (values[point.index + 1] - first)
    }
  }
}

/// How much of the error is shaking: its energy above the frequencies of drawing.
///
/// For each run of at least 0.5 s of scored targets without gap, e is interpolated to the nominal
/// rate and its mean removed, without taper; E² = (1/N²) Σ |ê|² over both axes and all bins,
/// positive and negative, with |f| ≥ 6 Hz. Reported is the root mean over runs, weighted by N.
struct HighFrequencyErrorScore: Score {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      name: "high_frequency_error", title: "error above 6 Hz", family: .noise, dimension: .length,
      perfect: 0, order: .lower,
      formula: "√(Σ N·E² / Σ N), E² = (1/N²) Σ_{|f| ≥ 6 Hz} |ê|² over runs of at least 0.5 s",
      source: "nextpoint's own definition")
  ]

  /// The lowest frequency that counts, in hertz.
  static let cutoff = 6.0
  /// The shortest run that counts, in seconds.
  static let leastDuration = 0.5

  private var spectrum: HighFrequencyEnergy
  private var energy = CompensatedSum()
  private var points = 0

  init(_ settings: ScoreSettings) {
    spectrum = HighFrequencyEnergy(sampleRate: settings.nominalRate, cutoff: Self.cutoff)
  }

  mutating func add(_ stroke: ScoredStroke) {
    for stretch in stroke.steadyStretches {
      let signal = stretch.resampled(stroke.errors)
      guard let square = spectrum.energy(of: signal) else { continue }
      energy += square * Double(signal.count)
      points += signal.count
    }
  }

  mutating func merge(_ other: HighFrequencyErrorScore) {
    energy.merge(other.energy)
    points += other.points
  }

  func values() -> [Double?] {
    points == 0 ? [nil] : [(energy.value / Double(points)).squareRoot()]
  }
}
