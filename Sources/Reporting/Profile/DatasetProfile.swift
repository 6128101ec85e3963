import Datasets
import Evaluation
import TouchInput

/// What is in a data set, as someone needs to know who judges numbers measured on it.
package struct DatasetProfile: Hashable, Sendable {
  /// The name of the data set.
  package let name: String
  /// The formats of the files that hold recordings, each once, in alphabetical order.
  package let formats: [String]
  /// The number of strokes of each kind.
  package let kinds: [Stroke.Kind: Int]
  /// Counts of samples and times.
  package let counts: RecordingStatistics
  /// The times.
  package let clock: ClockProfile
  /// The positions.
  package let motion: MotionProfile
  /// What else there is besides positions.
  package let extras: Extras
  /// The number of recordings.
  package let recordings: Int
  /// The number of participants.
  package let participants: Int
  /// The rate that the description states, in hertz.
  package let nominalRate: Double
  /// What two protocols score at each horizon.
  package let coverage: [Coverage]

  /// Values other than positions, and the contents of a device's header.
  package struct Extras: Hashable, Sendable {
    /// The samples with a force.
    package var forces = 0
    /// The samples with an altitude.
    package var tilts = 0
    /// The samples whose force was corrected later.
    package var correctedForces = 0
    /// The device's own predictions.
    package var devicePredictions = 0
    /// The files whose header states a fuzz of an axis of positions.
    package var fuzzyFiles = 0
    /// The greatest such fuzz, in units of the device.
    package var greatestFuzz = 0
  }

  /// How many samples the protocols `sample` and `henze2017` score at a horizon.
  package struct Coverage: Hashable, Sendable {
    /// The horizon.
    package let horizon: Horizon
    /// Those of `sample`; nil if it does not fit the recordings.
    package let sample: TargetCoverage?
    /// Those of `henze2017`; nil if the horizon is no whole number of its steps.
    package let henze: TargetCoverage?
  }

  /// Describes a data set that was read whole.
  ///
  /// - Parameters:
  ///   - dataset: The data set, with its strokes.
  ///   - horizons: The horizons at which targets are counted.
  /// - Complexity: O(n log n) for n samples.
  package init(of dataset: LoadedDataset, horizons: [Horizon]) {
    let all = dataset.recordings
    name = dataset.name
    formats = Set(
      dataset.files.filter { !$0.result.recordings.isEmpty }.map(\.entry.format)
    ).sorted()
    kinds = KindCounts(dataset.strokeKinds, .sample).strokes
    counts = RecordingStatistics(all)
    clock = ClockProfile(all)
    motion = MotionProfile(all)
    extras = Extras(of: dataset)
    recordings = all.count
    participants = dataset.participantCount
    nominalRate = dataset.description.nominalRate
    let sample = try? TargetCoverage.count(all, horizons: horizons, replay: .sample)
    coverage = horizons.enumerated().map { place, horizon in
      Coverage(
        horizon: horizon, sample: sample?[place],
        henze: try? TargetCoverage.count(all, horizons: [horizon], replay: .henze2017).first)
    }
  }
}

extension DatasetProfile.Extras {
  fileprivate init(of dataset: LoadedDataset) {
    for file in dataset.files where file.result.fuzz > 0 {
      fuzzyFiles += 1
      greatestFuzz = max(greatestFuzz, file.result.fuzz)
    }
    for stroke in dataset.recordings.flatMap(\.strokes) {
      forces += stroke.samples.count { $0.force != nil }
      tilts += stroke.samples.count { $0.altitude != nil }
      correctedForces += zip(stroke.samples, stroke.settledForces ?? []).count {
        $0.force != $1
      }
      devicePredictions += stroke.devicePredictions.reduce(0) { $0 + $1.samples.count }
    }
  }
}
