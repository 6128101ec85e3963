import TouchInput

/// How subjects on recordings are divided into pieces of work.
struct WorkDivision: Sendable {
  /// One piece: a group of subjects on some blocks of a recording.
  struct Piece: Sendable {
    let group: Int
    let recording: Int
    let blocks: Range<Int>
  }

  /// The groups, in the order in which they are taken up.
  let groups: [SubjectGroup]
  /// The numbers of each group's subjects.
  let members: [[Int]]
  /// How many recordings there are.
  let recordingCount: Int
  /// How many pieces there are.
  let pieceCount: Int

  /// The pieces of one group that keeps nothing across strokes, the greatest first.
  private let divided: [Piece]
  /// Those of one that does.
  private let whole: [Piece]
  /// The number of each group's first piece.
  private let firstPieces: [Int]
  private let isDivided: [Bool]
  /// Of each recording; one without strokes is one piece too.
  private let blockCounts: [Int]

  /// How much the scores of the polynomials in one pass may hold, in bytes.
  private static let gridBytes = 256 << 20
  /// How many go in one pass where their predictions are kept, and where they are summed at once.
  private static let mostInGrid = (kept: 32, summed: 256)

  /// - Parameters:
  ///   - subjects: The predictors to score.
  ///   - recordings: The recordings.
  ///   - keepsAnswers: Whether scores need more than positions.
  ///   - needs: What is computed.
  init(
    _ subjects: [EvaluationSubject], _ recordings: [PreparedRecording], keepsAnswers: Bool,
    needs: ScoreNeeds = .all
  ) {
    let predictions = recordings.reduce(0) { sum, recording in
      recording.strokes.reduce(sum) { $0 + $1.targetCount }
    }
    let most = Self.gridBytes / max(needs.bytesPerPrediction * predictions, 1)
    // Spectra are computed four at a time.
    let size = most < 4 ? most : most / 4 * 4
    let context = recordings.first?.context
    let division = SubjectGroups(
      subjects, in: context,
      size: min(
        max(size, 1),
        needs.isSubset(of: .errors) ? Self.mostInGrid.summed : Self.mostInGrid.kept),
      keepsAnswers: keepsAnswers)
    groups = division.groups
    members = division.members
    recordingCount = recordings.count
    let order = recordings.indices.sorted {
      (recordings[$1].sampleCount, $0) < (recordings[$0].sampleCount, $1)
    }
    whole = order.map { Piece(group: 0, recording: $0, blocks: recordings[$0].blocks.indices) }
    divided = whole.flatMap { piece in
      piece.blocks.isEmpty
        ? [piece]
        : piece.blocks.map { Piece(group: 0, recording: piece.recording, blocks: $0..<($0 + 1)) }
    }
    blockCounts = recordings.map { max($0.blocks.count, 1) }
    let canDivide = divided.count > whole.count
    isDivided = groups.map { group in
      canDivide && (context.map(group.forgetsStrokes) ?? false)
    }
    var next = 0
    var first: [Int] = []
    for isDivided in isDivided {
      first.append(next)
      next += isDivided ? divided.count : whole.count
    }
    (firstPieces, pieceCount) = (first, next)
  }

  /// The piece of a number; those of a group come one after another.
  func piece(_ number: Int) -> Piece {
    let low = firstPieces.partitioningIndex { $0 > number } - 1
    let piece = (isDivided[low] ? divided : whole)[number - firstPieces[low]]
    return Piece(group: low, recording: piece.recording, blocks: piece.blocks)
  }

  /// How many pieces a group has on a recording.
  func pieceCount(of group: Int, on recording: Int) -> Int {
    isDivided[group] ? blockCounts[recording] : 1
  }
}

extension ScoreNeeds {
  /// About how much scores hold for each prediction of one predictor, in bytes.
  fileprivate var bytesPerPrediction: Int {
    let kept: [ScoreNeeds] = [.errorQuantiles, .overshootQuantiles, .changeQuantiles]
    return contains(.strokes) ? 24 : 8 * kept.count(where: isSuperset(of:))
  }
}
