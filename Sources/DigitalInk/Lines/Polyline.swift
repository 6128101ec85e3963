import TouchInput

/// A point of a polyline, independent of its events.
public struct PolylinePoint: Hashable, Sendable {
  /// The location, in the unit of the events.
  public var location: SIMD2<Double>
  /// The force; 1 is an average touch.
  public var force: Double
  /// The angle between pen and surface in radians, π/2 being upright.
  public var altitude: Double
  /// The direction in which the pen leans, in radians from the x axis.
  public var azimuth: Double
  /// The time of the measurement or of the prediction, in seconds.
  public var time: Double
  /// Whether it is predicted.
  public var isPrediction: Bool
  /// Whether it is predicted or awaits a correction.
  public var expectsUpdate: Bool
  /// The index of its point in the touch path; filters keep it.
  public var pathIndex: Int

  /// Creates a point; the defaults are those of a finger's measured touch.
  public init(
    location: SIMD2<Double>, force: Double = 1, altitude: Double = .pi / 2, azimuth: Double = 0,
    time: Double = 0, isPrediction: Bool = false, expectsUpdate: Bool = false, pathIndex: Int = 0
  ) {
    self.location = location
    self.force = force
    self.altitude = altitude
    self.azimuth = azimuth
    self.time = time
    self.isPrediction = isPrediction
    self.expectsUpdate = expectsUpdate
    self.pathIndex = pathIndex
  }

  /// Creates a point from a point of a touch path.
  public init(_ point: TouchPathPoint, at pathIndex: Int) {
    self.init(
      location: point.event.location, force: point.event.force,
      altitude: point.event.altitudeAngle, azimuth: point.event.azimuth,
      time: point.event.timestamp, isPrediction: point.isPrediction,
      expectsUpdate: point.expectsUpdate, pathIndex: pathIndex)
  }
}

/// The line drawn by one touch, as a value.
public struct Polyline: Hashable, Sendable, InkLine {
  /// The name of the touch.
  public var touchIdentifier: String
  /// The points.
  public var points: PagedArray<PolylinePoint>
  /// Whether the touch is over; corrections may still come.
  public var isComplete: Bool

  /// Creates a line.
  public init(
    touchIdentifier: String, points: PagedArray<PolylinePoint> = [], isComplete: Bool = false
  ) {
    self.touchIdentifier = touchIdentifier
    self.points = points
    self.isComplete = isComplete
  }

  /// The number of points.
  public var count: Int { points.count }

  /// The smallest upright rectangle around the points; nil if there is none.
  ///
  /// Cost: linear in the number of points.
  public var bounds: StrokeRectangle? { StrokeRectangle(around: points.lazy.map { $0.location }) }

  /// Returns the line with other points.
  func with(_ points: PagedArray<PolylinePoint>) -> Polyline {
    Polyline(touchIdentifier: touchIdentifier, points: points, isComplete: isComplete)
  }
}
