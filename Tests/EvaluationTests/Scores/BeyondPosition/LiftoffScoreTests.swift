import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// Lifts said too early, in time, too late and never.
@Suite struct LiftoffScoreTests {
  /// Milliseconds of sixtieths of a second.
  private static let tolerance = 1e-9

  /// A stroke of `contact` samples and as many targets after its lift, with a lift probability each.
  private func stroke(contact: Int, _ probabilities: [Double?]) -> ScoredStroke {
    let moments = probabilities.enumerated().map { index, probability in
      HandMadeStroke.Moment(
        truth: index < contact ? .zero : nil,
        answer: probability.map { Prediction(position: .zero, liftProbability: $0) })
    }
    let all = HandMadeStroke(moments: moments).scored
    let track = MotionTrack(
      times: all.targets.prefix(contact).map(\.time),
      positions: Array(repeating: .zero, count: contact), longestGap: .infinity)
    let prepared = PreparedStroke(
      index: 0, samples: [], deviceBatches: [], slots: [all.slot], track: track, stops: nil,
      reversals: nil)
    return ScoredStroke(
      slot: prepared.slots[0], stroke: prepared, predictions: Array(all.predictions),
      abstained: all.targets.indices.map(all.hasAbstained), answers: all.answers)
  }

  @Test func countsByHand() {
    // Six targets in contact, one false alarm; four after the lift, three found.
    let values = LiftDetectionScore.values(of: [
      stroke(contact: 6, [0, 0, 0.2, 0.6, 0.1, 0.4, 0.4, 0.5, 0.9, 1])
    ])
    let squares = [0, 0, 0.04, 0.36, 0.01, 0.16, 0.36, 0.25, 0.01, 0].reduce(0, +)
    #expect(agree(values, [1, 0.75, 0.75, 0.75, squares / 10], absolute: Self.tolerance))
  }

  @Test func precisionAndRecallDiffer() {
    let values = LiftDetectionScore.values(of: [stroke(contact: 2, [0, 1, 1, 0, 0, 0])])
    #expect(agree(values, [1, 0.5, 0.25, 1.0 / 3, 4.0 / 6], absolute: Self.tolerance))
  }

  @Test func targetsWithoutProbabilityAreLeftOutAndCounted() {
    let values = LiftDetectionScore.values(of: [stroke(contact: 2, [nil, 0, nil, 1])])
    #expect(agree(values, [0.5, 1, 1, 1, 0]))
  }

  @Test func withoutAnyThereIsNothing() {
    let silent = stroke(contact: 2, [nil, nil, nil])
    #expect(agree(LiftDetectionScore.values(of: [silent]), [0, nil, nil, nil, nil]))
    #expect(agree(TimeToLiftScore.values(of: [silent]), [nil, nil]))
    #expect(LiftDetectionScore.values(of: []).allSatisfy { $0 == nil })
    #expect(TimeToLiftScore.values(of: []).allSatisfy { $0 == nil })
  }

  /// The last of four samples is at 3/60 s; the targets go on after it.
  @Test(
    arguments: [
      ([0, 0, 0, 0, 1, 1], 0.0), ([0, 0, 0, 1, 1, 1], 0), ([0, 0, 1, 0, 0, 0], 1),
      ([0, 1, 1, 1, 1, 1], 2), ([1, 1, 1, 1, 1, 1], 3), ([0, 0, 0, 0, 0, 0.5], 1),
      ([0, 0, 0, 0, nil, 0.5], 0), ([nil, nil, nil, nil, nil, 1], 0),
    ] as [([Double?], Double)])
  func theTimeOfTheLift(probabilities: [Double?], intervals: Double) throws {
    let values = TimeToLiftScore.values(of: [stroke(contact: 4, probabilities)])
    #expect(agree(values[0], intervals * 1000 / 60, absolute: Self.tolerance))
    #expect(values[1] == 0)
  }

  @Test func liftsThatAreNeverSaidAreMissed() {
    let found = stroke(contact: 4, [0, 1, 1, 1, 1, 1])
    let missed = stroke(contact: 4, [0, 0, 0, 0, 0.49, 0.49])
    let unseen = stroke(contact: 6, [0, 0, 0, 0, 0, 0])
    let values = TimeToLiftScore.values(of: [found, missed, unseen])
    #expect(agree(values, [2000 / 60.0, 0.5], absolute: Self.tolerance))
  }

  /// Through the replay: targets after the last sample have no position under `drop`, but a lift.
  @Test func droppedTargetsCount() throws {
    let recording = Recording.test([.places((0..<100).map { Double($0) })])
    let found = try scores(.sayingLifts("hold"), on: [recording], at: .frames(2))
    // count·12/1500 ≥ ½ from the 63rd sample on; the last two targets are after the lift.
    #expect(found["dropped"] == 2)
    #expect(agree(found["lift_precision"], 2.0 / 38))
    #expect(found["lift_recall"] == 1)
    // Said for the moment of sample 64, the lift being that of sample 99.
    #expect(agree(found["lift_time_mae_ms"], 35_000 / 60, absolute: 1e-6))
  }
}
