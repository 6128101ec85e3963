import TouchInput

/// The newest samples of a stroke as positions and times in one row of memory, for the hot path.
///
/// It holds what an `ObservationWindow` of the same capacity would hold, and treats doubtful samples
/// by the same rules (`SampleTrailTests` plays the same streams to both). The row slides within storage
/// of twice its length, so that a pass over it is a pass over neighbours, and what the pen says beside
/// its position is kept apart, where it says anything.
struct SampleTrail: Sendable {
  /// A sample's place and moment.
  struct Point: Sendable {
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

  /// The greatest number of points held.
  let capacity: Int
  /// How many points are held.
  private(set) var count = 0
  /// The newest point; of no meaning where none is held.
  private(set) var newest = Point()
  private var storage: [Point]
  /// Where the newest point ends.
  private var end = 0
  private var pen: PenTrail

  /// Room beyond the points held: sliding costs one copied point in this many samples times
  /// `capacity`.
  private static let leastSlack = 32

  /// Makes an empty trail for at most `capacity` samples (at least 1).
  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    storage = Array(
      repeating: Point(), count: self.capacity + max(self.capacity, Self.leastSlack))
    pen = PenTrail(capacity: capacity)
  }

  /// Adds a sample; the oldest leaves where the trail is full.
  ///
  /// Constant time, amortised.
  mutating func append(_ sample: TouchSample) -> Arrival {
    guard sample.isFinite else { return .refused }
    pen.append(sample)
    let isLate = count > 0 && newest.time > sample.time
    if isLate { removeAll(after: sample.time) }
    newest = Point(position: sample.position, time: sample.time)
    if end == storage.count { slide() }
    storage.withUnsafeMutableBufferPointer { $0[end] = newest }
    end += 1
    count = min(count + 1, capacity)
    return isLate ? .late : .inOrder
  }

  /// Keeps a number with the newest point.
  mutating func mark(_ value: Double) {
    newest.mark = value
    storage.withUnsafeMutableBufferPointer { $0[end - 1].mark = value }
  }

  /// Forgets all samples and keeps the storage.
  mutating func removeAll() {
    count = 0
    end = 0
    pen.removeAll()
  }

  /// Hands out the points, the oldest first.
  @inline(__always)
  func withPoints<Result>(_ body: (UnsafeBufferPointer<Point>) -> Result) -> Result {
    storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[(end - count)..<end])) }
  }

  /// The point at `index`, 0 being the oldest held; `index` must be in `0..<count`.
  subscript(index: Int) -> Point {
    precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
    return storage[end - count + index]
  }

  /// Writes the pen's attributes expected at a moment (see `PenAttributes`) into a prediction.
  ///
  /// - Parameters:
  ///   - prediction: The prediction; without an attribute in the stroke it stays as it is.
  ///   - count: How many of the newest samples count.
  ///   - horizon: Seconds, a finite number.
  @inline(__always)
  func attribute(_ prediction: inout Prediction, newest count: Int = .max, ahead horizon: Double) {
    if pen.isCarrying { pen.attribute(&prediction, newest: count, ahead: horizon) }
  }

  private mutating func removeAll(after time: Double) {
    while count > 0, storage[end - 1].time > time {
      end -= 1
      count -= 1
    }
    if count == 0 { end = 0 }
  }

  /// Moves all points that stay beside one more to the front.
  private mutating func slide() {
    let kept = min(count, capacity - 1)
    let first = end - kept
    for index in 0..<kept { storage[index] = storage[first + index] }
    (count, end) = (kept, kept)
  }
}

/// The samples of a stroke from the first that carries force, altitude or azimuth on.
///
/// Earlier ones have no say in the pen's attributes: a stroke without any costs nothing.
private struct PenTrail: Sendable {
  private var window: ObservationWindow
  /// Whether any sample of the stroke carried an attribute.
  private(set) var isCarrying = false

  init(capacity: Int) { window = ObservationWindow(capacity: capacity) }

  @inline(__always)
  mutating func append(_ sample: TouchSample) {
    guard isCarrying || sample.force != nil || sample.altitude != nil || sample.azimuth != nil
    else { return }
    isCarrying = true
    window.append(sample)
  }

  mutating func removeAll() {
    guard isCarrying else { return }
    isCarrying = false
    window.removeAll()
  }

  func attribute(_ prediction: inout Prediction, newest count: Int, ahead horizon: Double) {
    prediction = prediction.attributed(by: window, newest: count, ahead: horizon)
  }
}
