import Evaluation
import TestSupport
import TouchInput

@testable import Reporting

/// A made-up run whose curves resemble real ones, of any size, from a seed.
struct PlausibleRun {
  var seed: UInt64 = 1
  var datasets = ["henze-2017", "synthetic-noisy-60hz", "evemu-devices"]
  var degrees = 1...3
  var windows = 2...12
  var frames = 1...6
  var baselines = true
  var tasks: [String] = ["draw", "fitts", "write"]
  var participants: [String] = ["p1", "p2", "p3", "p4"]
  var hasOvershoot = true
  var unit = LengthUnit.millimeter

  /// The table of scores.
  func table() -> ScoreTable {
    var random = TestRandom(seed: seed)
    var rows: [ScoreRow] = []
    for (number, dataset) in datasets.enumerated() {
      let speed = 1 + 0.6 * Double(number)
      let noise = number == 1 ? 0.25 : 0.05
      let unit = number == 2 ? LengthUnit.device : unit
      for group in groups {
        for aggregation in group.aggregations {
          let factor = group.factor * (aggregation == .pooled ? 1 : 1.08) * speed
          for setting in settings {
            for frame in frames {
              let scores = setting.scores(frames: Double(frame), speed: factor, noise: noise)
              let wobble = 1 + 0.01 * random.unit()
              rows.append(
                ScoreRow(
                  dataset: dataset, participant: group.participant, task: group.task,
                  predictor: setting.kind, parameters: setting.parameters, swept: setting.swept,
                  framesAhead: Double(frame), horizon: Double(frame) / 60,
                  aggregation: aggregation, unit: unit,
                  values: values(scores, wobble: wobble, unit: unit)))
            }
          }
        }
      }
    }
    return ParetoRanking.ranked(
      ScoreTable(metrics: MeasureDefinitions.all, sweptNames: ["degree", "window"], rows: rows))
  }

  /// The run: its table and a manifest that goes with it.
  func run() -> RunFolder {
    let plan = EvaluationPlan(
      datasets: datasets,
      predictors: ["hold", "linear", "polynomial:degree=1..3,window=2..12"],
      horizons: frames.map { Horizon(frames: Double($0), rate: 60) },
      groupBy: tasks.isEmpty ? [] : [.task, .participant])
    let identities = datasets.enumerated().map { number, name in
      DatasetIdentity(
        name: name, sha256: String(repeating: "3fa09c17", count: 8), recordings: 24,
        strokes: 5120 + number, samples: 143_201, participants: 8,
        rejectedLines: number == 2 ? 7 : 0)
    }
    let manifest = RunManifest(
      identity: .init(
        version: "1.0.0", commit: "849b648", plan: plan, datasets: identities, leftOut: [],
        environment: .init(
          linearAlgebra: "OpenBLAS 0.3.21", kernel: "Haswell", libc: "glibc 2.36",
          architecture: "x86_64")),
      volatile: .init(
        command: [
          "nextpoint", "sweep", "--dataset", "henze-2017", "--predictor",
          "polynomial:degree=1..3,window=2..12", "--output", "a run",
        ], started: "2026-03-01T10:00:00Z", ended: "2026-03-01T10:00:12Z", seconds: 12.3,
        host: "bench", jobs: 4,
        warnings: [
          "evemu-devices: the scale of 14 recordings is unknown, so lengths are in device units; "
            + "give the resolution in dataset.json"
        ]))
    return RunFolder(manifest: manifest, table: table())
  }

  private struct Group {
    var participant = ""
    var task = ""
    var factor = 1.0
    var aggregations: [ScoreRow.Aggregation] = [.pooled]
  }

  private var groups: [Group] {
    [Group(aggregations: [.pooled, .participantMean])]
      + tasks.enumerated().map { Group(task: $1, factor: 0.6 + 0.5 * Double($0)) }
      + participants.enumerated().map { Group(participant: $1, factor: 0.8 + 0.15 * Double($0)) }
  }

  /// One configuration with formulas for its scores.
  private struct Setting {
    let kind: String
    let parameters: String
    let swept: [String]
    let degree: Double
    let window: Double

    /// Error, overshoot and noise in millimeters.
    func scores(frames: Double, speed: Double, noise: Double) -> SIMD3<Double> {
      guard kind != "hold" else {
        return SIMD3(0.62 * frames * speed, 0, 0.40 * speed)
      }
      let lag = speed * (0.035 * frames * (window - degree) / (degree * degree))
      let curve = speed * 0.11 * frames * frames / (degree + 0.4)
      var gain = 1.0
      for power in 1...Int(degree) {
        gain += 1.5 * frames * Double(power) / (window - degree + Double(power)) * (degree)
      }
      let amplified = noise * gain * (degree > 2 ? 1 + 0.4 * frames : 1)
      let error = (lag * lag + curve * curve + amplified * amplified).squareRoot()
      return SIMD3(error, 0.55 * error * (0.6 + 0.4 * degree), 0.35 * speed + 0.9 * amplified)
    }
  }

  private var settings: [Setting] {
    let fixed = [
      Setting(kind: "hold", parameters: "", swept: ["", ""], degree: 0, window: 1),
      Setting(kind: "linear", parameters: "", swept: ["", ""], degree: 1, window: 2),
    ]
    let polynomials = degrees.flatMap { degree in
      windows.filter { $0 > degree }.map { window in
        Setting(
          kind: "polynomial", parameters: "degree=\(degree),window=\(window)",
          swept: ["\(degree)", "\(window)"], degree: Double(degree), window: Double(window))
      }
    }
    return (baselines ? fixed : []) + polynomials
  }

  private func values(
    _ scores: SIMD3<Double>, wobble: Double, unit: LengthUnit
  ) -> [Double?] {
    let factor = (unit == .millimeter ? 1 : 18) * wobble
    return MeasureDefinitions.all.map { metric in
      switch metric.name {
      case "scored": 141_200
      case "dropped": 312
      case "error_mean": scores.x * factor
      case "overshoot_p95", "overshoot_mean": hasOvershoot ? scores.y * factor : nil
      case "overshoot_share": hasOvershoot && unit == .millimeter ? min(scores.y * 0.2, 1) : nil
      case "jitter_mean": scores.z * factor
      case "along_bias": -scores.x * 0.3 * factor
      case "roughness_ratio": 0.6 + scores.z
      case "residual_lag_ms": 14 - scores.z * 6
      case "wrong_direction_share": min(0.04 * scores.z, 1)
      case "abstention_share": 0.012
      case "high_frequency_error": nil
      default: (scores.x * 1.7 + scores.y) * factor
      }
    }
  }
}
