import Datasets
import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

@testable import nextpoint

/// Damaged pieces of a sweep and damaged records of what it is: refused, or put together.
@Suite struct ShardFuzzTests {
  @Test func damagedSweepsAreRefusedOrPutTogether() throws {
    let workspace = try Workspace()
    try workspace.writeDataset("set", files: [("r.csv", SmallRecordings().csv())])
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--predictor", "polynomial:window=2..3",
      "--frames-ahead", "1,2", "--output", "run", "--shard", "1/1"
    ).expect(code: 0)
    let run = workspace.url("run").path
    let names = (plan: "run/\(SweepRecord.fileName)", piece: "run/shards/\(PieceFile.name(0))")
    let plan = try workspace.data(names.plan)
    let piece = try workspace.data(names.piece)
    let record = try #require(SweepRecord(in: run))
    let findings = try FuzzRun(part: "shards", everyday: 40).findings { random in
      let isPlan = random.integer(below: 2) == 0
      let changed = isPlan ? plan : piece
      var bytes = random.mutated([UInt8](changed))
      if !isPlan, random.integer(below: 4) > 0 { bytes = Self.rehashed(bytes) ?? bytes }
      try workspace.write(names.plan, isPlan ? Data(bytes) : plan)
      try workspace.write(names.piece, isPlan ? piece : Data(bytes))
      let found = SweepRecord(in: run)
      guard let found, let division = SweepDivision(found), division.pieces.count <= 1000 else {
        return nil
      }
      let survey = SweepSurvey(
        division.pieces.map(\.index), in: ["\(run)/shards"], plan: record.hash)
      do {
        let assembly = try SweepAssembly(
          found, division, places: survey.places, causes: { nil })
        _ = ScoresCSV.text(assembly.outcome.table)
      } catch {
        return "\(error)".isEmpty ? "no message" : nil
      }
      return nil
    }
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A piece whose first line states length and hash of what it now is; nil where it is no header.
  private static func rehashed(_ bytes: [UInt8]) -> [UInt8]? {
    let line = UInt8(ascii: "\n")
    guard let end = bytes.firstIndex(of: line),
      var header = try? JSONDecoder().decode(PieceHeader.self, from: Data(bytes[..<end]))
    else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = bytes[(end + 1)...].dropLast()
    (header.bytes, header.sha256) = (body.count, "")
    var hash = ContentHash()
    guard let bare = try? encoder.encode(header) else { return nil }
    hash.update(bare)
    hash.update(body)
    header.sha256 = hash.text
    return (try? encoder.encode(header)).map { Array($0) + [line] + body + [line] }
  }
}
