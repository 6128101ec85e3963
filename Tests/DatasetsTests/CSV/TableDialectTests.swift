import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// Tables as other programs write them: marks, decimal commas, names, units of time.
@Suite struct TableDialectTests {
  private func read(
    _ text: String, _ options: ReadingOptions = ReadingOptions()
  ) throws -> ReadResult {
    try read(bytes: Array(text.utf8), options)
  }

  private func read(bytes: [UInt8], _ options: ReadingOptions) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(Data(bytes), to: "a.csv")
    return PlainCSVReader.read(RecordingSource(path: path, options: options))
  }

  /// The same two samples in every dialect.
  @Test(arguments: [
    "stroke;t_s;x;y\r\n1;0,000;100,5;200\r\n1;0,008;102,5;201,5\r\n",
    "stroke\tt_s\tx\ty\n1\t0,000\t100,5\t200\n1\t0,008\t102,5\t201,5\n",
    "stroke;t_s;x;y\n1;0.000;100.5;200\n1;0.008;102.5;201.5\n",
    "stroke,t_s,x,y\n1,\"0,000\",\"100,5\",\"200\"\n1,\"0,008\",\"102,5\",\"201,5\"\n",
    "\"stroke\";\"t_s\";\"x\";\"y\"\n\"1\";\"0,000\";\"100,5\";\"200\"\n\"1\";\"0,008\";\"102,5\";\"201,5\"\n",
    "stroke|t_s|x|y\n1|0.000|100.5|200\n1|0.008|102.5|201.5\n",
    "sep=;\nstroke;t_s;x;y\n1;0,000;100,5;200\n1;0,008;102,5;201,5\n",
    "# made by a logger\n# stroke,t_s,x,y\n1,0.000,100.5,200\n1,0.008,102.5,201.5\n",
    "stroke,t_s,x,y\n1,0.000,100.5,200,\n1,0.008,102.5,201.5,,\n",
    "note;stroke;t_s;x;y\na,b;1;0,000;100,5;200\nc,d;1;0,008;102,5;201,5\n",
  ])
  func everyDialectGivesTheSame(text: String) throws {
    let result = try read(text)
    #expect(result.problems.isEmpty && result.warnings.isEmpty, "\(result.problems)")
    let samples = try #require(result.recordings.first?.strokes.first).samples
    #expect(samples.map(\.time) == [0, 0.008])
    #expect(samples.map(\.position) == [SIMD2(100.5, 200), SIMD2(102.5, 201.5)])
  }

  @Test func commasThatMaySeparateThousandsAreAGuess() throws {
    let result = try read("stroke;t_s;x;y\n1;0;1,500;2,500\n1;1;1,600;2,600\n")
    #expect(result.problems.isEmpty && result.recordings[0].strokes[0].samples[0].position.x == 1.5)
    #expect(result.warnings.map(\.message) == ["commas in numbers are read as decimal commas"])
  }

  @Test func aPointAmongDecimalCommasIsRefused() throws {
    let result = try read("stroke;t_s;x;y\n1;0,5;1;2\n1;0.6;1;2\n1;0,7;1.234,5;2\n1;0,8;1;2\n")
    #expect(result.linesRejected == 2 && result.problems.map(\.line) == [3, 4])
    #expect(result.problems[0].message == "a decimal point in a table with decimal commas")
  }

  @Test func unquotedDecimalCommasAreOneProblem() throws {
    let rows = (1..<40).map { "1,0,0\($0 + 10),102,5,201,5\n" }.joined()
    let result = try read("stroke,t_s,x,y\n1,0,100,200\n" + rows)
    let problem = try #require(result.problems.first)
    #expect(result.problems.count == 1 && problem.line == 3)
    #expect(
      problem.message
        == "39 of 40 rows have 7 fields where the header has 4: the numbers probably have decimal commas"
    )
    #expect(problem.remedy.contains("semicolons"))
  }

  @Test func allMissingColumnsAreOneProblemWithAMapping() throws {
    let result = try read("timestamp,posX,posY\n1718000000000,1,2\n1718000000017,2,3\n")
    let problem = try #require(result.problems.first)
    #expect(result.problems.count == 1 && result.recordings.isEmpty && !result.isComplete)
    #expect(
      problem.message
        == "the header has no columns 't_s', 'x' and 'y'; it names timestamp, posX, posY")
    #expect(problem.remedy.contains("--columns t=timestamp/ms,x=posX,y=posY"))
    #expect(problem.remedy.contains("datasets init"))
  }

  @Test func wrongNamesInAMappingListTheColumns() throws {
    let options = ReadingOptions(columns: try ColumnMapping("t=timestmp/ms,x=x,y=y,stroke=trial"))
    let result = try read("timestamp,x,y\n0,1,2\n17,2,3\n", options)
    let problem = try #require(result.problems.first)
    #expect(
      problem.message
        == "the header has no columns 'timestmp' and 'trial'; it names timestamp, x, y")
    #expect(problem.remedy.contains("t=timestamp/ms"))
  }

  @Test func aHeaderOfNumbersIsNoHeader() throws {
    let result = try read("0.5,10,20\n0.6,11,21\n")
    #expect(result.problems.first?.message.contains("the first line holds numbers") == true)
    #expect(result.problems.first?.remedy.contains("t_s,x,y") == true)
  }

  @Test func textTimesAreNamed() throws {
    let result = try read("time,x,y\n2024-06-10T12:00:00.1Z,1,2\n")
    #expect(result.problems.first?.remedy.contains("'time' holds text such as '2024-06") == true)
  }

  @Test func withoutStrokesTheRowsOfAParticipantAreOne() throws {
    let result = try read("t_s,x,y,participant\n0,1,2,a\n1,2,3,a\n0,5,6,b\n")
    #expect(result.problems.isEmpty && result.warnings.count == 1)
    #expect(result.recordings.map(\.participant) == ["a", "b"])
    #expect(result.recordings.map { $0.strokes.map(\.identifier) } == [["1"], ["1"]])
    #expect(result.recordings[0].strokes[0].samples.count == 2)
  }

  /// Names in Latin-1, as old programs on Windows write them.
  @Test func namesNeedNotBeUTF8() throws {
    let bytes = Array("t [".utf8) + [0xB5] + Array("s],x,y\n0,1,2\n8333,2,3\n".utf8)
    #expect(
      try read(bytes: bytes, ReadingOptions()).problems.first?.remedy
        .contains("t [µs]/us,x=x,y=y") == true)
    let columns = try ColumnMapping("t=t [μs]/us")
    let result = try read(bytes: bytes, ReadingOptions(columns: columns))
    #expect(result.recordings.first?.strokes.first?.samples.map(\.time) == [0, 0.008333])
  }

  /// Times in a smaller unit are the nearest doubles of the exact quotients.
  @Test(arguments: [
    (TimeUnit.milliseconds, "1718000000123.4567", 1_718_000_000.1234567),
    (.milliseconds, "17", 0.017),
    (.microseconds, "1718000000123457", 1_718_000_000.123457),
    (.nanoseconds, "1718000000123456789", 1_718_000_000.123456789), (.nanoseconds, "8", 8e-9),
    (.milliseconds, "1.5e3", 1.5), (.seconds, "0.25", 0.25),
  ])
  func unitsOfTimeAreExact(unit: TimeUnit, text: String, seconds: Double) throws {
    let table = "stroke,t_s,x,y\n1,\(text),1,2\n"
    for options in [
      ReadingOptions(timeUnit: unit),
      ReadingOptions(columns: try ColumnMapping("t=t_s/\(unit.rawValue)")),
    ] {
      #expect(try read(table, options).recordings[0].strokes[0].samples[0].time == seconds)
    }
  }

  @Test func anglesMayBeInDegrees() throws {
    let options = ReadingOptions(columns: try ColumnMapping("altitude=alt/deg,azimuth=az/deg"))
    let result = try read("t_s,x,y,alt,az\n0,1,2,90,-90\n", options)
    let sample = try #require(result.recordings.first?.strokes.first?.samples.first)
    #expect(sample.altitude == .pi / 2 && sample.azimuth == -.pi / 2)
  }
}
