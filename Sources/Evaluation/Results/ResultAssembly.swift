/// Collects parts until a group is complete, and results until all earlier ones are.
struct ResultAssembly {
  /// What a piece of work completed.
  struct Added {
    /// Whether the recording is now complete.
    var completesRecording = false
    /// The subjects that are now complete, with their parts in the order of the
    /// recordings.
    var complete: [(subject: Int, parts: [RecordingPart])] = []
  }

  /// The parts of one group on one recording, by its first block.
  private struct Pieces {
    var parts: [Int: [RecordingPart]] = [:]
    var missing: Int
  }

  private let division: WorkDivision
  /// By group, then by recording.
  private var pieces: [Int: [Int: Pieces]] = [:]
  /// How many recordings of each group are not complete.
  private var missing: [Int]
  private var results: [Int: SubjectResult] = [:]
  private var nextResult = 0

  init(_ division: WorkDivision) {
    self.division = division
    missing = Array(repeating: division.recordingCount, count: division.groups.count)
  }

  /// Adds the parts of a piece.
  mutating func add(_ parts: [RecordingPart], _ piece: WorkDivision.Piece) -> Added {
    let none = Pieces(missing: division.pieceCount(of: piece.group, on: piece.recording))
    var found = pieces[piece.group]?[piece.recording] ?? none
    found.parts[piece.blocks.lowerBound] = parts
    found.missing -= 1
    pieces[piece.group, default: [:]][piece.recording] = found
    guard found.missing == 0 else { return Added() }
    missing[piece.group] -= 1
    guard missing[piece.group] == 0, let all = pieces.removeValue(forKey: piece.group) else {
      return Added(completesRecording: true)
    }
    let merged = (0..<division.recordingCount).map { Self.merged(all[$0]?.parts ?? [:]) }
    return Added(
      completesRecording: true,
      complete: division.members[piece.group].enumerated().map { place, subject in
        (subject, merged.map { $0[place] })
      })
  }

  /// Adds a result; all that are next in order.
  mutating func finish(_ subject: Int, _ result: SubjectResult) -> [(Int, SubjectResult)] {
    results[subject] = result
    var ready: [(Int, SubjectResult)] = []
    while let next = results.removeValue(forKey: nextResult) {
      ready.append((nextResult, next))
      nextResult += 1
    }
    return ready
  }

  /// The parts of a recording's blocks, merged in order.
  private static func merged(_ blocks: [Int: [RecordingPart]]) -> [RecordingPart] {
    var parts: [RecordingPart]?
    for (_, next) in blocks.sorted(by: { $0.key < $1.key }) {
      guard parts != nil else {
        parts = next
        continue
      }
      parts?.merge(next)
    }
    return parts ?? []
  }
}
