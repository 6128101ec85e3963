import MotionNumerics
import MotionPrediction

/// Calibration of a predictor's stated uncertainty: its covariance compared with its errors.
///
/// Only targets with a usable covariance count (`PositionDensity`); how many lack one is a measure
/// of its own. What is perfect is what a calibrated predictor scores, whose errors are drawn from
/// the distributions that it states; one that is always right is not calibrated but too modest.
struct UncertaintyScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics =
    [
      definition(
        "with_covariance_share", "predictions with a covariance", .share, perfect: 1, .nearer,
        "scored targets at which a covariance was stated / scored targets"),
      definition(
        "unusable_covariance_share", "unusable covariances", .share, perfect: 0, .lower,
        "stated covariances that are not positive definite, or no wider than rounding / stated ones"
      ),
      definition(
        "nll_mean", "mean negative log-likelihood", .nats, perfect: nil, .lower,
        "mean of ln 2π + ½ ln det Σ + ½ eᵀΣ⁻¹e", gneiting),
      definition(
        "nll_p95", "95th percentile of negative log-likelihood", .nats, perfect: nil, .lower,
        "95 % quantile of ln 2π + ½ ln det Σ + ½ eᵀΣ⁻¹e (type 7)", gneiting),
      definition(
        "nis_mean", "mean normalized squared error", .ratio, perfect: 2, .nearer,
        "mean eᵀΣ⁻¹e; above 2 is too sure, below 2 too modest",
        "Bar-Shalom, Li and Kirubarajan 2001, doi:10.1002/0471221279, section 5.4"),
      definition(
        "sharpness", "sharpness", .length, perfect: nil, .lower,
        "√mean ½ tr Σ, the RMS standard deviation of an axis", gneiting),
    ] + levels.map(coverage)
    + [
      definition(
        "calibration_error", "calibration error", .share, perfect: 0, .lower,
        "mean |coverage − nominal| over the nominal 10, 20, …, 90, 95, 99 %")
    ]

  /// The nominal shares, in per cent.
  static let levels = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]

  private static let gneiting = "Gneiting and Raftery 2007, doi:10.1198/016214506000001437"

  private static func definition(
    _ name: String, _ title: String, _ dimension: MetricDefinition.Dimension, perfect: Double?,
    _ order: MetricDefinition.Order, _ formula: String,
    _ source: String = MetricDefinition.own
  ) -> MetricDefinition {
    MetricDefinition(
      name, title, .behavior, dimension, perfect: perfect, order, formula: formula, source: source)
  }

  private static func coverage(_ level: Int) -> MetricDefinition {
    definition(
      "coverage_\(level)", "coverage at nominal \(level) %", .share, perfect: Double(level) / 100,
      .nearer, "share with eᵀΣ⁻¹e ≤ −2 ln(1 − \(Double(level) / 100))",
      "Gneiting, Balabdaoui and Raftery 2007, doi:10.1111/j.1467-9868.2007.00587.x")
  }

  private static let squaredRadii = levels.map {
    PositionDensity.squaredRadius(covering: Double($0) / 100)
  }

  private var scored = 0
  private var stated = 0
  private var surprises: ValuePool
  private var squaredDistances = RunningMean()
  private var variances = RunningMean()
  private var covered = [Int](repeating: 0, count: levels.count)

  init(_ settings: ScoreSettings) { surprises = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    let roundingLength = stroke.stroke.track.roundingLength
    stroke.forEachRegion { index, covariance, radii in
      scored += 1
      guard let covariance else { return }
      stated += 1
      let density = PositionDensity(
        covariance, radii: radii, error: stroke.error(at: index), roundingLength: roundingLength)
      if let density { add(density) }
    }
  }

  private mutating func add(_ density: PositionDensity) {
    surprises.append(density.surprise)
    squaredDistances.add(density.squaredDistance)
    variances.add(density.meanVariance)
    for (level, radius) in Self.squaredRadii.enumerated() where density.squaredDistance <= radius {
      covered[level] += 1
    }
  }

  mutating func merge(_ other: UncertaintyScore) {
    scored += other.scored
    stated += other.stated
    surprises.merge(other.surprises)
    squaredDistances.merge(other.squaredDistances)
    variances.merge(other.variances)
    for level in covered.indices { covered[level] += other.covered[level] }
  }

  mutating func settle() { surprises.settle() }

  func values() -> [Double?] {
    let shares = [
      proportion(stated, of: scored), proportion(stated - surprises.count, of: stated),
    ]
    guard surprises.count > 0 else {
      return shares + Array(repeating: nil, count: Self.metrics.count - shares.count)
    }
    let count = Double(surprises.count)
    let coverage = covered.map { Double($0) / count }
    let deviations = zip(coverage, Self.levels).map { abs($0 - Double($1) / 100) }
    return shares
      + [
        surprises.orderedMean(), surprises.quantiles([0.95])[0], squaredDistances.value,
        variances.value?.squareRoot(),
      ] + coverage + [deviations.mean]
  }
}

