import Foundation
import Testing

@testable import Evaluation

/// Pieces and shares of a sweep: each setting on each data set in one of them.
@Suite struct SweepDivisionTests {
  @Test(arguments: [0, 1, 15, 16, 17, 720]) func everySettingIsInOnePiece(subjects: Int) {
    let division = SweepDivision(samples: [600, 143_000, 0], subjects: subjects, horizons: 8)
    #expect(division.pieces.map(\.index) == Array(division.pieces.indices))
    for dataset in 0..<3 {
      let settings = division.pieces.filter { $0.dataset == dataset }.flatMap(\.subjects)
      #expect(settings == Array(0..<subjects))
    }
  }

  @Test(arguments: [1, 2, 3, 7, 200]) func everyPieceIsInOneShare(count: Int) throws {
    let division = SweepDivision(samples: [600, 143_000], subjects: 100, horizons: 8)
    let shares = try (1...count).map { try #require(SweepShare("\($0)/\(count)")) }
    let dealt = shares.flatMap(division.pieces(of:)).map(\.index).sorted()
    #expect(dealt == Array(division.pieces.indices))
    let sizes = shares.map { division.pieces(of: $0).count }
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    for piece in division.pieces {
      #expect(SweepShare(ofPiece: piece.index, count: count).contains(piece.index))
    }
  }

  /// The more predictions a setting makes, the fewer settings a piece has; never none.
  @Test func piecesOfLargeDataSetsAreSmaller() {
    func size(_ samples: Int) -> Int {
      SweepDivision(samples: [samples], subjects: 100, horizons: 8).pieces[0].subjects.count
    }
    #expect(size(600) == SweepDivision.mostSubjects)
    #expect(size(143_000) == 8)
    #expect(size(100_000_000) == 1)
  }

  @Test(arguments: ["", "1", "0/1", "2/1", "1/0", "1/2/3", "a/2", "1/ 2"])
  func textsThatAreNoShares(text: String) { #expect(SweepShare(text) == nil) }

  /// Numbers of every kind come back with the same bits.
  @Test func packedNumbersKeepEveryBit() throws {
    let values = [
      0, -0.0, 1.0 / 3, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity,
      -.infinity,
      .nan, Double(bitPattern: 0x7FF8_0000_0000_1234),
    ]
    let json = try JSONEncoder().encode([PackedNumbers(values: values)])
    let read = try JSONDecoder().decode([PackedNumbers].self, from: json)
    #expect(read.first?.values.map(\.bitPattern) == values.map(\.bitPattern))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PackedNumbers].self, from: Data(#"["AAAA"]"#.utf8))
    }
  }
}
