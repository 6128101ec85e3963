import Foundation
import Testing

/// `predict`: the filter that programs in other languages use.
@Suite struct PredictCommandTests {
  private static let header = "t_s,x,y,ahead_s,predicted_x,predicted_y"

  /// Each answer is there before the next sample is sent.
  @Test func everyAnswerIsFlushedBeforeTheNextLineIsRead() throws {
    let filter = try RunningFilter(
      ["--predictor", "linear", "--horizon-ms", "500,1000"], in: try Workspace())
    #expect(try filter.line() == Self.header)
    try filter.send("0,10,20")
    #expect(try filter.line() == "0.0,10.0,20.0,0.5,,")
    #expect(try filter.line() == "0.0,10.0,20.0,1.0,,")
    try filter.send("0.5,11,22")
    #expect(try filter.line() == "0.5,11.0,22.0,0.5,12.0,24.0")
    #expect(try filter.line() == "0.5,11.0,22.0,1.0,13.0,26.0")
    try filter.send("")
    try filter.send("1,50,50")
    #expect(try filter.line() == "1.0,50.0,50.0,0.5,,")
    #expect(try filter.line() == "1.0,50.0,50.0,1.0,,")
    try filter.send("1.5,50,51")
    #expect(try filter.line() == "1.5,50.0,51.0,0.5,50.0,52.0")
    #expect(try filter.line() == "1.5,50.0,51.0,1.0,50.0,53.0")
    #expect(try filter.end() == 0)
  }

