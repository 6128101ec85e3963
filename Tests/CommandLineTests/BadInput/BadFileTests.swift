import Testing

/// Recordings that cannot be read, or not wholly: what is said, the exit code, what is kept.
@Suite struct BadFileTests {
  private let workspace: Workspace
  private let recordings = SmallRecordings()

  init() throws { workspace = try Workspace() }

  @Test func aMissingFileIsNamedWithTheKnownDatasets() throws {
    try workspace.nextpoint("evaluate", "missing.csv", "--predictor", "hold").expectRefusal(
      code: 65, saying: "'missing.csv'", "known datasets:", "synthetic-noisy-60hz", "give a path")
  }

  @Test(arguments: [
    ("empty.csv", "", "the file is empty"),
    ("lines.csv", "\n\n\n", "only empty lines"),
    ("header.csv", "stroke,t_s,x,y\n", "a header but no samples"),
  ])
  func aFileWithoutSamplesIsRefused(name: String, text: String, problem: String) throws {
    try workspace.write(name, text)
    try workspace.nextpoint("evaluate", name, "--predictor", "hold").expectRefusal(
      code: 65, saying: name, problem, "; ")
  }

  @Test func aWrongColumnIsNamedWithTheColumnsThatMustBe() throws {
    try workspace.write("wrong.csv", recordings.csv().replacing("t_s", with: "time"))
    try workspace.nextpoint("evaluate", "wrong.csv", "--predictor", "hold").expectRefusal(
      code: 65, saying: "wrong.csv:1: ", "'t_s'", "stroke,time,x,y",
      "give --columns t=time,x=x,y=y, or")
  }

  /// A bad line is told with its number; the scores are those of the file without it.
  @Test(arguments: [
    ("t_s", 1, "soon"), ("x", 2, "abc"), ("x", 2, "nan"), ("y", 3, "inf"), ("y", 3, "-Infinity"),
    ("x", 2, "0x1p4"), ("y", 3, "1e999"), ("x", 2, ""),
  ])
  func aBadFieldCostsItsLineAlone(column: String, place: Int, value: String) throws {
    let bad = recordings.csv { stroke, sample, fields in
      guard stroke == 1, sample == 5 else { return fields }
      var fields = fields
      fields[place] = value
      return fields
    }
    try workspace.write("bad/r.csv", bad)
    try workspace.write("good/r.csv", recordings.csv { $0 == 1 && $1 == 5 ? nil : $2 })
    let line = recordings.line(stroke: 1, sample: 5)
    let result = try scores("bad/r.csv")
    result.expectIncomplete(
      saying: "bad/r.csv:\(line): not a finite number (field '\(column)', value '\(value)'); ",
      "correct the field or remove the line")
    let good = try scores("good/r.csv")
    good.expect(code: 0)
    #expect(result.standardOutput == good.standardOutput)
  }

  @Test func aLineOfTooFewFieldsCostsItselfAlone() throws {
    let bad = recordings.csv { $0 == 2 && $1 == 7 ? Array($2.prefix(2)) : $2 }
    try workspace.write("bad/r.csv", bad)
    try workspace.write("good/r.csv", recordings.csv { $0 == 2 && $1 == 7 ? nil : $2 })
    let result = try scores("bad/r.csv")
    result.expectIncomplete(
      saying: "bad/r.csv:\(recordings.line(stroke: 2, sample: 7)): the row has 2 fields",
      "give every row one field for each column")
    #expect(result.standardOutput == (try scores("good/r.csv")).standardOutput)
  }

  @Test func aTruncatedJSONKeepsTheCompleteEvents() throws {
    let whole = recordings.inkable()
    let kept = 25
    let end = try #require(whole.range(of: "\"identifier\": \"e\(kept)\"")).lowerBound
    try workspace.write("cut/r.json", String(whole[..<end]))
    var short = recordings
    short.samples = kept
    // The last event of the complete part is no lift there.
    let part = short.inkable().replacing("\"phase\": 3", with: "\"phase\": 1")
    try workspace.write("part/r.json", part)
    let result = try scores("cut/r.json")
    result.expectIncomplete(
      saying: "cut/r.json:", "cut off by the end of the file", "the array is not closed",
      "copy the file again")
    let alone = try scores("part/r.json")
    alone.expect(code: 0)
    #expect(result.standardOutput == alone.standardOutput)
  }

