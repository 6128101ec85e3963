import Foundation
import Testing
import TouchInput

@testable import Reporting

/// The page of a replay as text, and the data in it.
@Suite struct ReplayPageTests {
  private static let hasRecordings = ReplayFixture.folder != nil

  @Test(
    .enabled(if: hasRecordings, "NEXTPOINT_DATASETS names no folder inkable"),
    arguments: ReplayFixture.recordings)
  func theLastFrameIsTheBatchResult(name: String) async throws {
    let model = try await ReplayFixture.model(ReplayFixture.inkable(name))
    #expect(model.trace.rows.map(\.lines) == model.batchResult)
    #expect(model.warnings.isEmpty)
    let json = try ReplayFixture.json(of: ReplayPage(model, version: "t").html)
    let batch = ReplayedLines.batch(json)
    #expect(try ReplayedLines(json, events: .max).stages == batch)
    #expect(batch[2][0].count > 5)
    // A page that ignored its last events would not be found out by the last frame of a short line.
    let half = try ReplayedLines(json, events: model.trace.steps.count / 2).stages
    #expect(half[0][0].count < batch[0][0].count)
  }

  @Test(
    .enabled(if: hasRecordings, "NEXTPOINT_DATASETS names no folder inkable"),
    arguments: ReplayFixture.recordings)
  func pointsAreOfAllFourKinds(name: String) async throws {
    // The device of these recordings predicts up to 12 ms ahead.
    let model = try await ReplayFixture.model(
      ReplayFixture.inkable(name), ["recorded"], milliseconds: 4)
    let kinds = Set(model.trace.steps.map(\.kind))
    #expect(kinds == [.delivered, .coalesced, .predicted, .updated])
    #expect(model.forecasts.rows.contains { $0.answers[0] != nil })
  }

  @Test func namesCannotEndTheirElement() async throws {
    let name = #"</script><script>alert("x")</script><!--"#
    var source = ReplayFixture.line(named: name, samples: 5)
    source.title = name
    let page = ReplayPage(try await ReplayFixture.model(source), version: "t").html
    // The recorder of errors, the data and the script.
    #expect(page.components(separatedBy: "<script").count - 1 == 3)
    #expect(page.components(separatedBy: "</script").count - 1 == 3)
    #expect(!page.contains("<!--"))
    let json = try ReplayFixture.json(of: page)
    #expect(json["touches"] as? [String] == [name])
  }

  @Test func aPageLoadsNothing() async throws {
    let page = ReplayPage(try await ReplayFixture.model(ReplayFixture.line()), version: "t").html
    for text in ["http:", "https:", "src=", "@import", "url(", "fetch(", "import("] {
      #expect(!page.contains(text), "the page has '\(text)'")
    }
    #expect(page.contains("<noscript>"))
  }

  /// Events without a usable time or place, or that came before, are steps that change nothing.
  @Test func whatIsNotANumberIsNull() async throws {
    var source = ReplayFixture.line(samples: 12)
    source.batches[4].events[0].timestamp = .nan
    source.batches[6].events[0].location.x = .infinity
    source.batches[8].events[0].identifier = "a0"
    source.batches[9].events[0].force = .nan
    let model = try await ReplayFixture.model(source)
    #expect(model.warnings.count == 3)
    let json = try ReplayFixture.json(of: ReplayPage(model, version: "t").html)
    let lines = try ReplayedLines(json, events: .max)
    #expect(lines.stages[0][0].count == 9)
    #expect(lines.stages == ReplayedLines.batch(json))
    #expect(lines.stages[0][0].count { $0[3] == nil } == 1)
  }

  @Test func theSameModelGivesTheSameBytes() async throws {
    let source = ReplayFixture.line()
    let first = ReplayPage(try await ReplayFixture.model(source), version: "t").html
    let second = ReplayPage(try await ReplayFixture.model(source), version: "t").html
    #expect(first == second)
  }
}
