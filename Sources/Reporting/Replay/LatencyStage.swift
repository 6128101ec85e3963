import Evaluation
import MotionNumerics
import MotionPrediction
import TouchInput

/// One of four simulated drawing apps, each with less latency than the one before.
///
/// The screen refreshes at a fixed rate and shows each frame one refresh after it was drawn. In
/// `naive` and `coalesced`, an event is drawn when it is handled and misses its refresh, which
/// costs one more. See `DisplayPipeline`.
package enum LatencyStage: String, Hashable, Sendable, CaseIterable {
  /// Draws only the newest touch of each refresh, when it is handled.
  case naive
  /// Draws all touches when they are handled.
  case coalesced
  /// Draws all touches at the refresh.
  case perRefresh
  /// Like `perRefresh`, plus a line to the predicted position of the contact.
  case predicted

  /// The title on the page.
  var title: String {
    switch self {
    case .naive: "Naive"
    case .coalesced: "Coalesced"
    case .perRefresh: "Drawn per refresh"
    case .predicted: "Predicted"
    }
  }

  /// Returns the pipeline between touch and screen.
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

/// What the simulated screen shows from one refresh to the next.
struct LatencyFrame: Hashable, Sendable {
  /// When it appears, in seconds.
  var time: Double
  /// The path.
  var line: Int
  /// The index of the newest drawn sample.
  var index: Int
  /// Where the ink ends.
  var tip: SIMD2<Double>
  /// The position of the contact at that moment; nil where unknown.
  var contact: SIMD2<Double>?
  /// How long before that moment the contact was nearest to the end of the ink, in seconds.
  var delay: Double?

  /// The distance from the ink to the contact; nil where unknown.
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
  ///   - predictor: The predictor of the last stage; nil to hold.
  ///   - hold: The predictor of the other stages, which holds the newest position.
  ///   - refreshRate: The screen's refresh rate in hertz.
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
  /// Creates the track of a stroke, without samples that are not later than an earlier one.
  init(of stroke: Stroke) {
    var (times, positions): ([Double], [SIMD2<Double>]) = ([], [])
    for sample in stroke.samples where times.last.map({ $0 < sample.time }) ?? true {
      times.append(sample.time)
      positions.append(sample.position)
    }
    self.init(times: times, positions: positions)
  }
}
