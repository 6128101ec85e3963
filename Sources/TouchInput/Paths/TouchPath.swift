/// What one touch has drawn: its confirmed points, followed by the predicted ones.
///
/// A value that may be kept; see `PagedArray`. It is put together by `TouchPathAssembly`.
public struct TouchPath: Hashable, Sendable {
  /// The name of the touch.
  public let touchIdentifier: String
  /// The points that were measured, in the order of their first events.
  public internal(set) var confirmed = PagedArray<TouchPathPoint>()
  /// The points that are only predicted, after the last confirmed one.
  public internal(set) var predicted: [TouchPathPoint] = []
  /// Whether the touch is over and every correction that was announced has come.
  ///
  /// Devices do not send all the corrections that they announce: a path can be complete for good and
  /// never settle.
  public internal(set) var isSettled = false

  /// Makes a path without points.
  package init(touchIdentifier: String) { self.touchIdentifier = touchIdentifier }

  /// The number of points, predicted ones included.
  public var count: Int { confirmed.count + predicted.count }

  /// The point at an index, which must be below `count`.
  public subscript(index: Int) -> TouchPathPoint {
    index < confirmed.count ? confirmed[index] : predicted[index - confirmed.count]
  }

  /// Whether the touch is over: the last confirmed point ended or was cancelled, and none is predicted.
  ///
  /// Corrections may still come, and later stages take a line as done all the same.
  public var isComplete: Bool { predicted.isEmpty && confirmed.last?.event.phase.isEnd == true }

  /// The points, confirmed and predicted.
  ///
  /// Cost: a new array of them all; `subscript` and `count` cost nothing of the kind.
  public var points: [TouchPathPoint] { Array(confirmed) + predicted }

  /// The smallest upright rectangle around the points; nil where there is none.
  ///
  /// Cost: all points are looked at.
  package var bounds: StrokeRectangle? {
    StrokeRectangle(around: (0..<count).lazy.map { self[$0].event.location })
  }
}
