import Foundation
import TestSupport
import Testing

/// Real recordings through `nextpoint ink`: after every event and at once.
@Suite(.enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"))
struct InkRecordingTests {
  private static let recordings = TestSize.of(
    [("pencil-error.json", 142)],
    full: [("events.json", 277), ("pencil-antigrain.json", 360), ("pencil-error.json", 142)])
  private static let filters = [
    "--filter", "point-distance:distance=0.5", "--filter", "savitzky-golay:window=3",
    "--filter", "one-euro:cutoff=5,beta=0.01", "--filter", "douglas-peucker",
  ]

  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test(arguments: recordings, ["paths", "polylines", "filtered", "elements"])
  func theLastLineIsTheWhole(recording: (name: String, events: Int), stage: String) throws {
    for predicting in [[], ["--predictor", "linear+blend:share=0.7", "--horizon-ms", "4,8,12"]] {
      let arguments = ["--stage", stage, "--json"] + Self.filters + predicting
      let each = try ink(recording.name, arguments + ["--every-event"])
      each.expect(code: 0)
      #expect(each.standardError.isEmpty)
      let lines = each.standardOutput.split(separator: "\n")
      #expect(lines.count == recording.events)
      let whole = try ink(recording.name, arguments)
      #expect(whole.standardOutput == (lines.last ?? "") + "\n")
      let parsed = try InkOutput.lines(each.standardOutput)
      #expect(parsed.map(\.event) == Array(1...recording.events))
      // In the middle of a stroke something is predicted, by the device or by us.
      if stage == "paths" {
        #expect(parsed.contains { $0.paths?.first?.points.last?.isPrediction == true })
        #expect(parsed.last?.paths?.first?.isComplete == true)
      }
    }
  }

  /// In the end nothing is predicted, so that it makes no difference what did.
  @Test(arguments: recordings, ["paths", "elements"])
  func aFinishedStrokeIsTheSameWhoeverPredicted(
    recording: (name: String, events: Int), stage: String
  ) throws {
    let arguments = ["--stage", stage, "--json"] + Self.filters
    let plain = try InkOutput.lines(ink(recording.name, arguments).standardOutput)
    let batches = try InkOutput.lines(
      ink(recording.name, arguments + ["--by-batch"]).standardOutput)
    let ours = try InkOutput.lines(
      ink(recording.name, arguments + ["--predictor", "kalman"]).standardOutput)
    #expect(plain[0].paths == ours[0].paths && plain[0].elements == ours[0].elements)
    #expect(plain[0].paths == batches[0].paths && plain[0].elements == batches[0].elements)
  }

  /// The device predicts in steps of about this many milliseconds, often of exactly these.
  private static let deviceSteps = "4.0158728,8.0317456"
  /// Steps are known to a microsecond; in that time no pen moves further than this, in points.
  private static let placeTolerance = 0.01

  /// `recorded` draws the device's own points again.
  @Test func recordedIsTheDevice() throws {
    let arguments = ["--stage", "paths", "--json", "--every-event", "--by-batch"]
    let device = try InkOutput.lines(ink("events.json", arguments).standardOutput)
    let recorded = ["--predictor", "recorded", "--horizon-ms", Self.deviceSteps]
    let ours = try InkOutput.lines(ink("events.json", arguments + recorded).standardOutput)
    #expect(device.count == ours.count)
    var compared = 0
    for (left, right) in zip(device, ours) {
      let (left, right) = (left.paths?.first?.points ?? [], right.paths?.first?.points ?? [])
      #expect(left.filter { !$0.isPrediction } == right.filter { !$0.isPrediction })
      let predictions = zip(left.filter(\.isPrediction), right.filter(\.isPrediction))
      for (theirs, same) in predictions where abs(theirs.time - same.time) < 1e-6 {
        compared += 1
        #expect(abs(same.x - theirs.x) < Self.placeTolerance)
        #expect(abs(same.y - theirs.y) < Self.placeTolerance)
        #expect(same.force == theirs.force)
      }
    }
    // Of 80 predictions these many lie exactly that far ahead; times are rounded to milliseconds.
    #expect(compared == 16)
  }

  private func ink(_ name: String, _ arguments: [String]) throws -> CommandResult {
    let folder = try #require(RealDatasets.folder(of: "inkable"))
    return try workspace.nextpoint(
      arguments: ["ink", "--input", "\(folder)/\(name)"] + arguments)
  }
}
