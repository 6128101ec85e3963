import Foundation
import TestSupport
import Testing

/// What docs/results.md and the page of experiments/beyond-lstm say, against the results that it committed.
@Suite struct BeyondLSTMTests {
  private struct Cell: Hashable {
    let task: String
    let steps: Int
  }

  /// One model for all horizons, or one for each.
  private enum Models: String {
    case forAll = "results.csv"
    case forEach = "results-by-horizon.csv"
  }

  private static func rows(_ path: String) throws -> [[String: String]] {
    let url = Repository.root.appending(path: path)
    return CSVTable(try String(contentsOf: url, encoding: .utf8)).rows
  }

  /// The published error of a method, by cell.
  private static func published(_ method: String) throws -> [Cell: Double] {
    let url = Repository.root.appending(
      path: "experiments/henze-2017-table/published.csv")
    var result: [Cell: Double] = [:]
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",").map(String.init)
      guard fields.count >= 4, fields[2] == method, let steps = Int(fields[1]) else { continue }
      result[Cell(task: fields[0], steps: steps)] = Double(fields[3])
    }
    return result
  }

  /// Ours, by cell: the mean error and its interval over participants.
  private static func ours(
    _ models: Models, _ clock: String, _ parameters: String
  ) throws -> [Cell: (error: Double, low: Double, high: Double)] {
    var result: [Cell: (error: Double, low: Double, high: Double)] = [:]
    for row in try rows("experiments/beyond-lstm/\(models.rawValue)")
    where row["clock"] == clock && row["parameters"] == parameters {
      let numbers = try ["horizon_ms", "error_mean", "low", "high"].map { name in
        try #require(row[name].flatMap { Double($0) })
      }
      let cell = Cell(
        task: try #require(row["task"]), steps: Int((numbers[0] * 60 / 1000).rounded()))
      result[cell] = (numbers[1], numbers[2], numbers[3])
    }
    return result
  }

  /// In how many cells ours is below the LSTM, and in how many level, to the one digit that is published.
  private static func against(
    _ models: Models, _ clock: String, _ parameters: String
  ) throws -> (below: Int, level: Int) {
    let (ours, lstm) = (try ours(models, clock, parameters), try published("LSTM 2017"))
    #expect(ours.count == 9 && lstm.count == 9)
    let tenths = try lstm.map { cell, theirs in
      (10 * (try #require(ours[cell]).error)).rounded() - (10 * theirs).rounded()
    }
    return (tenths.count { $0 < 0 }, tenths.count { $0 == 0 })
  }

  private static func text(_ path: String) throws -> String {
    try String(
      contentsOf: Repository.root.appending(path: path), encoding: .utf8
    ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func theResultsPageSaysInHowManyCellsTheLSTMIsBeaten() throws {
    let results = try Self.text("docs/results.md")
    let lstm = try Self.published("LSTM 2017")
    for (models, name) in [
      (Models.forEach, "models for one horizon"), (.forAll, "model for all horizons"),
    ] {
      let told = try Self.against(models, "recorded", "trained=leave-one-out;adapt=false")
      #expect(
        results.contains(
          "below the published LSTM in \(told.below) of 9 cells and tied in \(told.level)"),
        "\(models): \(told)")
      let ours = try Self.ours(models, "recorded", "trained=leave-one-out;adapt=false")
      let held = try lstm.count { cell, error in
        let interval = try #require(ours[cell])
        return interval.low <= error && error <= interval.high
      }
      #expect(
        results.contains("\(name) contains the LSTM's error in \(held) of the 9"), "\(held)")
    }
    let shares = try Self.ours(.forEach, "recorded", "trained=leave-one-out;adapt=false")
      .map { cell, found in 1 - found.error / (try #require(lstm[cell])) }
    let (least, most) = (try #require(shares.min()), try #require(shares.max()))
    #expect(results.contains(String(format: "by %.1f to %.1f %%", 100 * least, 100 * most)))
    let page = try Self.text("experiments/beyond-lstm/README.md")
    let (whole, windows) = (
      "trained=leave-one-out;adapt=false", "trained=leave-one-out;adapt=false;observe=window"
    )
    for (models, clock, parameters, name) in [
      (Models.forAll, "recorded", whole, "`--observe recording`"),
      (.forAll, "recorded", windows, "`--observe window`"),
      (.forAll, "index", whole, "`--observe recording`"),
      (.forEach, "recorded", whole, "`--observe recording`"),
    ] {
      let (below, level) = try Self.against(models, clock, parameters)
      #expect(
        page.contains("\(name) is below the LSTM in \(below) of 9 cells and tied in \(level)"),
        "\(models) \(clock) \(name): \(below), \(level)")
    }
  }

  @Test func intervalsHoldTheirMeans() throws {
    for models in [Models.forAll, .forEach] {
      for parameters in [
        "trained=leave-one-out;adapt=false", "trained=leave-one-out;adapt=false;observe=window",
      ] {
        for (cell, found) in try Self.ours(models, "recorded", parameters) {
          #expect(found.low < found.error && found.error < found.high, "\(models) \(cell)")
        }
      }
    }
  }

  /// The choice was made on the others alone: every trial of the log leaves out two people.
  @Test(arguments: ["recorded", "index", "recorded-2", "recorded-4", "recorded-6"])
  func theLogOfTheSearchIsKept(name: String) throws {
    let trials = try Self.rows("experiments/beyond-lstm/search-\(name).csv")
    let candidates = Set(trials.compactMap { $0["candidate"] })
    #expect(candidates.count > 1)
    #expect(trials.count == candidates.count * 28 * 2)
    #expect(trials.allSatisfy { $0["left_out"] != $0["scored_on"] })
    let losses = trials.compactMap { $0["loss"].flatMap { Double($0) } }
    #expect(losses.count == trials.count && losses.allSatisfy { $0 > 0 && $0 < 1 })
  }
}
