import Evaluation
import MotionPrediction
import Synchronization
import TouchInput

/// Every single prediction of one recording, with the truth.
enum RecordedPredictions {
  /// Replays all strokes of a recording by the default protocol, with exact truth if it has any.
  ///
  /// Lengths are in millimeters where the scale is known, else in the recording's unit.
  static func raw(
    of recording: Recording, by predictor: ConfiguredPredictor, horizon: Horizon
  ) async throws -> [RawPrediction] {
    var replay = EvaluationProtocol.sample
    replay.kinds = Stroke.Kind.allCases
    if recording.strokes.allSatisfy({ $0.exactPositions != nil }) { replay.truth = .exact }
    let evaluator = Evaluator(
      plan: EvaluationPlan(
        datasets: [], predictors: [predictor.spelling], horizons: [horizon], replay: replay),
      keepsRaw: true)
    let prepared = await evaluator.prepare(
      EvaluationDataset(name: recording.source, recordings: [recording]), jobs: 1)
    let collected = Mutex((raw: [RawPrediction](), failures: prepared.failures))
    await evaluator.evaluate(
      [.predictor(predictor)], on: prepared.recordings, dataset: recording.source, jobs: 1
    ) { _, result in
      collected.withLock {
        $0.raw += result.raw
        $0.failures += result.failures
      }
    }
    let (raw, failures) = collected.withLock { $0 }
    if let failure = failures.first { throw CommandFailure.failed("\(failure)") }
    return raw
  }
}

extension Recording {
  /// What lengths are reported in: as `EvaluationPlan.ReportUnit.automatic` has it.
  var reportedUnit: LengthUnit {
    scale.factor(to: .millimeter) == nil ? scale.unit : .millimeter
  }

  /// From the recorded unit to that.
  var reportedFactor: Double { scale.factor(to: .millimeter) ?? 1 }
}
