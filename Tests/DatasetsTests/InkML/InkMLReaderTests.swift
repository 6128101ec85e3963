import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct InkMLReaderTests {
  /// A few roundings of numbers near 1.
  private static let tolerance = 1e-12

  private func read(_ content: String, rate: Double = 100) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(
      "<ink xmlns=\"http://www.w3.org/2003/InkML\">\n\(content)\n</ink>\n", to: "a.inkml")
    return InkMLReader.read(
      RecordingSource(
        path: path, participant: "P", task: "write", scale: LengthScale(unit: .pixel),
        nominalRate: rate, tool: .stylus))
  }

  private static let timed = """
    <context><traceFormat><channel name="X"/><channel name="Y"/><channel name="T"/></traceFormat>
    </context>
    """

  @Test func explicitValuesBecomeSamples() throws {
    let result = try read("\(Self.timed)<trace>1 2.5 1000, -3 4e1 1010,\n#1F 0 1020</trace>")
    #expect(result.problems.isEmpty && result.isComplete)
    #expect(result.linesRead == 5 && result.linesRejected == 0)
    let recording = try #require(result.recordings.first)
    #expect(recording.participant == "P" && recording.task == "write" && recording.tool == .stylus)
    #expect(recording.scale.unit == .pixel && recording.nominalRate == 100)
    #expect(
      recording.strokes == [
        Stroke(
          identifier: "1",
          samples: [
            TouchSample(time: 1, position: [1, 2.5], phase: .began),
            TouchSample(time: 1.01, position: [-3, 40]),
            TouchSample(time: 1.02, position: [31, 0], phase: .ended),
          ])
      ])
  }

  /// Worked by hand: velocities (23, 43), (30, 35), (33, 30), then the acceleration (3, -5) again.
  @Test func differencesAreSummed() throws {
    let result = try read("<trace>1125 18432,'23'43,\"7\"-8,3-5,* *,!10!20,* *</trace>")
    let stroke = try #require(result.recordings.first?.strokes.first)
    #expect(
      stroke.samples.map(\.position) == [
        [1125, 18_432], [1148, 18_475], [1178, 18_510], [1211, 18_540], [1247, 18_565], [10, 20],
        [10, 20],
      ])
    let repeated = try read("<trace>0 0,'2'-1,**,* 5</trace>")
    #expect(
      repeated.recordings.first?.strokes.first?.samples.map(\.position) == [
        [0, 0], [2, -1], [4, -2], [6, 3],
      ])
  }

  @Test func timesAreMadeOfTheRateWithAWarning() throws {
    let named = try read(
      """
      <inkSource><sampleRate uniform="true" value="200"/></inkSource>
      <trace>0 0, 1 0</trace><trace timeOffset="2000">2 0, 3 0</trace><trace>4 0</trace>
      """)
    let recording = try #require(named.recordings.first)
    #expect(recording.nominalRate == 200)
    #expect(recording.strokes.map { $0.samples.map(\.time) } == [[0, 0.005], [2, 2.005], [2.01]])
    #expect(named.problems.map(\.value) == ["200 Hz"] && named.linesRejected == 0)
    #expect(named.problems.first?.message.contains("no channel T") == true)
    let assumed = try read("<trace>0 0, 1 0</trace>", rate: 50)
    #expect(assumed.recordings.first?.strokes.first?.samples.last?.time == 0.02)
    #expect(assumed.problems.map(\.value) == ["50 Hz"])
  }

  @Test func unitsAndRangesAreApplied() throws {
    let result = try read(
      """
      <context><traceFormat><channel name="X" units="cm"/>
      <channel name="Y" units="in" orientation="-ve"/><channel name="T" units="s"/>
      <channel name="F" min="100" max="300"/><channel name="OA" units="deg"/>
      <channel name="OE" units="rad"/></traceFormat></context>
      <trace>1 2 3 150 90 1.25</trace>
      """)
    #expect(result.problems.isEmpty)
    let recording = try #require(result.recordings.first)
    #expect(recording.scale == LengthScale(unit: .millimeter))
    let sample = try #require(recording.strokes.first?.samples.first)
    #expect(sample.time == 3 && sample.force == 0.25 && sample.altitude == 1.25)
    #expect(abs(try #require(sample.azimuth) - .pi / 2) < Self.tolerance)
    #expect(abs(sample.position.x - 10) < Self.tolerance)
    #expect(abs(sample.position.y + 50.8) < Self.tolerance)
  }

  /// Found by `scripts/fuzz readers`, seed 63767.
  @Test func aRangeThatMakesAForceInfiniteLeavesItOut() throws {
    let result = try read(
      """
      <context><traceFormat><channel name="X"/><channel name="Y"/><channel name="T"/>
      <channel name="F" min="0" max="1e-300"/><channel name="OA" units="rev"/></traceFormat></context>
      <trace>1 2 3 1e300 1e308, 2 2 4 5e-301 0.25</trace>
      """)
    let samples = try #require(result.recordings.first?.strokes.first).samples
    #expect(samples.map(\.force) == [nil, 0.5])
    #expect(samples[0].azimuth.map(\.isFinite) ?? true)
    #expect(samples.count == 2 && samples.allSatisfy(\.isFinite))
  }

  /// A trace whose channels X, Y and T have attributes, and whose device has resolutions.
  private func source(
    x: String = "", y: String = "", t: String = "units=\"ms\"", _ resolutions: [String],
    values: String = "4000 5000 8, 4024 5010 16"
  ) throws -> ReadResult {
    let properties = resolutions.map { "<channelProperty \($0)/>" }.joined()
    return try read(
      """
      <definitions><context xml:id="c"><inkSource><traceFormat>
      <channel name="X" \(x)/><channel name="Y" \(y)/><channel name="T" \(t)/></traceFormat>
      <channelProperties>\(properties)</channelProperties></inkSource></context></definitions>
      <trace contextRef="#c">\(values)</trace>
      """)
  }

  private static func property(_ channel: String, _ value: String, _ units: String?) -> String {
    "channel=\"\(channel)\" name=\"resolution\" value=\"\(value)\""
      + (units.map { " units=\"\($0)\"" } ?? "")
  }

  private static let lengths: [(String, String, String?, Double)] = [
    ("cm", "400", "1/cm", 100), ("cm", "400", nil, 100), ("dev", "400", "1/cm", 100),
    ("", "400", "1/cm", 100), ("mm", "400", "1/cm", 100), ("in", "1000", "1/in", 101.6),
    ("dev", "1000", "dpi", 101.6), ("pt", "10", nil, 141.111111111111111),
    ("pc", "10", "1/pc", 1693.33333333333333),
    ("m", "40000", "1/m", 100), ("himetric", "1", nil, 40), ("himetric", "4", "1/himetric", 10),
    ("dev", "0.025", "mm", 100), ("mm", "1000000", "1/m", 4),
  ]

  /// A unit and a resolution hold together, each axis for itself: 4000 at 400 to the cm is 100 mm.
  @Test(arguments: lengths)
  func unitAndResolutionHoldTogether(
    unit: String, value: String, resolution: String?, x: Double
  ) throws {
    let result = try source(
      x: unit.isEmpty ? "" : "units=\"\(unit)\"", y: "units=\"mm\"",
      [Self.property("X", value, resolution), Self.property("Y", "50", "1/mm")])
    let recording = try #require(result.recordings.first)
    #expect(recording.scale.unit == .millimeter && result.problems.isEmpty)
    let position = try #require(recording.strokes.first?.samples.first?.position)
    #expect(abs(position.x - x) < 1e-12 * x && position.y == 100)
  }

  @Test(arguments: ["himetric", "mm", "cm", "in", "pt", "pc", "m"])
  func unitsWithoutResolutionAreLengths(unit: String) throws {
    let result = try source(x: "units=\"\(unit)\"", y: "units=\"\(unit)\"", [])
    let factors = [
      "himetric": 0.01, "mm": 1, "cm": 10, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "m": 1000,
    ]
    let factor = try #require(factors[unit])
    let x = try #require(result.recordings.first?.strokes.first?.samples.first?.position.x)
    #expect(abs(x - 4000 * factor) < 1e-9 * x)
  }

  /// A resolution without any unit of length leaves the units of the device.
  @Test func aResolutionWithoutAUnitIsNoLength() throws {
    let result = try source(
      x: "units=\"dev\"", y: "units=\"dev\"",
      [Self.property("X", "400", nil), Self.property("Y", "400", "1/dev")])
    #expect(result.recordings.first?.scale.unit == .pixel && result.warnings.isEmpty)
    #expect(result.recordings.first?.strokes.first?.samples.first?.position == [4000, 5000])
  }

  @Test func aLengthOnOneAxisIsAWarning() throws {
    let result = try source(x: "units=\"cm\"", [])
    #expect(result.recordings.first?.scale.unit == .pixel && result.problems.isEmpty)
    #expect(result.warnings.map(\.message).first?.contains("only one of the channels") == true)
  }

  private static let times: [(String, String?, String?, Double, Int)] = [
    ("units=\"dev\"", "1", "1/ms", 0.008, 0), ("units=\"dev\"", "1000", "1/s", 0.008, 0),
    ("units=\"dev\"", "10", "1/ms", 0.0008, 0), ("units=\"dev\"", "1", "1/dev", 0.008, 1),
    ("units=\"dev\"", "1", nil, 0.008, 1), ("units=\"s\"", "100", nil, 0.08, 0),
    ("units=\"us\"", nil, nil, 8e-6, 0), ("units=\"s\"", nil, nil, 8, 0),
    ("", nil, nil, 0.008, 0), ("units=\"dev\"", nil, nil, 0.008, 1),
  ]

  @Test(arguments: times)
  func timesHaveResolutions(
    channel: String, value: String?, units: String?, first: Double, warnings: Int
  ) throws {
    let result = try source(t: channel, value.map { [Self.property("T", $0, units)] } ?? [])
    let time = try #require(result.recordings.first?.strokes.first?.samples.first?.time)
    #expect(abs(time - first) < 1e-12 && result.problems.isEmpty)
    #expect(result.warnings.count == warnings)
  }

  @Test func aUnitThatIsNotOneOfTimeIsNamed() throws {
    let result = try source(t: "units=\"deg\"", [])
    #expect(
      result.problems.first?.message.contains("the unit 'deg', which is not one of time") == true)
  }

  /// Office writes resolutions of 0 for channels that it does not measure.
  @Test func aResolutionOfZeroMattersWhereTheChannelIsNeeded() throws {
    let fine = try source([Self.property("F", "0", "1/dev"), Self.property("OTx", "0", nil)])
    #expect(fine.problems.isEmpty && fine.sampleCount == 2)
    for channel in ["X", "Y", "T"] {
      let bad = try source([Self.property(channel, "0", "1/cm")])
      #expect(bad.problems.count == 1 && bad.problems.first?.value == "0")
    }
  }

  @Test func resolutionAndTiltAreApplied() throws {
    let result = try read(
      """
      <definitions><inkSource xml:id="pad"><traceFormat><channel name="X"/><channel name="Y"/>
      <channel name="T"/><channel name="OTx"/><channel name="OTy"/></traceFormat>
      <channelProperties><channelProperty channel="X" name="resolution" value="100" units="1/cm"/>
      <channelProperty channel="Y" name="resolution" value="254" units="1/in"/>
      </channelProperties></inkSource><context xml:id="c" inkSourceRef="#pad"/></definitions>
      <trace contextRef="#c">5 20 0 45 -45</trace>
      """)
    #expect(result.problems.isEmpty)
    let recording = try #require(result.recordings.first)
    #expect(recording.scale.unit == .millimeter)
    let sample = try #require(recording.strokes.first?.samples.first)
    #expect(abs(sample.position.x - 0.5) < Self.tolerance)
    #expect(abs(sample.position.y - 2) < Self.tolerance)
    #expect(abs(try #require(sample.altitude) - atan(0.5.squareRoot())) < Self.tolerance)
    #expect(abs(try #require(sample.azimuth) + .pi / 4) < Self.tolerance)
  }

  @Test func tracesHoverAndGoOn() throws {
    let result = try read(
      """
      \(Self.timed)<traceGroup><trace type="penUp">0 0 0, 1 0 10</trace>
      <trace xml:id="a" continuation="begin">2 0 20</trace></traceGroup>
      <trace>9 9 90</trace><trace continuation="end" priorRef="#a">3 0 30</trace>
      """)
    let strokes = try #require(result.recordings.first).strokes
    #expect(strokes.map(\.identifier) == ["hover-1", "2", "3"])
    #expect(strokes[1].samples.map(\.position.x) == [2, 3])
    #expect(strokes[1].samples.map(\.phase) == [.began, .ended])
  }

  @Test func contextsAreFoundByNameAndGroup() throws {
    let format = "<channel name=\"Y\"/><channel name=\"X\"/><channel name=\"T\"/>"
    let result = try read(
      """
      <definitions><traceFormat xml:id="f">\(format)<intermittentChannels>
      <channel name="F" default="0.5"/></intermittentChannels></traceFormat>
      <context xml:id="c" traceFormatRef="#f"/></definitions>
      <traceGroup contextRef="#c"><trace>1 2 3, 1 2 4 0.25</trace></traceGroup>
      \(Self.timed)<trace>1 2 3</trace>
      """)
    #expect(result.problems.isEmpty)
    let strokes = try #require(result.recordings.first).strokes
    #expect(strokes.map { $0.samples[0].position } == [[2, 1], [1, 2]])
    #expect(strokes[0].samples.map(\.force) == [0.5, 0.25])
  }

  @Test func whatWasNotMeasuredIsCounted() throws {
    let result = try read("\(Self.timed)<trace>1 2 3, ? 2 4, 3 2 5</trace>")
    #expect(result.recordings.first?.strokes.first?.samples.map(\.position.x) == [1, 3])
    #expect(result.problems.map(\.message).first?.hasPrefix("1 points have no position") == true)
    #expect(result.linesRejected == 0)
  }

  @Test(arguments: [
    ("1 2 3,\n4 5,\n7 8 9", 2, [1, 7]), ("1 2 3,\nx,\n7 8 9", 2, [1, 7]),
    ("1 2 3,\n4 5 6 7,\n7 8 9", 2, [1, 7]), ("1 2 3,\n'1'1'1,\n1 1,\n1 1 1", 3, [1, 2]),
    ("* 2 3,\n7 8 9", 1, [7]), ("1 2 3,\n1 2 !,\n7 8 9", 2, [1, 7]),
  ])
  func badPointsCostWhatDependsOnThem(trace: String, line: Int, x: [Double]) throws {
    let result = try read("\(Self.timed)<trace>\(trace)</trace>")
    #expect(result.linesRejected == 1 && result.isComplete && result.problems.count == 1)
    #expect(result.problems.first?.line == line + 2)
    #expect(result.recordings.first?.strokes.first?.samples.map(\.position.x) == x)
  }

  @Test(arguments: [
    ("<trace contextRef=\"#none\">1 2</trace>", "no such context"),
    ("<context traceFormatRef=\"#none\"/><trace>1 2</trace>", "nothing before this has this name"),
    ("<inkSource><sampleRate value=\"-1\"/></inkSource><trace>1 2</trace>", "not a sample rate"),
    ("<traceFormat><channel/></traceFormat><trace>1 2</trace>", "the channel has no name"),
    ("<traceFormat><channel name=\"Z\"/></traceFormat><trace>1</trace>", "no channels X and Y"),
    ("<trace>1 <b/>2</trace>", "an element inside a trace"),
    ("<annotation>nothing</annotation>", "no traces"),
    (String(repeating: "<traceGroup>", count: 1000), "nested more than 64 deep"),
    ("<trace>" + String(repeating: "x,\n", count: 5000) + "</trace>", "gave up after 1000"),
  ])
  func whatIsWrongIsSaid(content: String, message: String) throws {
    let result = try read(content)
    #expect(result.problems.contains { $0.message.contains(message) && !$0.remedy.isEmpty })
  }
}
