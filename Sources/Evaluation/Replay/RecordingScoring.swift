import MotionPrediction

/// How subjects are scored on one recording.
struct RecordingScoring: Sendable {
  let recording: PreparedRecording
  let dataset: String
  let selection: ScoreSelection
  var keepsRaw = false
  /// Whether the errors are kept by stroke.
  var findsFloors = false
  var storage: ValueStorage?
  /// Seconds since some moment.
  var clock: @Sendable () -> Double = { 0 }

  /// Whether polynomials in one pass need give no more than what can be summed while they answer.
  ///
  /// Where only some samples are delivered, or each window is played by itself, predictions are kept.
  var sumsWhilePlaying: Bool {
    let replay = recording.replay
    return !keepsRaw && selection.needs.isSubset(of: GridSums.possible) && selection.parts == [nil]
      && replay.name != .display && !(replay.name == .henze2017 && replay.observe == .window)
  }

  /// The parts of a group's subjects on some of the recording's blocks.
  ///
  /// Scores are merged block by block, so that the result does not depend on whether the blocks
  /// were played one after another or each by itself.
  func parts(of group: SubjectGroup, blocks: Range<Int>) -> [RecordingPart] {
    do throws(ParameterError) {
      var replay = try GroupReplay(group, self)
      var result: [RecordingPart]?
      for block in blocks {
        let parts = parts(of: group, recording.strokes[recording.blocks[block]], &replay)
        if result == nil { result = parts } else { result?.merge(parts) }
      }
      return result ?? Array(repeating: RecordingPart(self), count: group.subjects.count)
    } catch {
      return failed(group, error)
    }
  }

  /// The parts of a group's subjects on the strokes that follow in a replay.
  func parts(
    of group: SubjectGroup, _ strokes: some Sequence<PreparedStroke>, _ replay: inout GroupReplay
  ) -> [RecordingPart] {
    var parts = Array(repeating: RecordingPart(self), count: group.subjects.count)
    var blocks = stride(from: 0, to: parts.count, by: ScoredLanes.width).map { first in
      BlockTotals(
        self, width: min(ScoredLanes.width, parts.count - first),
        strokes: strokes.underestimatedCount)
    }
    let readsPredictions = keepsRaw || selection.needs.contains(.strokes)
    let isSummed = group.isGrid && sumsWhilePlaying
    let isMeasured = group.isGrid && !readsPredictions && selection.parts == [nil]
    var seconds = 0.0
    for stroke in strokes {
      let started = clock()
      replay.answer(stroke)
      seconds += clock() - started
      if isSummed {
        replay.withSummed { blocks.add(stroke, $0) }
        continue
      }
      if isMeasured {
        replay.forEachMeasured(stroke, selection.needs) { members, slot, found in
          blocks[members.lowerBound / ScoredLanes.width].add(stroke, slot, found)
        }
        continue
      }
      replay.forEachScored(stroke, selection.needs) { members, scored in
        let divided = selection.divided(scored)
        blocks[members.lowerBound / ScoredLanes.width].add(divided)
        guard readsPredictions else { return }
        for (lane, member) in members.enumerated() {
          parts[member].add(scored, divided: divided, lane: lane, self)
        }
      }
    }
    for member in parts.indices {
      let (four, lane) = member.quotientAndRemainder(dividingBy: ScoredLanes.width)
      parts[member].add(blocks[four], lane: lane)
      parts[member].count(replaySeconds: seconds / Double(parts.count))
    }
    return parts
  }

  /// The parts of a group that could not be made.
  func failed(_ group: SubjectGroup, _ error: ParameterError) -> [RecordingPart] {
    group.subjects.map { subject in
      RecordingPart(
        EvaluationFailure(
          dataset: dataset, source: recording.source, predictor: subject.spelling,
          problem: "\(error)"))
    }
  }
}

extension [RecordingPart] {
  /// Merges the parts of the strokes that follow, subject by subject.
  mutating func merge(_ later: [RecordingPart]) {
    for place in indices { self[place].merge(later[place]) }
  }
}
