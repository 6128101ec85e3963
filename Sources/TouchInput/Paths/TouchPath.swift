/// The path of one touch: its confirmed points, followed by the predicted ones.
///
/// A value that is cheap to keep; see `PagedArray`. `TouchPathAssembly` builds it.
public struct TouchPath: Hashable, Sendable {
  /// The name of the touch.
  public let touchIdentifier: String
  /// The measured points, in the order of their first events.
  public internal(set) var confirmed = PagedArray<TouchPathPoint>()
  /// The predicted points, after the last confirmed one.
  public internal(set) var predicted: [TouchPathPoint] = []
  /// Whether the touch is over and every announced correction has arrived.
  ///
  /// Devices do not send every correction that they announce: a path can be complete forever
  /// without settling.
  public internal(set) var isSettled = false

  /// Creates a path without points.
  public init(touchIdentifier: String) { self.touchIdentifier = touchIdentifier }

  /// The number of points, predicted ones included.
  public var count: Int { confirmed.count + predicted.count }

  /// The point at an index, which must be below `count`.
  public subscript(index: Int) -> TouchPathPoint {
    index < confirmed.count ? confirmed[index] : predicted[index - confirmed.count]
  }

  /// Whether the touch is over: the last confirmed point ended or was cancelled, and none is
  /// predicted.
  ///
  /// Corrections may still come; later stages treat the line as complete anyway.
  public var isComplete: Bool { predicted.isEmpty && confirmed.last?.event.phase.isEnd == true }

  /// The points, confirmed and predicted.
  ///
  /// Cost: allocates an array of all points; `subscript` and `count` do not.
  public var points: [TouchPathPoint] { Array(confirmed) + predicted }

  /// The smallest upright rectangle around the points; nil if there is none.
  ///
  /// Cost: linear in the number of points.
  public var bounds: StrokeRectangle? {
    StrokeRectangle(around: (0..<count).lazy.map { self[$0].event.location })
  }
}
