import Evaluation
import MotionPrediction
import Reporting

/// Reports the loss of a model on a part that it was not trained on, as recorded and as replayed.
///
/// The replays are those of a fixed seed of their own, four a stroke, at 0.3 to 4 times the speed and
/// 60 to 240 Hz whatever the model was trained with, so that models can be compared. A loss is the mean
/// length of the error over that of predicting nothing, by task and horizon (of replays by octave); the
/// means are geometric, over those. Once more the replays are shown as if their unit of length were not known.
struct ValidationLoss {
  let model: LearnedModel
  let settings: TrainingSettings

  private static let replays = 4
  private static let seed: UInt64 = 2017

  /// Writes the losses as a table.
  func write(_ data: TrainingData) {
    var settings = settings
    settings.replays = ReplaySettings()
    settings.replays.count = Self.replays
    settings.seed = Self.seed
    let (examples, names) = (data.examples(settings), Set(data.participants))
    let told = HeldOutLoss.parts(of: model, on: examples, participants: names)
    let untold = HeldOutLoss.parts(
      of: model, on: examples, participants: names, knowsUnit: false)
    let motions = [
      ("recorded", told.filter { !$0.isReplayed }), ("replayed", told.filter(\.isReplayed)),
      ("replayed in an unknown unit", untold.filter(\.isReplayed)),
    ]
    let rows = motions.flatMap { motion, parts in
      parts.map { part -> [OutputTable.Cell] in
        [
          .text(motion), .text(part.task), .number(1000 * part.horizon, decimals: 1),
          .number(part.loss, decimals: 4),
        ]
      }
    }
    let means = motions.map { motion, parts -> [OutputTable.Cell] in
      [
        .text(motion), .text("mean"), .text(""),
        .number(HeldOutLoss.mean(parts), decimals: 4),
      ]
    }
    Terminal.write(
      OutputTable(
        columns: [.init("motion"), .init("task"), .init("horizon_ms"), .init("loss")],
        rows: rows + means
      ).rendered(as: .csv))
  }
}
