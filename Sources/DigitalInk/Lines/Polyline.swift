import TouchInput

/// A point of a polyline, free of the events behind it.
public struct PolylinePoint: Hashable, Sendable {
  /// Where it is, in the unit of the events.
  public var location: SIMD2<Double>
  /// How hard, 1 being an average touch.
  public var force: Double
  /// The angle between pen and surface in radians, π/2 being upright.
  public var altitude: Double
  /// The direction in which the pen leans, in radians from the x axis.
  public var azimuth: Double
  /// The moment of the measurement, or of what is predicted, in seconds.
  public var time: Double
  /// Whether it is only predicted.
  public var isPrediction: Bool
  /// Whether it is still to be corrected, or only predicted.
  public var expectsUpdate: Bool
  /// The index of the point of the touch path from which it came; filters keep it.
  package var pathIndex: Int

  /// Makes a point; what is not given is that of a finger's measured touch.
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

  /// Makes a point of a touch path's.
  package init(_ point: TouchPathPoint, at pathIndex: Int) {
    self.init(
      location: point.event.location, force: point.event.force,
      altitude: point.event.altitudeAngle, azimuth: point.event.azimuth,
      time: point.event.timestamp, isPrediction: point.isPrediction,
      expectsUpdate: point.expectsUpdate, pathIndex: pathIndex)
  }
}

/// What one touch has drawn, as a value: points in order, and whether more may come.
public struct Polyline: Hashable, Sendable, InkLine {
  /// The name of the touch.
  public var touchIdentifier: String
  /// The points.
  public var points: PagedArray<PolylinePoint>
  /// Whether the touch is over; corrections may still come.
  public var isComplete: Bool

  /// Makes a line.
  public init(
    touchIdentifier: String, points: PagedArray<PolylinePoint> = [], isComplete: Bool = false
  ) {
    self.touchIdentifier = touchIdentifier
    self.points = points
    self.isComplete = isComplete
  }

  /// The number of points.
  public var count: Int { points.count }

  /// The smallest upright rectangle around the points; nil where there is none.
  ///
  /// Cost: all points are looked at.
  package var bounds: StrokeRectangle? { StrokeRectangle(around: points.lazy.map(\.location)) }

  /// The same line with other points.
  func with(_ points: PagedArray<PolylinePoint>) -> Polyline {
    Polyline(touchIdentifier: touchIdentifier, points: points, isComplete: isComplete)
  }
}