  @Test func aTruncatedJSONWithoutACompleteEventIsRefused() throws {
    try workspace.write("cut.json", String(recordings.inkable().prefix(60)))
    try workspace.nextpoint("evaluate", "cut.json", "--predictor", "hold").expectRefusal(
      code: 65, saying: "cut.json", "cut off", "copy the file again")
  }

  @Test func aStrokeOfOneSampleIsCountedAndNotScored() throws {
    try workspace.write("one/r.csv", recordings.csv { $0 == 1 && $1 > 0 ? nil : $2 })
    try workspace.write("without/r.csv", recordings.csv { $0 == 1 ? nil : $2 })
    let one = try scores("one/r.csv")
    let without = try scores("without/r.csv")
    one.expect(code: 0)
    let (left, right) = (
      CSVTable(one.standardOutput).rows, CSVTable(without.standardOutput).rows
    )
    #expect(left.map { $0["scored"] } == right.map { $0["scored"] })
    #expect(left.map { $0["error_mean"] } == right.map { $0["error_mean"] })
    let validation = try workspace.nextpoint("datasets", "validate", "one/r.csv", "--format", "csv")
    validation.expect(code: 0)
    #expect(CSVTable(validation.standardOutput).rows.map { $0["single_sample_strokes"] } == ["1"])
  }

  @Test func nothingButStrokesOfOneSampleCannotBeScored() throws {
    try workspace.write("ones.csv", recordings.csv { $1 == 0 ? $2 : nil })
    try workspace.nextpoint("evaluate", "ones.csv", "--predictor", "linear").expectRefusal(
      code: 65, saying: "nothing could be scored", "each of its 3 strokes has one sample")
  }

  /// The latest sample first: no row is wrong, and nothing has a truth.
  @Test(arguments: [
    ("evaluate", ["evaluate", "back.csv", "--predictor", "linear"]),
    ("compare", ["compare", "hold", "linear", "--dataset", "back.csv"]),
    (
      "sweep",
      ["sweep", "--dataset", "back.csv", "--predictor", "linear", "--output", "run"]
    ),
    ("train", ["train", "back.csv", "--output", "model.json"]),
  ])
  func theCauseIsNamedIfNothingCouldBeScored(name: String, arguments: [String]) throws {
    let lines = recordings.csv().split(separator: "\n")
    let reversed = [lines[0]] + lines.dropFirst().reversed()
    try workspace.write("back.csv", reversed.map { $0 + "\n" }.joined())
    let result = try workspace.nextpoint(arguments: arguments)
    result.expectRefusal(
      code: 65, saying: "back.csv: times run backward in", "latest sample first", "sort the samples"
    )
    #expect(!result.standardError.contains("shorter horizons"))
    let validation = try workspace.nextpoint("datasets", "validate", "back.csv", "--format", "csv")
    validation.expect(code: 0)
    #expect(validation.standardError.contains("times run backward in"))
    #expect(CSVTable(validation.standardOutput).rows.map { $0["status"] } == ["backward times"])
    let info = try workspace.nextpoint("datasets", "info", "back.csv")
    #expect(info.standardOutput.contains("backward-times: intervals below 0"))
  }

  @Test func rejectedRowsAreTheCauseIfNothingCouldBeScored() throws {
    let rows = (0..<40).map { $0 == 0 ? "1,0,1,2\n" : "1,0,00\($0),1,5,2,5\n" }
    try workspace.write("cut.csv", "stroke,t_s,x,y\n" + rows.joined())
    let result = try workspace.nextpoint("evaluate", "cut.csv", "--predictor", "linear")
    result.expectRefusal(
      code: 65, saying: "cut.csv: 39 of 40 rows were rejected, first: cut.csv:3: ")
    #expect(!result.standardError.contains("shorter horizons"))
  }

