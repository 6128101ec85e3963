import MotionNumerics

/// A run of scored targets without gap, resampled for a spectrum.
struct SteadyStretch: Sendable {
  /// For each resampled point, the target before it and the share of the way to the next.
  let points: [(index: Int, share: Double)]

  /// Returns values by target, interpolated to the resampled points.
  func resampled(_ values: some Collection<SIMD2<Double>>) -> [SIMD2<Double>] {
    let values = Array(values)
    return points.indices.map { place in resampled(at: place) { values[$0] } }
  }

  /// Returns a value by target, interpolated to one of the resampled points.
  @inline(__always)
  func resampled(at place: Int, _ value: (Int) -> SIMD2<Double>) -> SIMD2<Double> {
    let point = points[place]
    let first = value(point.index)
    return point.share == 0 ? first : first + point.share * (value(point.index + 1) - first)
  }

  /// Returns four values by target, interpolated to one of the resampled points.
  @inline(__always)
  func resampled(at place: Int, _ value: (Int) -> LanePoints) -> LanePoints {
    let point = points[place]
    let first = value(point.index)
    return point.share == 0 ? first : first + point.share * (value(point.index + 1) - first)
  }
}

/// The part of the error that is tremor: its energy above the frequencies of drawing.
///
/// For each run of at least 0.5 s of scored targets without gap, e is interpolated to the nominal
/// rate and its mean removed, without taper; E² = (1/N²) Σ |ê|² over both axes and all bins,
/// positive and negative, with |f| ≥ 6 Hz. Reported is the root mean over runs, weighted by N.
struct HighFrequencyErrorScore: SummedScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "high_frequency_error", "error above 6 Hz", .noise,
      formula: "√(Σ N·E² / Σ N), E² = (1/N²) Σ_{|f| ≥ 6 Hz} |ê|² over runs of at least 0.5 s")
  ]

  /// The lowest frequency that counts, in hertz.
  static let cutoff = 6.0
  /// The shortest run that counts, in seconds.
  static let leastDuration = 0.5

  /// Strokes of all recordings have the same few lengths.
  private static let plans = FourierPlans()

  private var energy = CompensatedSum()
  private var points = 0

  static func needs(of measure: String) -> ScoreNeeds { [.energies, .stretches] }

  init(_ settings: ScoreSettings) {}

  /// Creates the spectrum of errors.
  static func spectrum(_ settings: ScoreSettings) -> HighFrequencyEnergy {
    HighFrequencyEnergy(sampleRate: settings.nominalRate, cutoff: cutoff, plans: plans)
  }

  mutating func add(_ totals: LaneTotals, lane: Int) {
    energy.merge(totals.energies.sums.sum(ofLane: lane))
    points += totals.energies.points[lane]
  }

  mutating func merge(_ other: HighFrequencyErrorScore) {
    energy.merge(other.energy)
    points += other.points
  }

  func values() -> [Double?] {
    points == 0 ? [nil] : [(energy.value / Double(points)).squareRoot()]
  }
}

/// The energies above 6 Hz of a stroke's steady stretches, for four predictors at once.
struct LaneEnergies: Sendable {
  /// Σ N·E² over the stretches whose energy is finite.
  private(set) var sums = CompensatedSums()
  /// Σ N over the same.
  private(set) var points = SIMD4<Int>()

  /// No energies.
  init() {}

  /// Measures some stretches.
  ///
  /// - Parameters:
  ///   - stretches: The stretches of the slot.
  ///   - predictions: The predictions by target: four times x, then four times y.
  ///   - truths: The true positions by target.
  ///   - spectrum: The spectrum to measure with.
  init(
    _ stretches: [SteadyStretch], _ predictions: ArraySlice<SIMD8<Double>>,
    _ truths: [SIMD2<Double>],
    _ spectrum: inout HighFrequencyEnergy
  ) {
    let start = predictions.startIndex
    for stretch in stretches {
      let count = stretch.points.count
      let squares = spectrum.energies(ofSignalsOf: count) { place in
        let error = stretch.resampled(at: place) { index in
          LanePoints(predictions[start + index]) - truths[index]
        }
        return (error.x, error.y)
      }
      var terms = SIMD4<Double>()
      for lane in 0..<ScoredLanes.width where squares[lane].isFinite {
        terms[lane] = squares[lane] * Double(count)
        points[lane] += count
      }
      sums += terms
    }
  }

  /// Measures some stretches of a single predictor, which gets the first lane.
  init(
    ofOne stretches: [SteadyStretch], _ predictions: [SIMD2<Double>], _ truths: [SIMD2<Double>],
    _ spectrum: inout HighFrequencyEnergy
  ) {
    for stretch in stretches {
      let count = stretch.points.count
      let found = spectrum.energy(ofSignalOf: count) { place in
        stretch.resampled(at: place) { predictions[$0] - truths[$0] }
      }
      guard let square = found, square.isFinite else { continue }
      sums += SIMD4(square * Double(count), 0, 0, 0)
      points[0] += count
    }
  }

  /// Adds the energies of the next stroke.
  mutating func merge(_ later: LaneEnergies) {
    sums.merge(later.sums)
    points &+= later.points
  }
}
