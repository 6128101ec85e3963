import Foundation
import TestSupport
import Testing

@testable import Datasets

@Suite struct LineReaderTests {
  private func lines(_ bytes: [UInt8], chunkSize: Int) throws -> [[UInt8]] {
    let folder = try ScratchFolder()
    var reader = LineReader(
      try InputFile(path: try folder.write(bytes, to: "a")), chunkSize: chunkSize)
    var result: [[UInt8]] = []
    while let line = try reader.next() {
      #expect(line.number == result.count + 1)
      result.append(Array(reader.bytes[line.range]))
      reader.accept(isData: true)
    }
    return result
  }

  @Test(arguments: [1, 2, 3, 7, 1000])
  func linesDoNotDependOnChunks(chunkSize: Int) throws {
    let bytes = Array("ab\r\n\n\rcd\n\u{E9}\r\r\nlast".utf8)
    let expected = ["ab", "", "\rcd", "\u{E9}", "last"].map { Array($0.utf8) }
    #expect(try lines(bytes, chunkSize: chunkSize) == expected)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func randomTextIsSplitAtItsLineFeeds(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    let bytes = (0..<(1 + random.integer(below: 300))).map { _ in random.pick(Array("a;\n".utf8)) }
    var expected = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    if expected.last?.isEmpty == true { expected.removeLast() }
    let found = try lines(bytes, chunkSize: 1 + random.integer(below: 20))
    #expect(found == expected, "seed \(seed)")
  }

  @Test func aGigabyteOfNothingIsGivenUp() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("", to: "huge")
    // A sparse file: a gigabyte of zero bytes that takes no room on the disk.
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    for format in RecordingFormat.allCases {
      let start = ContinuousClock.now
      let result = format.reader.read(RecordingSource(path: path))
      #expect(result.recordings.isEmpty && !result.isComplete && !result.problems.isEmpty)
      // 16 MiB are looked at; reading the whole file would take a minute in a debug build.
      #expect(start.duration(to: .now) < .seconds(20), "\(format)")
    }
    let set = try Dataset.load(DatasetReference(name: "huge", location: .file(path)))
    #expect(set.problems.first?.message.contains("bytes of zero") == true)
  }

  /// XML has no lines to go on with: its own tests hold what it does with garbage.
  @Test(arguments: RecordingFormat.allCases.filter { ![.dollarXML, .inkML].contains($0) })
  func garbageInManyLinesIsGivenUp(format: RecordingFormat) throws {
    let folder = try ScratchFolder()
    let header = format == .plainCSV ? "stroke,t_s,x,y\n" : "[ "
    let path = try folder.write(
      header + String(repeating: "{garbage}\n", count: 50_000), to: "garbage")
    let result = format.reader.read(RecordingSource(path: path))
    #expect(result.recordings.isEmpty && !result.isComplete)
    #expect(result.linesRejected == LineReader.rejectionLimit)
    #expect(result.problems.last?.message.contains("gave up after 1000") == true)
    #expect(result.problems.count <= ProblemLog.capacity + 2)
  }

  @Test func oversizedJSONIsRefused() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("[", to: "huge.json")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: UInt64(InkableEventReader.sizeLimit) + 1)
    try handle.close()
    let result = InkableEventReader.read(RecordingSource(path: path))
    #expect(result.problems.first?.message.contains("at most 536870912 bytes") == true)
    #expect(result.problems.first?.remedy.contains("split") == true)
  }

  @Test(arguments: RecordingFormat.allCases)
  func filesThatCannotBeOpenedSayWhy(format: RecordingFormat) throws {
    let folder = try ScratchFolder()
    func message(_ path: String) -> String {
      let result = format.reader.read(RecordingSource(path: path))
      #expect(result.recordings.isEmpty && !result.isComplete && result.problems.count == 1)
      #expect(result.problems.first?.remedy.isEmpty == false)
      return result.problems.first?.message ?? ""
    }
    #expect(message(folder.path + "/none").contains("no such file"))
    #expect(message(folder.path).contains("is a folder"))
    #expect(message(try folder.write("", to: "empty")).contains("empty"))
    #expect(message("/dev/null").contains("not a regular file"))
  }

  /// The superuser may read everything, so there is nothing to refuse.
  @Test(.enabled(if: getuid() != 0, "runs only without superuser rights"))
  func aFileWithoutPermissionSaysSo() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("1", to: "secret")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let result = HenzeTextReader.read(RecordingSource(path: path))
    #expect(result.problems.first?.message.contains("cannot be opened") == true)
  }
}
