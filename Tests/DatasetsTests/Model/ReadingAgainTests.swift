import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// A data set that is read stroke by stroke is read more than once, and must stay what it was.
@Suite struct ReadingAgainTests {
  private let folder: ScratchFolder
  private let rows = (0..<400).map { "s\($0 / 40),\(Double($0) * 0.0125),\($0 % 40),\($0 % 7)\n" }

  init() throws {
    folder = try ScratchFolder()
    try folder.write("stroke,t_s,x,y\n" + rows.joined(), to: "a.csv")
    try folder.write(
      "<Gesture>"
        + (0..<50).map { "<Stroke><Point X='\($0)' Y='2' T='3'/></Stroke>\n" }.joined()
        + "</Gesture>", to: "b.xml")
    try folder.write(
      """
      {"schema": 1, "name": "set", "unit": "px", "nominalRateHz": 80, "files": [
        {"path": "a.csv", "format": "plain-csv"}, {"path": "b.xml", "format": "dollar-xml"}]}
      """, to: "dataset.json")
  }

  private var set: DatasetReference {
    DatasetReference(name: "set", location: .folder(folder.path))
  }

  private func strokes(of survey: LoadedDataset) throws -> [Stroke] {
    var reading = DatasetStrokes(survey)
    var found: [Stroke] = []
    while let next = try reading.next() { found.append(next.stroke) }
    return found
  }

  @Test func anotherReadingGivesTheSame() throws {
    let survey = try Dataset.survey(set)
    let whole = try Dataset.load(set).recordings.flatMap(\.strokes)
    #expect(whole.count == 60)
    #expect(try strokes(of: survey) == whole)
    #expect(try strokes(of: survey) == whole)
  }

  enum Change: String, CaseIterable {
    case truncated, emptied, grown, replaced, rewritten, rewrittenAtItsTime, removed
    case aFolderInItsPlace
  }

  /// What the file is afterwards.
  private func make(_ change: Change, of name: String) throws {
    let url = URL(fileURLWithPath: folder.path).appending(path: name)
    let bytes = try Data(contentsOf: url)
    let time = try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate]
    // The same size with another number in it.
    let other = Data(
      String(decoding: bytes, as: UTF8.self).replacing("5,2", with: "6,2")
        .replacing("X='5'", with: "X='6'").utf8)
    #expect(other.count == bytes.count && other != bytes)
    switch change {
    case .truncated: try bytes.prefix(bytes.count / 2).write(to: url)
    case .emptied: try Data().write(to: url)
    case .grown: try (bytes + Data("s9,9,9,9\n".utf8)).write(to: url)
    case .replaced:
      try bytes.write(to: url.appendingPathExtension("new"))
      try FileManager.default.removeItem(at: url)
      try FileManager.default.moveItem(at: url.appendingPathExtension("new"), to: url)
    case .rewritten: try other.write(to: url)
    case .rewrittenAtItsTime:
      let handle = try FileHandle(forWritingTo: url)
      try handle.write(contentsOf: other)
      try handle.close()
      try FileManager.default.setAttributes(
        [.modificationDate: try #require(time)], ofItemAtPath: url.path)
    case .removed: try FileManager.default.removeItem(at: url)
    case .aFolderInItsPlace:
      try FileManager.default.removeItem(at: url)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }
  }

  @Test(arguments: Change.allCases, ["a.csv", "b.xml"])
  func aFileThatChangedBetweenReadingsIsAProblem(change: Change, name: String) throws {
    let survey = try Dataset.survey(set)
    try make(change, of: name)
    let problem = try #require(throws: ReadProblem.self) { try strokes(of: survey) }
    #expect(problem.file.hasSuffix(name) && !problem.remedy.isEmpty)
    let isThere = ![.emptied, .removed, .aFolderInItsPlace].contains(change)
    #expect(!isThere || problem.message == "the file changed while it was in use", "\(problem)")
  }

  /// A file that is cut off while it is read: what was read of it does not pass for all.
  @Test func aFileThatChangesWhileItIsReadIsAProblem() throws {
    let large = (0..<20_000).map { "s\($0 / 100),\($0),\($0 % 100),1\n" }.joined()
    try folder.write("stroke,t_s,x,y\n" + large, to: "a.csv")
    let survey = try Dataset.survey(set)
    var reading = DatasetStrokes(survey)
    _ = try #require(try reading.next())
    let handle = try FileHandle(
      forWritingTo: URL(fileURLWithPath: folder.path).appending(path: "a.csv"))
    try handle.truncate(atOffset: 270_000)
    try handle.close()
    var problem: ReadProblem?
    do throws(ReadProblem) {
      while try reading.next() != nil {}
    } catch {
      problem = error
    }
    #expect(problem?.message == "the file changed while it was in use")
    #expect(problem?.value?.contains("strokes of") == true)
  }

  /// A description that counts on the file has its hash.
  @Test func aFileThatChangesBeforeItIsHashedIsNotUsed() throws {
    let path = folder.path + "/a.csv"
    let loaded = try Dataset.load(DatasetReference(name: "a", location: .file(path))) {
      format, source in
      defer { try? make(.grown, of: "a.csv") }
      return format.reader.read(source)
    }
    #expect(loaded.recordings.isEmpty && loaded.files[0].sha256.isEmpty)
    #expect(loaded.problems.first?.message == "the file changed while it was in use")
  }
}
