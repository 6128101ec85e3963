import Testing

@testable import MotionNumerics

@Suite struct QuantilesTests {
  private static let probabilities = [0.5, 0, 1, 0.95, 0.99, 0.25, 0.75, 0.001, 1.0 / 3]

  /// The definition, word for word, on sorted values.
  private static func definition(_ sorted: [Double], _ probability: Double) -> Double {
    let h = Double(sorted.count - 1) * probability
    let k = Int(h.rounded(.down))
    guard k + 1 < sorted.count else { return sorted[k] }
    return sorted[k] + (h - Double(k)) * (sorted[k + 1] - sorted[k])
  }

  private static func check(_ values: [Double], _ name: String) {
    var reordered = values
    let found = Quantiles.type7(&reordered, at: probabilities)
    let sorted = values.sorted()
    for (probability, quantile) in zip(probabilities, found) {
      let expected = definition(sorted, probability)
      guard let quantile else {
        Issue.record("\(name), n = \(values.count), p = \(probability): nil")
        continue
      }
      // Two roundings of the interpolation may be in another order.
      #expect(
        abs(quantile - expected) <= 2 * expected.ulp,
        "\(name), n = \(values.count), p = \(probability)")
    }
    #expect(reordered.sorted() == sorted, "\(name): the values themselves changed")
  }

  /// Worked by hand: R's quantile(c(1, 2, 4, 8), type = 7).
  @Test func workedExample() {
    var values = [8.0, 1, 4, 2]
    #expect(
      Quantiles.type7(&values, at: [0, 0.25, 0.5, 0.75, 1, 0.1]) == [1, 1.75, 3, 5, 8, 1.3])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 47, 48, 49, 50, 63, 64, 100, 1000, 20_000])
  func agreesWithASort(count: Int) {
    var generator = Xoshiro256StarStar(seed: UInt64(count))
    Self.check((0..<count).map { _ in generator.nextNormal() }, "normal")
    Self.check((0..<count).map { _ in Double(generator.nextInt(below: 3)) }, "three values")
    Self.check((0..<count).map { _ in 1 / (generator.nextUnit() + 1e-9) }, "heavy tail")
    Self.check((0..<count).map(Double.init), "ascending")
    Self.check((0..<count).reversed().map(Double.init), "descending")
    Self.check(Array(repeating: 7.25, count: count), "constant")
    Self.check((0..<count).map { Double(min($0, count - $0)) }, "organ pipe")
    Self.check((0..<count).map { Double($0 % 17) }, "saw")
    Self.check((0..<count).map { $0 == count / 2 ? 1 : 0 }, "one spike")
  }

  @Test func anyOrderGivesTheSame() {
    var generator = Xoshiro256StarStar(seed: 4)
    var values = (0..<5000).map { _ in generator.nextNormal() }
    var sorted = values.sorted()
    let expected = Quantiles.type7(&sorted, at: Self.probabilities)
    #expect(Quantiles.type7(&values, at: Self.probabilities) == expected)
    #expect(Quantiles.type7(&values, at: Self.probabilities) == expected)
  }

  @Test func nothingGivesNothing() {
    var empty: [Double] = []
    #expect(Quantiles.type7(&empty, at: [0, 0.5]) == [nil, nil])
    var some = [3.0, 1, 2]
    #expect(Quantiles.type7(&some, at: []) == [])
    #expect(some.sorted() == [1, 2, 3])
  }

  @Test func aNaNIsRefused() {
    for place in [0, 30, 99] {
      var values = (0..<100).map(Double.init)
      values[place] = .nan
      #expect(Quantiles.type7(&values, at: [0, 0.5, 1]) == [nil, nil, nil])
    }
  }

  @Test func aProbabilityOutsideIsRefused() {
    var values = [1.0, 2]
    #expect(
      Quantiles.type7(&values, at: [-0.1, 0.5, 1.1, .nan, 1 / 0.0]) == [nil, 1.5, nil, nil, nil])
  }

  @Test func infinitiesAreOrdered() {
    var values = [Double.infinity, 1, -Double.infinity, 2]
    // h = 0, 0.3, 1.5, 2.7 and 3.
    #expect(
      Quantiles.type7(&values, at: [0, 0.1, 0.5, 0.9, 1])
        == [-Double.infinity, -Double.infinity, 1.5, Double.infinity, Double.infinity])
    var apart = [-Double.infinity, Double.infinity]
    #expect(Quantiles.type7(&apart, at: [0, 0.5, 1]) == [-Double.infinity, nil, Double.infinity])
  }

  @Test func theWidestStepDoesNotOverflow() {
    let greatest = Double.greatestFiniteMagnitude
    var values = [-greatest, greatest]
    let found = Quantiles.type7(&values, at: [0.5, 0.75])
    #expect(found[0] == 0)
    // One rounding of the product.
    #expect(abs((found[1] ?? .nan) - greatest / 2) <= (greatest / 2).ulp)
  }

  /// Whatever is left when the partitions are spent is sorted, which bounds the cost of any input.
  @Test(arguments: 0..<12)
  func selectionIsRightWhereverItLosesPatience(patience: Int) {
    var generator = Xoshiro256StarStar(seed: 77)
    var values = (0..<3000).map { _ in Double(generator.nextInt(below: 900)) }
    let sorted = values.sorted()
    let ranks = [0, 1, 10, 1500, 1501, 2980, 2999]
    values.withUnsafeMutableBufferPointer { buffer in
      var selection = Selection(values: buffer, patience: patience)
      selection.settle(ranks[...], in: 0..<buffer.count)
    }
    #expect(ranks.map { values[$0] } == ranks.map { sorted[$0] })
  }

  /// The greatest values stand wherever the sample of the first partition is taken.
  @Test func anInputAgainstTheSampleIsStillRight() {
    let stride = 20_000 / 63
    var values = (0..<20_000).map { Double($0 % 1000) }
    for index in 0..<63 { values[index * stride] = Double(20_000 + index) }
    Self.check(values, "against the sample")
  }
}
