import Foundation
import MotionNumerics
import TestSupport
import Testing

@testable import MotionPrediction

/// The ruler that positions bring along: a low percentile of the distances between samples.
@Suite struct PositionGrainTests {
  private static func grain(_ changes: some Sequence<Double>, from start: Double = 500)
    -> PositionGrain
  {
    var grain = PositionGrain()
    var before = SIMD2(start, start)
    for (number, change) in changes.enumerated() {
      let after = before + (number % 2 == 0 ? SIMD2(change, 0) : SIMD2(0, -change))
      grain.learn(from: before, to: after)
      before = after
    }
    return grain
  }

  /// The grain's length, as it is told of a scale of 1.
  private static func length(_ grain: PositionGrain) -> Double {
    exp(-2 * (grain.ratio(of: 0) + 1))
  }

  @Test("is about the third percentile", arguments: 1...20)
  func isAPercentile(seed: Int) {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let changes = (0..<2000).map { _ in 0.5 + 9 * random.nextUnit() }
    let length = Self.length(Self.grain(changes))
    #expect(length > 0.5 && length < 1.3, "seed \(seed): \(length)")
  }

  @Test("is near the grid's spacing where most changes are of one step")
  func isTheGrid() {
    let changes = (0..<500).map { $0 % 3 == 0 ? 2.0 : 1 }
    let length = Self.length(Self.grain(changes))
    #expect(length > 0.85 && length <= 1, "\(length)")
  }

  @Test("comes with the unit of length")
  func comesWithTheUnit() {
    let changes = (1...300).map { Double(1 + $0 % 7) }
    let (one, thousand) = (
      Self.grain(changes), Self.grain(changes.map { 1000 * $0 }, from: 500_000)
    )
    let difference = thousand.ratio(of: log(3000)) - one.ratio(of: log(3))
    #expect(abs(difference) < 1e-9)
  }

  @Test("is unknown at first, and blind to rests, rounding and infinity")
  func ignoresWhatIsNoChange() {
    #expect(PositionGrain().ratio(of: 2) == 0)
    #expect(Self.grain([0, 1e-9, .infinity, .nan]) == PositionGrain())
    #expect(Self.grain([2]).ratio(of: log(2)) == -1)
    #expect(Self.grain([1e-3]).ratio(of: 50) == 2)
    #expect(Self.grain([1e-3]).ratio(of: -50) == -3)
    #expect(Self.grain([1]).ratio(of: .infinity) == 0)
  }
}
