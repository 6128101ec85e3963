/// Finds where the clock of a file restarts, as its samples come.
///
/// Time that falls by more than `usualIntervals` median intervals, and from which at least
/// `confirmingSamples` samples go on in the order of the file, restarts: a page was loaded again, a
/// counter ran over, or two recordings stand one after another. Samples are held until that is known.
/// Fewer samples that are dated wrong, or samples in no order at all, are no restart.
///
/// A reader makes one for each clock (a device, or one participant's task), hands it each sample, and
/// uses what it releases; before `Release.restart` it begins a new recording:
///
///     let release = restarts.add(sample, at: time, after: previousTime)
///     for (index, held) in release.held.enumerated() {
///       if index == 0, let fall = release.restart { beginSession(fall) }
///       use(held)
///     }
///     if release.passes { use(sample) }
///
/// and at the end of the file `for held in restarts.finish() { use(held) }`.
///
/// Constant time a sample, and nothing is allocated until time falls.
struct ClockRestarts<Element> {
  /// What becomes of a sample and of those held before it.
  struct Release {
    /// The elements that were held, in order; empty while time does not fall.
    var held: [Element] = []
    /// The fall of the clock before the first of `held`; nil unless the clock restarted there.
    var restart: ClockFall?
    /// Indicates whether the element that was added can be used, after `held`.
    var passes = true
  }

  /// An interval below this many seconds counts as this long.
  private let shortestInterval: Double
  private var intervals = RecentIntervals()
  /// The times of the four samples before the latest, the latest first; infinite if there are fewer.
  private var earlier = SIMD4<Double>(repeating: .infinity)
  private var held: [Element] = []
  private var heldTimes: [Double] = []
  private var fallFrom = 0.0

  init(shortestInterval: Double = 0) { self.shortestInterval = shortestInterval }

  /// Indicates whether elements are held.
  var isHolding: Bool { !held.isEmpty }

  /// Adds an element that has no time of its own, such as a correction.
  mutating func add(_ element: Element) -> Release {
    guard isHolding else { return Release() }
    held.append(element)
    return Release(passes: false)
  }

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - time: Its time, in seconds.
  ///   - previous: The time with which it is compared: usually that of the element before. nil if it
  ///     begins a stroke that may have a clock of its own.
  /// - Returns: What can be used now.
  mutating func add(_ element: Element, at time: Double, after previous: Double?) -> Release {
    guard isHolding else { return start(element, at: time, after: previous) }
    // A stroke with a clock of its own tells nothing of the one that fell.
    guard previous != nil else { return Release(held: dismissed()) }
    let latest = heldTimes[heldTimes.count - 1]
    guard time < fallFrom, latest - time <= longestLateness else {
      var release = Release(held: dismissed())
      release.passes = start(element, at: time, after: latest).passes
      return release
    }
    held.append(element)
    heldTimes.append(time)
    guard heldTimes.count == ClockFall.confirmingSamples else { return Release(passes: false) }
    return confirmed()
  }

  /// Returns the elements that are still held at the end of the file.
  mutating func finish() -> [Element] { dismissed() }

  private mutating func start(
    _ element: Element, at time: Double, after previous: Double?
  ) -> Release {
    guard let previous else { return Release() }
    guard time < previous, !isOrdinary(time, after: previous) else {
      intervals.add(time - previous)
      earlier = SIMD4(previous, earlier.x, earlier.y, earlier.z)
      return Release()
    }
    fallFrom = previous
    held.append(element)
    heldTimes.append(time)
    return Release(passes: false)
  }

  /// Indicates whether a fall is late delivery, or ends a few samples that were dated in the future.
  private func isOrdinary(_ time: Double, after previous: Double) -> Bool {
    guard let usual = intervals.median else { return false }
    let longest = ClockFall.usualIntervals * max(usual, shortestInterval)
    if previous - time <= longest { return true }
    return earlier.indices.contains { (0...longest).contains(time - earlier[$0]) }
  }

  /// How far samples may be late among those that go on; not at all while no interval is known.
  private var longestLateness: Double {
    intervals.median.map { ClockFall.usualIntervals * max($0, shortestInterval) } ?? 0
  }

  /// Decides about a fall after which enough samples went on.
  private mutating func confirmed() -> Release {
    let fall = ClockFall(from: fallFrom, to: heldTimes[0])
    var known = intervals
    for (time, before) in zip(heldTimes.dropFirst(), heldTimes) { known.add(time - before) }
    // Samples in no order at all are as far apart as they fall.
    let own = zip(heldTimes.dropFirst(), heldTimes).map { abs($0 - $1) }.sorted()
    let elements = dismissed()
    guard let usual = known.median,
      fall.seconds > ClockFall.usualIntervals * max(usual, own[own.count / 2], shortestInterval)
    else { return Release(held: elements, passes: false) }
    intervals = known
    return Release(held: elements, restart: fall, passes: false)
  }

  private mutating func dismissed() -> [Element] {
    defer {
      held = []
      heldTimes = []
    }
    return held
  }
}

/// A fall of time from one sample to the next.
struct ClockFall: Hashable {
  /// So many median intervals are more than late delivery.
  static let usualIntervals = 10.0
  /// So many samples must go on from the time to which the clock fell.
  static let confirmingSamples = 5

  /// The time before, in seconds.
  var from: Double
  /// The time after, in seconds.
  var to: Double

  /// By how much time fell.
  var seconds: Double { from - to }
}

/// The latest intervals above 0, for their median.
private struct RecentIntervals {
  private static let capacity = 63

  private var values: [Double] = []
  private var next = 0

  /// The median; nil if there is no interval.
  var median: Double? { values.isEmpty ? nil : values.sorted()[values.count / 2] }

  mutating func add(_ interval: Double) {
    guard interval > 0 else { return }
    guard values.count == Self.capacity else { return values.append(interval) }
    values[next] = interval
    next = (next + 1) % Self.capacity
  }
}

/// The restarts of the clocks of a file, for one problem.
struct RestartLog {
  private var count = 0
  private var first: (line: Int, fall: ClockFall)?

  /// Adds a restart, with the line of its first sample.
  mutating func add(_ fall: ClockFall, line: Int) {
    count += 1
    if first.map({ line < $0.line }) ?? true { first = (line, fall) }
  }

  /// Adds those of another device of the file.
  mutating func add(_ other: RestartLog) {
    guard let theirs = other.first else { return }
    count += other.count
    if first.map({ theirs.line < $0.line }) ?? true { first = theirs }
  }

  /// Reports the restarts.
  ///
  /// - Parameters:
  ///   - problems: The problems of the file.
  ///   - remedy: How the format states several sessions.
  func report(
    to problems: inout ProblemLog, remedy: String = "write each session to a file of its own"
  ) {
    guard let first else { return }
    let (from, to) = (
      DecimalNumber.shortest(first.fall.from), DecimalNumber.shortest(first.fall.to)
    )
    problems.addAlways(
      line: first.line,
      message: "the clock restarts here, from \(from) s to \(to) s"
        + (count == 1
          ? ", and what follows is read as another recording"
          : ", and \(count) times in all; what follows each time is read as another recording"),
      remedy: "if these are several sessions, \(remedy); if not, correct the times")
  }
}
