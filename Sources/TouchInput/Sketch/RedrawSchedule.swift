/// Merges changes into one drawing per display refresh, on a simulated clock, as apps do by marking
/// parts of a view.
///
/// A mark is drawn at the first tick at or after it; ticks are at origin + k / refresh rate.
/// Several marks before a tick make one frame, whose region is their bounding rectangle. The counts
/// show what that saves compared with drawing every mark separately.
///
/// Source: Apple, Speed Sketch and its talk (2016): never draw for an event; mark, and draw at the
/// refresh.
public struct RedrawSchedule: Hashable, Sendable {
  /// A refresh at which something was drawn.
  public struct Frame: Hashable, Sendable {
    /// The tick, in seconds.
    public var time: Double
    /// The redrawn region.
    public var region: StrokeRectangle
    /// The number of marks drawn in it.
    public var marks: Int
  }

  /// The number of frames drawn.
  public private(set) var frames = 0
  /// The number of marks made.
  public private(set) var marks = 0
  /// The area of all frames together, in squared units of the drawing.
  public private(set) var drawnArea = 0.0
  /// The area of all marks together: the cost of drawing each separately.
  public private(set) var markedArea = 0.0

  /// The refresh rate in hertz.
  public let refreshRate: Double

  private let origin: Double
  private var pending: Frame?

  /// Creates a schedule without marks.
  ///
  /// - Parameters:
  ///   - refreshRate: In hertz; one that is not above 0 and finite is taken as 60.
  ///   - origin: The time of a tick, in seconds.
  public init(refreshRate: Double = 60, origin: Double = 0) {
    self.refreshRate = refreshRate > 0 && refreshRate.isFinite ? refreshRate : 60
    self.origin = origin.isFinite ? origin : 0
  }

  /// Marks the parts of the drawing that one change affects.
  ///
  /// - Parameters:
  ///   - rectangles: The parts; for none, nothing is marked.
  ///   - time: When, in seconds, not before the last call; one that is not finite marks nothing.
  /// - Returns: The frame that became due before; nil if there is none.
  @discardableResult
  public mutating func mark(_ rectangles: [StrokeRectangle], at time: Double) -> Frame? {
    guard time.isFinite, let region = StrokeRectangle(holding: rectangles) else { return nil }
    let drawn = pending.flatMap { $0.time < time ? advance(to: time) : nil }
    marks += 1
    markedArea += region.area
    let marked = pending.map { [$0.region, region] } ?? [region]
    pending = Frame(
      time: pending?.time ?? tick(from: time),
      region: StrokeRectangle(holding: marked) ?? region, marks: (pending?.marks ?? 0) + 1)
    return drawn
  }

  /// Advances the clock.
  ///
  /// - Parameter time: The current time, in seconds.
  /// - Returns: The frame drawn; nil if nothing was marked or its tick is still to come.
  public mutating func advance(to time: Double) -> Frame? {
    guard let frame = pending, frame.time <= time else { return nil }
    pending = nil
    frames += 1
    drawnArea += frame.region.area
    return frame
  }

  /// The first tick at or after a moment.
  private func tick(from time: Double) -> Double {
    let number = ((time - origin) * refreshRate).rounded(.up)
    let tick = origin + number / refreshRate
    return tick < time ? origin + (number + 1) / refreshRate : tick
  }
}

extension StrokeRectangle {
  /// Creates the bounding rectangle of all of them; nil if there is none.
  public init?(holding rectangles: some Sequence<StrokeRectangle>) {
    self.init(around: rectangles.flatMap { [$0.origin, $0.origin + $0.size] })
  }

  /// Width times height.
  public var area: Double { size.x * size.y }
}
