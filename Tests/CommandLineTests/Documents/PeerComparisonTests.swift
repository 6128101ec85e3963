import Foundation
import TestSupport
import Testing

/// The bar of the experiment that compares every predictor with its peers, and what its page says of
/// it, against the results that the experiment committed.
@Suite struct PeerComparisonTests {
  private static let folder = Repository.root.appending(
    path: "experiments/peer-comparison")
  private static let peers = [
    "chromium", "androidx", "ink-stroke", "velocity-tracker", "flutter", "windows-rls",
  ]
  private static let horizons = ["32", "64", "100"]

  /// The mean over participants 7 and 8 of the mean error, by predictor and horizon.
  private static func heldOut() throws -> [String: [String: Double]] {
    let text = try String(
      contentsOf: folder.appending(path: "results-henze.csv"), encoding: .utf8)
    var sums: [String: [String: Double]] = [:]
    for line in text.split(separator: "\n").dropFirst() {
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      let fields = try #require(parts.last).split(
        separator: ",", omittingEmptySubsequences: false)
      guard fields[1] == "7" || fields[1] == "8" else { continue }
      let error = try #require(Double(fields[6]))
      sums[String(parts[1]), default: [:]][String(fields[3]), default: 0] += error / 2
    }
    return sums
  }

  private static func best(_ scores: [String: [String: Double]], _ horizon: String) throws -> Double
  {
    let values = scores.filter { name, _ in peers.contains { name.hasPrefix($0) } }
      .compactMap { $0.value[horizon] }
    return try #require(values.min())
  }

  @Test(arguments: horizons)
  func warmRLSIsBelowEveryPeerPreset(horizon: String) throws {
    let scores = try Self.heldOut()
    #expect(scores.keys.count { name in Self.peers.contains { name.hasPrefix($0) } } >= 20)
    let ours = try #require(scores["rls"]?[horizon])
    #expect(ours < (try Self.best(scores, horizon)))
  }

  /// Over all eight people, six of whom the defaults were chosen on; 7 and 8 alone give no interval.
  @Test func theIntervalOverPeopleIsBelowZeroAtEachHorizon() throws {
    let table = CSVTable(
      try String(contentsOf: Self.folder.appending(path: "results-paired.csv"), encoding: .utf8))
    #expect(table.rows.compactMap { $0["horizon_ms"] } == Self.horizons)
    for row in table.rows {
      let ends = ["low", "difference", "high"].compactMap { row[$0].flatMap { Double($0) } }
      #expect(ends.count == 3 && ends == ends.sorted() && (ends.last ?? 0) < 0, "\(row)")
      let people = try #require(row["participants"]).split(separator: ";")
      #expect(people.count == 8 && people.allSatisfy { $0.contains(": -") })
    }
  }

  @Test func thePageSaysWhatTheResultsHold() throws {
    let scores = try Self.heldOut()
    let page = try String(
      contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8
    ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    func list(_ values: [Double], _ format: String) -> String {
      let texts = values.map { String(format: format, $0) }
      return "\(texts[0]), \(texts[1]) and \(texts[2])"
    }
    let ours = try Self.horizons.map { try #require(scores["rls"]?[$0]) }
    let best = try Self.horizons.map { try Self.best(scores, $0) }
    let gains = zip(ours, best).map { 100 * (1 - $0 / $1) }
    #expect(page.contains("The error of `rls` is \(list(gains, "%.0f")) % lower"))
    #expect(page.contains("\(list(ours, "%.1f")) px against \(list(best, "%.1f"))"))
  }
}
