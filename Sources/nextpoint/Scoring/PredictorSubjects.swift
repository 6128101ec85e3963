import Evaluation
import MotionPrediction

/// The predictors that a plan stands for.
struct PredictorSubjects {
  let predictors: [ConfiguredPredictor]
  let leftOut: [PredictorExpansion.LeftOut]
  /// The learned models among them.
  let models: ModelsInUse

  /// Reads the spellings of a plan with the catalogue that knows outside programs too.
  init(_ spellings: [String], catalogue: PredictorCatalogue) throws {
    guard !spellings.isEmpty else {
      throw CommandFailure.usage("no predictor is given; use --predictor SPEC")
    }
    var predictors: [ConfiguredPredictor] = []
    var leftOut: [PredictorExpansion.LeftOut] = []
    var seen: Set<String> = []
    for spelling in spellings {
      let expansion = try CommandFailure.asUsage { try catalogue.expand(spelling) }
      predictors += expansion.predictors.filter { seen.insert($0.spelling).inserted }
      leftOut += expansion.leftOut
    }
    self.predictors = predictors
    models = try ModelsInUse(predictors)
    self.leftOut = leftOut
  }

  /// The swept parameters' names, in order of first appearance.
  var sweptNames: [String] {
    var names: [String] = []
    for name in predictors.flatMap({ $0.swept.map(\.key) }) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// A note on the combinations that were left out; nil if there are none.
  var leftOutNote: String? {
    guard let first = leftOut.first else { return nil }
    let count = leftOut.count
    return "left out \(count) \(count == 1 ? "combination" : "combinations") that cannot be, "
      + "such as \(first.spelling): \(first.reason)"
  }
}
