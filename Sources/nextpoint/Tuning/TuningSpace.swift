import Evaluation
import MotionPrediction

/// The settings that one spelling with ranges stands for, as points on axes.
struct TuningSpace {
  /// One swept parameter and the values that it takes.
  struct Axis: Hashable, Sendable, Encodable {
    let name: String
    let values: [String]
    /// Whether the values are numbers in rising order, so that neighbors are alike.
    let ordered: Bool

    init(name: String, values: [String]) {
      self.name = name
      self.values = values
      let numbers = values.compactMap(Double.init)
      ordered =
        numbers.count == values.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  /// The spelling as given.
  let spelling: String
  /// The settings, the last written range varying fastest.
  let settings: [ConfiguredPredictor]
  /// What was left out, because it cannot be.
  let leftOut: [PredictorExpansion.LeftOut]
  /// The swept parameters, in the order written.
  let axes: [Axis]
  /// The same predictor without what the ranges give, which has the defaults for that; nil where
  /// there is no such predictor.
  let untuned: ConfiguredPredictor?

  private let places: [[String]: Int]

  /// Reads a spelling.
  ///
  /// - Throws: `CommandFailure` where it cannot be read, and where there is nothing to choose.
  init(_ spelling: String, catalogue: PredictorCatalogue) throws {
    let expansion = try CommandFailure.asUsage { try catalogue.expand(spelling) }
    guard expansion.predictors.count + expansion.leftOut.count > 1 else {
      throw CommandFailure.usage(
        "'\(ShownText(spelling))' has no range, so that there is nothing to choose; give a parameter "
          + "several values, such as rls:taps=2..6 or rls:forgetting=0.98|0.99")
    }
    self.spelling = spelling
    settings = expansion.predictors
    leftOut = expansion.leftOut
    let names = settings.first.map { $0.swept.map(\.key) } ?? []
    axes = names.indices.map { axis in
      var seen: Set<String> = []
      return Axis(
        name: names[axis],
        values: expansion.predictors.map { $0.swept[axis].value }
          .filter { seen.insert($0).inserted })
    }
    places = Dictionary(
      expansion.predictors.enumerated().map { ($1.swept.map(\.value), $0) }
    ) { first, _ in first }
    untuned = try? catalogue.predictor(PredictorSpec(spelling).withoutRanges.description)
  }

  /// The place of the setting at these places on the axes; nil where that combination cannot be.
  func setting(at chosen: [Int]) -> Int? {
    places[zip(axes, chosen).map { axis, place in axis.values[place] }]
  }
}

extension PredictorSpec {
  /// The spec without the settings that are ranges.
  fileprivate var withoutRanges: PredictorSpec {
    var result = self
    for stage in result.stages.indices {
      result.stages[stage].settings.removeAll { setting in
        ((try? NumberRange.values(setting.value)) ?? []).count > 1
      }
      result.stages[stage].bank = result.stages[stage].bank.map(\.withoutRanges)
    }
    return result
  }
}
