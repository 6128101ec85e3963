import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct RealDatasetTests {
  @Test(.enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"))
  func henzeIsReadWhole() throws {
    let set = try RealDatasets.load("henze-2017")
    #expect(set.problems.isEmpty)
    #expect(set.recordings.count == 24)
    #expect(set.participantCount == 8)
    #expect(set.rejectedLines == 0)
    // The number of lines in the 24 files, by `wc -l`.
    #expect(set.sampleCount == 142_711)
    #expect(set.files.allSatisfy { $0.sha256 == $0.entry.sha256 })
    #expect(set.recordings.allSatisfy { $0.scale.unitsPerMillimeter == 12.72 })
    #expect(Set(set.recordings.map(\.task)) == ["write", "draw", "fitts"])
  }

  /// Runs of action-2 lines in the text, against runs of moves in the strokes.
  @Test(.enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"))
  func henzeRunsOfMovesAreKept() throws {
    let set = try RealDatasets.load("henze-2017")
    for file in set.files {
      let text = try String(contentsOfFile: file.path, encoding: .utf8)
      let actions = text.split(whereSeparator: \.isNewline).compactMap(\.last)
      let expected = actions.split { $0 != "2" }.map(\.count)
      let strokes = try #require(file.result.recordings.first).strokes
      let found = strokes.flatMap { stroke in
        stroke.samples.split { $0.phase != .moved }.map(\.count)
      }
      #expect(found == expected, "\(file.path)")
    }
  }

  @Test(
    .enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"),
    arguments: [
      ("events.json", 277, 80, 102), ("pencil-antigrain.json", 360, 107, 129),
      ("pencil-error.json", 142, 38, 55),
    ])
  func inkableHasTheCountedEvents(
    name: String, events: Int, predictions: Int, points: Int
  ) throws {
    let set = try RealDatasets.load("inkable")
    let file = try #require(set.files.first { $0.entry.path == name })
    #expect(file.result.problems.isEmpty)
    #expect(file.result.linesRead == events)
    #expect(file.result.linesRejected == 0)
    let recording = try #require(file.result.recordings.first)
    #expect(file.result.recordings.count == 1)
    #expect(recording.tool == .stylus)
    let stroke = try #require(recording.strokes.first)
    #expect(recording.strokes.count == 1)
    #expect(stroke.samples.count == points)
    #expect(stroke.devicePredictions.reduce(0) { $0 + $1.samples.count } == predictions)
    #expect(stroke.devicePredictions.allSatisfy { (1...points).contains($0.samplesBefore) })
    #expect(stroke.samples.first?.phase == .began)
    #expect(stroke.samples.last?.phase == .ended)
    #expect(stroke.settledForces?.count == points)
    #expect(stroke.settledForces != stroke.samples.map(\.force))
    #expect(stroke.samples.allSatisfy { $0.kind == .actual && $0.altitude != nil })
  }

  @Test(
    .enabled(if: RealDatasets.has("dollar-gestures"), "NEXTPOINT_DATASETS has no dollar-gestures"))
  func gesturesAreReadWhole() throws {
    let set = try RealDatasets.load("dollar-gestures")
    #expect(set.problems.isEmpty && set.rejectedLines == 0)
    // By grep: 1818 Point tags in 32 files; 35 Stroke tags, and 16 files without any.
    #expect(set.recordings.count == 32 && set.sampleCount == 1818)
    #expect(set.strokeCount == 35 + 16 && set.participantCount == 2)
  }

  @Test(.enabled(if: RealDatasets.has("evemu-devices"), "NEXTPOINT_DATASETS has no evemu-devices"))
  func evemuDevicesAreReadWhole() throws {
    let set = try RealDatasets.load("evemu-devices")
    // One tap's x was not reported, because the finger before it had the same.
    #expect(set.problems.map(\.message).allSatisfy { $0.hasPrefix("1 contacts have no position") })
    #expect(set.problems.count == 1 && set.rejectedLines == 0)
    #expect(set.files.count == 69 && set.files.allSatisfy(\.result.isComplete))
    #expect(set.recordings.count == 55 && set.strokeCount == 537 && set.sampleCount == 45_385)
    #expect(set.recordings.count { $0.scale.unit == .millimeter } == 6)
  }

  /// Strokes of a headerless recording, against its lines.
  @Test(.enabled(if: RealDatasets.has("evemu-devices"), "NEXTPOINT_DATASETS has no evemu-devices"))
  func contactsAreThoseOfTheText() throws {
    let set = try RealDatasets.load("evemu-devices")
    let names = ["Wacom DTH2242 Finger.events", "SynPS2 Synaptics TouchPad.events"]
    for file in set.files where names.contains(where: file.path.hasSuffix) {
      let text = try String(contentsOfFile: file.path, encoding: .utf8)
      let contacts = text.split(separator: "\n").count { line in
        let fields = line.split(whereSeparator: \.isWhitespace)
        return fields.count > 4 && fields[2] == "0003" && fields[3] == "0039"
          && !fields[4].hasPrefix("-")
      }
      let recording = try #require(file.result.recordings.first)
      #expect(recording.strokes.count == contacts, "\(file.path)")
    }
  }

  @Test(.enabled(if: RealDatasets.has("monkeyhelper"), "NEXTPOINT_DATASETS has no monkeyhelper"))
  func geteventTracesAreRead() throws {
    let set = try RealDatasets.load("monkeyhelper")
    #expect(set.problems.isEmpty && set.rejectedLines == 0)
    #expect(set.recordings.count == 9 && set.recordings.allSatisfy { $0.tool == .finger })
    // By grep in the seven files of protocol A: 347 positions and 19 lifts. In the two of protocol
    // B: 48 identifiers, and 1787 reports without the 18 that hold ABS_MISC alone.
    #expect(set.strokeCount == 19 + 48 && set.sampleCount == 347 + 19 + 1787 - 18)
  }

  @Test(.enabled(if: RealDatasets.has("henze-2017"), "NEXTPOINT_DATASETS has no henze-2017"))
  func aLoneFileIsDescribedByTheDescriptionBesideIt() throws {
    let folder = try #require(RealDatasets.folder(of: "henze-2017"))
    let references = try DatasetLocator(searchFolders: [])
      .resolve("\(folder)/FittsTasks-participant3.txt")
    let set = try Dataset.load(try #require(references.first))
    #expect(set.name == "FittsTasks-participant3")
    #expect(set.recordings.first?.participant == "3")
    #expect(set.description.pixelsPerMillimetre == 12.72)
  }
}
