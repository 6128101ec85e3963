import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// Encodings and preambles, which are the same for every reader, and files that are no text.
@Suite struct TextInputTests {
  private func load(_ bytes: [UInt8], named name: String) throws -> LoadedDataset {
    let folder = try ScratchFolder()
    let path = try folder.write(bytes, to: name)
    return try Dataset.load(DatasetReference(name: name, location: .file(path)))
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    let units = [0xFEFF] + Array(text.utf16)
    return units.flatMap {
      isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
  }

  /// Every format in UTF-16 has the recordings that it has in UTF-8, and the hash of its own bytes.
  @Test(arguments: ReaderFixture.all.filter { $0.format != .evemuDescription }, [false, true])
  func utf16IsReadWithAWarning(fixture: ReaderFixture, isBigEndian: Bool) throws {
    let text = fixture.format == .evemu ? "# EVEMU 1.3\n" + fixture.text : fixture.text
    let plain = try load(Array(text.utf8), named: "a")
    let bytes = Self.utf16(text, isBigEndian: isBigEndian)
    let wide = try load(bytes, named: "a")
    #expect(wide.recordings == plain.recordings)
    #expect(wide.problems.map(\.message) == plain.problems.map(\.message))
    #expect(wide.warnings.contains { $0.message.contains("UTF-16") })
    #expect(wide.files.first?.sha256 == ContentHash.text(of: Data(bytes)))
  }

  @Test func theDeclarationOfUTF16IsTrue() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<ink><trace>1 2, 3 4</trace></ink>\n"
    let set = try load(Self.utf16(text, isBigEndian: false), named: "a.xml")
    #expect(set.sampleCount == 2)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func piecesOfAnySizeGiveTheSameText(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    let letters = Array("aé€😀\n,")
    let text = String((0..<6000).map { _ in random.pick(letters) })
    let folder = try ScratchFolder()
    for isBigEndian in [false, true] {
      let path = try folder.write(Self.utf16(text, isBigEndian: isBigEndian), to: "a")
      var input = TextInput(try InputFile(path: path))
      var found = Data()
      while case let piece = try input.read(upTo: 1 + random.integer(below: 9)), !piece.isEmpty {
        found.append(piece)
      }
      #expect(String(decoding: found, as: UTF8.self) == text, "seed \(seed)")
    }
  }

  /// Half a character at the end is damage that is seen, not text that vanishes.
  @Test func halfACharacterIsReplaced() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Self.utf16("ab", isBigEndian: false) + [0x41], to: "a")
    var input = TextInput(try InputFile(path: path))
    let text = try input.read(upTo: 100) + input.read(upTo: 100)
    #expect(String(decoding: text, as: UTF8.self) == "ab\u{FFFD}")
  }

  private static let touches = ReaderFixture.all.first { $0.format == .getevent }?.text ?? ""

  @Test(arguments: [
    "* daemon not running; starting now at tcp:5037\n* daemon started successfully\n",
    "* daemon not running. starting it now on port 5037 *\r\n* daemon started successfully *\r\n",
    "adb server version (39) doesn't match this client (41); killing...\n* daemon started successfully\n",
    "- waiting for device -\n",
  ])
  func linesOfADBAreSkipped(lines: String) throws {
    let plain = try load(Array(Self.touches.utf8), named: "a.txt")
    let set = try load(Array((lines + Self.touches).utf8), named: "a.txt")
    #expect(set.problems.isEmpty && set.recordings == plain.recordings)
    #expect(set.warnings.map(\.message).contains { $0.contains("adb") })
  }

  @Test(arguments: ["\r\r\n", "\r"])
  func otherEndsOfLinesAreRead(end: String) throws {
    let lines = ["stroke,t_s,x,y", "1,0,1,2", "1,0.008,2,3", "1,0.016,3,4"]
    let set = try load(Array(lines.map { $0 + end }.joined().utf8), named: "a.csv")
    #expect(set.problems.isEmpty && set.sampleCount == 3 && set.warnings.count == 1)
    #expect(set.warnings.first?.message.contains("CR") == true)
    let touches = Self.touches.split(whereSeparator: \.isNewline).map { $0 + end }.joined()
    let plain = try load(Array(Self.touches.utf8), named: "a.txt")
    let recorded = try load(Array(touches.utf8), named: "a.txt")
    #expect(recorded.recordings == plain.recordings && recorded.problems.isEmpty)
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 8, 0], "a.csv.gz", "gunzip"), (Array("PK\u{3}\u{4}..".utf8), "a.zip", "unzip"),
      (Array("PK\u{3}\u{4}..".utf8), "a.xlsx", "save the sheet as CSV"),
      ([0x28, 0xB5, 0x2F, 0xFD, 1], "a.zst", "zstd -d"),
      (Array("BZh91AY".utf8), "a.bz2", "bunzip2"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 1], "a.xz", "unxz"),
      (Array("PAR1....".utf8), "a", "to_csv"),
      (Array("SQLite format 3\0".utf8), "a.db", "sqlite3"),
      ([0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A], "a.h5", "to_csv"),
      (Array("MATLAB 5.0 MAT-file, Platform".utf8), "a.mat", "writetable"),
      (Array("%PDF-1.7\n".utf8), "a.pdf", "document"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a.csv", "picture"),
      ([0x89, 0x50, 0x4E, 0x47], "a.png", "picture"),
      (Array("version https://git-lfs.github.com/spec/v1\n".utf8), "a.csv", "git lfs pull"),
      (Array("<!DOCTYPE html><html>".utf8), "a.csv", "raw file"),
      (Array(repeating: 0, count: 300), "a.csv", "copy it again"),
      ([0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0], "a.csv", "iconv -f utf-32"),
      (Array("stroke,t_s".utf16).flatMap { [UInt8($0), 0] }, "a.csv", "iconv -f utf-16le"),
    ] as [([UInt8], String, String)])
  func whatIsNoTextIsRefusedWithAWayOut(bytes: [UInt8], name: String, remedy: String) throws {
    let set = try load(bytes, named: name)
    let problem = try #require(set.problems.first)
    #expect(set.problems.count == 1 && set.recordings.isEmpty)
    #expect(problem.remedy.contains(remedy), "\(problem)")
    for format in RecordingFormat.allCases {
      let folder = try ScratchFolder()
      let path = try folder.write(bytes, to: name)
      #expect(format.reader.read(RecordingSource(path: path)).problems.count == 1, "\(format)")
    }
  }
}
