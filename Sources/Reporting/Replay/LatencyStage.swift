import Evaluation
import MotionNumerics
import MotionPrediction
import TouchInput

/// One of the four stages of a drawing app on its way from touch to screen, simulated.
///
/// The screen refreshes at a fixed rate and shows each frame one refresh after it was drawn. In the
/// stages `naive` and `coalesced` an event is drawn when it is handled and misses the refresh it came
/// for, which costs one refresh more. See `DisplayPipeline`.
package enum LatencyStage: String, Hashable, Sendable, CaseIterable {
  /// The newest touch of each refresh alone is drawn, when it is handled.
  case naive
  /// All touches are drawn, when they are handled.
  case coalesced
  /// All touches are drawn at the refresh.
  case perRefresh
  /// As `perRefresh`, and a line to where a predictor says the contact will be.
  case predicted

  /// What a person is told.
  var title: String {
    switch self {
    case .naive: "Naive"
    case .coalesced: "Coalesced"
    case .perRefresh: "Drawn per refresh"
    case .predicted: "Predicted"
    }
  }

  /// What lies between touch and screen.
  func pipeline(refreshRate: Double) -> DisplayPipeline {
    switch self {
    case .naive:
      DisplayPipeline(
        refreshRate: refreshRate, delivery: .newest, inputLatency: 1 / refreshRate)
    case .coalesced: DisplayPipeline(refreshRate: refreshRate, inputLatency: 1 / refreshRate)
    case .perRefresh, .predicted: DisplayPipeline(refreshRate: refreshRate)
    }
  }
}

/// What is on the simulated screen from one refresh to the next.
struct LatencyFrame: Hashable, Sendable {
  /// From when it is shown, in seconds.
  var time: Double
  /// The path.
  var line: Int
  /// The index of the newest sample that is drawn.
  var index: Int
  /// Where the ink ends.
  var tip: SIMD2<Double>
  /// Where the contact is at that moment; nil where nobody knows.
  var contact: SIMD2<Double>?
  /// How long before that moment the contact was nearest to where the ink ends, in seconds.
  var delay: Double?

  /// How far the ink is from the contact; nil where nobody knows where that is.
  var gap: Double? { contact.map { tip.distance(to: $0) } }
}

/// The frames of all four stages.
struct LatencyFrames: Sendable {
  /// By stage, in order of time.
  let frames: [LatencyStage: [LatencyFrame]]

  /// Simulates the stages.
  ///
  /// - Parameters:
  ///   - evaluation: The touches, with one refresh as its horizon.
  ///   - predictor: What the last stage asks; without one it holds.
  ///   - hold: The predictor of the other stages, which shows the newest sample.
  ///   - refreshRate: In hertz.
  /// - Throws: `ReplayError` where the touches or a predictor cannot be used.
  init(
    _ evaluation: ReplayEvaluation, predictor: ConfiguredPredictor?, hold: ConfiguredPredictor,
    refreshRate: Double
  ) async throws(ReplayError) {
    let places = SamplePlaces(evaluation.strokes)
    let tracks = evaluation.strokes.map(ContactTrack.init(of:))
    var result: [LatencyStage: [LatencyFrame]] = [:]
    for stage in LatencyStage.allCases {
      var replay = EvaluationProtocol.display
      replay.pipeline = stage.pipeline(refreshRate: refreshRate)
      let asked = stage == .predicted ? predictor ?? hold : hold
      let answers = try await evaluation.predictions(of: [asked], by: replay).first ?? []
      result[stage] = answers.compactMap { answer in
        guard let (line, index) = places.place(of: answer) else { return nil }
        let time = answer.time + answer.ahead
        return LatencyFrame(
          time: time, line: line, index: index, tip: answer.predicted, contact: answer.truth,
          delay: answer.truth == nil ? nil : tracks[line].delay(of: answer.predicted, at: time))
      }.sorted { ($0.time, $0.line) < ($1.time, $1.line) }
    }
    frames = result
  }
}

extension ContactTrack {
  /// The track of a stroke; samples that are not later than one before them are passed over.
  init(of stroke: Stroke) {
    var (times, positions): ([Double], [SIMD2<Double>]) = ([], [])
    for sample in stroke.samples where times.last.map({ $0 < sample.time }) ?? true {
      times.append(sample.time)
      positions.append(sample.position)
    }
    self.init(times: times, positions: positions)
  }
}
