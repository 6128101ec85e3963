import Evaluation
import Foundation
import Testing
import TouchInput

@testable import Reporting

/// The first screen and the scores that the explorer is given.
@Suite struct FirstScreenTests {
  @Test func asksThreeQuestionsOfEachDataSet() async throws {
    let report = await TestReport.of(.usual)
    let page = await TestReport.page(.usual)
    let count = report.datasets.count
    for question in ["Which predictor", "How sure", "Where it fails"] {
      #expect(page.matches(of: try Regex("<dt>\(question)</dt>")).count == count)
    }
    let first = try #require(page.range(of: "class=\"answers\"")).lowerBound
    let explorer = try #require(page.range(of: "id=\"explore\"")).lowerBound
    let section = try #require(page.range(of: "data-set=")).lowerBound
    #expect(first < explorer && explorer < section)
  }

  /// The best, the best of another kind, and the weakest task and participant, found again in the table.
  @Test func answersWithWhatTheTableSays() async throws {
    let run = PlausibleRun(datasets: ["pens"]).run()
    let report = try #require(await TestReport.of(run).datasets.first)
    let answer = try #require(report.answer)
    let place = try #require(run.table.index(of: "error_mean"))
    let rows = run.table.rows.filter { $0.framesAhead == 2 && $0.part == nil }
    let means = rows.filter { $0.aggregation == .participantMean }
    let ranked = means.compactMap { row in row.values[place].map { (row, $0) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
    let best = try #require(ranked.first)
    #expect(answer.best.spelling == best.spelling)
    let next = try #require(
      ranked.first { $0.predictor != best.predictor && $0.predictor != "hold" })
    #expect(answer.next?.spelling == next.spelling)
    let pooled = rows.filter { $0.aggregation == .pooled }
    func ratio(_ chosen: (ScoreRow) -> Bool) throws -> Double {
      let own = try #require(pooled.first { chosen($0) && $0.spelling == best.spelling })
      let held = try #require(pooled.first { chosen($0) && $0.spelling == "hold" })
      return try #require(own.values[place]) / #require(held.values[place])
    }
    let tasks = Set(pooled.map(\.task)).filter { !$0.isEmpty }
    let worst = try tasks.map { task in
      try ratio { $0.task == task && $0.participant.isEmpty }
    }.max()
    #expect(answer.weakest.first?.ratio == worst)
    #expect(answer.weakest.count == 2)
    let comparison = try #require(answer.comparison)
    let people = Set(pooled.map(\.participant)).filter { !$0.isEmpty }
    #expect(comparison.participants.count == people.count)
    #expect(comparison.participantMean.difference < 0)
  }

  @Test func withoutParticipantsNothingIsSure() async {
    let run = PlausibleRun(datasets: ["pens"], tasks: [], participants: []).run()
    let page = await TestReport.page(run)
    #expect(page.contains("Unknown: the run has no two participants to compare."))
    #expect(page.contains("Unknown: the run has neither groups nor the measures"))
  }

  private struct GivenSet: Decodable {
    struct Group: Decodable {
      let kind: String
      let title: String
      let values: [String: [Double?]]
    }

    let name: String
    let left: Int
    let groups: [Group]
    let intervals: [String: [[Double]?]]
  }

  private func sets(_ report: RunReport) throws -> [GivenSet] {
    let json = ExplorerScores(datasets: report.datasets).json
    return try JSONDecoder().decode([GivenSet].self, from: Data(json.utf8))
  }

  @Test(arguments: [RunVariant.usual, .hostileTexts, .notFinite])
  func theExplorerHasTheScoresOfTheTable(variant: RunVariant) async throws {
    let report = await TestReport.of(variant)
    let sets = try sets(report)
    #expect(sets.map(\.name) == report.datasets.map(\.name))
    for (set, dataset) in zip(sets, report.datasets) {
      let lead = try #require(dataset.lead)
      let lines = try #require(dataset.lines).lines
      let values = try #require(set.groups.first).values
      #expect(Set(values.keys) == Set(lead.metrics.map(\.name)))
      for metric in lead.metrics {
        let given = try #require(values[metric.name])
        #expect(given.count == (lead.configurations.count - set.left) * lead.moments.count)
        for (place, line) in lines.enumerated() {
          for moment in lead.moments.indices {
            let found = given[place * lead.moments.count + moment]
            let value = lead.value(line.configuration, at: moment, named: metric.name)
            #expect((found == nil) == (value == nil))
            guard let found, let value else { continue }
            #expect(abs(found - value) <= 1e-5 * abs(value) + 1e-12, "\(metric.name)")
          }
        }
      }
      let kinds = Set(set.groups.map(\.kind))
      #expect(kinds.contains("task") == !dataset.groups.filter { !$0.group.task.isEmpty }.isEmpty)
    }
  }

  @Test func manyConfigurationsAreCut() async throws {
    let report = await TestReport.of(.thousandConfigurations)
    let set = try #require(try sets(report).first)
    let all = try #require(report.datasets.first?.lead).configurations.count
    #expect(set.left == all - ExplorerScores.mostPredictors)
  }
}
