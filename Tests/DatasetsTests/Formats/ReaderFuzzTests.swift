import Foundation
import TestSupport
import Testing

@testable import Datasets

/// Damaged files of every format, as many as `scripts/fuzz readers` asks for.
@Suite struct ReaderFuzzTests {
  @Test func damagedFilesKeepTheLaws() throws {
    let folder = try ScratchFolder()
    let findings = try FuzzRun(part: "readers", everyday: 300).findings { random in
      let fixture = random.pick(ReaderFixture.all)
      var bytes = random.mutated(Array(fixture.text.utf8))
      // Now and then two files run into each other, or a file is read as what it is not.
      if random.integer(below: 20) == 0 {
        let other = random.mutated(Array(random.pick(ReaderFixture.all).text.utf8))
        bytes.insert(contentsOf: other, at: random.integer(below: bytes.count + 1))
      }
      let format =
        random.integer(below: 20) == 0 ? random.pick(RecordingFormat.allCases) : fixture.format
      let path = try folder.write(bytes, to: "file")
      _ = try? FormatSniffer.format(path: path)
      return try ReaderLaws.finding(in: bytes, of: format, path: path).map {
        "\(fixture.name) as \(format): \($0)"
      }
    }
    #expect(findings.isEmpty, "\(findings)")
  }
}
