/// A line of touches whose points are frozen from the front as they become final, as in TouchCanvas.
///
/// Each callback removes the predicted points, then adds the measured ones and its own predictions. A
/// point that expects a correction waits for it under its estimation index. Final points move from
/// `points` to `committed` and are never drawn again.
///
/// Source: Apple, TouchCanvas (2015), which corrects the properties that are *not* expected; here
/// the expected ones are.
public struct CanvasLine: Hashable, Sendable {
  /// The state of a point, with the bits of TouchCanvas.
  public struct Marks: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates marks from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The point arrived together with a later one.
    public static let coalesced = Marks(rawValue: 1)
    /// The point is predicted.
    public static let predicted = Marks(rawValue: 2)
    /// The point waits for a correction.
    public static let needsUpdate = Marks(rawValue: 4)
    /// The point was corrected.
    public static let updated = Marks(rawValue: 8)
    /// The touch was cancelled.
    public static let cancelled = Marks(rawValue: 16)
    /// The point does not come from a pen.
    public static let finger = Marks(rawValue: 32)
  }

  /// A point of the line.
  public struct Point: Hashable, Sendable {
    /// The event, with its corrections.
    public internal(set) var event: TouchEvent
    /// The state of the point.
    public internal(set) var marks: Marks

    /// The width at which the point is drawn: its force, at least 0.025.
    public var width: Double { max(event.force, 0.025) }

    /// The opacity of the point: 1, ½ if it is predicted, 0 if it is cancelled.
    public var opacity: Double {
      marks.contains(.cancelled) ? 0 : marks.contains(.predicted) ? 0.5 : 1
    }

    /// The part of the drawing that the point touches: three widths plus 2 to each side.
    public var dirtyRectangle: StrokeRectangle {
      StrokeRectangle(origin: event.location, size: .zero).outset(by: 3 * width + 2)
    }
  }

  /// The points that are not final, the predicted ones last.
  public private(set) var points: [Point] = []
  /// The points that are final, in order.
  public private(set) var committed: [Point] = []
  /// Which point waits under which number, counted from the first committed one.
  private var waiting: [Double: Int] = [:]

  /// Creates a line without points.
  public init() {}

  /// Whether no point waits for a correction.
  public var isComplete: Bool { waiting.isEmpty }

  /// Adds what a callback says of the line's touch.
  public mutating func add(_ touch: DeliveredTouch) {
    points.removeLast(points.reversed().prefix { $0.marks.contains(.predicted) }.count)
    for event in touch.coalesced { add(event, .coalesced) }
    add(touch.delivered, [])
    for event in touch.predicted { add(event, .predicted) }
  }

  /// Corrects the values that a point waits for.
  ///
  /// - Returns: Whether a point waits under the correction's number.
  @discardableResult public mutating func update(by correction: TouchEvent) -> Bool {
    guard let number = correction.estimationUpdateIndex, let place = waiting[number] else {
      return false
    }
    let index = place - committed.count
    points[index].event.take(
      points[index].event.estimatedPropertiesExpectingUpdates, of: correction)
    points[index].event.estimatedProperties = correction.estimatedProperties
    points[index].event.estimatedPropertiesExpectingUpdates =
      correction.estimatedPropertiesExpectingUpdates
    points[index].marks.insert(.updated)
    if correction.estimatedPropertiesExpectingUpdates.isEmpty {
      points[index].marks.remove(.needsUpdate)
      waiting[number] = nil
    }
    return true
  }

  /// Marks every point as cancelled, so that none is drawn.
  public mutating func cancel() {
    for index in points.indices { points[index].marks.insert(.cancelled) }
    for index in committed.indices { committed[index].marks.insert(.cancelled) }
  }

  /// Freezes the points from the front that are final: that neither wait nor are predicted, and are
  /// not among the last two.
  ///
  /// - Returns: Those that were frozen now.
  @discardableResult public mutating func commit() -> [Point] {
    let final = points.dropLast(2).prefix { $0.marks.isDisjoint(with: [.needsUpdate, .predicted]) }
    committed += final
    points.removeFirst(final.count)
    return Array(final)
  }

  private mutating func add(_ event: TouchEvent, _ marks: Marks) {
    var marks = marks
    if event.type != .pencil { marks.insert(.finger) }
    let expects = !event.estimatedPropertiesExpectingUpdates.isEmpty
    if let number = event.estimationUpdateIndex, expects, !marks.contains(.predicted),
      waiting[number] == nil
    {
      marks.insert(.needsUpdate)
      waiting[number] = committed.count + points.count
    }
    points.append(Point(event: event, marks: marks))
  }
}
