import MotionNumerics

/// A run of scored targets without gap, resampled for a spectrum.
struct SteadyStretch: Sendable {
  /// For each resampled point, the target before it and the share of the way to the next.
  let points: [(index: Int, share: Double)]

  /// What belongs to each target, interpolated to the resampled points.
  func resampled(_ values: [SIMD2<Double>]) -> [SIMD2<Double>] {
    points.indices.map { resampled(values, at: $0) }
  }

  /// What belongs to each target, interpolated to one of the resampled points.
  @inline(__always)
  func resampled(_ values: [SIMD2<Double>], at place: Int) -> SIMD2<Double> {
    let point = points[place]
    let first = values[point.index]
    return point.share == 0 ? first : first + point.share * (values[point.index + 1] - first)
  }

  /// The same of four signals, a lane each.
  @inline(__always)
  func resampled(
    _ a: [SIMD2<Double>], _ b: [SIMD2<Double>], _ c: [SIMD2<Double>], _ d: [SIMD2<Double>],
    at place: Int
  ) -> (x: SIMD4<Double>, y: SIMD4<Double>) {
    let (p, q) = (resampled(a, at: place), resampled(b, at: place))
    let (r, s) = (resampled(c, at: place), resampled(d, at: place))
    return (SIMD4(p.x, q.x, r.x, s.x), SIMD4(p.y, q.y, r.y, s.y))
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

  /// Strokes of all recordings have the same few lengths.
  private static let plans = FourierPlans()

  private var spectrum: HighFrequencyEnergy
  private var energy = CompensatedSum()
  private var points = 0

  init(_ settings: ScoreSettings) {
    spectrum = Self.spectrum(settings)
  }

  /// What measures the energy of an error's spectrum.
  static func spectrum(_ settings: ScoreSettings) -> HighFrequencyEnergy {
    HighFrequencyEnergy(sampleRate: settings.nominalRate, cutoff: cutoff, plans: plans)
  }

  mutating func add(_ stroke: ScoredStroke) {
    let errors = stroke.errors
    for (place, stretch) in stroke.steadyStretches.enumerated() {
      let count = stretch.points.count
      let found =
        stroke.energies.isEmpty
        ? spectrum.energy(ofSignalOf: count) { stretch.resampled(errors, at: $0) }
        : stroke.energies[place]
      guard let square = found, square.isFinite else { continue }
      energy += square * Double(count)
      points += count
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
