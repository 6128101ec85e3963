import Evaluation
import Testing

@testable import Reporting

/// Trade-offs: who stands where, error at equal noise, and the headroom.
@Suite struct ParetoBlockTests {
  private static func report(floors: [OracleFloor] = []) async -> RunReport {
    let run = PlausibleRun(datasets: ["pens"], tasks: []).run()
    return await TestReport.of(
      RunFolder(manifest: run.manifest, table: run.table, floors: floors))
  }

  @Test func everyConfigurationIsDrawnByItsStanding() async throws {
    let report = await Self.report()
    let lead = try #require(report.datasets.first?.lead)
    let panels = try #require(report.datasets.first).paretoPanels
    #expect(panels.count == 3)
    let standings = lead.configurations.map { lead.row($0, at: lead.headlineMoment)?.pareto }
    let knees = standings.count { $0 == .knee }
    let fronts = standings.count { $0 == .front }
    #expect(knees > 0 && fronts > 0 && standings.contains(.dominated))
    for panel in panels {
      let styles = XMLDocument(panel.file).attributes.filter { $0.name == "class" }.map(\.value)
      // One more of each is in the legend.
      #expect(styles.count { $0 == "mark f3" } == knees + 1)
      #expect(styles.count { $0 == "mark f2" } == fronts + 1)
      #expect(styles.count { $0 == "hollow" } == standings.count { $0 == .dominated } + 1)
    }
  }

  @Test func theLeastErrorOfEachKindThatIsQuietEnough() {
    func candidate(_ kind: String, _ name: String, _ error: Double, _ noise: Double)
      -> EqualNoise.Candidate
    {
      .init(kind: kind, spelling: name, error: error, noise: noise)
    }
    let choices = EqualNoise.choices(
      among: [
        candidate("linear", "linear", 4, 1), candidate("rls", "rls:a", 1, 1.1),
        candidate("rls", "rls:b", 2, 1), candidate("rls", "rls:c", 3, 0.2),
        candidate("rls", "rls:d", .nan, 0.1), candidate("arc", "arc", 0.5, 2),
        candidate("rls", "rls:e", 2, 0.5), candidate("twin", "twin", 4, 1 + 1e-12),
      ], limit: 1)
    #expect(choices.map(\.kind) == ["linear", "rls", "arc", "twin"])
    #expect(choices.map(\.best?.spelling) == ["linear", "rls:b", nil, "twin"])
    #expect(choices.map(\.settings) == [1, 4, 1, 1])
    #expect(choices.map(\.quietEnough) == [1, 3, 0, 1])
    #expect(EqualNoise.choices(among: [], limit: 1).isEmpty)
  }

  @Test func theTableNamesTheLimit() async throws {
    let report = await Self.report()
    let lead = try #require(report.datasets.first?.lead)
    let linear = try #require(lead.configuration("linear"))
    let limit = try #require(
      lead.value(linear, at: lead.headlineMoment, named: "jitter_mean"))
    let page = ReportPage(report).html
    #expect(page.contains("<b>Error at equal noise.</b>"))
    #expect(page.contains("\(FixedPoint.significant(limit))\u{A0}mm, at 33.3"))
  }

  private static func floor(_ settings: Int, horizon: Double = 2.0 / 60) -> OracleFloor {
    OracleFloor(
      dataset: "pens", predictor: "polynomial", settings: settings,
      horizon: Horizon(seconds: horizon, frames: 2), unit: .millimeter, bestSetting: 2,
      bestParameters: "degree=1,window=3", bestByParticipant: 1.75, bestByStroke: 1.5)
  }

  @Test func theHeadRoomIsWhatHindsightTakesOff() async {
    let page = ReportPage(await Self.report(floors: [Self.floor(30)])).html
    #expect(page.contains("<b>Headroom.</b>"))
    #expect(page.contains(">1.50</td><td class=\"number\" data-title=\"headroom (%)\">25.0</td>"))
    for other in [Self.floor(1), Self.floor(30, horizon: 0.1)] {
      let page = ReportPage(await Self.report(floors: [other])).html
      #expect(!page.contains("<b>Headroom.</b>"))
    }
  }

  @Test func floorsComeBackAsTheyWereWritten() throws {
    let floors = [Self.floor(30), Self.floor(2, horizon: 0.0123)]
    let text = FloorsCSV.text(floors)
    #expect(try FloorsCSV.read(Array(text.utf8), file: "floors.csv") == floors)
  }

  @Test(arguments: [
    ("", "floors.csv:1: the header is not dataset,"),
    ("a,b\n", "floors.csv:1: the header is not dataset,"),
    ("HEADER\nx,y,3\n", "floors.csv:2: the row has 3 fields and the header 10"),
    ("HEADER\na,b,three,2,33,mm,1,p,1,1\n", "floors.csv:2: column 'settings': 'three'"),
    ("HEADER\na,b,3,2,33,ell,1,p,1,1\n", "floors.csv:2: column 'unit': 'ell'"),
    (
      "HEADER\na,b,3,2,33,mm,1,p,1,1\na,b,3,2,33,mm,nan,p,1,1\n",
      "floors.csv:3: column 'best_setting'"
    ),
    ("HEADER\na,b,3,2,33,mm,1,p,1,\n", "floors.csv:2: column 'best_by_stroke'"),
    ("HEADER\n\"a,b\n", "floors.csv:2: a quotation mark is never closed"),
  ])
  func aDamagedFileIsRefusedWithItsLine(text: String, sentence: String) {
    let header = FloorsCSV.text([]).dropLast()
    let bytes = Array(text.replacing("HEADER", with: header).utf8)
    let error = #expect(throws: ScoresCSVError.self) {
      try FloorsCSV.read(bytes, file: "floors.csv")
    }
    #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
  }
}
