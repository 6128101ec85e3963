import TestSupport
import Testing

@testable import Reporting

@Suite struct LabelSpacingTests {
  /// Places are sums of gaps; what is lost is rounding.
  private static let rounding = 1e-9

  @Test(arguments: [1, 2, 3] as [UInt64])
  func keepsLabelsApartInOrderAndInRange(seed: UInt64) {
    var random = TestRandom(seed: seed)
    for count in 1...12 {
      let wanted = (0..<count).map { _ in random.unit() * 120 - 10 }
      let places = LabelSpacing.places(wanted, gap: 15, in: 0...100)
      let gap = count > 1 ? min(15, 100 / Double(count - 1)) : 0
      let order = wanted.indices.sorted { wanted[$0] < wanted[$1] }
      for (before, after) in zip(order, order.dropFirst()) {
        #expect(
          places[after] - places[before] >= gap - Self.rounding, "seed \(seed): \(wanted) \(places)"
        )
      }
      #expect(places.allSatisfy { (-Self.rounding...100 + Self.rounding).contains($0) })
    }
  }

  @Test func leavesLabelsWithRoomWhereTheyAre() {
    #expect(LabelSpacing.places([80, 10, 40], gap: 15, in: 0...100) == [80, 10, 40])
  }

  @Test func spreadsEqualLabelsAboutTheirPlace() {
    #expect(LabelSpacing.places([50, 50, 50], gap: 10, in: 0...100) == [40, 50, 60])
  }
}
