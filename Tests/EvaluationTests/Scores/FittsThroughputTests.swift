import Foundation
import Testing

@testable import Evaluation

@Suite struct FittsThroughputTests {
  private typealias Movement = FittsThroughput.Movement

  /// The share that rounding may change.
  private static let rounding = 1e-12

  /// Movements to and fro between (0, 0) and (100, 0), with d and duration of each; each begins at the last selection.
  private func sequence(_ selections: [(past: Double, duration: Double)]) -> [Movement] {
    var start = SIMD2<Double>.zero
    return selections.enumerated().map { index, selection in
      let (from, to) = index % 2 == 0 ? (0.0, 100.0) : (100.0, 0.0)
      let end = SIMD2(to + (to > from ? 1 : -1) * selection.past, 7)
      defer { start = end }
      return Movement(
        from: SIMD2(from, 0), to: SIMD2(to, 0), start: start, end: end, duration: selection.duration
      )
    }
  }

  private func expect(_ value: Double?, _ expected: Double) {
    #expect(abs((value ?? .nan) - expected) <= Self.rounding * expected)
  }

  /// d is 1, 1, −1, −1: squares of 4 in all, divided by 3.
  ///
  /// a is 101, then from 101 to −1 102, from −1 to 99 100, and from 99 to 1 98.
  @Test func fourSelectionsByHand() {
    let measured = FittsThroughput(
      of: sequence([(1, 0.25), (1, 0.75), (-1, 0.5), (-1, 0.5)]))
    let width = 4.133 * 2 / 3.0.squareRoot()
    expect(measured?.amplitude, 100.25)
    expect(measured?.width, width)
    expect(measured?.difficulty, log2(100.25 / width + 1))
    expect(measured?.throughput, log2(100.25 / width + 1) / 0.5)
  }

  /// What lies across the axis does not count, and neither do place, direction and unit of length.
  @Test func movedTurnedAndScaled() throws {
    let movements = sequence([(3, 0.5), (-3, 0.4), (0, 0.6)])
    func turned(_ p: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(50, -20) + 4 * SIMD2(0.6 * p.x - 0.8 * p.y, 0.8 * p.x + 0.6 * p.y)
    }
    let before = try #require(FittsThroughput(of: movements))
    let after = try #require(
      FittsThroughput(
        of: movements.map {
          Movement(
            from: turned($0.from), to: turned($0.to), start: turned($0.start), end: turned($0.end),
            duration: $0.duration)
        }))
    expect(after.amplitude, 4 * before.amplitude)
    expect(after.width, 4 * before.width)
    expect(after.difficulty, before.difficulty)
    expect(after.throughput, before.throughput)
    expect(before.width, 4.133 * 3)
  }

  @Test func fewerThanTwoMovementsHaveNone() {
    #expect(FittsThroughput(of: [Movement]()) == nil)
    #expect(FittsThroughput(of: sequence([(3, 0.5)])) == nil)
    #expect(FittsThroughput(of: sequence([(3, 0.5), (-3, 0.5)])) != nil)
  }

  /// Also where the selections differ by rounding alone: a tenth past targets around a circle.
  @Test func equalSelectionsHaveNone() {
    #expect(FittsThroughput(of: sequence([(3, 0.5), (3, 0.4), (3, 0.6)])) == nil)
    let places = (0...7).map { index in
      let angle = 2 * Double.pi * Double(index * 4 % 7) / 7
      return SIMD2(300 + 200 * cos(angle), 300 + 200 * sin(angle))
    }
    let around = (0..<7).map { index in
      let (from, to) = (places[index], places[index + 1])
      let axis = (to - from) / ((to - from) * (to - from)).sum().squareRoot()
      return Movement(from: from, to: to, start: from, end: to + 0.1 * axis, duration: 0.5)
    }
    #expect(FittsThroughput(of: around) == nil)
  }

  @Test func whatIsNotDefinedHasNone() {
    #expect(FittsThroughput(of: sequence([(3, 0), (-3, 0)])) == nil, "no time")
    #expect(FittsThroughput(of: sequence([(3, .nan), (-3, 1)])) == nil)
    #expect(FittsThroughput(of: sequence([(.infinity, 1), (-3, 1)])) == nil)
    let place = SIMD2<Double>(1, 1)
    let still = Movement(from: place, to: place, start: place, end: place, duration: 1)
    #expect(FittsThroughput(of: [still, still]) == nil, "no axis")
    let back = [1.0, 2].map {
      Movement(from: .zero, to: SIMD2(9, 0), start: .zero, end: SIMD2(-$0, 0), duration: 1)
    }
    #expect(FittsThroughput(of: back) == nil, "the wrong way")
  }

  @Test func difficultyByHand() {
    expect(FittsThroughput.indexOfDifficulty(amplitude: 300, width: 20), 4)
    #expect(FittsThroughput.indexOfDifficulty(amplitude: 0, width: 20) == 0)
  }
}
