import Foundation
import MotionNumerics
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// Recordings as touch events and back: nothing is lost on the way.
@Suite struct TouchEventConversionTests {
  /// What a set is after it was written as touch events and read again; where the files came from is
  /// not part of it.
  private func read(back set: LoadedDataset) throws -> (
    recordings: [Recording], folder: ScratchFolder
  ) {
    let folder = try ScratchFolder()
    let path = folder.path + "/out"
    try DatasetWriter.write(
      try TouchEventConversion.inkable(set, name: "out"), to: path, replacing: false)
    let loaded = try Dataset.load(DatasetReference(name: "out", location: .folder(path)))
    #expect(loaded.problems.isEmpty, "\(loaded.problems.prefix(3))")
    #expect(loaded.files.allSatisfy { $0.entry.format == "inkable-json" })
    return (Self.withoutSource(loaded.recordings), folder)
  }

  private static func withoutSource(_ recordings: [Recording]) -> [Recording] {
    recordings.map { recording in
      var recording = recording
      recording.source = ""
      return recording
    }
  }

  private func expectIdentity(
    _ set: LoadedDataset, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = Self.withoutSource(set.recordings)
    let found = try read(back: set).recordings
    #expect(found.count == expected.count, sourceLocation: sourceLocation)
    for (found, expected) in zip(found, expected) where found != expected {
      let stroke = zip(found.strokes, expected.strokes).first { $0 != $1 }
      Issue.record(
        "\(expected.task) \(expected.participant): \(stroke.map { "\($0)\n\($1)" } ?? "not the strokes")",
        sourceLocation: sourceLocation)
      return
    }
  }

  private func expectIdentity(of path: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let set = try Dataset.load(DatasetReference(name: "in", location: .file(path)))
    try expectIdentity(set, sourceLocation: sourceLocation)
  }

