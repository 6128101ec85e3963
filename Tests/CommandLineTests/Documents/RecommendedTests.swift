import Foundation
import TestSupport
import Testing

/// What `recommended` promises, and what the README and docs/results.md say about it, against the
/// results that its experiment committed.
@Suite struct RecommendedTests {
  private static let folder = Repository.root.appending(path: "experiments/recommended")
  private static let peers = [
    "chromium", "androidx", "ink-stroke", "velocity-tracker", "flutter", "windows-rls",
  ]
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

  @Test func isBelowEveryPeerPresetOnThePen() throws {
    let cells = try Self.cells("results-pen.csv")
    #expect(cells.count == 4)
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

  /// One row of `results-paired.csv`: a difference on the same targets, with its interval over strokes.
  private struct Pair {
    let fields: [String: String]

    subscript(name: String) -> String { fields[name] ?? "" }

    func number(_ name: String) throws -> Double { try #require(Double(self[name]), "\(name)") }

    /// The difference and its interval in percent of the reference, as the pages write them.
    func percents() throws -> String {
      let scale = 100 / (try number("reference_error"))
      let parts = try ["difference", "low", "high"].map { name in
        String(format: "%.0f", try number(name) * scale).replacing("-", with: "−")
      }
      return "\(parts[0]) % (\(parts[1]) … \(parts[2]))"
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  private static func pairs(_ set: String) throws -> [Pair] {
    try CSVTable(text("experiments/recommended/results-paired.csv")).rows
      .map(Pair.init).filter { $0["set"] == set }
  }

  /// The text of a page with every run of white space as one space.
  private static func words(_ path: String) throws -> String {
    try text(path).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func results() throws -> String { try words("docs/results.md") }

  private static func list(_ values: [Double]) -> String {
    let texts = values.map { String(format: "%.0f", $0) }
    return "\(texts.dropLast().joined(separator: ", ")) and \(texts[texts.count - 1])"
  }

  @Test func theTableOfTheResultsPageIsThatOfTheResultsFile() throws {
    let page = try Self.results()
    for horizon in Self.horizons {
      let rows = try Self.pairs("phone").filter { $0["horizon_ms"] == horizon }
      let ours = try #require(rows.first { $0["predictor"] == "recommended" })
      let plain = try #require(rows.first { $0["predictor"] == "rls" })
      #expect(ours["reference"] == plain["reference"])
      let targets = try #require(Int(ours["targets"]))
      let errors = try [
        ours.number("error"), plain.number("error"), ours.number("reference_error"),
      ].map { String(format: "%.3f", $0) }
      let row =
        "| \(horizon) ms | \(targets / 1000),\(targets % 1000) | \(ours["strokes"]) | \(errors[0]) "
        + "| \(errors[1]) | \(errors[2]) `\(ours["reference"])` | \(try ours.percents()) "
        + "| \(try plain.percents()) |"
      #expect(page.contains(row), "\(row)")
    }
  }

  /// The README's table has a predictor in each row and a horizon in each column.
  @Test func theTableOfTheReadmeIsThatOfTheResultsFiles() throws {
    let readme = try Self.words("README.md")
    let scores = try Self.scores("results-phone.csv")
    for name in ["hold", "linear", "rls", "recommended"] {
      let errors = try Self.horizons.map { horizon in
        let score = try #require(scores.first { $0.name == name && $0.cell[2] == horizon })
        return String(format: "%.3f", try #require(score.measures["error_mean"]))
      }
      let title = name == "hold" ? "`hold` (no prediction)" : "`\(name)`"
      let row = "| \(title) | \(errors.joined(separator: " | ")) |"
      #expect(readme.contains(row), "\(row)")
    }
    let pairs = try Self.pairs("phone")
    let presets = Set(scores.filter(\.isPeer).map(\.name)).count
    let best = try pairs.filter { $0["predictor"] == "rls" }.map {
      String(format: "%.3f", try $0.number("reference_error"))
    }
    let counts = pairs.filter { $0["predictor"] == "rls" }.map {
      "\($0["targets"].dropLast(3)),\($0["targets"].suffix(3)) / \($0["strokes"])"
    }
    for (title, cells) in [
      ("best of \(presets) presets", best), ("targets / strokes", counts),
      (
        "`rls` against the best preset",
        try pairs.filter { $0["predictor"] == "rls" }.map { try $0.percents() }
      ),
      (
        "`recommended` against it",
        try pairs.filter { $0["predictor"] == "recommended" }.map { try $0.percents() }
      ),
    ] {
      let row = "| \(title) | \(cells.joined(separator: " | ")) |"
      #expect(readme.contains(row), "\(row)")
    }
  }

  @Test func theResultsPageSaysWhatThePenShowed() throws {
    let page = try Self.results()
    let pen = try Self.pairs("pen")
    let gains = try pen.map { -(try $0.number("change_percent")) }
    #expect(page.contains("than every preset 4, 8, 17 and 33 ms ahead, by \(Self.list(gains)) %"))
    let open = try pen.filter { try $0.number("high") > 0 }.map { $0["horizon_ms"] }
    #expect(page.contains("at \(open.joined(separator: " and ")) ms the interval over the three"))
    let device = try Self.pairs("device").filter { $0["reference"] == "recorded" }
    let ahead = try device.map { -(try $0.number("change_percent")) }
    #expect(page.contains("4.2, 8.3 and 12.5 ms ahead, by \(Self.list(ahead)) %"))
    #expect(
      page.contains("At the \(Self.list(try device.map { try $0.number("targets") })) moments"))
  }

  /// The page names the preset that is better, not only those that are worse.
  @Test func theResultsPageNamesThePresetThatIsBetterOnThePen() throws {
    let better = try Self.pairs("device").filter {
      try $0["reference"] != "recorded" && $0.number("difference") > 0
    }
    let row = try #require(better.first)
    #expect(better.count == 1 && row["reference"].hasSuffix("strategy=aggressive"))
    let gain = 100 * (1 - (try row.number("reference_error")) / (try row.number("error")))
    let text = String(format: "is %.0f %% better than `recommended` at 12.5 ms", gain)
    #expect(try Self.results().contains(text))
  }

  @Test func thePagesCountTheCellsThatAreLostOnOtherDevices() throws {
    let cells = try CSVTable(Self.text("experiments/recommended/results-devices.csv")).rows
      .map(Pair.init).filter { try $0.number("targets") >= 500 }
    let lost = try ["preset_value", "other_value", "hold"].map { name in
      try cells.count { try $0.number("chosen") > 1.01 * $0.number(name) }
    }
    #expect(cells.count == 202)
    #expect(
      try Self.words("experiments/recommended/README.md").contains(
        "\(cells.count) cells with at least 500 targets: lost to a preset \(lost[0]), to another "
          + "predictor \(lost[1]), to `hold` \(lost[2])."))
    #expect(
      try Self.results().contains(
        "by more than 1 % in \(lost[0]), above the best other predictor of the catalogue in "
          + "\(lost[1]), and above holding still in \(lost[2])."))
  }

  /// On the phone within 3 points, on every device with 2,000 targets within 6.
  @Test func regionsHoldTheShareThatTheyState() throws {
    let rows = try CSVTable(Self.text("experiments/recommended/results-coverage.csv")).rows
      .map(Pair.init).filter { try $0.number("targets") >= 2000 }
    #expect(rows.count == 30)
    for row in rows {
      let tolerance = row["dataset"] == "henze-2017" ? 0.03 : 0.06
      for level in [50.0, 90, 95, 99] {
        let found = try row.number(String(format: "coverage_%.0f", level))
        #expect(abs(found - level / 100) <= tolerance, "\(row["device"]), \(level)")
      }
      #expect(try row.number("stated_share") >= 0.99)
    }
  }

  /// Presets run without the caps that they ship with; docs/results.md says which abstain with them.
  @Test func withTheirCapsThesePresetsAreSilentFromTwoFramesOn() throws {
    let scores = try Self.scores("results-capped.csv").filter(\.isPeer)
    #expect(Set(scores.map(\.name)).count == 24)
    for score in scores where score.cell[2] != "16.7" {
      let silent = try #require(score.measures["abstention_share"])
      #expect((silent == 1) == score.name.contains("capped=true"), "\(score.name)")
    }
    let capped = Set(
      scores.filter { $0.name.contains("capped=true") }.map { $0.name.prefix { $0 != ":" } })
    #expect(
      capped == [
        "chromium-linear", "chromium-quadratic", "chromium-lsq", "chromium-kalman",
        "androidx-motionprediction",
      ])
    let page = try Self.results()
    #expect(page.contains("linear, quadratic, least-squares and Kalman predictors and Android's"))
    #expect(page.contains("among 24 presets of ten predictors"))
  }
}
