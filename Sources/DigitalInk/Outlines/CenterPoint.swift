import TouchInput

/// A point of an outline's center line, with the values that its width may depend on.
public struct CenterPoint: Hashable, Sendable {
  /// The position.
  public var position: SIMD2<Double>
  /// The time in seconds; nil if unknown.
  public var time: Double?
  /// The force; 1 is an average touch; nil if not measured.
  public var force: Double?
  /// The direction in which the pen leans, in radians from the x axis; nil if not measured.
  public var azimuth: Double?
  /// The angle between pen and surface, π/2 being upright; nil if not measured.
  public var altitude: Double?

  /// Creates a point; all but the position may be omitted.
  public init(
    position: SIMD2<Double>, time: Double? = nil, force: Double? = nil, azimuth: Double? = nil,
    altitude: Double? = nil
  ) {
    self.position = position
    self.time = time
    self.force = force
    self.azimuth = azimuth
    self.altitude = altitude
  }

  /// Creates a point from a sample of a live stroke.
  public init(_ sample: StrokeSample) {
    self.init(
      position: sample.location, time: sample.timestamp, force: sample.force,
      azimuth: sample.azimuth, altitude: sample.altitude)
  }

  /// Creates a point from a sample of a recording.
  public init(_ sample: TouchSample) {
    self.init(
      position: sample.position, time: sample.time, force: sample.force, azimuth: sample.azimuth,
      altitude: sample.altitude)
  }

  /// Returns points along a cubic Bézier curve to another point, without this one and including the
  /// other.
  ///
  /// Positions are on the curve, at equal steps of its parameter: n steps, where n² =
  /// (3/4)·M/tolerance keeps the chords within `tolerance` of the curve, M being the greater of |p₀
  /// − 2c₁ + c₂| and |c₁ − 2c₂ + p₁| (Wang's bound). Time and force are interpolated linearly, and
  /// angles along the shorter way around; a value missing at one end is missing between.
  ///
  /// - Parameters:
  ///   - end: Where the curve ends.
  ///   - control1: The control point of the start.
  ///   - control2: The control point of the end.
  ///   - tolerance: The greatest distance of a chord from the curve; above 0.
  /// - Returns: At least the end, and at most 10,000 points.
  public func curve(
    to end: CenterPoint, control1: SIMD2<Double>, control2: SIMD2<Double>, tolerance: Double = 0.05
  ) -> [CenterPoint] {
    let bend = max(
      (position - 2 * control1 + control2).squaredLength,
      (control1 - 2 * control2 + end.position).squaredLength
    ).squareRoot()
    let steps = (0.75 * bend / max(tolerance, .leastNormalMagnitude)).squareRoot().rounded(.up)
    let count = steps.isFinite ? Int(min(max(steps, 1), 10_000)) : 1
    return (1..<max(count, 1)).map { step in
      let share = Double(step) / Double(count)
      var point = interpolated(to: end, share: share)
      point.position = Self.cubic(position, control1, control2, end.position, share)
      return point
    } + [end]
  }

  private static func cubic(
    _ start: SIMD2<Double>, _ control1: SIMD2<Double>, _ control2: SIMD2<Double>,
    _ end: SIMD2<Double>, _ share: Double
  ) -> SIMD2<Double> {
    let rest = 1 - share
    return rest * rest * rest * start + 3 * rest * rest * share * control1 + 3 * rest * share
      * share * control2 + share * share * share * end
  }

  private func interpolated(to end: CenterPoint, share: Double) -> CenterPoint {
    func straight(_ value: (CenterPoint) -> Double?) -> Double? {
      guard let from = value(self), let to = value(end) else { return nil }
      return from + (to - from) * share
    }
    func turning(_ value: (CenterPoint) -> Double?) -> Double? {
      guard let from = value(self), let to = value(end) else { return nil }
      return from + (to - from).remainder(dividingBy: 2 * .pi) * share
    }
    return CenterPoint(
      position: position, time: straight { $0.time }, force: straight { $0.force },
      azimuth: turning { $0.azimuth }, altitude: straight { $0.altitude })
  }
}
