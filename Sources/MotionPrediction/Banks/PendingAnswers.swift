import MotionNumerics
import TouchInput

/// What was said at several horizons, until the contact has come to the moment it was said of.
///
/// An entry is a row of positions, as many as `columns`. The truth between two samples lies on the line
/// between them. A sample dated before the one before it, or long after it, drops what is kept.
///
/// Use: `arrive`, then for each horizon `next` until it is nil, then `append`.
/// Nothing is allocated once the greatest number of kept rows has been seen.
struct PendingAnswers: Sendable {
  /// The rows of one horizon, oldest first.
  private struct Queue: Sendable {
    var times: [Double]
    var paces: [Int]
    var positions: [SIMD2<Double>]
    var first = 0
    var count = 0
  }

  /// For how far ahead answers are kept, in seconds.
  let horizons: [Double]
  private let columns: Int
  private let longestGap: Double
  private var queues: [Queue]
  /// The two newest samples, where the second is dated after the first.
  private var segment: (from: TouchSample, to: TouchSample)?
  private var newest: TouchSample?

  /// More would be answers of a stream without end whose moments never come.
  private static let most = 256
  private static let least = 16

  /// Creates empty queues.
  ///
  /// - Parameters:
  ///   - horizons: In seconds, above 0; not empty.
  ///   - columns: How many positions a row has.
  ///   - longestGap: After how many seconds without a sample nobody knows where the contact has been.
  init(horizons: [Double], columns: Int, longestGap: Double = .infinity) {
    self.horizons = horizons
    self.columns = columns
    self.longestGap = longestGap
    let queue = Queue(
      times: Array(repeating: 0, count: Self.least), paces: Array(repeating: 0, count: Self.least),
      positions: Array(repeating: .zero, count: Self.least * columns))
    queues = Array(repeating: queue, count: horizons.count)
  }

  /// The place of the horizon that is nearest to another.
  func slot(nearestTo horizon: Double) -> Int { horizons.index(nearestTo: horizon) }

  /// Drops everything, as a stroke begins.
  mutating func beginStroke() {
    (newest, segment) = (nil, nil)
    removeAll()
  }

  private mutating func removeAll() {
    for slot in queues.indices { (queues[slot].first, queues[slot].count) = (0, 0) }
  }

  /// Takes in where the contact is, a finite sample.
  mutating func arrive(_ sample: TouchSample) {
    segment = nil
    if let newest {
      let interval = sample.time - newest.time
      if interval < 0 || interval > longestGap + TimeTolerance.seconds { removeAll() }
      if sample.time > newest.time { segment = (newest, sample) }
    }
    newest = sample
  }

  /// Takes out the oldest row of a horizon whose moment has come.
  ///
  /// - Parameters:
  ///   - slot: The place of the horizon.
  ///   - row: Becomes the row.
  /// - Returns: Where the contact was at that moment, and the row's pace; nil if none has come.
  mutating func next(
    _ slot: Int, into row: inout [SIMD2<Double>]
  ) -> (truth: SIMD2<Double>, pace: Int)? {
    guard let segment, queues[slot].count > 0 else { return nil }
    let first = queues[slot].first
    let time = queues[slot].times[first]
    guard time <= segment.to.time + TimeTolerance.seconds else { return nil }
    for column in 0..<columns { row[column] = queues[slot].positions[first * columns + column] }
    removeOldest(slot)
    let (from, to) = (segment.from, segment.to)
    let part = max((time - from.time) / (to.time - from.time), 0)
    return (from.position + part * (to.position - from.position), queues[slot].paces[first])
  }

  private mutating func removeOldest(_ slot: Int) {
    let next = queues[slot].first + 1
    queues[slot].first = next == queues[slot].times.count ? 0 : next
    queues[slot].count -= 1
  }

  /// Adds a row to a horizon.
  ///
  /// - Parameters:
  ///   - slot: The place of the horizon.
  ///   - time: When it is said, in seconds.
  ///   - pace: Which shares it is scored in.
  ///   - row: As many positions as there are columns.
  mutating func append(_ slot: Int, at time: Double, pace: Int = 0, _ row: [SIMD2<Double>]) {
    if queues[slot].count == queues[slot].times.count {
      if queues[slot].count < Self.most { grow(slot) } else { removeOldest(slot) }
    }
    let capacity = queues[slot].times.count
    let end = queues[slot].first + queues[slot].count
    let place = end < capacity ? end : end - capacity
    queues[slot].times[place] = time + horizons[slot]
    queues[slot].paces[place] = pace
    for column in 0..<columns { queues[slot].positions[place * columns + column] = row[column] }
    queues[slot].count += 1
  }

  private mutating func grow(_ slot: Int) {
    let queue = queues[slot]
    let (first, count) = (queue.first, queue.count)
    let times = Array(queue.times[first...] + queue.times[..<first])
    let paces = Array(queue.paces[first...] + queue.paces[..<first])
    let positions = Array(
      queue.positions[(first * columns)...] + queue.positions[..<(first * columns)])
    queues[slot] = Queue(
      times: times + Array(repeating: 0, count: count),
      paces: paces + Array(repeating: 0, count: count),
      positions: positions + Array(repeating: .zero, count: count * columns), first: 0, count: count
    )
  }
}
