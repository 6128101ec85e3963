import MotionPrediction

/// How subjects are scored on one recording.
struct RecordingScoring: Sendable {
  let recording: PreparedRecording
  let dataset: String
  var form = SheetForm()
  var keepsRaw = false
  /// Whether the errors are kept by stroke.
  var findsFloors = false
  var storage: ValueStorage?
  /// Seconds since some moment.
  var clock: @Sendable () -> Double = { 0 }

  /// The parts of a group's subjects on some of the recording's blocks.
  ///
  /// Strokes are merged block by block, so that the result does not depend on whether the blocks were
  /// played one after another or each by itself.
  func parts(of group: SubjectGroup, blocks: Range<Int>) -> [RecordingPart] {
    do throws(ParameterError) {
      switch group {
      case .single(let subject):
        var replay = try Replay(subject, on: recording, keepsAnswers: form.needsAnswers)
        return merged(1, blocks) { [replay.scored($0)] }
      case .grid(_, let configurations):
        var replay = try GridReplay(configurations, on: recording)
        return merged(configurations.count, blocks) { replay.scored($0) }
      }
    } catch {
      return group.subjects.map { subject in
        RecordingPart(
          EvaluationFailure(
            dataset: dataset, source: recording.source, predictor: subject.spelling,
            problem: "\(error)"))
      }
    }
  }

  private func merged(
    _ count: Int, _ blocks: Range<Int>, _ replay: (PreparedStroke) -> [[ScoredStroke]]
  ) -> [RecordingPart] {
    var result: [RecordingPart]?
    for block in blocks {
      var parts = (0..<count).map { _ in RecordingPart(self) }
      for stroke in recording.strokes[recording.blocks[block]] {
        let started = clock()
        let scored = replay(stroke)
        let seconds = (clock() - started) / Double(count)
        for index in parts.indices {
          parts[index].add(scored[index], self)
          parts[index].count(replaySeconds: seconds)
        }
      }
      guard result != nil else {
        result = parts
        continue
      }
      for index in parts.indices { result?[index].merge(parts[index]) }
    }
    return result ?? (0..<count).map { _ in RecordingPart(self) }
  }
}