/// The distribution that a prediction with a covariance states for where the contact will be: a
/// normal one, or, with radii, one whose regions have the covariance's shape and reach as far as these.
struct PositionDensity {
  /// −2 ln(1 − p) of the region whose border goes through the truth: of a normal distribution the
  /// square of the Mahalanobis distance of the error, εᵀ Σ⁻¹ ε.
  let squaredDistance: Double
  /// −ln of the density at the truth, in nats, over the squared unit of the error.
  let surprise: Double
  /// The mean variance of the two axes, tr Σ / 2.
  let meanVariance: Double

  /// The density at the truth.
  ///
  /// Nil for a covariance that is not finite, not positive definite, narrower than rounding in some
  /// direction, or so narrow in one beside the other (1 : 10⁶) that its inverse is rounding.
  ///
  /// - Parameters:
  ///   - covariance: Σ, in the squared unit of the error.
  ///   - radii: How far the regions reach; nil for a normal distribution.
  ///   - error: p̂ − g.
  ///   - roundingLength: A standard deviation that is no more than rounding.
  init?(
    _ covariance: PositionCovariance, radii: RadialQuantiles? = nil, error: SIMD2<Double>,
    roundingLength: Double
  ) {
    let (xx, xy, yy) = (covariance.xx, covariance.xy, covariance.yy)
    let half = (xx + yy) / 2
    let root = SIMD2((xx - yy) / 2, xy).length
    let determinant = xx * yy - xy * xy
    let greater = half + root
    // The product of the eigenvalues over the greater: their difference would lose digits.
    let smaller = determinant / greater
    guard covariance.isFinite, determinant.isFinite, greater > 0,
      smaller > roundingLength * roundingLength, smaller > Self.leastRatio * greater
    else { return nil }
    let square =
      (yy * error.x * error.x - 2 * xy * error.x * error.y + xx * error.y * error.y) / determinant
    if let radii {
      let (depth, slope) = radii.depth(atSquaredRadius: square)
      squaredDistance = 2 * depth
      surprise =
        Elementary.logarithm(.pi / slope) + Elementary.logarithm(determinant) / 2 + depth
    } else {
      squaredDistance = square
      surprise =
        Elementary.logarithm(2 * .pi) + Elementary.logarithm(determinant) / 2 + square / 2
    }
    meanVariance = half
    guard surprise.isFinite else { return nil }
  }

  /// The smallest ratio of variances whose inverse keeps four digits.
  private static let leastRatio = 1e-12

  /// The square of the Mahalanobis distance within which a share of a plane normal distribution
  /// lies: −2 ln(1 − share).
  static func squaredRadius(covering share: Double) -> Double {
    -2 * Elementary.logarithm(1 - share)
  }
}

extension ScoredStroke {
  /// Calls `body` with each scored target, the covariance that the predictor stated there, in the
  /// reported unit, nil if it stated none, and how far its regions reach, nil for a normal distribution.
  func forEachRegion(_ body: (Int, PositionCovariance?, RadialQuantiles?) -> Void) {
    let square = factor * factor
    forEachScored { index in
      let answer = answer(index)
      body(
        index,
        answer?.covariance.map {
          PositionCovariance(xx: square * $0.xx, xy: square * $0.xy, yy: square * $0.yy)
        }, answer?.radii)
    }
  }
}
