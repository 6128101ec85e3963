/// The division of a sweep into pieces that can be computed and stored independently.
///
/// A piece is a run of consecutive settings on one data set, with about `predictionsAPiece`
/// predictions but at least one and at most `mostSubjects` settings, so that it takes seconds. The
/// division depends only on the plan and the data, not on the machine or the number of workers.
package struct SweepDivision: Hashable, Sendable {
  /// One piece.
  package struct Piece: Hashable, Sendable {
    /// The index, from 0.
    package let index: Int
    /// The index of its data set in the run.
    package let dataset: Int
    /// The indices of its settings in the plan.
    package let subjects: Range<Int>
  }

  /// The approximate number of predictions in a piece: a few seconds on one core.
  package static let predictionsAPiece = 10_000_000
  /// The greatest number of settings in a piece, so that small data sets can be sharded too.
  package static let mostSubjects = 16

  /// The pieces, by data set, then by setting.
  package let pieces: [Piece]

  /// Divides a sweep.
  ///
  /// - Parameters:
  ///   - samples: The number of samples in each data set.
  ///   - subjects: The number of settings.
  ///   - horizons: The number of horizons.
  package init(samples: [Int], subjects: Int, horizons: Int) {
    var pieces: [Piece] = []
    for (dataset, samples) in samples.enumerated() {
      let size = Self.size(samples: samples, horizons: horizons)
      for start in stride(from: 0, to: subjects, by: size) {
        pieces.append(
          Piece(
            index: pieces.count, dataset: dataset, subjects: start..<min(start + size, subjects)))
      }
    }
    self.pieces = pieces
  }

  /// Returns the number of pieces without creating them; nil on overflow.
  package static func count(samples: [Int], subjects: Int, horizons: Int) -> Int? {
    var count = 0
    for samples in samples where subjects > 0 {
      let size = size(samples: samples, horizons: horizons)
      let (sum, overflow) = count.addingReportingOverflow((subjects - 1) / size + 1)
      guard !overflow else { return nil }
      count = sum
    }
    return count
  }

  /// Returns the number of settings in a piece on a data set.
  private static func size(samples: Int, horizons: Int) -> Int {
    let (product, overflow) = samples.multipliedReportingOverflow(by: max(horizons, 1))
    let predictions = overflow ? predictionsAPiece : max(product, 1)
    return min(max(predictionsAPiece / predictions, 1), mostSubjects)
  }

  /// Returns the pieces of a shard: every `share.count`-th, so that all shards get some of the
  /// expensive families.
  package func pieces(of share: SweepShare) -> [Piece] {
    pieces.filter { share.contains($0.index) }
  }
}

/// One shard of a sweep, written `2/3` for the second of three.
package struct SweepShare: Hashable, Sendable, CustomStringConvertible {
  /// The number of the shard, from 1.
  package let number: Int
  /// The number of shards.
  package let count: Int

  /// A single shard that holds the whole sweep.
  package static let whole = SweepShare(number: 1, count: 1)

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// Creates a shard from text such as `2/3`; nil if the text is invalid.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// Creates the shard, of `count`, that a piece belongs to.
  package init(ofPiece piece: Int, count: Int) {
    self.init(number: piece % max(count, 1) + 1, count: max(count, 1))
  }

  /// Returns whether a piece belongs to the shard.
  package func contains(_ piece: Int) -> Bool { piece % count == number - 1 }

  /// The text form, such as `2/3`.
  package var description: String { "\(number)/\(count)" }
}
