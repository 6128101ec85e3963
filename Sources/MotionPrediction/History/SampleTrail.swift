import MotionNumerics
import TouchInput

/// The newest samples of a stroke as positions and times in one row of memory, for the hot path.
///
/// It holds what an `ObservationWindow` of the same limits would hold. What the pen says beside its
/// position is kept apart, where it says anything.
struct SampleTrail: Sendable {
  /// A sample's place and moment.
  struct Point: TimedPosition {
    /// Where the contact was, in the recording's unit of length.
    var position = SIMD2<Double>.zero
    /// When, in seconds.
    var time = 0.0
    /// A number that the trail's owner keeps with the point.
    var mark = 0.0
  }

  /// What a new sample did to the trail.
  enum Arrival: Sendable {
    /// It was not finite, and nothing changed.
    case refused
    /// It was not dated before any sample held.
    case inOrder
    /// It was dated before samples already held, which are gone.
    case late
  }

  /// The newest point; of no meaning where none is held.
  private(set) var newest = Point()
  private var points: OrderedWindow<Point>
  private var pen: PenHistory

  /// Moving points to the front costs one copied point in this many times `capacity`.
  private static let leastRoom = 32

  /// Creates an empty trail for at most `capacity` samples (at least 1), none more than `seconds`
  /// older than the newest.
  init(capacity: Int, seconds: Double = .infinity) {
    points = OrderedWindow(
      capacity: capacity, seconds: seconds, blank: Point(), room: Self.leastRoom)
    pen = PenHistory(capacity: capacity, seconds: seconds)
  }

  /// How many points are held.
  var count: Int { points.count }

  /// Adds a sample; the oldest leaves where the trail is full, and all that are too old.
  ///
  /// Constant time, amortized.
  mutating func append(_ sample: TouchSample) -> Arrival {
    let point = Point(position: sample.position, time: sample.time)
    guard let removed = points.append(point) else { return .refused }
    newest = point
    pen.append(sample)
    return removed > 0 ? .late : .inOrder
  }

  /// Keeps a number with the newest point.
  mutating func mark(_ value: Double) {
    newest.mark = value
    points.changeNewest { $0.mark = value }
  }

  /// Forgets all samples and keeps the storage.
  mutating func removeAll() {
    points.removeAll()
    pen.removeAll()
  }

  /// Hands out the points, the oldest first.
  @inline(__always)
  func withPoints<Result>(_ body: (UnsafeBufferPointer<Point>) -> Result) -> Result {
    points.withElements(body)
  }

  /// The point at `index`, 0 being the oldest held; `index` must be in `0..<count`.
  subscript(index: Int) -> Point { points[index] }

  /// Writes the pen's attributes expected at a moment (see `PenAttributes`) into a prediction.
  ///
  /// - Parameters:
  ///   - prediction: The prediction; without an attribute in the window it stays as it is.
  ///   - count: How many of the newest samples count.
  ///   - horizon: Seconds, a finite number.
  @inline(__always)
  func attribute(_ prediction: inout Prediction, newest count: Int = .max, ahead horizon: Double) {
    pen.attribute(&prediction, newest: count, ahead: horizon)
  }
}
