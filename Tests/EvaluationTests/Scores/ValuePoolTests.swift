import MotionNumerics
import TestSupport
import Testing

@testable import Evaluation

/// Pools that count zeros and keep the rest have the quantiles of pools that keep all.
@Suite struct ValuePoolTests {
  @Test(arguments: [1, 20, 4096, 4097, 9000, 30_000], [0.0, 0.3, 0.9499, 0.95, 0.98, 1])
  func countedZerosGiveTheSameQuantiles(count: Int, share: Double) {
    var random = Xoshiro256StarStar(seed: UInt64(count))
    let zeros = Int((Double(count) * share).rounded())
    var values = (0..<count).map { $0 < zeros ? 0 : abs(random.nextNormal()) }
    for place in values.indices.reversed() {
      values.swapAt(place, Int(random.next() % UInt64(place + 1)))
    }
    check(values, "\(count) values, \(zeros) zeros")
  }

  @Test func aNumberThatIsNoneHasNoQuantilesAmongZeros() {
    for count in [10, 10_000] {
      var values = (0..<count).map { Double($0 % 2) }
      values[7] = .nan
      #expect(pool(values).quantiles([0.5, 0.95]) == [nil, nil])
    }
  }

  /// Infinities, and powers of two too far apart to be counted.
  @Test func numbersFarApartHaveTheirQuantilesAmongZeros() {
    check((0..<9000).map { $0 % 3 == 0 ? .infinity : Double($0 % 2) }, "infinities")
    check((0..<9000).map { $0 % 3 == 0 ? 1e-200 : $0 % 3 == 1 ? 1e200 : 0 }, "far apart")
  }

  private func check(_ values: [Double], _ name: String) {
    for probabilities in [[0.95], [0.5, 0.99], [0.0, 1.0]] {
      var all = values
      let expected = Quantiles.type7(&all, at: probabilities)
      #expect(pool(values).quantiles(probabilities) == expected, "\(name), p \(probabilities)")
    }
  }

  /// Three pools in one, each filled in runs.
  private func pool(_ values: [Double]) -> ValuePool {
    var result = ValuePool()
    for part in 0..<3 {
      let places = (values.count * part / 3)..<(values.count * (part + 1) / 3)
      var pool = ValuePool()
      for start in stride(from: places.lowerBound, to: places.upperBound, by: 3001) {
        let run = values[start..<min(start + 3001, places.upperBound)]
        let kept = run.filter { $0 != 0 }
        kept.withUnsafeBufferPointer { pool.append(unsummed: $0, zeros: run.count - kept.count) }
      }
      pool.settle()
      result.merge(pool)
    }
    #expect(result.count == values.count)
    return result
  }
}
