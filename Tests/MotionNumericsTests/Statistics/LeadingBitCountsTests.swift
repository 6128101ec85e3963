import Testing

@testable import MotionNumerics

/// Histograms that are kept beside numbers, and the quantiles that they save a pass of.
@Suite struct LeadingBitCountsTests {
  private static func counts(_ values: [Double]) -> LeadingBitCounts {
    var counts = LeadingBitCounts()
    values.withUnsafeBufferPointer { counts.add($0) }
    return counts
  }

  /// By cell, as a dictionary has it.
  private static func counted(_ values: [Double]) -> [Int: UInt32] {
    values.reduce(into: [:]) { $0[LeadingBitCounts.cell($1), default: 0] += 1 }
  }

  private static func samples(_ name: String, seed: UInt64) -> [Double] {
    var generator = Xoshiro256StarStar(seed: seed)
    return (0..<5000).map { index in
      switch name {
      case "lengths": abs(generator.nextNormal())
      case "lengths and zeros": max(generator.nextNormal(), 0)
      case "large": abs(generator.nextNormal()) * 1e20
      case "falling": 1e30 / Double(index * index + 1)
      default: Double(index % 7) * 1e-3
      }
    }
  }

  @Test(arguments: ["lengths", "lengths and zeros", "large", "falling", "steps"])
  func cellsAreInOrderAndHoldAll(name: String) {
    let values = Self.samples(name, seed: 1)
    let cells = Self.counts(values).cells
    #expect(zip(cells, cells.dropFirst()).allSatisfy { $0.0 < $1.0 })
    #expect(
      Dictionary(uniqueKeysWithValues: cells) == Self.counted(values))
  }

  @Test func partsAddUpToTheWhole() {
    let values = Self.samples("lengths and zeros", seed: 2) + Self.samples("falling", seed: 2)
    for cut in [0, 1, 3000, 5000, 7777, values.count] {
      var sum = Self.counts(Array(values[..<cut]))
      sum.merge(Self.counts(Array(values[cut...])))
      #expect(sum.isComplete)
      #expect(sum.cells.map(\.0) == Self.counts(values).cells.map(\.0), "cut at \(cut)")
      #expect(sum.cells.map(\.1) == Self.counts(values).cells.map(\.1), "cut at \(cut)")
    }
  }

  /// Numbers of both signs are far apart in the order of all numbers.
  @Test func whatIsTooFarApartOrEndlessIsNotCounted() {
    for far in [-1.0, .infinity, -.infinity, .nan, -Double.nan, 5e-324, 1e300, -0.0] {
      let values = [1, 0, 2, far, 3]
      #expect(!Self.counts(values).isComplete, "\(far)")
      var sum = Self.counts([1, 2])
      sum.merge(Self.counts([far]))
      #expect(!sum.isComplete, "\(far)")
    }
    #expect(Self.counts([]).isComplete)
    #expect(Self.counts([0, 0]).cells.map(\.1) == [2])
  }

  /// Counts save one pass, and change no bit.
  @Test(arguments: ["lengths", "lengths and zeros", "large", "falling", "steps"], [1, 1 << 17])
  func quantilesAreTheSameWithOnePassFewer(name: String, limit: Int) {
    let values = Self.samples(name, seed: 3)
    let probabilities = [0, 0.5, 0.95, 0.99, 1]
    func quantiles(_ counts: LeadingBitCounts?) -> (values: [Double?], passes: Int) {
      var passes = 0
      let found = Quantiles.type7(
        at: probabilities, of: values.count, counted: counts, holdingAtMost: limit
      ) { visit in
        passes += 1
        values.withUnsafeBufferPointer(visit)
      }
      return (found, passes)
    }
    let (alone, saved) = (quantiles(nil), quantiles(Self.counts(values)))
    #expect(saved.values == alone.values)
    #expect(saved.passes == alone.passes - 1)
  }

  @Test func countsThatStoppedAreNotUsed() {
    var values = Self.samples("lengths", seed: 4)
    values[17] = -3
    let found = values.withUnsafeBufferPointer { buffer in
      Quantiles.type7(at: [0, 1], of: buffer.count, counted: Self.counts(values)) { $0(buffer) }
    }
    #expect(found == [-3, values.max()])
  }
}
