import Evaluation
import Foundation
import Testing
import TouchInput

@testable import Reporting

@Suite struct ReportPageTests {
  @Test(arguments: RunVariant.allCases)
  func isWellFormedAndSelfContained(variant: RunVariant) async throws {
    let page = await TestReport.page(variant)
    let body = try #require(page.firstRange(of: "<body>")).lowerBound
    let script = try #require(page.firstRange(of: "<script>")).lowerBound
    let document = XMLDocument(page[body..<script] + "</body>")
    #expect(document.problem == nil, "\(variant)")
    let targets = document.values(of: "href") + document.values(of: "src")
    #expect(targets.allSatisfy { $0.hasPrefix("#") }, "\(variant)")
    let identifiers = document.values(of: "id")
    #expect(Set(identifiers).count == identifiers.count, "\(variant)")
    for target in targets { #expect(identifiers.contains(String(target.dropFirst()))) }
    for fill in document.values(of: "fill") where fill.hasPrefix("url(#") {
      #expect(identifiers.contains(String(fill.dropFirst(5).dropLast())))
    }
    #expect(!page.contains("@import") && !page.contains("<link") && !page.contains("<iframe"))
    let addresses = page.matches(of: /https?:[^"'\s<]*/).map { String($0.output) }
    #expect(addresses.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(variant)")
    // The scores for the script, which are data.
    let hasScores = page.contains("id=\"scores\"")
    #expect(document.elements["script"] == (hasScores ? 1 : nil), "\(variant)")
    #expect(hasScores == page.contains("id=\"explore\""), "\(variant)")
  }

  @Test(arguments: RunVariant.allCases)
  func showsNoNumberThatIsNone(variant: RunVariant) async {
    let page = await TestReport.page(variant)
    let words = page.split { !($0.isLetter || $0.isNumber) }
    for word in ["nan", "NaN", "inf", "infinity", "Optional"] {
      #expect(!words.contains { $0 == word }, "\(variant)")
    }
  }

  @Test func equalRunsGiveEqualPages() async {
    let once = await TestReport.page(.usual)
    let again = await TestReport.page(PlausibleRun().run(), jobs: 3)
    #expect(once == again)
  }

  @Test func adaptsToDarkAndPrintAndPhones() async {
    let page = await TestReport.page(.usual)
    for rule in [
      "prefers-color-scheme:dark", "@media print", "max-width:560px", "width=device-width",
    ] {
      #expect(page.contains(rule))
    }
  }

  @Test func beginsEachDataSetWithWhatItComesTo() async throws {
    let table = PlausibleRun(datasets: ["pens"], tasks: [], participants: []).table()
    let report = try #require(await TestReport.of(table).datasets.first)
    let markup = SummarySentence(
      scores: try #require(report.lead), participants: report.participants
    ).markup
    let place = try #require(table.index(of: "error_mean"))
    // The mean over participants leads.
    let pooled = table.rows.filter { $0.framesAhead == 2 && $0.aggregation == .participantMean }
    let best = try #require(
      pooled.min { ($0.values[place] ?? .infinity) < ($1.values[place] ?? .infinity) })
    let hold = try #require(pooled.first { $0.spelling == "hold" })
    let lowest = try #require(best.values[place])
    let held = try #require(hold.values[place])
    #expect(markup.contains("At 33.3\u{A0}ms (2\u{A0}frames)".replacing(" (", with: "\u{A0}(")))
    #expect(markup.contains("<code>\(best.spelling)</code>"))
    #expect(markup.contains("\(FixedPoint.significant(lowest))\u{A0}mm"))
    #expect(
      markup.contains("\(FixedPoint.text((1 - lowest / held) * 100, decimals: 0))\u{A0}% below"))
  }

  /// The share of recordings and strokes worse than hold, where the run has the set `tail`.
  @Test func showsWherePredictorsAreWorseThanHold() async throws {
    let run = PlausibleRun(datasets: ["pens"], tasks: []).run()
    #expect(!(await TestReport.page(run)).contains("Worse than hold"))
    var table = run.table
    table.metrics += MetricSet.tail.metrics
    for index in table.rows.indices {
      let isHold = table.rows[index].spelling == "hold"
      table.rows[index].values += [9.5, isHold ? 0 : 0.125, isHold ? 0 : 0.375, 8, 40]
    }
    let page = await TestReport.page(RunFolder(manifest: run.manifest, table: table))
    let start = try #require(page.range(of: "id=\"pens--tail\"")).upperBound
    let end = try #require(page[start...].range(of: "</table>")).lowerBound
    let block = page[start..<end]
    #expect(block.contains("recordings worse than hold (%)"))
    #expect(block.contains("12.5") && block.contains("37.5"))
    #expect(block.contains("99.9th percentile of error"))
  }

  /// A capped preset and one without a limit have rows of their own; one with its limit off is named.
  @Test func showsPresetsAsTheyShipInATableOfTheirOwn() async throws {
    let run = PlausibleRun(datasets: ["pens"], frames: 1...2, tasks: [], participants: []).run()
    #expect(!(await TestReport.page(run)).contains("pens--shipped"))
    var table = run.table
    let error = try #require(table.index(of: "error_mean"))
    let silence = try #require(table.index(of: "abstention_share"))
    let holds = table.rows.filter { $0.spelling == "hold" }
    let presets = [
      ("chromium-kalman", "capped=true", 1.0), ("windows-rls", "", 0.25),
      ("chromium-linear", "capped=false", 0.5),
    ]
    for (kind, parameters, share) in presets {
      for var row in holds {
        let held = try #require(row.values[error])
        row.predictor = kind
        row.parameters = parameters
        row.values[error] = held * share
        row.values[silence] = share == 1 ? 1 : 0.03
        table.rows.append(row)
      }
    }
    let page = await TestReport.page(RunFolder(manifest: run.manifest, table: table))
    let start = try #require(page.range(of: "id=\"pens--shipped\"")).upperBound
    let end = try #require(page[start...].range(of: "</table>")).upperBound
    let block = page[start..<end]
    let pooled = holds.filter { $0.aggregation == .pooled }
    for (kind, _, share) in presets.prefix(2) {
      let line = try #require(
        block.split(separator: "\n").first { $0.hasPrefix("<tr>") && $0.contains(kind) })
      for hold in pooled {
        let held = try #require(hold.values[error])
        #expect(line.contains(">\(FixedPoint.significant(held * share))<"), "\(line)")
      }
      #expect(line.contains(share == 1 ? ">100.0<" : ">3.0<"), "\(line)")
      #expect(line.contains(kind == "windows-rls" ? ">none<" : ">on<"), "\(line)")
    }
    #expect(!block.contains("chromium-linear") && !block.contains("polynomial"))
    let remark = page[end...].prefix(600)
    #expect(remark.contains("without their limit: <code>chromium-linear:capped=false</code>"))
  }