  @Test(arguments: [
    "0,1,2\n1,2,4\n", "t_s,x,y\n0,1,2\n1,2,4\n", "0, 1, 2\r\n1,2,4", "\n0,1,2\n1,2,4\n\n",
    "\u{FEFF}t_s,x,y\n0,1,2\n1,2,4\n", "\u{FEFF}0,1,2\n1,2,4\n",
  ])
  func theHeaderIsOptional(input: String) throws {
    let result = try predict(input)
    result.expect(code: 0)
    #expect(
      result.standardOutput == "\(Self.header)\n0.0,1.0,2.0,1.0,,\n1.0,2.0,4.0,1.0,3.0,6.0\n")
    #expect(result.standardError.isEmpty)
  }

  /// Where the history is too short, the position of the sample stands in.
  @Test func thePositionOfTheSampleStandsIn() throws {
    let result = try predict("0,1,2\nsoon,1,2\n1,2,4\n", "--fallback", "raw")
    result.expect(code: 3)
    #expect(
      result.standardOutput
        == "\(Self.header)\n0.0,1.0,2.0,1.0,1.0,2.0\n,,,1.0,,\n1.0,2.0,4.0,1.0,3.0,6.0\n")
  }

  /// The output goes on after each lift; the closed form of the glide is that of the page.
  @Test func anObjectGlidesOnAfterTheLift() throws {
    let workspace = try Workspace()
    let input = "0,0,0\n0.1,1,0\n\n5,0,0\n5.1,0,2\n"
    let result = try workspace.nextpoint(
      "predict", "--predictor", "inertial-release", "--horizon-ms", "0", "--rate", "10",
      "--glide-ms",
      "300", input: input)
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(
      rows.compactMap { $0["ahead_s"] } == ["0.0", "0.0", "0.1", "0.2", "0.3"] + [
        "0.0", "0.0", "0.1", "0.2", "0.3",
      ])
    let decrement = 1000 * log(0.998)
    for (index, ahead) in [(2, 0.1), (3, 0.2), (4, 0.3)] {
      let glide = (exp(decrement * ahead) - 1) / decrement
      #expect(
        abs(try #require(Double(rows[index]["predicted_x"] ?? "")) - (1 + 10 * glide)) < 1e-12)
      #expect(
        abs(try #require(Double(rows[index + 5]["predicted_y"] ?? "")) - (2 + 20 * glide)) < 1e-12)
      #expect(rows[index]["t_s"] == "0.1" && rows[index + 5]["t_s"] == "5.1")
    }
    for glide in ["0", "-1", "50", "1e12"] {
      try workspace.nextpoint(
        "predict", "--predictor", "hold", "--horizon-ms", "0", "--rate", "10",
        "--glide-ms=\(glide)",
        input: ""
      ).expectRefusal(code: 64, saying: "--glide-ms")
    }
  }

  /// What is after y, such as force, is passed over.
  @Test func moreColumnsAreFine() throws {
    let result = try predict("0,1,2,0.5\n1,2,4,0.6,up\n")
    result.expect(code: 0)
    #expect(result.standardOutput.hasSuffix("1.0,2.0,4.0,1.0,3.0,6.0\n"))
  }

  @Test(arguments: [
    ("1,soon,2", "x is 'soon' and not a finite number"),
    ("nan,1,2", "t_s is 'nan' and not a finite number"),
    ("1,2,inf", "y is 'inf' and not a finite number"), ("1,2", "'1,2' is not t_s,x,y"),
    ("1,,2", "x is '' and not a finite number"),
  ])
  func aBadLineIsAnsweredWithEmptyFieldsAndToldByItsNumber(line: String, part: String) throws {
    let result = try predict("0,1,2\n\(line)\n1,2,4\n")
    result.expectIncomplete(saying: "standard input:2: \(part); the line is left out")
    #expect(
      result.standardOutput
        == "\(Self.header)\n0.0,1.0,2.0,1.0,,\n,,,1.0,,\n1.0,2.0,4.0,1.0,3.0,6.0\n")
  }

  @Test func noInputGivesTheHeaderAlone() throws {
    let result = try predict("")
    result.expect(code: 0)
    #expect(result.standardOutput == "\(Self.header)\n")
  }

  /// Times that stand still or run back are no reason to stop, nor to answer anything but numbers.
  @Test func timesThatDoNotAdvanceAreAnswered() throws {
    let result = try predict("0,1,1\n0,2,2\n-1,3,3\n1,4,4\n1,5,5\n")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.count == 5)
    for row in rows {
      let answer = ["predicted_x", "predicted_y"].compactMap { row[$0] }
      #expect(answer.allSatisfy { $0.isEmpty || Double($0)?.isFinite == true }, "\(answer)")
    }
  }

  /// Reading that fails is not the end of the input.
  @Test(arguments: ["<folder", "<&-"])
  func inputThatCannotBeReadIsRefused(redirection: String) throws {
    let workspace = try Workspace()
    try workspace.write("folder/file", "")
    let result = try workspace.shell(
      "exec '\(BuiltExecutable.path)' predict --predictor hold --horizon-ms 10 \(redirection)")
    result.expect(code: 65)
    #expect(result.standardError.contains("error: standard input: cannot be read ("))
  }

  /// Memory is bounded by the length of a line that is read, and the next line is read again.
  @Test func aLineWithoutEndIsLeftOut() throws {
    let long = String(repeating: "1", count: 300_000)
    let result = try predict("0,1,2\n0.5,1,\(long)\n1,2,4\n")
    result.expectIncomplete(saying: "standard input:2: the line is longer than 64 kB")
    #expect(
      result.standardOutput
        == "\(Self.header)\n0.0,1.0,2.0,1.0,,\n,,,1.0,,\n1.0,2.0,4.0,1.0,3.0,6.0\n")
  }

  @Test func framesAndMillisecondsGiveTheSame() throws {
    let workspace = try Workspace()
    let input = "0,1,2\n0.01,2,4\n"
    let frames = try workspace.nextpoint(
      "predict", "--predictor", "linear", "--frames-ahead", "2", input: input)
    let milliseconds = try workspace.nextpoint(
      "predict", "--predictor", "linear", "--horizon-ms", "33.33333333333333", input: input)
    frames.expect(code: 0)
    #expect(frames.standardOutput == milliseconds.standardOutput)
  }

  @Test(arguments: [
    (["--predictor", "hold"], "give --horizon-ms or --frames-ahead"),
    (["--predictor", "nosuch", "--horizon-ms", "10"], "no predictor is called 'nosuch'"),
    (["--predictor", "polynomial:window=2..5", "--horizon-ms", "10"], "where one is meant"),
    (["--predictor", "hold", "--horizon-ms", "soon"], "'soon' is not a number"),
    (["--predictor", "hold", "--horizon-ms", "10", "--rate", "0"], "--rate 0.0 is not above 0"),
    (
      ["--predictor", "hold", "--horizon-ms", "10", "--px-per-mm", "nan"],
      "--px-per-mm nan is not above 0"
    ),
    (
      ["--predictor", "hold", "--horizon-ms", "10", "--px-per-mm", "0"],
      "--px-per-mm 0.0 is not above 0"
    ),
  ])
  func whatCannotBeIsAUsageError(arguments: [String], part: String) throws {
    try Workspace().nextpoint(arguments: ["predict"] + arguments).expectRefusal(
      code: 64, saying: part)
  }

  private func predict(_ input: String, _ more: String...) throws -> CommandResult {
    try Workspace().nextpoint(
      arguments: ["predict", "--predictor", "linear", "--horizon-ms", "1000"] + more,
      input: Data(input.utf8))
  }
}