  @Test func timesThatNeverAdvanceAndShortStrokesAreNamed() throws {
    try workspace.write("still.csv", recordings.csv { [$2[0], "5", $2[2], $2[3]] })
    try workspace.nextpoint("evaluate", "still.csv", "--predictor", "linear").expectRefusal(
      code: 65, saying: "still.csv: times do not advance in")
    try workspace.write("short.csv", recordings.csv { $1 < 3 ? $2 : nil })
    try workspace.nextpoint(
      "evaluate", "short.csv", "--predictor", "linear", "--horizon-ms", "500"
    ).expectRefusal(
      code: 65, saying: "short.csv: the longest of 3 strokes lasts",
      "the shortest horizon is 500.0 ms",
      "give shorter horizons")
  }

  /// Times that stand still or run back are kept, counted, and never crash a predictor.
  @Test(arguments: [("duplicate_times", 4, 5), ("backward_times", 3, 9)])
  func timesThatDoNotAdvanceAreCounted(column: String, moment: Int, sample: Int) throws {
    let text = recordings.csv { stroke, index, fields in
      let time = Double(stroke) * 2 + Double(moment) / SmallRecordings.rate
      return index == sample ? [fields[0], "\(time)", fields[2], fields[3]] : fields
    }
    try workspace.write("times.csv", text)
    let validation = try workspace.nextpoint(
      "datasets", "validate", "times.csv", "--format", "csv")
    validation.expect(code: 0)
    #expect(CSVTable(validation.standardOutput).rows.map { $0[column] } == ["3"])
    let result = try workspace.nextpoint(
      "evaluate", "times.csv", "--predictor", "linear", "--predictor",
      "polynomial:degree=1..3,window=2..6", "--format", "csv")
    result.expect(code: 0)
    let rows = CSVTable(result.standardOutput).rows
    #expect(rows.count > 12)
    for row in rows {
      let error = try #require(row["error_max"].flatMap(Double.init))
      // The ellipse is 60 by 40; an answer further off than this was not computed from it.
      #expect(error < 1000, "\(row["parameters"] ?? "")")
    }
  }

  @Test func aDatasetWithOneBadFileScoresTheRest() throws {
    let good = recordings.csv()
    try workspace.writeDataset("a/set", files: [("good.csv", good), ("bad.csv", "no\nsense\n")])
    try workspace.writeDataset("b/set", files: [("good.csv", good)])
    let result = try scores("a/set")
    result.expectIncomplete(saying: "a/set/bad.csv:1: ", "must name the columns")
    let alone = try scores("b/set")
    alone.expect(code: 0)
    #expect(
      result.standardOutput.replacing("a/set", with: "b/set") == alone.standardOutput)
    let sweep = try workspace.nextpoint(
      "sweep", "--dataset", "a/set", "--predictor", "hold", "--output", "run")
    sweep.expect(code: 3)
    let failures = CSVTable(try workspace.text("run/failures.csv")).rows
    #expect(failures.count == 1)
    #expect(failures.first?["source"]?.hasSuffix("a/set/bad.csv") == true)
    #expect(failures.first?["problem"]?.contains("bad.csv:1: ") == true)
    workspace.expectNothingHalfWritten()
  }

  @Test func aMissingFileOfADatasetIsNamed() throws {
    try workspace.write("set/good.csv", recordings.csv())
    try workspace.writeDescription(
      of: "set",
      entries: ["good", "gone"].map { #"{"path": "\#($0).csv", "format": "plain-csv"}"# })
    try scores("set").expectIncomplete(saying: "set/gone.csv: the file is missing", "; ")
  }

  @Test(arguments: [
    (#"{"schema": 1, "name": "set""#, "set/dataset.json"),
    (#"{"schema": 7, "name": "set"}"#, "schema 1"),
    (#"{"schema": 1, "name": "set", "unit": "inch"}"#, "unit"),
    ("", "set/dataset.json"),
  ])
  func aBrokenDescriptionIsRefused(text: String, part: String) throws {
    try workspace.write("set/dataset.json", text)
    try workspace.nextpoint("evaluate", "set", "--predictor", "hold").expectRefusal(
      code: 65, saying: "dataset.json", part, "; ")
  }

  private func scores(_ dataset: String) throws -> CommandResult {
    try workspace.nextpoint(
      "evaluate", dataset, "--predictor", "hold", "--predictor",
      "polynomial:degree=1..2,window=3..4",
      "--frames-ahead", "1,2", "--format", "csv")
  }
}
