import Foundation
import MotionPrediction
import Testing
import TouchInput

/// The standard measures and those of other sets against `Tests/Reference/scores.py`, which computes
/// them from the pages alone.
@Suite struct ReferenceScoresTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..")
  private static let hasPython = (try? Workspace().shell("python3 -c 'import csv'").code) == 0

  /// Two people's recordings of every motion; the second has a gap, two samples at one time and a
  /// time that goes back.
  private static func recordings() throws -> [(name: String, text: String)] {
    let source = root.appending(path: "datasets/synthetic/noisy-60hz/motions.csv")
    let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n").dropFirst()
    return ["p1", "p2"].map { person in
      var rows = lines.map { $0.split(separator: ",").map(String.init) }
        .filter { $0[0] == person }.map { ["\($0[1])-\($0[2])", $0[3], $0[4], $0[5]] }
      if person == "p2" {
        rows.removeSubrange(60..<66)
        rows[100][1] = rows[99][1]
        rows[200][1] = String(format: "%.3f", (Double(rows[195][1]) ?? 0) - 0.004)
      }
      let text = rows.map { $0.joined(separator: ",") }.joined(separator: "\n")
      return (name: "\(person).csv", text: "stroke,t_s,x,y\n\(text)\n")
    }
  }

  /// Predictors of which some abstain, some state covariance and confidence, and one states radii.
  private static let predictors = [
    (kind: "hold", parameters: ""), (kind: "polynomial", parameters: "degree=2,window=6"),
    (kind: "kalman", parameters: ""), (kind: "rls+conformal", parameters: ""),
  ]

  private static func spelling(_ predictor: (kind: String, parameters: String)) -> String {
    predictor.parameters.isEmpty ? predictor.kind : "\(predictor.kind):\(predictor.parameters)"
  }

  private static let columns =
    "source,stroke,predictor,parameters,frames_ahead,xx,xy,yy,confidence,r25,r50,r75,r90,r95,r99"

  /// What the predictors say of a recording beside the positions, in the order of `predictions.csv`.
  private static func stated(of recording: (name: String, text: String)) throws -> [String] {
    let samples = CSVTable(recording.text).rows
    return try predictors.flatMap { predictor in
      let horizons = [1.0 / 60, 3.0 / 60]
      var made = try PredictorCatalogue.standard.predictor(spelling(predictor))
        .make(PredictorContext(horizons: horizons, unitsPerMillimeter: 1))
      var lines: [[String]] = [[], []]
      var stroke: String?
      for sample in samples {
        let numbers = ["t_s", "x", "y"].compactMap { sample[$0].flatMap(Double.init) }
        if sample["stroke"] != stroke { made.beginStroke() }
        stroke = sample["stroke"]
        made.observe(TouchSample(time: numbers[0], position: SIMD2(numbers[1], numbers[2])))
        for (place, horizon) in horizons.enumerated() {
          lines[place].append(
            "\(recording.name),\(stroke ?? ""),\(predictor.kind),\"\(predictor.parameters)\","
              + "\(place == 0 ? 1 : 3)," + fields(made.predict(ahead: horizon)))
        }
      }
      return lines.flatMap(\.self)
    }
  }

  /// Covariance, confidence and radii, empty where they are not stated.
  private static func fields(_ prediction: Prediction?) -> String {
    let covariance = prediction?.covariance
    let radii = prediction?.radii
    let numbers =
      [covariance?.xx, covariance?.xy, covariance?.yy, prediction?.confidence]
      + [
        radii?.radius25, radii?.radius50, radii?.radius75, radii?.radius90, radii?.radius95,
        radii?.radius99,
      ].map { $0.map(Double.init) }
    return numbers.map { $0.map { "\($0)" } ?? "" }.joined(separator: ",")
  }

  @Test(.enabled(if: hasPython, "python3 is not on this machine"))
  func everyMeasureIsThatOfThePages() throws {
    let workspace = try Workspace()
    let recordings = try Self.recordings()
    try workspace.writeDataset("set", files: recordings)
    try workspace.write(
      "set/dataset.json",
      """
      {"schema": 1, "name": "set", "unit": "mm", "pixelsPerMillimetre": 1, "nominalRateHz": 60,
       "files": [{"path": "p1.csv", "format": "plain-csv", "participant": "a"},
                 {"path": "p2.csv", "format": "plain-csv", "participant": "b"}]}
      """)
    try workspace.nextpoint(
      arguments: ["sweep", "--dataset", "set"]
        + Self.predictors.flatMap { ["--predictor", Self.spelling($0)] } + [
          "--frames-ahead", "1,3", "--metrics", "tail,answers,confidence,uncertainty",
          "--group-by", "none", "--raw", "--output", "run",
        ]
    ).expect(code: 0)
    let stated = try recordings.flatMap(Self.stated)
    try workspace.write("stated.csv", ([Self.columns] + stated).joined(separator: "\n"))
    let script = Self.root.appending(path: "Tests/Reference/scores.py").path
    let reference = try workspace.shell(
      "python3 -B '\(script)' run/predictions.csv stated.csv 60 set/p1.csv set/p2.csv")
    #expect(reference.code == 0, "\(reference.standardError)")
    let expected = CSVTable(reference.standardOutput)
    let found = CSVTable(try workspace.text("run/scores.csv"))
    let measures = expected.header.dropFirst(3)
    #expect(Set(found.header).isSuperset(of: measures) && measures.count == 70)
    #expect(expected.rows.count == 8)
    for row in expected.rows {
      let own = try #require(
        found.rows(where: [
          "predictor": row["predictor"] ?? "", "horizon_ms": row["horizon_ms"] ?? "",
          "aggregation": "pooled",
        ]).first)
      for name in measures {
        let (value, other) = (Double(own[name] ?? ""), Double(row[name] ?? ""))
        #expect((value == nil) == (other == nil), "\(name) of \(row["predictor"] ?? "")")
        guard let value, let other else { continue }
        #expect(
          abs(value - other) <= 1e-9 * max(abs(value), 1),
          "\(name) of \(row["predictor"] ?? "") at \(row["horizon_ms"] ?? ""): \(value), not \(other)"
        )
      }
    }
  }

  /// The distances of the drawn line on a slow screen, against `Tests/Reference/line.py`.
  @Test(
    .enabled(if: hasPython, "python3 is not on this machine"), arguments: ["newest", "coalesced"])
  func theLineIsThatOfItsPage(delivery: String) throws {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: try Self.recordings())
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--protocol", "display", "--refresh-rate", "17",
      "--input-latency-ms", "4", "--delivery", delivery, "--horizon-ms", "16.7", "--unit", "native",
      "--predictor", "hold", "--only-metrics", "line", "--group-by", "none", "--output", "run"
    ).expect(code: 0)
    let found = try #require(
      CSVTable(try workspace.text("run/scores.csv")).rows(where: ["aggregation": "pooled"]).first)
    let script = Self.root.appending(path: "Tests/Reference/line.py").path
    let reference = try workspace.shell(
      "python3 -B '\(script)' 17 4 \(delivery) set/p1.csv set/p2.csv")
    #expect(reference.code == 0, "\(reference.standardError)")
    let expected = reference.standardOutput.split(whereSeparator: \.isWhitespace).compactMap {
      Double($0)
    }
    let values = ["mean", "p95", "max"].compactMap { Double(found["line_distance_\($0)"] ?? "") }
    #expect(values.count == 3 && expected.count == 3)
    #expect(expected.allSatisfy { delivery == "newest" ? $0 > 0.1 : $0 == 0 })
    for (value, other) in zip(values, expected) {
      #expect(abs(value - other) <= 1e-9 * max(abs(value), 1), "\(value), not \(other)")
    }
  }
}
