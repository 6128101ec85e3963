/// The time of one step: the least over rounds, in which the works take turns, so that what else the
/// machine does hardly counts. Rounds are short: even on a busy machine some pass undisturbed.
enum Timing {
  static let rounds = 400

  /// Nanoseconds a step of each of the works.
  ///
  /// - Parameters:
  ///   - steps: How many steps one call of a work makes.
  ///   - works: What is timed; each returns something that depends on all it computed.
  static func nanoseconds(steps: Int, _ works: [() throws -> Double]) throws -> [Double] {
    let clock = ContinuousClock()
    var least = works.map { _ in Double.infinity }
    var sum = 0.0
    for _ in 0..<rounds {
      for (index, work) in works.enumerated() {
        let time = try clock.measure { sum += try work() }
        least[index] = min(least[index], time / .nanoseconds(steps))
      }
    }
    precondition(!sum.isNaN, "a work computed nothing")
    return least
  }
}
