import TestSupport
import Testing

@testable import MotionNumerics

/// Quantiles of numbers that are read in passes: the bits of those of numbers that are held.
@Suite struct QuantilePassTests {
  private static let probabilities = [0.5, 0, 1, 0.95, 0.99, 0.25, 1.0 / 3]

  /// Quantiles of chunks of odd sizes, and how often all were visited.
  private static func passed(
    _ values: [Double], limit: Int = 1 << 17
  ) -> (quantiles: [Double?], passes: Int) {
    var passes = 0
    let found = Quantiles.type7(at: probabilities, of: values.count, holdingAtMost: limit) {
      visit in
      passes += 1
      var start = 0
      while start < values.count {
        let end = min(start + 777, values.count)
        Array(values[start..<end]).withUnsafeBufferPointer(visit)
        start = end
      }
    }
    return (found, passes)
  }

  private static func check(_ values: [Double], _ name: String, limit: Int) {
    var held = values
    let expected = Quantiles.type7(&held, at: probabilities)
    let found = passed(values, limit: limit)
    #expect(
      found.quantiles.map { $0.map { $0 + 0 }?.bitPattern }
        == expected.map { $0.map { $0 + 0 }?.bitPattern },
      "\(name), n = \(values.count), limit \(limit)")
  }

  @Test(
    arguments: TestSize.of([1, 2, 100, 4097], full: [1, 2, 100, 4096, 4097, 30_000]),
    [1, 50, 1 << 17])
  func passesGiveTheBitsOfASelection(count: Int, limit: Int) {
    var generator = Xoshiro256StarStar(seed: UInt64(count))
    Self.check((0..<count).map { _ in generator.nextNormal() }, "normal", limit: limit)
    Self.check((0..<count).map { _ in abs(generator.nextNormal()) }, "lengths", limit: limit)
    Self.check((0..<count).map { Double($0 % 5) }, "five values", limit: limit)
    Self.check(Array(repeating: 0, count: count), "zeros", limit: limit)
    Self.check((0..<count).map { 1 + Double($0) * 1e-15 }, "alike", limit: limit)
    Self.check((0..<count).map { $0 % 3 == 0 ? .infinity : -Double($0) }, "endless", limit: limit)
  }

  @Test func fewNumbersAreReadTwice() {
    var generator = Xoshiro256StarStar(seed: 3)
    let values = (0..<50_000).map { _ in abs(generator.nextNormal()) }
    #expect(Self.passed(values).passes == 2)
    #expect((3...5).contains(Self.passed(values, limit: 10).passes))
  }

  @Test func whatIsNoNumberHasNoQuantiles() {
    var values = (0..<10_000).map(Double.init)
    values[7777] = .nan
    #expect(Self.passed(values).quantiles.allSatisfy { $0 == nil })
    #expect(Self.passed([]).quantiles.allSatisfy { $0 == nil })
  }

  @Test func ranksAreThoseOfASort() {
    var generator = Xoshiro256StarStar(seed: 9)
    let values = (0..<9000).map { _ in generator.nextNormal() }
    let sorted = values.sorted()
    let found = Quantiles.values(atRanks: [0, 4499, 4500, 8999], holdingAtMost: 3) { visit in
      values.withUnsafeBufferPointer(visit)
    }
    #expect(found == [0: sorted[0], 4499: sorted[4499], 4500: sorted[4500], 8999: sorted[8999]])
  }

  /// Four signals at once have the energies of each alone, to the last bit.
  @Test(arguments: [1, 2, 7, 31, 64, 100, 257])
  func fourSpectraAtOnceAreThoseOfEachAlone(count: Int) {
    var generator = Xoshiro256StarStar(seed: UInt64(count))
    let signals = (0..<4).map { _ in
      (0..<count).map { _ in SIMD2(generator.nextNormal(), generator.nextNormal()) }
    }
    var measure = HighFrequencyEnergy(sampleRate: 60, cutoff: 6)
    let together = measure.energies(ofSignalsOf: count) { place in
      let points = signals.map { $0[place] }
      return (
        SIMD4(points[0].x, points[1].x, points[2].x, points[3].x),
        SIMD4(points[0].y, points[1].y, points[2].y, points[3].y)
      )
    }
    for lane in 0..<4 { #expect(together[lane] == measure.energy(of: signals[lane])) }
  }
}
