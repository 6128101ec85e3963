import MotionNumerics

/// Which reports are lost: a chain of two states, as by Gilbert.
///
/// A loss goes on with the probability 1 − 1/r and begins with s / (r (1 − s)), so that the share s
/// is lost in the long run, r in a row on average.
///
/// Source: Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39(5), 1960.
struct ReportLoss {
  private let beginning: Double
  private let ending: Double
  private var random: Xoshiro256StarStar
  private var isLosing = false

  init(share: Double, run: Double, random: Xoshiro256StarStar) {
    beginning = share / (run * (1 - share))
    ending = 1 / run
    self.random = random
  }

  /// Whether the next report is lost.
  mutating func next() -> Bool {
    let chance = random.nextUnit()
    isLosing = isLosing ? chance >= ending : chance < beginning
    return isLosing
  }
}
