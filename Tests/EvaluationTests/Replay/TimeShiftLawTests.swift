import Foundation
import MotionPrediction
import TestSupport
import Testing
import TouchInput

@testable import Evaluation

/// Scores do not depend on where a recording's clock begins.
@Suite("Adding a constant to all times changes no score")
struct TimeShiftLawTests {
  /// About so many samples of a set are scored, in strokes spread evenly; `scripts/verify` asks for all.
  static let samples = TestSize.of(600, full: .max)
  /// The offsets, in seconds.
  static let offsets = TestSize.of([31_624.0], full: [1, 60, 31_624])
  /// The greatest change, as a share of the measure or of the mean error of `hold`.
  ///
  /// Measures beyond the standard set are also ratios of errors, of which one may be almost 0.
  static func tolerance(_ metric: String) -> Double { standard.contains(metric) ? 1e-6 : 1e-5 }
  private static let standard = Set(MetricSet.standard.metrics.map(\.name))

  static let spellings = ["linear", "polynomial:degree=2,window=5", "rls", "recommended"]
  static let protocols = [
    EvaluationProtocol.sample, .display,
    .display {
      $0.pipeline?.inputLatency = 0.008
      $0.pipeline?.delivery = .newest
    },
  ]

  @Test(
    "each measure changes by no more than rounding, of itself or of the mean error of hold",
    .enabled(if: !RealDatasets.names.isEmpty, "NEXTPOINT_DATASETS names no folder with data sets"),
    arguments: RealDatasets.names)
  func scoresOfRealSets(name: String) throws {
    let recordings = Self.thinned(try RealDatasets.load(name).recordings)
    for replay in Self.protocols {
      try Self.expectLaw(of: recordings, replay, "\(name), \(replay.name)")
    }
  }

  /// The recordings with every so many of their strokes.
  private static func thinned(_ recordings: [Recording]) -> [Recording] {
    let count = recordings.flatMap(\.strokes).reduce(0) { $0 + $1.samples.count }
    let stride = max(count / samples, 1)
    var number = -1
    return recordings.compactMap { recording in
      var some = recording
      some.strokes = recording.strokes.filter { _ in
        number += 1
        return number % stride == 0
      }
      return some.strokes.isEmpty ? nil : some
    }
  }

  /// Compares the scores of recordings with those of the same recordings later.
  static func expectLaw(
    of recordings: [Recording], _ replay: EvaluationProtocol, _ context: String
  ) throws {
    for recording in recordings {
      let hold = try values(of: "hold", on: recording, replay)
      let least = hold["error_mean"] ?? 0
      let context = "\(context), \(recording.source)"
      for spelling in ["hold"] + spellings {
        let before = spelling == "hold" ? hold : try values(of: spelling, on: recording, replay)
        for offset in offsets {
          let after = try values(of: spelling, on: recording.later(by: offset), replay)
          for metric in metrics {
            let pair = (before[metric], after[metric])
            let limit = tolerance(metric) * max(abs(pair.0 ?? 0), least)
            let isSame =
              (pair.0 == nil) == (pair.1 == nil)
              && abs((pair.0 ?? 0) - (pair.1 ?? 0)) <= limit
            if !isSame {
              Issue.record(
                "\(context), \(spelling), \(offset) s later: \(metric) \(String(describing: pair))")
            }
          }
        }
      }
    }
  }

  private static let metrics = MetricSet.allMetrics.map(\.name)

  private static func values(
    of spelling: String, on recording: Recording, _ replay: EvaluationProtocol
  ) throws -> NamedValues {
    try scores(
      .spelled(spelling), on: [recording], at: Horizon(frames: 2, rate: 60), replay)
  }
}

extension Recording {
  /// The same recording with a constant added to all times.
  func later(by seconds: Double) -> Recording {
    mapStrokes { stroke in
      var moved = stroke
      for index in moved.samples.indices { moved.samples[index].time += seconds }
      for batch in moved.devicePredictions.indices {
        for index in moved.devicePredictions[batch].samples.indices {
          moved.devicePredictions[batch].samples[index].time += seconds
        }
      }
      return moved
    }
  }
}

extension EvaluationProtocol {
  /// The protocol `display` with some of its choices changed.
  static func display(_ change: (inout EvaluationProtocol) -> Void) -> EvaluationProtocol {
    var result = EvaluationProtocol.display
    change(&result)
    return result
  }
}
