/// The time of one step: the least over rounds in which the works take turns.
///
/// Rounds are short, so that even on a busy machine some pass undisturbed.
enum Timing {
  static let rounds = 1000

  /// The nanoseconds that a step takes in each of the works.
  ///
  /// - Parameters:
  ///   - steps: How many steps one call of a work makes.
  ///   - works: What is timed; each returns something that depends on all it computed.
  /// - Returns: Nanoseconds, in the order of the works.
  static func nanoseconds(steps: Int, _ works: [() -> Double]) -> [Double] {
    let clock = ContinuousClock()
    var least = works.map { _ in Double.infinity }
    var sum = 0.0
    for _ in 0..<rounds {
      for (index, work) in works.enumerated() {
        let time = clock.measure { sum += work() }
        least[index] = min(least[index], time / .nanoseconds(steps))
      }
    }
    precondition(!sum.isNaN, "a work computed nothing")
    return least
  }
}
