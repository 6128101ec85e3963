import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite struct AxisScaleTests {
  /// Ticks are products of a step; their rounding is relative to the step.
  private static let rounding = 1e-6

  @Test(arguments: [1, 2, 3] as [UInt64])
  func linearAxesAreRoundAndCoverTheirValues(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    for _ in 0..<500 {
      let scale = pow(10, (random.unit() * 16 - 8).rounded())
      let values = [(random.unit() - 0.3) * scale, (random.unit() - 0.3) * scale]
      let axis = AxisScale.linear(values, includesZero: Bool.random(using: &random))
      let about: Comment = "\(values), seed \(seed)"
      let span = axis.high - axis.low
      #expect(axis.low <= values.min()! + span * Self.rounding, about)
      #expect(axis.high >= values.max()! - span * Self.rounding, about)
      #expect((2...12).contains(axis.ticks.count), about)
      let step = axis.ticks[1] - axis.ticks[0]
      let digit = step / pow(10, log10(step * (1 + Self.rounding)).rounded(.down))
      #expect([1, 2, 5].contains { abs(digit - $0) < Self.rounding * 10 }, about)
      for tick in axis.ticks {
        let multiple = tick / step
        #expect(abs(multiple - multiple.rounded()) < Self.rounding * 10, about)
        #expect((-Self.rounding...1 + Self.rounding).contains(axis.position(tick)), about)
      }
      #expect(Set(axis.ticks.map(axis.label)).count == axis.ticks.count, about)
      for tick in axis.ticks where scale >= 1e-5 {
        let shown = try #require(Double(axis.label(tick)))
        #expect(abs(shown - tick) <= step * 1e-3, about)
      }
    }
  }

  @Test(
    arguments: [
      [], [0], [5], [-5], [.nan], [1e300, -1e300], [3, 3], [0, -.leastNonzeroMagnitude],
      [.leastNonzeroMagnitude, 3 * .leastNonzeroMagnitude],
    ] as [[Double]])
  func degenerateValuesHaveAnAxis(values: [Double]) {
    for includesZero in [true, false] {
      let axis = AxisScale.linear(values, includesZero: includesZero)
      #expect(axis.low < axis.high)
      #expect(axis.ticks.count >= 2)
      #expect(axis.low.isFinite && axis.high.isFinite)
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func logarithmicAxesHaveTicksWithinThem(seed: UInt64) {
    var random = TestRandom(seed: seed)
    for _ in 0..<300 {
      let least = pow(10, random.unit() * 8 - 4)
      let values = [least, least * (1 + pow(10, random.unit() * 5 - 1))]
      let axis = AxisScale.logarithmic(values)
      #expect(axis.ticks.allSatisfy { (axis.low...axis.high).contains($0) }, "seed \(seed)")
      #expect(axis.low < values[0] && axis.high > values[1], "seed \(seed)")
      #expect((3...14).contains(axis.ticks.count), "\(values), seed \(seed)")
      #expect(Set(axis.ticks.map(axis.label)).count == axis.ticks.count, "\(values), seed \(seed)")
      #expect(abs(axis.position(axis.low)) < Self.rounding)
      #expect(abs(axis.position(axis.high) - 1) < Self.rounding)
    }
  }

  @Test func isLogarithmicOnlyWhereItCanBeAndHelps() {
    #expect(AxisScale.fitting([0.1, 10]).isLogarithmic)
    #expect(!AxisScale.fitting([1, 3]).isLogarithmic)
    #expect(!AxisScale.fitting([0, 100]).isLogarithmic)
    #expect(!AxisScale.fitting([-1, 100]).isLogarithmic)
  }

  /// Coordinates may be shares of a screen or tens of millions of units.
  @Test(arguments: [1e-9, 3e-6, 2e-3, 4, 7e6, 5e9, 2e15])
  func labelsOfEveryScaleAreShortAndDiffer(greatest: Double) {
    let axis = AxisScale.linear([0, greatest], includesZero: true)
    let labels = axis.ticks.map(axis.label)
    #expect(Set(labels).count == labels.count, "\(labels)")
    #expect(labels.allSatisfy { $0.count <= 8 }, "\(labels)")
    let near = AxisScale.linear([greatest, greatest * 1.0001], includesZero: false)
    #expect(Set(near.ticks.map(near.label)).count == near.ticks.count)
  }

  @Test(arguments: [
    (0.001, "0.001"), (0.15, "0.15"), (150, "150"), (0, "0"), (-2.5, "-2.5"), (1e6, "1000000"),
  ])
  func roundedNumbersArePlain(value: Double, text: String) {
    #expect(FixedPoint.rounded(value, digits: 2) == text)
  }
}
