#if Record
  /// The limit on uploads: a token bucket.
  struct UploadTraffic {
    private static let storedSeconds = 60.0

    private let perSecond: Double
    private var turns: Double
    private var last: ContinuousClock.Instant?

    init(perSecond: Double) {
      self.perSecond = perSecond
      turns = perSecond * Self.storedSeconds
    }

    /// Returns whether one more upload may begin now.
    mutating func begin(_ now: ContinuousClock.Instant) -> Bool {
      if let last {
        let seconds = (now - last) / .seconds(1)
        turns = min(perSecond * Self.storedSeconds, turns + max(0, seconds) * perSecond)
      }
      last = now
      guard turns >= 1 else { return false }
      turns -= 1
      return true
    }
  }
#endif
