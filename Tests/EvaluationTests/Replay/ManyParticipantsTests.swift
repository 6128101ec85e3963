import Testing
import TouchInput

@testable import Evaluation

/// Work on tens of thousands of participants grows with their number, and not with its square.
@Suite struct ManyParticipantsTests {
  private static let count = 40_000
  /// Many times what any of it takes in a debug build; with the square it is a minute and more.
  private static let limit = Duration.seconds(10)

  private func quickly<Result>(_ work: () throws -> Result) rethrows -> Result {
    let started = ContinuousClock.now
    let result = try work()
    #expect(ContinuousClock.now - started < Self.limit)
    return result
  }

  @Test func groupsOfRowsAreFoundInOnePass() throws {
    let plan = EvaluationPlan(
      datasets: ["set"], predictors: [], horizons: [.frames(1)],
      groupBy: [.participant, .task, .device], unit: .automatic)
    let stroke = Stroke.places([0, 1, 2])
    let recordings = try (0..<Self.count).map { index in
      var recording = Recording.test(
        [stroke], participant: "participant \(index)", task: "task \(index / 2)")
      recording.device = index % 2 == 0 ? .touchScreen : .touchpad
      return try PreparedRecording(
        recording, index: index, horizons: [], replay: .sample, unit: .automatic)
    }
    quickly {
      _ = RowBuilder(plan: plan, dataset: "set", sweptNames: [], recordings: recordings)
    }
  }

  @Test func participantsArePairedInOnePass() {
    let rows = (0..<Self.count).map {
      ScoreRow(
        dataset: "d", participant: "participant \($0)", predictor: "p", horizon: 0.1, unit: .pixel,
        values: [Double($0)])
    }
    let metrics = [MetricSet.standard(and: []).flatMap(\.metrics)[0]]
    let scores = quickly {
      PairedComparisonScores(
        reference: rows, score: rows.reversed(), metric: 0, metrics: metrics)
    }
    #expect(scores.participants.count == Self.count && scores.leftOut.isEmpty)
    #expect(scores.participants.map(\.name) == rows.map(\.participant))
  }

  @Test func aStrokeTooLongToBePlayedIsRefused() throws {
    let samples = (0...PreparedRecording.greatestStroke).map {
      TouchSample(time: Double($0), position: .zero)
    }
    let recording = Recording.test([Stroke(identifier: "long", samples: samples)])
    let error = try #require(throws: PreparationError.self) {
      try PreparedRecording(
        recording, index: 0, horizons: [], replay: .sample, unit: .automatic)
    }
    #expect(
      error.problem.contains("stroke 'long' has 1000001 samples, more than the limit of 1000000"))
  }
}