  @Test func namesEveryChoiceOfTheProtocol() async {
    let page = await TestReport.page(.usual)
    for name in [
      "Protocol", "Horizons", "Targets", "Truth", "Tail", "History", "Clock", "State", "Grouping",
      "Unit", "Seed", "Version", "Numerics", "Time",
    ] {
      #expect(page.contains("<dt>\(name)</dt>"), "\(name)")
    }
    #expect(page.contains("polynomial:degree=1..3,window=2..12 --output &#39;a run&#39;"))
    #expect(page.contains("the scale of 14 recordings is unknown"))
  }

  @Test func everyChoiceReadsDifferently() {
    var texts: Set<String> = []
    var count = 0
    func add(_ change: (inout EvaluationPlan) -> Void) {
      var plan = EvaluationPlan(datasets: [], predictors: [], horizons: [])
      change(&plan)
      texts.insert(ProtocolProse.choices(plan).map(\.sentence).joined(separator: "\n"))
      count += 1
    }
    add { _ in }
    add { $0.replay = .henze2017 }
    add {
      $0.replay = .henze2017
      $0.replay.observe = .window
    }
    add { $0.replay.tail = .clamp }
    add { $0.replay.history = 4 }
    add { $0.replay.clock = .index }
    add { $0.replay.state = .stroke }
    add { $0.replay.truth = .exact }
    add { $0.replay.targets = .recorded }
    add { $0.replay.maximumGap = nil }
    add { $0.replay.maximumGap = 2.5 }
    add { $0.groupBy = [.task] }
    add { $0.seed = 7 }
    add { $0.replay = .display }
    let screens: [(inout DisplayPipeline) -> Void] = [
      { $0.refreshRate = 120 }, { $0.phase = 0.004 }, { $0.delivery = .newest },
      { $0.inputLatency = 0.01 }, { $0.droppedFrames = 0.05 },
    ]
    for change in screens {
      var pipeline = DisplayPipeline()
      change(&pipeline)
      add {
        $0.replay = .display
        $0.replay.pipeline = pipeline
      }
    }
    for unit in EvaluationPlan.ReportUnit.allCases.dropFirst() { add { $0.unit = unit } }
    #expect(texts.count == count)
  }

  @Test func saysWhyAValueIsMissing() async {
    let page = await TestReport.page(.usual)
    // The third data set of the run is in device units.
    #expect(page.contains("its threshold is in millimeters, and the scale of these recordings"))
    #expect(page.contains("error above 6 Hz: these recordings have no case that it can score"))
  }

  @Test func keepsParticipantMeansBesidePooledScores() async throws {
    let run = PlausibleRun(datasets: ["a"]).run()
    let place = try #require(run.table.index(of: "error_mean"))
    let mean = try #require(
      run.table.rows.first {
        $0.aggregation == .participantMean && $0.spelling == "linear" && $0.framesAhead == 2
      }?.values[place])
    let page = await TestReport.page(run)
    #expect(page.contains(">participant mean</th>"))
    #expect(page.contains(">\(FixedPoint.significant(mean))</td>"))
    #expect(page.contains("<h3>By task</h3>") && page.contains("<h3>By participant</h3>"))
  }

  @Test func staysOfReasonableSize() async {
    // A page of 1 000 configurations at 6 horizons is to open at once in a browser.
    let most = 3_000_000
    let page = await TestReport.page(RunVariant.thousandConfigurations)
    #expect(page.utf8.count < most)
  }
}

@Suite struct MixedUnitTests {
  @Test func aDatasetOfTwoUnitsStandsAsTwo() {
    func row(_ predictor: String, _ unit: LengthUnit, _ error: Double) -> ScoreRow {
      ScoreRow(
        dataset: "devices", predictor: predictor, framesAhead: 2, horizon: 1.0 / 30, unit: unit,
        values: [100, error])
    }
    let metrics = MeasureDefinitions.all.filter { ["scored", "error_mean"].contains($0.name) }
    let table = ScoreTable(
      metrics: metrics, sweptNames: [],
      rows: [
        row("hold", .millimeter, 2), row("hold", .device, 70), row("linear", .millimeter, 1),
        row("linear", .device, 90),
      ])
    let groups = DatasetScores.groups(of: table)
    #expect(groups.map(\.group.dataset) == ["devices (mm)", "devices (device)"])
    let best = groups.map { scores in
      scores.metric("error_mean").flatMap { scores.best(by: $0, at: 0) }?.spelling
    }
    #expect(best == ["linear", "hold"])
  }
}
