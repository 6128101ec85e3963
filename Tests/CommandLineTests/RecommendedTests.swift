import Foundation
import Testing

/// What `recommended` promises, and what the README says of it, against the results that its
/// experiment committed.
@Suite struct RecommendedTests {
  private static let folder = BuiltExecutable.repository.appending(path: "experiments/recommended")
  private static let peers = ["chromium", "androidx", "ink-stroke", "velocity-tracker", "flutter"]
  private static let horizons = ["16.7", "33.3", "66.7", "100"]

  /// One row of a results file.
  private struct Score {
    let name: String
    /// Class of device, unit and horizon: what is compared with each other.
    let cell: [String]
    let measures: [String: Double]

    var isPeer: Bool { peers.contains { name.hasPrefix($0) } }
    /// Neither the predictor itself nor a part of it.
    var isOther: Bool { name != "recommended" && !name.hasPrefix("learned") }
  }

  private static func scores(_ file: String) throws -> [Score] {
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    let scores = try CSVTable(text).rows.map { row in
      Score(
        name: try #require(row["predictor"]),
        cell: ["device", "unit", "horizon_ms"].map { row[$0] ?? "" },
        measures: row.compactMapValues { Double($0) })
    }
    #expect(scores.count > 90)
    return scores
  }

  /// The scores of the recommended predictor, each with those of the same cell.
  private static func cells(_ file: String) throws -> [(ours: Score, all: [Score])] {
    let scores = try scores(file)
    return scores.filter { $0.name == "recommended" }.map { ours in
      (ours, scores.filter { $0.cell == ours.cell })
    }
  }

  @Test func isLowestOnThePhoneForPeopleItHasNotSeen() throws {
    let cells = try Self.cells("results-phone.csv")
    #expect(cells.map { $0.ours.cell[2] } == Self.horizons)
    for (ours, all) in cells {
      for measure in ["error_mean", "error_p95"] {
        let mine = try #require(ours.measures[measure])
        for other in all where other.isOther {
          #expect(mine < (try #require(other.measures[measure])), "\(other.name), \(ours.cell)")
        }
      }
    }
  }

  @Test func noOneNearItOvershootsOrTremblesLess() throws {
    for (ours, all) in try Self.cells("results-phone.csv") {
      let most = 1.25 * (try #require(ours.measures["error_mean"]))
      for other in all where other.isOther {
        guard try #require(other.measures["error_mean"]) <= most else { continue }
        for measure in ["overshoot_p95", "jitter_mean"] {
          let mine = try #require(ours.measures[measure])
          #expect(mine <= (try #require(other.measures[measure])), "\(other.name), \(ours.cell)")
        }
      }
    }
  }

  /// Touch pads and mice besides: every class of device that there is.
  @Test(arguments: ["results-pen.csv", "results-evemu.csv"])
  func isBelowEveryPeerPresetOnDevicesItHasNotSeen(file: String) throws {
    let cells = try Self.cells(file).filter { !$0.ours.cell[0].isEmpty || file.contains("pen") }
    #expect(cells.count == (file.contains("pen") ? 4 : 24))
    for (ours, all) in cells {
      let mine = try #require(ours.measures["error_mean"])
      let peers = all.filter(\.isPeer).compactMap { $0.measures["error_mean"] }
      #expect(peers.count >= 20)
      #expect(peers.allSatisfy { mine < $0 }, "\(ours.cell)")
    }
  }

  @Test func isBelowTheDevicesOwnPredictions() throws {
    let cells = try Self.cells("results-device.csv")
    #expect(cells.count == 3)
    for (ours, all) in cells {
      let device = try #require(all.first { $0.name == "recorded" }?.measures["error_mean"])
      #expect(try #require(ours.measures["error_mean"]) < device, "\(ours.cell)")
    }
  }

  @Test func theReadmeSaysWhatTheResultsHold() throws {
    let readme = try String(
      contentsOf: BuiltExecutable.repository.appending(path: "README.md"), encoding: .utf8
    ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var (ours, best): ([Double], [Double]) = ([], [])
    for (mine, all) in try Self.cells("results-phone.csv") {
      ours.append(try #require(mine.measures["error_mean"]))
      best.append(
        try #require(all.filter(\.isPeer).compactMap { $0.measures["error_mean"] }.min()))
    }
    func list(_ values: [Double], _ format: String) -> String {
      let texts = values.map { String(format: format, $0) }
      return "\(texts.dropLast().joined(separator: ", ")) and \(texts[texts.count - 1])"
    }
    let gains = zip(ours, best).map { 100 * (1 - $0 / $1) }
    #expect(readme.contains("\(list(gains, "%.0f")) % nearer"))
    #expect(readme.contains("\(list(ours, "%.2f")) mm against \(list(best, "%.2f"))"))
  }
}
