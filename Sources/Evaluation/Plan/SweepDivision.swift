/// How a sweep is divided into pieces that can be done, kept and done again by themselves.
///
/// A piece is a run of neighboring settings on one data set. It holds as many of them as make about
/// `predictionsAPiece` predictions, at least one and at most `mostSubjects`, so that a piece costs
/// seconds. The division follows from the plan and the data alone: whoever does a piece, on whatever
/// machine, with however many workers, does the same.
package struct SweepDivision: Hashable, Sendable {
  /// One piece.
  package struct Piece: Hashable, Sendable {
    /// Its number, from 0.
    package let index: Int
    /// The place of its data set among those of the run.
    package let dataset: Int
    /// The places of its settings among those of the plan.
    package let subjects: Range<Int>
  }

  /// How many predictions a piece has, about: a few seconds of one core.
  package static let predictionsAPiece = 10_000_000
  /// How many settings a piece has at most, so that small data sets can be shared out too.
  package static let mostSubjects = 16

  /// The pieces, by data set, then by setting.
  package let pieces: [Piece]

  /// Divides a sweep.
  ///
  /// - Parameters:
  ///   - samples: How many samples each data set has.
  ///   - subjects: How many settings there are.
  ///   - horizons: How many horizons there are.
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

  /// How many pieces a division has, without making them; nil where they are too many to count.
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

  /// How many settings a piece has on a data set.
  private static func size(samples: Int, horizons: Int) -> Int {
    let (product, overflow) = samples.multipliedReportingOverflow(by: max(horizons, 1))
    let predictions = overflow ? predictionsAPiece : max(product, 1)
    return min(max(predictionsAPiece / predictions, 1), mostSubjects)
  }

  /// The pieces of a share: every `share.count`-th, so that costly families are spread over all.
  package func pieces(of share: SweepShare) -> [Piece] {
    pieces.filter { share.contains($0.index) }
  }
}

/// One of the shares that a sweep is divided into, written `2/3` for the second of three.
package struct SweepShare: Hashable, Sendable, CustomStringConvertible {
  /// Which share, from 1.
  package let number: Int
  /// How many there are.
  package let count: Int

  /// All of a sweep in one share.
  package static let whole = SweepShare(number: 1, count: 1)

  private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  /// The share that the text names, such as `2/3`; nil where it names none.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// The share of `count` that a piece falls to.
  package init(ofPiece piece: Int, count: Int) {
    self.init(number: piece % max(count, 1) + 1, count: max(count, 1))
  }

  /// Whether a piece falls to it.
  package func contains(_ piece: Int) -> Bool { piece % count == number - 1 }

  /// As it is written.
  package var description: String { "\(number)/\(count)" }
}
