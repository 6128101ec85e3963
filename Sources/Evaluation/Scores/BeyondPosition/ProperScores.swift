import MotionNumerics
import MotionPrediction

/// How good a stated distribution is, coordinate by coordinate, in the unit of lengths: the continuous
/// ranked probability score.
struct RankedProbabilityScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    definition("x", "CRPS along x", "along x"), definition("y", "CRPS along y", "along y"),
    definition("along", "CRPS along the motion", "along u"),
    definition("across", "CRPS across the motion", "along ν"),
  ]

  private static func definition(_ name: String, _ title: String, _ axis: String)
    -> MetricDefinition
  {
    MetricDefinition(
      "crps_\(name)", title, .behavior, perfect: nil,
      formula:
        "mean of E|X − g| − ½ E|X − X′| of the coordinates \(axis), X and X′ drawn as stated",
      source: "Gneiting and Raftery 2007, doi:10.1198/016214506000001437, equation 21")
  }

  private var means = [RunningMean](repeating: RunningMean(), count: 4)

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachStated { index, _, covariance, radii in
      let distribution = StatedDistribution(covariance, radii: radii)
      let error = stroke.error(at: index)
      func score(along direction: SIMD2<Double>) -> Double {
        distribution.rankedProbabilityScore(of: error, along: direction)
      }
      means[0].add(score(along: SIMD2(1, 0)))
      means[1].add(score(along: SIMD2(0, 1)))
      guard let tangent = stroke.targets[index].tangent else { return }
      means[2].add(score(along: tangent))
      means[3].add(score(along: SIMD2(-tangent.y, tangent.x)))
    }
  }

  mutating func merge(_ other: RankedProbabilityScore) {
    for place in means.indices { means[place].merge(other.means[place]) }
  }

  func values() -> [Double?] { means.map(\.value) }
}

/// How good a stated distribution is in the plane, in the unit of lengths.
struct EnergyScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "energy_score", "energy score", .behavior, perfect: nil,
      formula: "mean of E‖P − g‖ − ½ E‖P − P′‖, P and P′ drawn as stated",
      source: "Gneiting and Raftery 2007, doi:10.1198/016214506000001437, equation 22")
  ]

  private var mean = RunningMean()

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachStated { index, _, covariance, radii in
      let distribution = StatedDistribution(covariance, radii: radii)
      mean.add(distribution.energyScore(of: stroke.error(at: index)))
    }
  }

  mutating func merge(_ other: EnergyScore) { mean.merge(other.mean) }

  func values() -> [Double?] { [mean.value] }
}

/// The quantiles of the normalized squared error, of which a few outliers make the mean.
struct NormalizedErrorScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    definition("p25", "lower quartile of normalized squared error", 25),
    definition("median", "median normalized squared error", 50),
    definition("p75", "upper quartile of normalized squared error", 75),
    definition("p95", "95th percentile of normalized squared error", 95),
  ]

  private static let probabilities = [0.25, 0.5, 0.75, 0.95]

  private static func definition(_ name: String, _ title: String, _ level: Int)
    -> MetricDefinition
  {
    MetricDefinition(
      "nis_\(name)", title, .behavior, .ratio,
      perfect: PositionDensity.squaredRadius(covering: Double(level) / 100), .nearer,
      formula:
        "\(level) % quantile of eᵀΣ⁻¹e (type 7); −2 ln(1 − \(Double(level) / 100)) if calibrated")
  }

  private var squaredDistances: ValuePool

  init(_ settings: ScoreSettings) { squaredDistances = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachStated { _, density, _, _ in squaredDistances.append(density.squaredDistance) }
  }

  mutating func merge(_ other: NormalizedErrorScore) {
    squaredDistances.merge(other.squaredDistances)
  }

  mutating func settle() { squaredDistances.settle() }

  func values() -> [Double?] { squaredDistances.quantiles(Self.probabilities) }
}

extension ScoredStroke {
  /// Calls `body` with each scored target at which a usable distribution was stated, with its density at
  /// the truth, its covariance in the reported unit, and how far its regions reach.
  fileprivate func forEachStated(
    _ body: (Int, PositionDensity, PositionCovariance, RadialQuantiles?) -> Void
  ) {
    let roundingLength = stroke.track.roundingLength
    forEachRegion { index, covariance, radii in
      guard let covariance else { return }
      let density = PositionDensity(
        covariance, radii: radii, error: error(at: index), roundingLength: roundingLength)
      if let density { body(index, density, covariance, radii) }
    }
  }
}
