import MotionNumerics

/// The motion that `arc` has fitted, relative to the newest sample and in units of the window's
/// duration.
struct CircularArcMotion: Sendable {
  /// The sagitta, in units of the noise, at which curvature begins to count: there the radius is
  /// known to about half of itself.
  static let doubtfulSagitta = 4.0
  /// The sagitta, in units of the noise, from which curvature counts fully: there the radius is known
  /// to about a tenth of itself.
  static let trustedSagitta = 15.0
  /// Within this angle of half a turn, in radians, the direction of a step is not to be told.
  static let undecidedTurn = 1e-3

  private let line: MotionTrend
  /// Where horizon 0 lies on the line.
  private let lineAnchor: SIMD2<Double>
  private let arc: FittedArc?
  private let uncertainty: CircularArcUncertainty?

  /// Fits line and circle to the samples; `path.lengths` is overwritten.
  init?(_ path: inout SampledPath, _ parameters: CircularArcPredictor.Parameters) {
    let fitting = TrendFitting(path, acceleration: parameters.acceleration)
    guard let line = fitting.trend(of: path.places) else { return nil }
    self.line = line
    lineAnchor = Self.anchor(parameters.anchor, on: line)
    let fit = try? CircleFit(path.places[..<path.count], method: parameters.fit)
    let noise = Self.noise(fit, path.count, parameters)
    arc = fit.flatMap { FittedArc($0.arc, &path, fitting, parameters.anchor, noise: noise) }
    uncertainty = CircularArcUncertainty(
      noise: noise, fitting.influence, circle: arc?.circle, path, parameters.anchor)
  }

  /// What is said of a horizon given in units of the duration, relative to the newest sample.
  func prediction(ahead: Double, duration: Double) -> Prediction {
    let moment = line.held(ahead)
    var prediction = Prediction(
      position: lineAnchor + line.value(at: moment) - line.value(at: 0),
      velocity: line.slope(at: ahead) / duration)
    guard let arc, arc.weight > 0 else {
      prediction.covariance = uncertainty?.covariance(line.basis, at: moment)
      return prediction
    }
    let held = arc.trend.held(ahead)
    let length = arc.trend.value(at: held).x - arc.trend.value(at: 0).x
    let velocity = (arc.trend.slope(at: ahead).x / duration) * arc.path.direction(at: length)
    prediction.position +=
      arc.weight * (arc.path.position(at: length) - prediction.position)
    prediction.velocity = prediction.velocity.map { $0 + arc.weight * (velocity - $0) }
    prediction.covariance = uncertainty?.covariance(
      arc.trend.basis, at: held, weight: arc.weight,
      length: arc.start + length)
    return prediction
  }

  private static func anchor(
    _ anchor: CircularArcPredictor.Anchor, on line: MotionTrend
  ) -> SIMD2<Double> {
    let fitted = line.value(at: 0)
    switch anchor {
    case .newest: return .zero
    case .fit: return fitted
    case .projection:
      guard let direction = line.linear.normalized else { return fitted }
      return fitted - fitted.dot(direction) * direction
    }
  }

  /// σ as given, or as the residuals of the circle say: a circle takes three degrees of freedom.
  private static func noise(
    _ fit: CircleFit?, _ count: Int, _ parameters: CircularArcPredictor.Parameters
  ) -> Double {
    guard parameters.noiseSource == .residuals, let fit, count > 3 else { return parameters.noise }
    let freedom = Double(count - 3) / Double(count)
    return max(parameters.noise, fit.rootMeanSquareDistance / freedom.squareRoot())
  }
}

/// A fitted circle with the motion along it and how far its curvature is trusted.
private struct FittedArc: Sendable {
  /// The circle, based at the point nearest to the newest sample.
  let circle: CircularArc
  /// The same curve, placed where the anchor wants horizon 0.
  let path: CircularArc
  /// The arc length on the circle from which the anchor starts.
  let start: Double
  /// Arc length over time, in x.
  let trend: MotionTrend
  /// How far the curvature is trusted, 0…1.
  let weight: Double

  init?(
    _ fitted: CircularArc, _ path: inout SampledPath, _ fitting: TrendFitting,
    _ anchor: CircularArcPredictor.Anchor, noise: Double
  ) {
    circle = fitted.based(nearest: .zero)
    let reach = Self.unwrap(&path, along: circle)
    guard let trend = fitting.trend(of: path.lengths) else { return nil }
    self.trend = trend
    weight = Self.trust(circle, reach, noise)
    start = anchor == .fit ? trend.value(at: 0).x : 0
    switch anchor {
    case .newest:
      self.path = CircularArc(point: .zero, tangent: circle.tangent, curvature: circle.curvature)
    case .projection:
      self.path = circle
    case .fit:
      self.path = CircularArc(
        point: circle.position(at: start), tangent: circle.direction(at: start),
        curvature: circle.curvature)
    }
  }

  /// Writes each sample's arc length from the newest, summed from step to step.
  ///
  /// - Returns: The length of curve that the samples cover, and the greatest step.
  private static func unwrap(
    _ path: inout SampledPath, along circle: CircularArc
  ) -> (covered: Double, greatestStep: Double) {
    var (length, least, most, greatest) = (0.0, 0.0, 0.0, 0.0)
    path.lengths[path.count - 1] = .zero
    for index in stride(from: path.count - 2, through: 0, by: -1) {
      let step = circle.arcLength(from: path.places[index + 1], to: path.places[index])
      length += step
      path.lengths[index] = SIMD2(length, 0)
      least = min(least, length)
      most = max(most, length)
      greatest = max(greatest, abs(step))
    }
    return (most - least, greatest)
  }

  /// 0…1, continuous in everything it depends on.
  private static func trust(
    _ circle: CircularArc, _ reach: (covered: Double, greatestStep: Double), _ noise: Double
  ) -> Double {
    let turn = abs(circle.curvature) * reach.greatestStep
    let decided = clamped((.pi - turn) / CircularArcMotion.undecidedTurn)
    guard noise > 0 else { return decided }
    let (doubt, trust) = (CircularArcMotion.doubtfulSagitta, CircularArcMotion.trustedSagitta)
    let ratio = circle.sagitta(ofLength: reach.covered) / noise
    return decided * clamped((ratio - doubt) / (trust - doubt))
  }

  private static func clamped(_ share: Double) -> Double { min(max(share, 0), 1) }
}
