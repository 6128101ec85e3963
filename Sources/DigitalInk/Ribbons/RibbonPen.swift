import MotionNumerics
import TouchInput

/// The state of the pen that draws a ribbon, segment by segment.
struct RibbonPen: Hashable, Sendable {
  /// A sample from which nothing is drawn yet, since the next ones were too close.
  private struct Held: Hashable, Sendable {
    let sample: StrokeSample
    let normal: SIMD2<Double>
  }

  private var held: Held?
  /// The direction of the pen when it last leaned enough for it to be known.
  private var lockedLean: SIMD2<Double>?

  /// Segments whose squared length is below this are not drawn.
  private static let leastSquaredLength = 0.003
  /// Above this altitude, 72°, a pen is too upright for its azimuth to be reliable.
  private static let lockAltitude = 0.4 * Double.pi
  /// The lean of a pen without an azimuth, (1, 1)/√2.
  private static let usualLean = SIMD2(repeating: 0.5.squareRoot())

  /// Returns the quad of a segment; nil if the segment is too short, which then waits for the next.
  ///
  /// A segment without finite positions is ignored.
  mutating func quad(over segment: StrokeSegment, settings: RibbonSettings) -> RibbonQuad? {
    let from = held?.sample ?? segment.from
    let normal = held?.normal ?? segment.unitNormalAtFrom
    let squaredLength = (segment.to.location - from.location).squaredLength
    guard squaredLength.isFinite else { return nil }
    guard squaredLength >= Self.leastSquaredLength else {
      held = held ?? Held(sample: from, normal: normal)
      return nil
    }
    held = nil
    var across = (from: normal, to: segment.unitNormalAtTo)
    if settings.mode == .calligraphy { across = nib(from: from, to: segment.to) }
    return RibbonQuad(
      from: from, to: segment.to,
      fromOffset: across.from * settings.halfWidth(at: from),
      toOffset: across.to * settings.halfWidth(at: segment.to))
  }

  /// Returns the direction of the nib's edge at both ends: the lean rotated by a right angle.
  private mutating func nib(
    from: StrokeSample, to: StrokeSample
  ) -> (from: SIMD2<Double>, to: SIMD2<Double>) {
    let lock = lockedLean ?? Self.lean(of: from)
    let fromLean = Self.isUpright(from) ? lock : Self.lean(of: from)
    let toLean = Self.isUpright(to) ? lock : Self.lean(of: to)
    // If `to` is upright, its lean is the locked direction.
    lockedLean = toLean
    return (fromLean.perpendicular, toLean.perpendicular)
  }

  private static func isUpright(_ sample: StrokeSample) -> Bool {
    (sample.altitude ?? 0) > lockAltitude
  }

  private static func lean(of sample: StrokeSample) -> SIMD2<Double> {
    guard let lean = sample.azimuthUnitVector, lean.isFinite else {
      return usualLean
    }
    return lean
  }
}

/// One quad of a ribbon: from + u, to + v, to − v, from − u.
public struct RibbonQuad: Hashable, Sendable {
  /// The sample at its start.
  public let from: StrokeSample
  /// The sample at its end.
  public let to: StrokeSample
  /// u, from the center to the edge at the start; half the width long.
  public let fromOffset: SIMD2<Double>
  /// v, from the center to the edge at the end.
  public let toOffset: SIMD2<Double>

  /// The four corners in order.
  public var corners: [SIMD2<Double>] {
    [
      from.location + fromOffset, to.location + toOffset, to.location - toOffset,
      from.location - fromOffset,
    ]
  }

  /// Whether the force at either end is an estimate.
  public var hasEstimatedForce: Bool {
    from.estimatedProperties.contains(.force) || to.estimatedProperties.contains(.force)
  }
}
