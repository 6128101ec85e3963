import MotionNumerics

/// Which refreshes of a stroke are dropped: the same ones for every predictor and any workers.
///
/// A refresh is dropped where a hash of the seed, the recording, the stroke and the tick, taken as a
/// number in 0..<1, is below the share; nothing is drawn in sequence, so that the order of the work
/// does not matter.
struct DroppedFrames: Sendable {
  private let share: Double
  private let key: UInt64

  init(share: Double, seed: UInt64, recording: Int, stroke: Int) {
    self.share = share
    key = Self.mixed(Self.mixed(seed, recording), stroke)
  }

  /// Whether the refresh at a tick is dropped.
  func contains(_ tick: Int) -> Bool {
    guard share > 0 else { return false }
    return Double(Self.mixed(key, tick) >> 11) * 0x1p-53 < share
  }

  private static func mixed(_ key: UInt64, _ number: Int) -> UInt64 {
    var first = SplitMix64(seed: key)
    var second = SplitMix64(seed: first.next() ^ UInt64(bitPattern: Int64(number)))
    return second.next()
  }
}
