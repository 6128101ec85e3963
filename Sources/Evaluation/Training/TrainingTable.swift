import MotionPrediction

/// The examples that a model would be fitted to, as plain numbers for another program that fits one.
package struct TrainingTable: Sendable {
  /// One horizon at one sample.
  package struct Row: Hashable, Sendable {
    /// The number of the sample, from 0.
    package let sample: Int32
    /// The number of the participant in `participants`.
    package let participant: Int32
    /// The number of the task in `tasks`.
    package let task: Int32
    /// Whether the stroke was replayed at another speed and rate.
    package let isReplayed: Bool
    /// The number of the knot before the horizon, 0…6.
    package let knot: Int32
    /// The share of the knot after it, 0…1.
    package let share: Float
    /// The horizon, in seconds.
    package let horizon: Float
    /// The mean velocity to the target, along and across, in the frame's scale a reference interval.
    package let target: SIMD2<Float>
    /// What an error of 1 is in the reported unit of length.
    package let length: Float
    /// What an error of 1 counts in the loss: predicting nothing has a mean loss of 1.
    package let weight: Float
  }

  /// What is computed of the samples.
  package let layout: MotionFeatureLayout
  /// The samples' features as they were computed, one sample after another.
  package let features: [Float]
  /// The mean of each feature over the rows.
  package let means: [Float]
  /// The reciprocal of each feature's standard deviation.
  package let reciprocalDeviations: [Float]
  /// A standardized feature counts as at most this, either way.
  package let limit: Float
  /// The rows; those of one sample follow each other.
  package let rows: [Row]
  /// The participants, named with their data set.
  package let participants: [String]
  /// The tasks.
  package let tasks: [String]
}

extension ModelTraining {
  /// What is fitted, as plain numbers.
  package var table: TrainingTable {
    let names = examples.groups.map(\.task)
    let tasks = Set(names).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(tasks, Int32(0)...))
    var (features, table): ([Float], [TrainingTable.Row]) = ([], [])
    table.reserveCapacity(rows.count)
    for sample in 0..<rows.sampleCount {
      let range = Int(rows.starts[sample])..<Int(rows.starts[sample + 1])
      features += rows.features(ofRow: range.lowerBound)
      for row in range {
        let example = examples.examples[Int(rows.indices[row])]
        let group = examples.groups[Int(example.group)]
        table.append(
          TrainingTable.Row(
            sample: Int32(sample), participant: example.participant,
            task: numbers[group.task] ?? 0, isReplayed: group.slot < 0,
            knot: Int32(example.place.knot), share: example.place.share, horizon: example.seconds,
            target: example.target, length: example.length, weight: rows.weights[row]))
      }
    }
    return TrainingTable(
      layout: rows.layout, features: features, means: rows.means,
      reciprocalDeviations: rows.reciprocalDeviations, limit: rows.limit, rows: table,
      participants: examples.participants, tasks: tasks)
  }

  /// Makes the model of weights that another program fitted to the table.
  ///
  /// - Parameter weights: Those of the regressor, as its kind orders them.
  /// - Returns: The model with the errors that it has on the examples, and an empty manifest.
  /// - Throws: `TrainingError` for another number of weights than the settings make, and for weights
  ///   that are not finite.
  package func model(of weights: [Float]) throws(TrainingError) -> LearnedModel {
    let expected = try shape(spreadRows: 1).regressorCount
    guard weights.count == expected else {
      throw .weights(found: weights.count, expected: expected)
    }
    return try withSpread(weights)
  }
}