  @Test(
    "every format comes back as it was",
    arguments: ReaderFixture.all.filter { $0.format != .evemuDescription })
  func everyFormat(fixture: ReaderFixture) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      fixture.text, to: "in.\(fixture.format == .plainCSV ? "csv" : "txt")")
    let result = fixture.format.reader.read(RecordingSource(path: path, name: "in"))
    let file = LoadedFile(
      entry: DatasetDescription.File(path: "in", format: fixture.format.rawValue), path: path,
      sha256: "", isMissing: false, result: result)
    let description = DatasetDescription(name: "in", unit: .device, nominalRate: 60, files: [])
    let set = LoadedDataset(name: "in", description: description, files: [file])
    #expect(set.sampleCount > 0)
    try expectIdentity(set)
  }

  @Test(
    "the bundled sets come back with their exact positions",
    arguments: [
      "clean-60hz", "noisy-60hz", "clean-120hz", "noisy-120hz", "clean-240hz", "noisy-240hz",
    ])
  func bundledSets(name: String) throws {
    let folder = Repository.root.appending(path: "datasets/synthetic/\(name)").path
    var set = try Dataset.load(DatasetReference(name: name, location: .folder(folder)))
    #expect(set.recordings.allSatisfy { $0.strokes.allSatisfy { $0.exactPositions != nil } })
    // Some of each set, since events take long to read in a debug build; the whole sets are converted
    // and compared from the command line.
    for index in set.files.indices {
      set.files[index].result.recordings = set.files[index].result.recordings.enumerated()
        .filter { $0.offset % 5 == 0 }.map(\.element)
    }
    #expect(set.sampleCount > 100)
    try expectIdentity(set)
  }

  /// A recording with everything that one can hold, and without any of it.
  private static func recording(_ random: inout Xoshiro256StarStar, number: Int) -> Recording {
    func chance(_ share: Double) -> Bool { random.nextUnit() < share }
    let tools = Recording.Tool.allCases
    let tool = tools[random.nextInt(below: tools.count)]
    var start = 10.0
    let strokes = (0..<1 + random.nextInt(below: 4)).map { place in
      // Touches may overlap, and a later one may begin before the one listed ahead of it.
      start += chance(0.2) ? -0.3 : chance(0.5) ? 0.02 : 1
      return stroke(&random, name: "s \(place) \"é\"", start: start)
    }
    return Recording(
      source: "in", participant: chance(0.5) ? "p\(number)" : "", task: chance(0.5) ? "a/b" : "",
      scale: LengthScale(unit: .pixel, unitsPerMillimeter: 12.5),
      nominalRate: chance(0.5) ? 60 : 240,
      tool: tool, device: chance(0.5) ? .penTablet : .unknown, strokes: strokes)
  }

  private static func stroke(
    _ random: inout Xoshiro256StarStar, name: String, start: Double
  ) -> Stroke {
    func chance(_ share: Double) -> Bool { random.nextUnit() < share }
    let (hasForce, hasAngles, hasBoth) = (chance(0.7), chance(0.5), chance(0.3))
    let count = 1 + random.nextInt(below: 20)
    func sample(_ time: Double, _ kind: TouchSample.Kind) -> TouchSample {
      TouchSample(
        time: time, position: SIMD2(random.nextNormal(), random.nextNormal()),
        regularPosition: hasBoth && chance(0.8) ? SIMD2(random.nextNormal(), 2) : nil,
        force: hasForce && chance(0.9) ? (chance(0.1) ? 0 : 6 * random.nextUnit()) : nil,
        altitude: hasAngles && chance(0.9) ? random.nextUnit() : nil,
        azimuth: hasAngles && chance(0.9) ? random.nextNormal() : nil, kind: kind)
    }
    var samples = (0..<count).map { index in
      sample(start + 0.01 * Double(index), chance(0.3) ? .coalesced : .actual)
    }
    if chance(0.9) { samples[0].phase = .began }
    if count > 1, chance(0.9) { samples[count - 1].phase = chance(0.2) ? .cancelled : .ended }
    var stroke = Stroke(identifier: name, samples: samples)
    if chance(0.3) { stroke.exactPositions = samples.map { $0.position + SIMD2(0.5, 0.25) } }
    if chance(0.5) { stroke.maximumPossibleForce = chance(0.5) ? 8 : 25.0 / 6 }
    if chance(0.5) {
      stroke.settledForces = samples.map {
        chance(0.5) ? $0.force : chance(0.1) ? nil : 2 * random.nextUnit()
      }
    }
    guard chance(0.6) else { return stroke }
    for place in 1...count where chance(0.3) || place == count {
      for _ in 0..<(chance(0.2) ? 2 : 1) {
        let guesses = (1...1 + random.nextInt(below: 3)).map {
          sample(start + 0.01 * Double(place + $0), .predicted)
        }
        stroke.devicePredictions.append(
          DevicePredictionBatch(samplesBefore: place, samples: guesses))
      }
    }
    return stroke
  }

  @Test("whatever a recording holds comes back", arguments: UInt64(1)...40)
  func random(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let recordings = (1...3).map { Self.recording(&random, number: $0) }
    let file = LoadedFile(
      entry: DatasetDescription.File(path: "sub/in.csv", format: "plain-csv"), path: "in.csv",
      sha256: "", isMissing: false, result: ReadResult(recordings: recordings))
    let description = DatasetDescription(name: "in", unit: .millimeter, nominalRate: 60, files: [])
    try expectIdentity(LoadedDataset(name: "in", description: description, files: [file]))
  }

  @Test("a file of touch events keeps every event, and its callbacks")
  func touchEventsStay() throws {
    let events = InkableFixture.stroke(samples: 12).map(\.json)
    let folder = try ScratchFolder()
    for marker in ["", ",{\"identifier\": \"end\"}"] {
      let text =
        "[\(events[..<6].joined(separator: ","))\(marker),\(events[6...].joined(separator: ","))]"
      let path = try folder.write(text, to: "in.json")
      let set = try Dataset.load(DatasetReference(name: "in", location: .file(path)))
      let content = try TouchEventConversion.inkable(set, name: "out")
      let written = try folder.write(content.texts[0], to: "out.json")
      let (old, new) = (try TouchEventFile(path: path), try TouchEventFile(path: written))
      #expect(TouchEventFile.json(of: old.events) == TouchEventFile.json(of: new.events))
      #expect(new.keepsBatches == !marker.isEmpty && new.batches.count == old.batches.count)
      try expectIdentity(set)
      // Written once more it is the same file.
      let again = try Dataset.load(DatasetReference(name: "in", location: .file(written)))
      #expect(try TouchEventConversion.inkable(again, name: "out").texts == content.texts)
    }
  }

  @Test("plain events have Inkable's keys and no other")
  func plainEventsHaveNoOtherKey() throws {
    let pen = TouchSample(
      time: 1, position: [1, 2], force: 0.5, altitude: 1, azimuth: 2, phase: .began)
    let finger = TouchSample(time: 1, position: [1, 2], phase: .began)
    for (sample, tool) in [(pen, Recording.Tool.stylus), (finger, .finger)] {
      let stroke = Stroke(
        identifier: "s", samples: [sample], maximumPossibleForce: tool == .stylus ? 4 : nil)
      let recording = Recording(
        source: "r", scale: LengthScale(unit: .point), nominalRate: 60, tool: tool,
        strokes: [stroke])
      let event = try #require(recording.touchBatches.first?.events.first)
      #expect(event.unmeasured == nil && !event.isCoalesced && event.exactLocation == nil)
      let text = TouchEventFile.json(of: [event])
      #expect(text.matches(of: /"[A-Za-z]+":/).count == 17)
    }
  }

  @Test("what could not be read back is refused", arguments: ["name", "twice", "number", "end"])
  func refusals(fault: String) throws {
    var strokes = ["a", "b"].map { name in
      Stroke(
        identifier: name, samples: (0..<3).map { TouchSample(time: Double($0), position: .zero) })
    }
    switch fault {
    case "name": strokes[1].identifier = ""
    case "twice": strokes[1].identifier = "a"
    case "number": strokes[1].samples[1].force = .nan
    default: strokes[1].samples[1].phase = .ended
    }
    let recording = Recording(
      source: "in.csv", scale: LengthScale(unit: .point), nominalRate: 60, strokes: strokes)
    let file = LoadedFile(
      entry: DatasetDescription.File(path: "in.csv", format: "plain-csv"), path: "in.csv",
      sha256: "",
      isMissing: false, result: ReadResult(recordings: [recording]))
    let set = LoadedDataset(
      name: "in",
      description: DatasetDescription(
        name: "in", unit: .point, nominalRate: 60, files: [file.entry]),
      files: [file])
    #expect(throws: DatasetWriteError.self) { try TouchEventConversion.inkable(set, name: "out") }
  }

  /// Every recording of the sets that are there, where they are not too long for an everyday test.
  @Test(
    "recordings of devices come back",
    .enabled(if: !RealDatasets.names.isEmpty, "NEXTPOINT_DATASETS names no set"))
  func realSets() throws {
    for name in RealDatasets.names {
      let set = try RealDatasets.load(name)
      let few = set.files.filter { 1..<600 ~= $0.result.sampleCount }.prefix(6)
      guard !few.isEmpty else { continue }
      try expectIdentity(
        LoadedDataset(name: set.name, description: set.description, files: Array(few)))
    }
  }
}
