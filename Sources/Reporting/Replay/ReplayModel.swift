import Evaluation
import MotionPrediction
import TouchInput

/// Everything that a replay page shows; the page itself only looks it up.
public struct ReplayModel: Sendable {
  /// The most events in a page: about 17 MB with two predictors, which a browser opens in a few
  /// seconds.
  package static let mostEvents = 20_000
  /// The maximum number of refreshes in a page, over all strokes: as many as 16 minutes have at 60 Hz.
  ///
  /// Each is simulated at four stages.
  package static let mostRefreshes = 60_000
  /// The most predictors in a page, which differ by color and shape.
  package static let mostPredictors = 6

  let source: ReplaySource
  let trace: ReplayTrace
  /// Points, filtered points and elements computed from whole paths at once.
  let batchResult: [[[[Double]]]]
  let predictors: [String]
  let forecasts: ReplayForecasts
  let latency: LatencyFrames
  let horizon: Horizon
  let refreshRate: Double

  /// Warnings about events that do not fit into their stream.
  package var warnings: [InputWarning] { trace.warnings }

  /// Replays the events and runs the predictors.
  ///
  /// - Parameters:
  ///   - source: The events; at least one and at most `mostEvents`.
  ///   - predictors: At most `mostPredictors`; the first one drives the last latency stage.
  ///   - horizon: How far ahead they predict.
  ///   - refreshRate: The simulated screen's refresh rate in hertz.
  /// - Throws: `ReplayError` with the remedy.
  public init(
    _ source: ReplaySource, predictors: [ConfiguredPredictor], horizon: Horizon,
    refreshRate: Double
  ) async throws(ReplayError) {
    try Self.check(source, predictors)
    try Self.check(source, refreshRate: refreshRate)
    self.source = source
    self.horizon = horizon
    self.refreshRate = refreshRate
    self.predictors = predictors.map(\.spelling)
    let ink = ReplayInk(source.batches)
    trace = ReplayTrace(source.batches, by: ink)
    let paths = trace.paths
    var whole = TouchPathStream()
    _ = whole.process(TouchBatch(events: source.batches.flatMap(\.events)))
    batchResult = ink.batchResult(of: whole.lines)
    forecasts = try await ReplayForecasts(
      predictors, on: ReplayEvaluation(source, paths: paths, horizon: horizon))
    let hold: ConfiguredPredictor
    do { hold = try PredictorCatalogue.standard.predictor("hold") } catch {
      throw ReplayError(problem: "\(error)")
    }
    latency = try await LatencyFrames(
      ReplayEvaluation(source, paths: paths, horizon: Horizon(frames: 1, rate: refreshRate)),
      predictor: predictors.first, hold: hold, refreshRate: refreshRate)
  }

  /// Refuses strokes that would be shown for too long, before any is.
  private static func check(_ source: ReplaySource, refreshRate: Double) throws(ReplayError) {
    var spans: [String: (first: Double, last: Double)] = [:]
    for event in source.batches.flatMap(\.events) where event.timestamp.isFinite {
      let span = spans[event.touchIdentifier] ?? (event.timestamp, event.timestamp)
      spans[event.touchIdentifier] = (
        min(span.first, event.timestamp), max(span.last, event.timestamp)
      )
    }
    let seconds = spans.values.reduce(0) { $0 + ($1.last - $1.first) }
    guard seconds * refreshRate > Double(mostRefreshes) else { return }
    let length = FixedPoint.text(seconds, decimals: 0)
    throw ReplayError(
      problem: "\(source.title): its strokes last \(length) s, which at \(refreshRate) Hz are more "
        + "refreshes than the \(mostRefreshes) that a page holds; give a lower --refresh-rate, choose "
        + "strokes with --stroke N or the first events with --limit N, or, if the times are in another "
        + "unit, name it with --time-unit")
  }

  private static func check(
    _ source: ReplaySource, _ predictors: [ConfiguredPredictor]
  ) throws(ReplayError) {
    let count = source.eventCount
    guard count > 0 else {
      throw ReplayError(
        problem: "\(source.title): there is no event to replay; choose another stroke or recording")
    }
    guard count <= mostEvents else {
      throw ReplayError(
        problem: "\(source.title): \(count) events are more than the \(mostEvents) that a page "
          + "holds; choose strokes with --stroke N, or the first events with --limit \(mostEvents)")
    }
    guard predictors.count <= mostPredictors else {
      throw ReplayError(
        problem: "\(predictors.count) predictors are more than the \(mostPredictors) that a page "
          + "can tell apart; leave some out")
    }
  }
}

/// Why a replay page cannot be made, with a remedy.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  package var problem: String

  /// Makes an error.
  package init(problem: String) { self.problem = problem }

  /// The sentence.
  public var description: String { problem }
}
