import MotionPrediction

/// The replay of a group of subjects on one recording, stroke by stroke.
struct GroupReplay {
  private var single: Replay?
  private var grid: GridReplay?

  /// A replay to fresh predictors.
  ///
  /// - Throws: `ParameterError` where a predictor cannot be made for the recording's context.
  init(
    _ group: SubjectGroup, on recording: PreparedRecording, keepsAnswers: Bool
  ) throws(ParameterError) {
    switch group {
    case .single(let subject):
      single = try Replay(subject, on: recording, keepsAnswers: keepsAnswers)
    case .grid(_, let configurations): grid = try GridReplay(configurations, on: recording)
    }
  }

  /// Plays the next stroke.
  mutating func answer(_ stroke: PreparedStroke) {
    single?.answer(stroke)
    grid?.answer(stroke)
  }

  /// Calls `body` with the numbers of members and what they said of the stroke that was played last,
  /// by slot; a lane each, in order.
  mutating func forEachScored(
    _ stroke: PreparedStroke, _ body: (Range<Int>, [ScoredLanes]) -> Void
  ) {
    if let single { body(0..<1, single.scored(stroke).map(\.lanes)) }
    grid?.forEachScored(stroke, body)
  }
}
