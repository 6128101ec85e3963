import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// Recordings of web pages by jsPsych and rrweb.
@Suite struct WebRecordingTests {
  private func load(_ text: String, named name: String = "a.json") throws -> LoadedDataset {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: name)
    return try Dataset.load(DatasetReference(name: name, location: .file(path)))
  }

  // MARK: - jsPsych

  private func trial(
    _ index: Int, _ more: String = "", count: Int = 5, elapsed: Int? = nil
  ) -> String {
    let points = (0..<count).map {
      "{\"x\": \($0), \"y\": \(2 * $0), \"t\": \(24 + 17 * $0), \"event\": \"mousemove\"}"
    }
    return "{\"trial_type\": \"html-button-response\", \"trial_index\": \(index)\(more), "
      + (elapsed.map { "\"time_elapsed\": \($0), " } ?? "")
      + "\"mouse_tracking_data\": [\(points.joined(separator: ", "))]}"
  }

  @Test func trialsAreStrokesThatHover() throws {
    let set = try load("[\(ReaderFixture.jsPsych)]")
    let recording = try #require(set.recordings.first)
    #expect(set.problems.isEmpty && set.recordings.count == 1 && set.warnings.isEmpty)
    #expect(recording.participant == "s1" && recording.task == "reach")
    #expect(
      recording.tool == .mouse && recording.device == .mouse && recording.scale.unit == .pixel)
    #expect(recording.strokes.map(\.identifier) == ["hover-1", "hover-2", "hover-3"])
    #expect(recording.strokes.allSatisfy { $0.kind == .hover && $0.samples.count == 12 })
    #expect(recording.strokes.first?.samples.first?.time == 0.02)
    #expect(recording.strokes.first?.samples.first?.position == [100, 200])
    #expect(set.files.first?.assumption?.format == .jsPsych)
  }

  /// A trial's clock begins at 0; the recording's goes on, by the clock of the experiment if there is one.
  @Test func trialsFollowOneAnother() throws {
    let stated = try load("[\(trial(0, elapsed: 1000)), \(trial(1, elapsed: 4000))]")
    let starts = stated.recordings[0].strokes.map { $0.samples[0].time }
    #expect(starts == [0.024, 3.024])
    let unstated = try load("[\(trial(0)), \(trial(1)), \(trial(2))]")
    let strokes = unstated.recordings[0].strokes
    for (stroke, next) in zip(strokes, strokes.dropFirst()) {
      let last = try #require(stroke.samples.last)
      #expect(next.samples[0].time > last.time)
    }
    #expect(strokes.allSatisfy { zip($0.intervals, [0.017]).allSatisfy { abs($0 - $1) < 1e-9 } })
  }

  @Test(arguments: [
    ("subject_id", "\"p7\"", "p7"), ("participant", "12", "12"), ("PROLIFIC_PID", "\"ab\"", "ab"),
    ("other", "\"x\"", ""), ("subject", "null", ""),
  ])
  func participantsAreFoundByTheirKeys(key: String, value: String, participant: String) throws {
    let set = try load("[\(trial(0, ", \"\(key)\": \(value)"))]")
    #expect(set.recordings.map(\.participant) == [participant])
  }

  @Test func severalParticipantsAndEqualIndicesAreKeptApart() throws {
    let trials = ["a", "a", "b"].map { trial(3, ", \"subject\": \"\($0)\"") }
    let set = try load(trials.joined(separator: "\n"), named: "a.jsonl")
    #expect(set.recordings.map(\.participant) == ["a", "b"] && set.problems.isEmpty)
    #expect(
      set.recordings.map { $0.strokes.map(\.identifier) } == [
        ["hover-3", "hover-3#2"], ["hover-3"],
      ])
  }

  @Test func otherShapesOfTheSameDataAreRead() throws {
    let plain = try load("[\(trial(0)), \(trial(1))]")
    for text in [
      "{\"trials\": [\(trial(0)), \(trial(1))], \"version\": 7}", "\(trial(0))\n\(trial(1))\n",
    ] {
      #expect(try load(text).recordings == plain.recordings)
    }
    let texts = [trial(0), trial(1)].map { trial -> String in
      let start = trial.range(of: "[")!.lowerBound
      let list = String(trial[start...].dropLast())
      return trial[..<start] + JSONText.quoted(list) + "}"
    }
    #expect(try load("[\(texts.joined(separator: ","))]").recordings == plain.recordings)
  }

  @Test func trialsWithoutTheExtensionAreExplained() throws {
    let set = try load("[{\"trial_type\": \"preload\", \"trial_index\": 0, \"rt\": null}]")
    #expect(
      set.problems.count == 1 && set.problems.first?.message.contains("mouse_tracking_data") == true
    )
    let bad = try load("[\(trial(0)), {\"trial_index\": 1, \"mouse_tracking_data\": [{\"x\": 1}]}]")
    #expect(bad.problems.count == 1 && bad.rejectedLines == 1 && bad.strokeCount == 1)
  }

  // MARK: - rrweb

  private func event(_ time: Int, _ data: String, type: Int = 3) -> String {
    "{\"type\": \(type), \"data\": \(data), \"timestamp\": \(time)}"
  }

  private func moves(_ source: Int, _ positions: [(Int, Int)]) -> String {
    let list = positions.map { "{\"x\": \($0), \"y\": 5, \"id\": 1, \"timeOffset\": \($1)}" }
    return "{\"source\": \(source), \"positions\": [\(list.joined(separator: ", "))]}"
  }

  private func interaction(_ type: Int, _ x: Int) -> String {
    "{\"source\": 2, \"type\": \(type), \"id\": 1, \"x\": \(x), \"y\": 5}"
  }

  @Test func offsetsAreAddedToTheTimestamp() throws {
    let set = try load(
      "[\(event(10_000, "{\"href\": \"a\"}", type: 4)), \(event(10_500, moves(1, [(1, -100), (2, -50), (3, 0)])))]"
    )
    let stroke = try #require(set.recordings.first?.strokes.first)
    #expect(set.problems.isEmpty && set.recordings.count == 1)
    #expect(stroke.samples.map(\.time) == [10.4, 10.45, 10.5] && stroke.kind == .hover)
    #expect(set.recordings.first?.tool == .mouse && set.recordings.first?.scale.unit == .pixel)
  }

  /// The batch of moves comes after the presses that happened between them.
  @Test func pressesDelimitStrokes() throws {
    let set = try load(
      "["
        + [
          event(10_050, interaction(1, 2)), event(10_110, interaction(0, 4)),
          event(10_200, moves(1, [(1, -180), (2, -120), (3, -100), (5, -60), (6, -40)])),
        ].joined(separator: ",") + "]")
    let strokes = try #require(set.recordings.first?.strokes)
    #expect(strokes.map(\.kind) == [.hover, .contact, .hover])
    #expect(strokes.map { $0.samples.map(\.position.x) } == [[1], [2, 2, 3, 4], [5, 6]])
  }

  @Test func touchesAreContacts() throws {
    let set = try load(
      [
        event(10_000, interaction(7, 1)), event(10_500, moves(6, [(2, -450), (3, -400)])),
        event(10_120, interaction(9, 4)), event(20_000, moves(6, [(7, -40), (8, 0)])),
        event(20_010, "{\"source\": 2, \"type\": 10, \"id\": 1}"),
      ].joined(separator: "\n"), named: "a.jsonl")
    let recording = try #require(set.recordings.first)
    #expect(set.problems.isEmpty && recording.tool == .finger && recording.device == .touchScreen)
    #expect(recording.strokes.map { $0.samples.map(\.position.x) } == [[1, 2, 3, 4], [7, 8]])
    #expect(recording.strokes.map { $0.samples.last?.phase } == [.ended, .cancelled])
    #expect(recording.strokes.allSatisfy { $0.kind == .contact })
  }

  @Test func dragsAreContactsUntilTheMouseMovesAgain() throws {
    let set = try load(
      "{\"events\": ["
        + [
          event(10_000, interaction(1, 1)), event(10_100, moves(12, [(2, -60), (3, -20)])),
          event(10_200, moves(1, [(4, -60), (5, -20)])),
        ].joined(separator: ",") + "]}")
    #expect(set.recordings.first?.strokes.map(\.kind) == [.contact, .hover])
    #expect(set.recordings.first?.strokes.map(\.samples.count) == [3, 2])
  }

  /// A page is one event, nested as deeply as the page is.
  @Test func aDeepPageIsSkipped() throws {
    let depth = 700
    let page =
      String(repeating: "{\"childNodes\": [", count: depth) + String(repeating: "]}", count: depth)
    let set = try load(
      "[\(event(9000, "{\"node\": \(page)}", type: 2)), \(event(10_000, moves(1, [(1, -8), (2, 0)])))]"
    )
    #expect(set.problems.isEmpty && set.sampleCount == 2, "\(set.problems)")
    let still = try load("[\(event(9000, "{\"href\": \"a\"}", type: 4))]")
    #expect(
      still.problems.count == 1
        && still.problems.first?.message.contains("no events with motion") == true)
  }

  @Test func badEventsCostThemselvesOnly() throws {
    let bad = "{\"source\": 1, \"positions\": [{\"x\": 1, \"timeOffset\": 0}]}"
    let set = try load(
      "[\(event(1000, bad)), \(event(1100, bad)), \(event(2000, moves(1, [(1, -8), (2, 0)])))]")
    #expect(set.rejectedLines == 2 && set.problems.map(\.count) == [2] && set.sampleCount == 2)
  }
}
