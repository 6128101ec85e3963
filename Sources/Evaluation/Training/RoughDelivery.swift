import MotionNumerics

/// What an operating system does to reports on their way: a coarse clock, unchanged reports left out,
/// others lost.
///
/// Stamps are the tick before the moment: of 1, 4, 8 or 15.625 ms (the timer of older Windows), so that
/// several reports may bear one time. Linux passes no report on that changes nothing; some are lost
/// where a process was busy.
struct RoughDelivery {
  private let tick: Double
  private let leavesOutUnchanged: Bool
  private let lost: Double

  /// Seconds; 0 for stamps as they are.
  private static let ticks = [0, 0.001, 0.004, 0.008, 1.0 / 64]
  /// The greatest share of reports that are lost.
  private static let mostLost = 0.2

  /// Draws one.
  init(_ generator: inout Xoshiro256StarStar) {
    tick = Self.ticks[generator.nextInt(below: Self.ticks.count)]
    leavesOutUnchanged = generator.nextInt(below: 2) == 1
    lost = generator.nextInt(below: 2) == 1 ? Self.mostLost * generator.nextUnit() : 0
  }

  /// The time that a report of a moment bears, in seconds.
  func stamp(_ moment: Double) -> Double {
    tick > 0 ? (moment / tick).rounded(.down) * tick : moment
  }

  /// Whether a report is passed on.
  func delivers(
    _ position: SIMD2<Double>, after last: SIMD2<Double>?, _ generator: inout Xoshiro256StarStar
  ) -> Bool {
    let isLost = lost > 0 && generator.nextUnit() < lost
    return !isLost && !(leavesOutUnchanged && position == last)
  }
}
