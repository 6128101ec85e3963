import MotionNumerics
import MotionPrediction
import Synchronization
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// The scores of a page are those that `evaluate` computes of the file that the page saves.
@Suite struct DrawnStrokesTests {
  private static let horizon = Horizon(milliseconds: 33.3)

  /// Strokes of two tools in turn, with a gap, equal and backward times, and single samples.
  private static let strokes: [(tool: Recording.Tool, stroke: Stroke)] = {
    var random = Xoshiro256StarStar(seed: 11)
    return (0..<8).map { number in
      var stroke = Stroke.random("\(number)", &random, count: number == 3 ? 1 : 30 + 20 * number)
      if number == 4 {
        for index in 20..<stroke.samples.count { stroke.samples[index].time += 0.4 }
        stroke.samples[30].time = stroke.samples[29].time
        stroke.samples[41].time = stroke.samples[38].time
      }
      return (number.isMultiple(of: 3) ? .mouse : .finger, stroke)
    }
  }()

  @Test(arguments: [
    "hold", "linear", "rls", "kalman", "polynomial:degree=2,window=7", "recommended",
  ])
  func equalsTheEvaluator(spelling: String) async throws {
    var drawn = DrawnStrokes()
    for (tool, stroke) in Self.strokes {
      let index = drawn.begin(tool)
      for sample in stroke.samples { drawn.append(sample, toStroke: index) }
    }
    let configured = try PredictorCatalogue.standard.predictor(spelling)
    let scores = try drawn.scores(of: configured, ahead: Self.horizon.seconds)
    let row = try await evaluated(configured, rate: drawn.nominalRate)
    #expect(scores.scored > 300)
    #expect(Double(scores.scored) == row["scored"])
    for (name, value) in [
      ("error_mean", scores.errorMean), ("error_p95", scores.errorP95),
      ("overshoot_p95", scores.overshootP95), ("jitter_mean", scores.jitterMean),
      ("abstention_share", scores.abstentionShare),
    ] {
      let expected = try #require(row[name], "\(name)")
      let found = try #require(value, "\(name)")
      #expect(abs(found - expected) <= 1e-12 * (1 + abs(expected)), "\(name)")
    }
  }

  /// The measures by name, from one recording for each tool.
  private func evaluated(
    _ configured: ConfiguredPredictor, rate: Double
  ) async throws -> [String: Double] {
    let recordings = [Recording.Tool.mouse, .finger].map { tool in
      Recording(
        source: "session.json", scale: LengthScale(unit: .pixel), nominalRate: rate, tool: tool,
        strokes: Self.strokes.filter { $0.tool == tool }.map(\.stroke))
    }
    let plan = EvaluationPlan(
      datasets: ["session"], predictors: [], horizons: [Self.horizon], groupBy: [],
      unit: .automatic)
    let evaluator = Evaluator(plan: plan)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: "session", recordings: recordings), jobs: 1)
    #expect(prepared.failures.isEmpty)
    let rows = Mutex<[ScoreRow]>([])
    await evaluator.evaluate(
      [.predictor(configured)], on: prepared.recordings, dataset: "session", jobs: 1
    ) { _, result in rows.withLock { $0 += result.rows } }
    let row = try #require(rows.withLock { $0 }.first { $0.aggregation == .pooled })
    let names = MetricSet.standard.metrics.map(\.name)
    return Dictionary(
      uniqueKeysWithValues: zip(names, row.values).compactMap { name, value in
        value.map { (name, $0) }
      })
  }

  @Test func undoTakesTheNewestStrokeBack() throws {
    var drawn = DrawnStrokes()
    let hold = try PredictorCatalogue.standard.predictor("hold")
    let first = drawn.begin(.stylus)
    for sample in Self.strokes[5].stroke.samples { drawn.append(sample, toStroke: first) }
    let before = try drawn.scores(of: hold, ahead: 0.02)
    let second = drawn.begin(.stylus)
    for sample in Self.strokes[6].stroke.samples { drawn.append(sample, toStroke: second) }
    #expect(try drawn.scores(of: hold, ahead: 0.02).scored > before.scored)
    drawn.removeLast()
    #expect(try drawn.scores(of: hold, ahead: 0.02).errorMean == before.errorMean)
    #expect(DrawnStrokes().nominalRate == 60)
    #expect(try DrawnStrokes().scores(of: hold, ahead: 0.02).errorMean == nil)
  }
}
