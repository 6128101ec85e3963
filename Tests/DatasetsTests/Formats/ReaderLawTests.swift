import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// What holds for every reader, on small files of every format, damaged and whole, and on real ones.
@Suite struct ReaderLawTests {
  /// The seeds of the damaged files that are made of each small one; at full size 104,000 in all.
  private static let damages = TestSize.seeds(100, full: 8000)
  /// A read of some kilobytes takes milliseconds; what takes longer than this hangs.
  private static let longestRead = Duration.seconds(10)

  private func check(
    _ format: RecordingFormat, _ bytes: [UInt8], in folder: ScratchFolder, _ name: String
  ) throws {
    let path = try folder.write(bytes, to: "file")
    let start = ContinuousClock.now
    let finding = try ReaderLaws.finding(in: bytes, of: format, path: path)
    let time = start.duration(to: .now)
    #expect(time < Self.longestRead, "\(name)")
    #expect(finding == nil, "\(name)")
  }

  @Test(arguments: ReaderFixture.all)
  func aWholeFileHasNoProblems(fixture: ReaderFixture) throws {
    let folder = try ScratchFolder()
    let bytes = Array(fixture.text.utf8)
    try check(fixture.format, bytes, in: folder, fixture.name)
    let result = fixture.format.reader.read(
      RecordingSource(path: try folder.write(bytes, to: "file")))
    #expect(result.linesRejected == 0 && result.isComplete, "\(result.problems)")
    #expect(result.recordings.isEmpty == (fixture.format == .evemuDescription))
  }

  @Test func everyFormatHasASmallFile() {
    #expect(Set(ReaderFixture.all.map(\.format)) == Set(RecordingFormat.allCases))
  }

  @Test(.timeLimit(.minutes(20)), arguments: ReaderFixture.all)
  func damageIsCountedAndHarmless(fixture: ReaderFixture) throws {
    let folder = try ScratchFolder()
    let original = Array(fixture.text.utf8)
    for seed in Self.damages {
      var random = TestRandom(seed: seed)
      try check(
        fixture.format, random.mutated(original), in: folder, "\(fixture.name), seed \(seed)")
    }
  }

  /// A file of one format, whole or damaged, given to the reader of another.
  @Test(arguments: ReaderFixture.all)
  func otherFormatsAreHarmless(fixture: ReaderFixture) throws {
    let folder = try ScratchFolder()
    for format in RecordingFormat.allCases {
      try check(format, Array(fixture.text.utf8), in: folder, "\(fixture.name) as \(format)")
    }
  }

  /// A change of one byte may cost the elements that it touches, and no more.
  @Test func oneBadByteCostsAtMostTwoEvents() throws {
    let folder = try ScratchFolder()
    let events = InkableFixture.stroke(samples: 20)
    let original = Array(InkableFixture.array(events).utf8)
    for seed in TestSize.seeds(120, full: 400) {
      var random = TestRandom(seed: seed)
      var bytes = original
      // The opening bracket decides whether the file is an array at all.
      let place = 1 + random.integer(below: bytes.count - 1)
      bytes[place] = random.pick(Array("\n,\"\\{}[]:x9\0".utf8))
      let path = try folder.write(bytes, to: "damaged.json")
      let result = InkableEventReader.read(RecordingSource(path: path))
      #expect(result.linesRead >= events.count - 2, "seed \(seed), byte \(place)")
    }
  }

  /// Every third file of every set that NEXTPOINT_DATASETS names, whole and once damaged; all at full size.
  @Test(
    .enabled(if: !RealDatasets.names.isEmpty, "NEXTPOINT_DATASETS names no sets"),
    .timeLimit(.minutes(10)), arguments: RealDatasets.names)
  func realFilesKeepTheLaws(name: String) throws {
    let folder = try ScratchFolder()
    let set = try RealDatasets.load(name)
    for (number, file) in set.files.enumerated() where !file.isMissing {
      guard number % TestSize.of(3, full: 1) == 0 else { continue }
      let format = try #require(RecordingFormat(rawValue: file.entry.format), "\(file.path)")
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
      #expect(file.result.isComplete, "\(file.path)")
      try check(format, bytes, in: folder, file.path)
      if case .inkableJSON = format {
        let events = try #require(
          try JSONSerialization.jsonObject(with: Data(bytes)) as? [Any], "\(file.path)")
        #expect(file.result.linesRead + file.result.linesRejected == events.count, "\(file.path)")
      }
      var random = TestRandom(seed: UInt64(number + 1))
      try check(format, random.mutated(bytes), in: folder, "\(file.path), damaged")
    }
  }
}
