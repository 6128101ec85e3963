import Datasets
import Evaluation
import Foundation
import MotionPrediction
import TestSupport
import TouchInput

@testable import Reporting

/// Replays for tests, and what their JSON says.
enum ReplayFixture {
  /// The three recordings of `inkable`, where they are.
  static let recordings = ["events", "pencil-antigrain", "pencil-error"]
  static let folder = RealDatasets.folder(of: "inkable")

  /// A contact that moves with a constant velocity, a sample a batch.
  static func line(
    named name: String = "a", samples: Int = 60, rate: Double = 240,
    velocity: SIMD2<Double> = [300, 400]
  ) -> ReplaySource {
    let batches = (0..<samples).map { index in
      let time = Double(index) / rate
      return TouchBatch(events: [
        TouchEvent(
          identifier: "\(name)\(index)", touchIdentifier: name, timestamp: 5 + time,
          phase: index == 0 ? .began : index == samples - 1 ? .ended : .moved,
          location: [10, 20] + velocity * time)
      ])
    }
    return ReplaySource(
      title: "line", scale: LengthScale(unit: .pixel), nominalRate: rate, batches: batches)
  }

  static func inkable(_ name: String) throws -> ReplaySource {
    let file = try TouchEventFile(path: "\(folder ?? "")/\(name).json")
    return ReplaySource(
      title: name, scale: LengthScale(unit: .point), nominalRate: 240,
      batches: file.applicationBatches)
  }

  static func model(
    _ source: ReplaySource, _ predictors: [String] = ["hold", "linear"],
    milliseconds: Double = 20
  ) async throws -> ReplayModel {
    try await ReplayModel(
      source, predictors: predictors.map { try PredictorCatalogue.standard.predictor($0) },
      horizon: Horizon(milliseconds: milliseconds), refreshRate: 60)
  }

  /// The JSON of the page; its position in the page's text is found as a browser finds it.
  static func json(of page: String) throws -> [String: Any] {
    let start = page.range(of: #"id="replay-data">"#)?.upperBound ?? page.startIndex
    let rest = page[start...]
    let end = rest.range(of: "</script", options: .caseInsensitive)?.lowerBound ?? rest.endIndex
    let value = try JSONSerialization.jsonObject(with: Data(rest[..<end].utf8))
    return value as? [String: Any] ?? [:]
  }
}

/// The lines of a page after a number of events, by its own deltas.
struct ReplayedLines {
  /// By stage, by line, the rows.
  private(set) var stages: [[[[Double?]]]]

  init(_ json: [String: Any], events: Int) throws {
    let touches = json["touches"] as? [Any] ?? []
    stages = Array(repeating: Array(repeating: [], count: touches.count), count: 3)
    for case let step as [Any] in (json["steps"] as? [Any] ?? []).prefix(events) {
      guard let line = step[3] as? Int, line >= 0 else { continue }
      for stage in 0..<3 {
        guard let delta = step[4 + stage] as? [Any], let count = delta[0] as? Int else { continue }
        apply(delta, count, to: &stages[stage][line])
      }
    }
  }

  private func apply(_ delta: [Any], _ count: Int, to rows: inout [[Double?]]) {
    if rows.count > count { rows.removeLast(rows.count - count) }
    for place in stride(from: 1, to: delta.count, by: 2) {
      guard let start = delta[place] as? Int else { continue }
      for (offset, row) in Self.rows(delta[place + 1]).enumerated() {
        if start + offset < rows.count { rows[start + offset] = row } else { rows.append(row) }
      }
    }
  }

  static func rows(_ value: Any) -> [[Double?]] {
    (value as? [[Any]] ?? []).map { $0.map { ($0 as? NSNumber)?.doubleValue } }
  }

  /// What the page holds as made at once, in the same form.
  static func batch(_ json: [String: Any]) -> [[[[Double?]]]] {
    (json["batch"] as? [[Any]] ?? []).map { $0.map(rows) }
  }
}
