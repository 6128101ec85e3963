import TouchInput

/// The newest samples of a stroke, up to a fixed number, in order of time.
///
/// A ring buffer whose storage is made once. It decides in one place what every predictor does with
/// a doubtful sample, so that one bad report cannot poison what follows:
///
/// - a sample that is not finite is refused;
/// - a sample dated before samples already held removes those (either it is late, and they are the
///   only ones lost, or they were dated in the future by mistake, and holding on to them would
///   refuse everything that follows);
/// - a sample with the time of the newest one is kept beside it: both are observations.
public struct ObservationWindow: Sendable {
  private var storage: [TouchSample]
  private var start = 0
  /// How many samples are held.
  public private(set) var count = 0

  /// Makes an empty window for at most `capacity` samples (at least 1).
  public init(capacity: Int) {
    let blank = TouchSample(time: 0, position: .zero)
    storage = Array(repeating: blank, count: max(capacity, 1))
  }

  /// The greatest number of samples held.
  public var capacity: Int { storage.count }

  /// Whether no sample is held.
  public var isEmpty: Bool { count == 0 }

  /// The sample at `index`, 0 being the oldest held; `index` must be in `0..<count`.
  public subscript(index: Int) -> TouchSample {
    precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
    return storage[slot(of: index)]
  }

  /// The newest sample; nil where none is held.
  public var newest: TouchSample? { count == 0 ? nil : storage[slot(of: count - 1)] }

  /// Adds a sample; the oldest leaves where the window is full.
  ///
  /// Constant time, amortised.
  ///
  /// - Returns: Whether the sample was taken in; false where it is not finite.
  @discardableResult
  public mutating func append(_ sample: TouchSample) -> Bool {
    guard sample.isFinite else { return false }
    while count > 0, storage[slot(of: count - 1)].time > sample.time { count -= 1 }
    if count == storage.count {
      storage[start] = sample
      start = start + 1 == storage.count ? 0 : start + 1
    } else {
      storage[slot(of: count)] = sample
      count += 1
    }
    return true
  }

  /// The position `age` seconds before the newest sample, interpolated; nil before the oldest held and
  /// for an age below 0.
  func position(before age: Double) -> SIMD2<Double>? {
    guard var after = newest, age >= 0 else { return nil }
    if age == 0 { return after.position }
    let time = after.time - age
    for index in (0..<(count - 1)).reversed() {
      let before = self[index]
      if before.time <= time {
        let interval = after.time - before.time
        let share = interval > 0 ? (time - before.time) / interval : 0
        return before.position + share * (after.position - before.position)
      }
      after = before
    }
    return nil
  }

  /// Forgets the newest sample, where there is one.
  mutating func removeNewest() { count = max(count - 1, 0) }

  /// Forgets all samples and keeps the storage.
  public mutating func removeAll() {
    start = 0
    count = 0
  }

  private func slot(of index: Int) -> Int {
    let position = start + index
    return position >= storage.count ? position - storage.count : position
  }
}
