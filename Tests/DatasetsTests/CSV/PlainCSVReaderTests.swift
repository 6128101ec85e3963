import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct PlainCSVReaderTests {
  private func read(_ text: String) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.csv")
    return PlainCSVReader.read(
      RecordingSource(path: path, name: "a.csv", participant: "anna", task: "write"))
  }

  @Test func minimalFile() throws {
    let result = try read("stroke,t_s,x,y\n1,0,10,20\n1,0.016,11,21\n2,1,5,6\n")
    #expect(result.problems.isEmpty && result.isComplete)
    #expect(result.linesRead == 4 && result.linesRejected == 0)
    let recording = try #require(result.recordings.first)
    #expect(result.recordings.count == 1)
    #expect(recording.source == "a.csv")
    #expect(recording.participant == "anna" && recording.task == "write")
    #expect(recording.strokes.map(\.identifier) == ["1", "2"])
    let samples = recording.strokes[0].samples
    #expect(samples.map(\.time) == [0, 0.016])
    #expect(samples.map(\.position) == [SIMD2(10, 20), SIMD2(11, 21)])
    #expect(samples.map(\.phase) == [.began, .ended])
    #expect(samples.allSatisfy { $0.force == nil && $0.kind == .actual })
    #expect(recording.strokes[1].samples.map(\.phase) == [.began])
    #expect(recording.strokes[0].exactPositions == nil)
  }

  @Test func allColumnsInAnyOrder() throws {
    let result = try read(
      """
      task,y,x,t_s,stroke,participant,azimuth_rad,altitude_rad,force,true_y,true_x,remark
      draw,2,1,0.5,a,p1,0.1,1.2,0.3,2.5,1.5,hello
      draw,4,3,0.6,a,p1,,,,4.5,3.5,
      """)
    #expect(result.problems.isEmpty)
    let recording = try #require(result.recordings.first)
    #expect(recording.participant == "p1" && recording.task == "draw")
    let stroke = try #require(recording.strokes.first)
    #expect(stroke.samples[0].position == SIMD2(1, 2))
    #expect(stroke.samples[0].force == 0.3)
    #expect(stroke.samples[0].altitude == 1.2)
    #expect(stroke.samples[0].azimuth == 0.1)
    #expect(stroke.samples[1].force == nil && stroke.samples[1].altitude == nil)
    #expect(stroke.exactPositions == [SIMD2(1.5, 2.5), SIMD2(3.5, 4.5)])
  }

  @Test func lineEndsMarksQuotesAndBlankLinesAreFine() throws {
    let result = try read(
      "\u{FEFF}\"participant\",stroke,t_s, x ,y\r\n\"Smith, \"\"J\"\"\",1, 0 ,1,2\r\n\r\n"
        + "\"Smith, \"\"J\"\"\",1,0.01,\"1.5\",-2e-1\r\n\n\n")
    #expect(result.problems.isEmpty)
    #expect(result.linesRead == 6 && result.linesRejected == 0)
    let recording = try #require(result.recordings.first)
    #expect(recording.participant == "Smith, \"J\"")
    #expect(recording.strokes[0].samples[1].position == SIMD2(1.5, -0.2))
  }

  @Test func oneRecordingForEachParticipantAndTask() throws {
    let result = try read(
      """
      participant,task,stroke,t_s,x,y
      p1,a,1,0,0,0
      p1,b,1,0,0,0
      p2,a,1,0,0,0
      p1,a,1,1,0,0
      p1,a,2,2,0,0
      p1,a,1,3,0,0
      """)
    #expect(result.recordings.map { $0.participant + $0.task } == ["p1a", "p1b", "p2a"])
    // A stroke that comes back after another is a new contact with a name of its own.
    #expect(result.recordings[0].strokes.map(\.identifier) == ["1", "1#2", "2", "1#3"])
    let problem = try #require(result.problems.first)
    #expect(result.problems.count == 1 && result.isComplete && result.linesRejected == 0)
    #expect(problem.line == 5 && problem.value == "1")
    #expect(problem.message == "1 stroke continues after rows of others and is read as 3 strokes")
    #expect(problem.remedy.contains("--join-strokes") && problem.remedy.contains("separate"))
  }

  /// Two strokes whose rows take turns, with exact positions and rows that cannot be read.
  @Test func interleavedStrokesCanBeJoined() throws {
    let rows = (0..<80).map { row in
      "\(row % 2 == 0 ? "a" : "b"),\(row),\(row),1,\(row < 40 || row % 2 == 0 ? "1,2" : ",")\n"
    }
    let text = "stroke,t_s,x,y,true_x,true_y\n" + rows.joined() + "a,x,1,1,1,1\nb,90,90,1,,\n"
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.csv")
    func read(_ returning: ReturningStrokes?) -> ReadResult {
      PlainCSVReader.read(
        RecordingSource(
          path: path, options: ReadingOptions(returningStrokes: returning)))
    }
    let silent = read(.separate)
    #expect(silent.recordings == read(nil).recordings && silent.problems.count == 1)
    #expect(silent.strokeCount == 80)
    let told = try #require(read(nil).problems.last)
    #expect(told.line == 4 && told.value == "a")
    #expect(told.message == "2 strokes continue after rows of others and are read as 80 strokes")
    let joined = read(.join)
    #expect(joined.problems.map(\.field) == ["t_s"] && joined.linesRejected == 1)
    let strokes = try #require(joined.recordings.first).strokes
    #expect(strokes.map(\.identifier) == ["a", "b"])
    #expect(strokes[0].samples.map(\.time) == stride(from: 0, to: 80, by: 2).map(Double.init))
    #expect(
      strokes[1].samples.map(\.time) == stride(from: 1, to: 80, by: 2).map(Double.init) + [90])
    #expect(strokes[0].exactPositions?.count == 40 && strokes[1].exactPositions == nil)
    for stroke in strokes {
      #expect(stroke.samples.first?.phase == .began && stroke.samples.last?.phase == .ended)
      #expect(stroke.samples.dropFirst().dropLast().allSatisfy { $0.phase == .moved })
    }
  }

  /// Joining needs no more rows than the file has: a name that comes back often costs no more.
  @Test func manyReturnsTakeLinearTime() throws {
    let rows = (0..<20_000).map { "\($0 % 2 == 0 ? "a" : "b"),\($0),1,1\n" }
    let result = try read("stroke,t_s,x,y\n" + rows.joined())
    #expect(
      result.strokeCount == 20_000 && result.recordings[0].strokes[19_999].identifier == "b#10000")
  }

  @Test(arguments: [
    ("stroke,x,y\n1,1,2\n", "t_s"), ("stroke,t_s,y\n1,1,2\n", "x"),
    ("stroke,t_s,x,Y\n1,1,2,3\n", "y"), ("stroke,t_s,x,y,true_x\n1,0,1,2,3\n", "true_y"),
    ("stroke,t_s,x,y,true_y\n1,0,1,2,3\n", "true_x"), ("stroke,t_s,x,x,y\n1,0,1,2,3\n", "x"),
    ("1,0.5,10,20\n", "t_s"),
  ])
  func wrongColumnsNameTheColumnAndTheHeader(text: String, column: String) throws {
    let result = try read(text)
    #expect(result.recordings.isEmpty && !result.isComplete)
    let problem = try #require(result.problems.first)
    #expect(problem.line == 1 && problem.field == column)
    #expect(problem.message.contains("'\(column)'"))
    #expect(problem.value == String(text.prefix { $0 != "\n" }))
    #expect(!problem.remedy.isEmpty)
  }

  @Test(arguments: [
    ("1,nan,1,2", "t_s", "nan"), ("1,0,inf,2", "x", "inf"), ("1,0,1,-Infinity", "y", "-Infinity"),
    ("1,0,,2", "x", ""), ("1,0,abc,2", "x", "abc"), ("1,0,1 2,2", "x", "1 2"),
    ("1,0,0x10,2", "x", "0x10"), ("1,0,1e999,2", "x", "1e999"), ("1,0,1e,2", "x", "1e"),
    (",0,1,2", "stroke", ""), ("1,0,1\u{7},2", "x", "1\\x07"),
  ])
  func badNumbersCostTheirLineOnly(row: String, field: String, value: String) throws {
    let result = try read("stroke,t_s,x,y\n1,0,1,2\n\(row)\n1,0.1,3,4\n")
    #expect(result.linesRead == 3 && result.linesRejected == 1)
    let problem = try #require(result.problems.first)
    #expect(result.problems.count == 1)
    #expect(problem.line == 3 && problem.field == field && problem.value == value)
    #expect("\(problem)".contains("a.csv:3: "))
    #expect("\(problem)".contains("; "))
    // The good lines beside it stay one stroke.
    #expect(result.recordings.first?.strokes.map(\.samples.count) == [2])
  }

  @Test func rowsOfTheWrongLengthAndBadQuotes() throws {
    let result = try read(
      "stroke,t_s,x,y\n1,0,1\n1,0,1,2,3\n\"1,0,1,2\n\"1\"2,0,1,2\n1,0,1,2\n")
    #expect(result.linesRejected == 4 && result.linesRead == 2)
    #expect(result.problems.map(\.line) == [2, 3, 4, 5])
    #expect(result.problems[0].message.contains("3 fields, but the header has 4"))
    #expect(result.problems[2].message.contains("not closed"))
    #expect(result.recordings.first?.sampleCount == 1)
  }

  @Test func exactPositionsAreWholeOrNotThere() throws {
    let half = try read("stroke,t_s,x,y,true_x,true_y\n1,0,1,2,3,\n1,1,1,2,3,4\n")
    #expect(half.problems.first?.field == "true_y" && half.linesRejected == 1)
    let some = try read("stroke,t_s,x,y,true_x,true_y\n1,0,1,2,,\n1,1,1,2,3,4\n2,0,1,2,3,4\n")
    #expect(some.problems.isEmpty)
    #expect(some.recordings.first?.strokes.map(\.exactPositions) == [nil, [SIMD2(3, 4)]])
  }

  @Test func optionalFieldsMayBeEmptyButNotText() throws {
    let result = try read("stroke,t_s,x,y,force\n1,0,1,2,hard\n1,0,1,2,nan\n1,0,1,2,\n")
    #expect(result.linesRejected == 2)
    #expect(result.problems.map(\.field) == ["force"] && result.problems.first?.count == 2)
  }

  @Test func duplicateAndBackwardTimesAndSingleSamplesAreKept() throws {
    let result = try read("stroke,t_s,x,y\n1,0.2,1,2\n1,0.2,2,2\n1,0.1,3,2\n2,0.9,0,0\n")
    #expect(result.problems.isEmpty)
    let statistics = RecordingStatistics(result.recordings)
    #expect(statistics.duplicateTimes == 1 && statistics.backwardTimes == 1)
    #expect(statistics.singleSampleStrokes == 1 && statistics.samples == 4)
  }

  @Test func headerWithoutRowsAndBlankFile() throws {
    #expect(try read("stroke,t_s,x,y\n").problems.first?.message.contains("no samples") == true)
    #expect(try read("\n\n").problems.first?.message.contains("empty lines") == true)
  }

  @Test func theSameProblemInManyLinesIsOneWithACount() throws {
    let bad = (0..<100).map { "1,bad\($0),1,2\n" }.joined()
    let result = try read("stroke,t_s,x,y\n1,0,1,2\n" + bad)
    #expect(result.linesRejected == 100)
    #expect(result.problems.map(\.count) == [100] && result.problems.first?.line == 3)
  }

  @Test func aLineIsBoundedInLength() throws {
    let long = "1,0," + String(repeating: "9", count: LineReader.lengthLimit) + ",2\n"
    let result = try read("stroke,t_s,x,y\n1,0,1,2\n" + long + "1,0.1,3,4\n")
    #expect(result.linesRejected == 1 && result.linesRead == 3)
    #expect(result.problems.first?.line == 3)
    #expect(result.problems.first?.message.contains("longer than") == true)
    #expect(result.recordings.first?.sampleCount == 2)
  }
}
