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
  private let fitting: TrendFitting
  private let noise: Double
  private let anchor: CircularArcPredictor.Anchor

  /// Fits line and circle to the samples; `lengths`, those of the path, are overwritten.
  init?(
    _ path: PathSamples, lengths: UnsafeMutableBufferPointer<SIMD2<Double>>,
    _ parameters: CircularArcPredictor.Parameters
  ) {
    fitting = TrendFitting(path, acceleration: parameters.acceleration)
    guard let line = fitting.trend(of: path.places, path) else { return nil }
    self.line = line
    anchor = parameters.anchor
    lineAnchor = Self.anchor(parameters.anchor, on: line)
    let fit = try? CircleFit(path.places, method: parameters.fit, solver: parameters.solver)
    noise = Self.noise(fit, path.count, parameters)
    if let fit {
      arc = FittedArc(
        fit.arc, path, lengths: lengths, fitting, parameters.anchor, noise: noise)
    } else {
      arc = nil
    }
  }

  /// How noise spreads to the predictions; nil if it is not known.
  ///
  /// `path` is that of the fit.
  /// It costs as much as the fit and is the same for all horizons.
  func uncertainty(_ path: PathSamples) -> CircularArcUncertainty? {
    CircularArcUncertainty(
      noise: noise, fitting.influence(path), circle: arc?.circle, path, anchor)
  }

  /// Whether numbers are so far from the least and the greatest that, for horizons up to a thousand
  /// durations, the covariance is finite where the position is.
  var isOrdinary: Bool {
    let square = line.linear.squaredLength
    return noise < 1e30 && (arc == nil || (square > 1e-60 && square < 1e60))
  }

  /// The prediction for a horizon in units of the duration, relative to the newest sample, without
  /// covariance.
  func prediction(ahead: Double, duration: Double) -> Prediction {
    let moment = line.held(ahead)
    var position = lineAnchor + line.value(at: moment) - line.value(at: 0)
    var velocity = line.slope(at: ahead) / duration
    if let arc, arc.weight > 0 {
      let length = arc.length(at: ahead)
      let (place, direction) = arc.path.positionAndDirection(at: length)
      let curved = (arc.trend.slope(at: ahead).x / duration) * direction
      position += arc.weight * (place - position)
      velocity += arc.weight * (curved - velocity)
    }
    var prediction = Prediction(position: position)
    prediction.velocity = velocity
    return prediction
  }

  /// The covariance of that prediction.
  func covariance(_ uncertainty: CircularArcUncertainty, ahead: Double) -> PositionCovariance? {
    guard let arc, arc.weight > 0 else {
      return uncertainty.covariance(line.basis, at: line.held(ahead))
    }
    return uncertainty.covariance(
      arc.trend.basis, at: arc.trend.held(ahead), weight: arc.weight,
      length: arc.start + arc.length(at: ahead))
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
    _ fitted: CircularArc, _ path: PathSamples,
    lengths: UnsafeMutableBufferPointer<SIMD2<Double>>, _ fitting: TrendFitting,
    _ anchor: CircularArcPredictor.Anchor, noise: Double
  ) {
    circle = fitted.based(nearest: .zero)
    let reach = Self.unwrap(path, along: circle, into: lengths)
    guard let trend = fitting.trend(of: path.lengths, path) else { return nil }
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

  /// The arc length from the anchor to what is predicted; not beyond a stop.
  func length(at ahead: Double) -> Double {
    trend.value(at: trend.held(ahead)).x - trend.value(at: 0).x
  }

  /// Writes each sample's arc length from the newest, summed from step to step.
  ///
  /// - Returns: The length of curve that the samples cover, and the greatest step.
  private static func unwrap(
    _ path: PathSamples, along circle: CircularArc,
    into lengths: UnsafeMutableBufferPointer<SIMD2<Double>>
  ) -> (covered: Double, greatestStep: Double) {
    var (length, least, most, greatest) = (0.0, 0.0, 0.0, 0.0)
    lengths[path.count - 1] = .zero
    var later = circle.local(path.places[path.count - 1])
    for index in (0..<(path.count - 1)).reversed() {
      let earlier = circle.local(path.places[index])
      let step = circle.arcLength(fromLocal: later, toLocal: earlier)
      later = earlier
      length += step
      lengths[index] = SIMD2(length, 0)
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
