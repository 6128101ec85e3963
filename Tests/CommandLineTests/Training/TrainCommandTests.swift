import Foundation
import MotionPrediction
import Testing

/// `nextpoint train`: who is trained on, what a model file says, what is refused.
@Suite struct TrainCommandTests {
  private static let splits = #"{"train": ["p1", "p2"], "validation": ["p3"], "test": ["p4"]}"#
  /// Small and fast; what is tested here is not how good it is.
  private static let small = [
    "--set", "hidden=4", "--set", "members=1", "--set", "epochs=1", "--set", "displacements=3",
  ]

  private func workspace(splits: String? = splits) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.writeDataset("set", participants: 4, splits: splits)
    return workspace
  }

  private func train(_ workspace: Workspace, _ arguments: String...) throws -> CommandResult {
    try workspace.nextpoint(arguments: ["train", "set"] + Self.small + arguments)
  }

  @Test func aModelIsTrainedScoredAndWarnedOf() throws {
    let workspace = try workspace()
    let trained = try train(workspace, "--output", "mine.npm")
    trained.expect(code: 0)
    #expect(trained.standardError.contains("loss"))
    #expect(trained.standardOutput.contains("3 participants"))
    #expect(!workspace.exists("mine.npm.checkpoint"))
    let test = try evaluate(workspace, "test")
    test.expect(code: 0)
    #expect(!test.standardError.contains("trained on"))
    let seen = try evaluate(workspace, "train")
    seen.expect(code: 0)
    #expect(seen.standardError.contains("was trained on participants p1, p2 of set"))
  }

  private func evaluate(_ workspace: Workspace, _ part: String) throws -> CommandResult {
    try workspace.nextpoint(
      "evaluate", "set", "--split", part, "--predictor", "learned:model=mine.npm")
  }

  @Test func theSameBytesWhateverTheNumberOfWorkers() throws {
    let workspace = try workspace()
    try train(workspace, "--set", "members=3", "--jobs", "1", "--output", "a.npm").expect(code: 0)
    try train(workspace, "--set", "members=3", "--jobs", "3", "--output", "b.npm").expect(code: 0)
    let (a, b) = (try workspace.data("a.npm"), try workspace.data("b.npm"))
    #expect(a == b)
    try train(workspace, "--set", "members=3", "--seed", "2", "--output", "c.npm").expect(code: 0)
    let c = try workspace.data("c.npm")
    #expect(a != c)
  }

  @Test func participantsOfTestAreRefused() throws {
    let workspace = try workspace()
    try train(workspace, "--split", "train,test", "--output", "m")
      .expectRefusal(code: 64, saying: "p4", "--leave-one-out")
    try train(workspace, "--participants", "p1,p4", "--output", "m")
      .expectRefusal(code: 64, saying: "p4", "--leave-one-out")
    try train(workspace, "--participants", "p9", "--output", "m")
      .expectRefusal(code: 64, saying: "none of its participants")
    #expect(!workspace.exists("m"))
    try train(workspace, "--participants", "p2", "--output", "m").expect(code: 0)
    #expect(String(decoding: try workspace.data("m"), as: UTF8.self).contains("\"p2\""))
  }

  @Test func wrongSettingsAreRefused() throws {
    let workspace = try workspace()
    try train(workspace, "--set", "depth=3", "--output", "m")
      .expectRefusal(code: 64, saying: "depth", "epochs")
    try train(workspace, "--set", "epochs=many", "--output", "m")
      .expectRefusal(code: 64, saying: "epochs=many")
    try train(workspace, "--kind", "forest", "--output", "m")
      .expectRefusal(code: 64, saying: "forest", "network")
    try train(workspace, "--set", "decay=0.1|0.2", "--output", "m")
      .expectRefusal(code: 64, saying: "--leave-one-out")
    try workspace.write("there", "mine")
    try train(workspace, "--output", "there").expectRefusal(code: 64, saying: "--force")
    #expect(try workspace.text("there") == "mine")
  }

  @Test func aDamagedModelIsRefusedWithTheReason() throws {
    let workspace = try workspace()
    try train(workspace, "--output", "mine.npm").expect(code: 0)
    let data = try workspace.data("mine.npm")
    try workspace.write("mine.npm", data.dropLast(9))
    try evaluate(workspace, "test").expectRefusal(code: 65, saying: "truncated")
    try workspace.write("mine.npm", "stroke,t_s,x,y\n")
    try evaluate(workspace, "test").expectRefusal(code: 65, saying: "not a model")
    try FileManager.default.removeItem(at: workspace.url("mine.npm"))
    try evaluate(workspace, "test").expectRefusal(code: 65, saying: "mine.npm", "cannot be read")
  }

  @Test func theLossOnAPartKeptApartIsSaid() throws {
    let workspace = try workspace()
    let options = ["--set", "layout=lags", "--set", "replays=1", "--set", "replay-speeds=0.5-2"]
    func run(_ arguments: String...) throws -> CommandResult {
      try workspace.nextpoint(
        arguments: ["train", "set", "--output", "m.npm"] + Self.small + options + arguments)
    }
    try run("--validate", "validation").expectRefusal(
      code: 64, saying: "set/p3", "would be trained on", "--split")
    #expect(!workspace.exists("m.npm"))
    let trained = try run("--split", "train", "--validate", "validation")
    trained.expect(code: 0)
    let table = trained.standardOutput.split(separator: "\n").drop { !$0.hasPrefix("motion,") }
    let rows = CSVTable(table.joined(separator: "\n")).rows
    for motion in ["recorded", "replayed", "replayed in an unknown unit"] {
      let mean = try #require(rows.first { $0["motion"] == motion && $0["task"] == "mean" })
      let parts = rows.filter { $0["motion"] == motion && $0["task"] != "mean" }
      let losses = parts.compactMap { $0["loss"].flatMap { Double($0) } }
      let expected = exp(losses.reduce(0) { $0 + log($1) } / Double(losses.count))
      let found = try #require(mean["loss"].flatMap { Double($0) })
      // Each is rounded to four digits behind the point.
      #expect(abs(found - expected) < 1e-3)
    }
    try run("--force", "--set", "replay-rates=90").expectRefusal(
      code: 64, saying: "replay-rates=90")
    try run("--force", "--leave-one-out", "--validate", "validation").expectRefusal(
      code: 64, saying: "--validate")
  }

  /// The weights of a trained model, imported again, make the same model with another manifest.
  @Test func weightsOfAnotherProgramBecomeAModel() throws {
    let workspace = try workspace()
    try train(workspace, "--output", "mine.npm").expect(code: 0)
    let mine = try LearnedModel(bytes: Array(try workspace.data("mine.npm")))
    let bytes = mine.weights.regressor.flatMap { weight in
      withUnsafeBytes(of: weight.bitPattern.littleEndian, Array.init)
    }
    try workspace.write("weights.f32", Data(bytes))
    try train(workspace, "--weights", "weights.f32", "--output", "imported.npm").expect(code: 0)
    let imported = try LearnedModel(bytes: Array(try workspace.data("imported.npm")))
    #expect(imported.weights == mine.weights && imported.shape == mine.shape)
    #expect(imported.manifest.contains("weightsSHA256"))
    #expect(!mine.manifest.contains("weightsSHA256"))
    #expect(imported.manifest.contains("\"p1\""))

    try workspace.write("short.f32", Data(bytes.dropLast(4)))
    try train(workspace, "--weights", "short.f32", "--output", "other.npm")
      .expectRefusal(code: 64, saying: "\(bytes.count / 4 - 1) weights", "\(bytes.count / 4)")
    try workspace.write("odd.f32", Data(bytes.dropLast(1)))
    try train(workspace, "--weights", "odd.f32", "--output", "other.npm")
      .expectRefusal(code: 65, saying: "no whole number of float32")
    try train(workspace, "--weights", "none.f32", "--output", "other.npm")
      .expectRefusal(code: 65, saying: "none.f32", "cannot be read")
    try train(
      workspace, "--weights", "weights.f32", "--examples-only", "--output", "other.npm"
    ).expectRefusal(code: 64, saying: "--examples-only", "counterpart")
    #expect(!workspace.exists("other.npm"))
  }

  /// The arrays begin as NumPy wants them, and have as many numbers as they say.
  @Test func examplesAreArraysOfNumPy() throws {
    let workspace = try workspace()
    let result = try train(workspace, "--examples-only", "--output", "examples")
    result.expect(code: 0)
    #expect(result.standardOutput.contains("3 participants"))
    func array(_ name: String) throws -> (header: String, body: Data) {
      let data = try workspace.data("examples/\(name).npy")
      #expect(data.prefix(8) == Data([0x93] + "NUMPY".utf8 + [1, 0]))
      let start = 10 + Int(data[8]) + 256 * Int(data[9])
      #expect(start % 64 == 0 && data[start - 1] == UInt8(ascii: "\n"))
      return (String(decoding: data[10..<start], as: UTF8.self), data[start...])
    }
    // Three displacements: along, across and intervals, and the speed.
    let (features, examples) = (try array("features"), try array("examples"))
    let samples = features.body.count / 40
    #expect(features.body.count % 40 == 0 && features.header.contains("'shape': (\(samples), 10,)"))
    #expect(try array("standardization").header.contains("'shape': (2, 10,)"))
    #expect(examples.body.count % 44 == 0)
    #expect(examples.header.contains("'shape': (\(examples.body.count / 44),)"))
    let last = examples.body.suffix(44).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(last == samples - 1)
    try train(workspace, "--examples-only", "--output", "examples")
      .expectRefusal(code: 64, saying: "--force")
  }

  @Test func leavingOneOutTrainsChoosesAndScores() throws {
    let workspace = try workspace(splits: nil)
    try train(
      workspace, "--leave-one-out", "--set", "decay=0.01|0.1", "--horizon-ms", "33.3",
      "--predictor", "linear", "--output", "run"
    ).expect(code: 0)
    let cells = CSVTable(try workspace.text("run/cells.csv")).rows
    let learned = cells.filter { $0["predictor"] == "learned" }
    #expect(!learned.isEmpty && learned.allSatisfy { $0["participants"] == "4" })
    for row in learned {
      let values = try ["low", "error_mean", "high"].map { name in
        try #require(row[name].flatMap { Double($0) })
      }
      #expect(values[0] <= values[1] && values[1] <= values[2])
    }
    // Two candidates, six pairs of people, each scored both ways.
    let search = CSVTable(try workspace.text("run/search.csv")).rows
    #expect(search.count == 2 * 6 * 2)
    #expect(search.allSatisfy { $0["left_out"] != $0["scored_on"] })
    #expect(try workspace.text("run/scores.csv").contains("trained=leave-one-out"))
    try train(workspace, "--leave-one-out", "--participants", "p1", "--output", "other")
      .expectRefusal(code: 64, saying: "--participants")
  }
}
