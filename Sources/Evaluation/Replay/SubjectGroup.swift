import MotionPrediction

/// Subjects that share a replay.
enum SubjectGroup: Sendable {
  /// A single subject.
  case single(EvaluationSubject)
  /// Plain polynomials in one pass, with their parameters.
  case grid([EvaluationSubject], [PolynomialPredictor.Parameters])

  /// The subjects.
  var subjects: [EvaluationSubject] {
    switch self {
    case .single(let subject): [subject]
    case .grid(let subjects, _): subjects
    }
  }

  /// Whether they are polynomials in one pass.
  var isGrid: Bool {
    if case .grid = self { return true }
    return false
  }

  /// Whether strokes can be replayed in any order.
  func forgetsStrokes(in context: PredictorContext) -> Bool {
    switch self {
    case .single(.predictor(let predictor)): (try? predictor.make(context))?.forgetsStrokes ?? true
    case .single(.supplied), .grid: true
    }
  }
}

/// The order in which subjects are replayed: in groups, by the first of each.
struct SubjectGroups: Sendable {
  /// The groups.
  private(set) var groups: [SubjectGroup] = []
  /// The numbers of each group's subjects.
  private(set) var members: [[Int]] = []

  /// Divides subjects into groups.
  ///
  /// - Parameters:
  ///   - subjects: The predictors to score.
  ///   - context: A context of those in which they will be made.
  ///   - size: How many polynomials are replayed together, at least 1. They are put in the order of
  ///     their degrees and windows, in which a `PolynomialGrid` is fastest.
  ///   - keepsAnswers: Whether scores need more than positions, so that each is replayed by itself.
  init(
    _ subjects: [EvaluationSubject], in context: PredictorContext?, size: Int, keepsAnswers: Bool
  ) {
    var grid: (place: Int, parameters: [PolynomialPredictor.Parameters])?
    func close(_ grid: (place: Int, parameters: [PolynomialPredictor.Parameters])?) {
      guard let grid, grid.parameters.count > 1 else { return }
      let order = PolynomialGrid.fastestOrder(of: grid.parameters)
      members[grid.place] = order.map { members[grid.place][$0] }
      groups[grid.place] = .grid(
        members[grid.place].map { subjects[$0] }, order.map { grid.parameters[$0] })
    }
    for (number, subject) in subjects.enumerated() {
      let parameters = keepsAnswers ? nil : context.flatMap(subject.polynomialParameters)
      if let parameters, let open = grid, open.parameters.count < size {
        members[open.place].append(number)
        grid?.parameters.append(parameters)
        continue
      }
      if parameters != nil { close(grid) }
      if let parameters { grid = (groups.count, [parameters]) }
      groups.append(.single(subject))
      members.append([number])
    }
    close(grid)
  }
}

extension EvaluationSubject {
  /// The parameters of a plain polynomial; nil for anything else.
  fileprivate func polynomialParameters(
    in context: PredictorContext
  ) -> PolynomialPredictor.Parameters? {
    guard case .predictor(let predictor) = self else { return nil }
    return predictor.polynomialParameters(in: context)
  }
}

/// The replay of a group of subjects on one recording, stroke by stroke.
struct GroupReplay {
  private var single: Replay?
  private var grid: GridReplay?

  /// Creates a replay with new predictors.
  ///
  /// - Throws: `ParameterError` if a predictor cannot be made for the recording's context.
  init(_ group: SubjectGroup, _ scoring: RecordingScoring) throws(ParameterError) {
    let recording = scoring.recording
    switch group {
    case .single(let subject):
      single = try Replay(subject, on: recording, keepsAnswers: scoring.selection.needsAnswers)
    case .grid(_, let configurations):
      grid = try GridReplay(
        configurations, on: recording,
        summed: scoring.sumsWhilePlaying ? scoring.selection.needs : nil)
    }
  }

  /// Replays the next stroke.
  mutating func answer(_ stroke: PreparedStroke) {
    single?.answer(stroke)
    grid?.answer(stroke)
  }

  /// Calls `body` with the numbers of members, a slot, and what was measured there; only for
  /// scorings that read no predictions, and never for a single subject.
  mutating func forEachMeasured(
    _ stroke: PreparedStroke, _ needs: ScoreNeeds, _ body: (Range<Int>, Int, MeasuredLanes) -> Void
  ) {
    grid?.forEachMeasured(stroke, needs, body)
  }

  /// Calls `body` with what was summed of the stroke that was played last, four members in a row
  /// together; only for scorings that need no more, and never for a single subject.
  func withSummed(_ body: (GridSums.Found) -> Void) { grid?.withSummed(body) }

  /// Calls `body` with the indices of members and their predictions for the stroke that was replayed
  /// last, by slot; a lane each, in order, with what is needed of it.
  mutating func forEachScored(
    _ stroke: PreparedStroke, _ needs: ScoreNeeds, _ body: (Range<Int>, [ScoredLanes]) -> Void
  ) {
    if let said = single?.scored(stroke, needs) { body(0..<1, said.map(\.lanes)) }
    grid?.forEachScored(stroke, needs, body)
  }
}
