import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// What the server of `record` writes, without the server: `scripts/hostile-uploads` tests that.
@Suite struct RecordingIntakeTests {
  private let scratch: ScratchFolder
  private let folder: String

  init() throws {
    scratch = try ScratchFolder()
    folder = scratch.url("set").path
  }

  /// A session of three samples, as the live page saves it.
  private func session(
    _ participant: String = "p01", task: String = "writing", x: Int = 10,
    agent: String = "Browser/1"
  ) -> Data {
    let facts = """
      {"type":"pointerfacts","pointerId":-1,"timeStamp":0,"clientX":0,"clientY":0,\
      "participant":"\(participant)","task":"\(task)",\
      "facts":{"userAgent":"\(agent)","screen":[390,844],"devicePixelRatio":3}}
      """
    let events = zip(["pointerdown", "pointermove", "pointerup"], 0...).map { type, i in
      """
      {"type":"\(type)","pointerId":1,"pointerType":"touch","timeStamp":\(8 * i),"clientX":\(x + i),"clientY":5}
      """
    }
    return Data("[\(([facts] + events).joined(separator: ",\n"))]\n".utf8)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private func load() throws -> LoadedDataset {
    try Dataset.load(DatasetReference(name: "set", location: .folder(folder)))
  }

  @Test func anUploadBecomesAFileOfTheSet() throws {
    let intake = try RecordingIntake(folder: folder)
    let receipt = try intake.take(session(), named: "p01-writing-001")
    #expect(receipt.isNew && receipt.strokes == 1 && receipt.participant == "p01")
    #expect(receipt.sha256 == ContentHash.text(of: session()) && receipt.bytes == session().count)
    #expect(
      receipt.json
        == "{\"name\":\"p01-writing-001\",\"sha256\":\"\(receipt.sha256)\",\"bytes\":\(receipt.bytes)}\n"
    )
    _ = try intake.take(session("p02", task: "lines"), named: "p02-lines-001")
    let set = try load()
    #expect(set.problems.isEmpty && set.recordings.map(\.participant) == ["p01", "p02"])
    #expect(set.recordings.map(\.task) == ["writing", "lines"] && set.name == "set")
    #expect(set.description.unit == .pixel)
    let entry = try #require(set.description.files.first)
    #expect(entry.path == "recordings/p01-writing-001.json" && entry.nominalRate == 125)
    #expect(entry.participant == "p01" && entry.task == "writing" && entry.sha256 == receipt.sha256)
    // One browser is named once.
    #expect(set.description.device == "Browser/1, screen 390 × 844, 3 px per CSS px")
    #expect(
      try text("recordings/p01-writing-001.json") == String(decoding: session(), as: UTF8.self))
  }

  @Test func theSameBytesAgainAreThereOnce() throws {
    let intake = try RecordingIntake(folder: folder)
    let first = try intake.take(session(), named: "a")
    let again = try intake.take(session(), named: "a")
    #expect(first.isNew && !again.isNew && first.json == again.json)
    #expect(try load().files.count == 1)
  }

  @Test func nothingIsOverwritten() throws {
    let intake = try RecordingIntake(folder: folder)
    _ = try intake.take(session(), named: "a")
    #expect(throws: RecordingIntake.Refusal.taken("another recording is named a")) {
      try intake.take(session(x: 20), named: "a")
    }
    #expect(try text("recordings/a.json") == String(decoding: session(), as: UTF8.self))
  }

  @Test func aNameIsMadeOfTheContent() throws {
    let intake = try RecordingIntake(folder: folder)
    let receipt = try intake.take(session(), named: nil)
    #expect(receipt.name == "session-\(receipt.sha256.prefix(16))")
  }

  @Test(arguments: [
    "", "..", "../a", "a/b", "/a", ".a", "A", "a.json", "a b", "ä", "a\u{0}",
    String(repeating: "a", count: 65),
  ])
  func aNameThatIsNoNameIsRefused(name: String) throws {
    let intake = try RecordingIntake(folder: folder)
    #expect(throws: RecordingIntake.Refusal.self) {
      try intake.take(session(), named: name)
    }
    #expect(try load().files.isEmpty && scratch.names(below: "set/recordings").isEmpty)
  }

  @Test(arguments: [
    "", "[]", "{}", "null", "[{\"type\":\"click\"}]",
    "[{\"type\":\"pointermove\",\"pointerId\":1,\"timeStamp\":0,\"clientX\":0,\"clientY\":0}",
    "[{\"type\":\"pointermove\",\"pointerId\":1,\"timeStamp\":0,\"clientX\":1e999,\"clientY\":0}]",
    // Facts, and nothing that was drawn.
    "[{\"type\":\"pointerfacts\",\"pointerId\":-1,\"timeStamp\":0,\"clientX\":0,\"clientY\":0}]",
  ])
  func whatTheReaderRejectsLeavesNothing(text: String) throws {
    let intake = try RecordingIntake(folder: folder)
    let refusal = #expect(throws: RecordingIntake.Refusal.self) {
      try intake.take(Data(text.utf8), named: "a")
    }
    // The message names the upload and no folder of this machine.
    let words = refusal.map { "\($0)" } ?? ""
    #expect(words.hasPrefix("invalid(\"a.json") && !words.contains(folder), "\(words)")
    #expect(try load().files.isEmpty && scratch.names(below: "set/recordings").isEmpty)
  }

  /// As after a kill between the writing of a file and that of its entry, and in the middle of a file.
  @Test func theNextStartPutsRightWhatAKillLeft() throws {
    _ = try RecordingIntake(folder: folder).take(session(), named: "a")
    try FileManager.default.removeItem(atPath: "\(folder)/recorded.jsonl")
    try AtomicFile.write("[{", to: "\(folder)/recordings/.b.json.0.partial", replacing: true)
    try AtomicFile.write("[{", to: "\(folder)/recordings/c.json", replacing: true)
    try AtomicFile.write("{", to: "\(folder)/.dataset.json.0.partial", replacing: true)
    let intake = try RecordingIntake(folder: folder)
    #expect(intake.count == 1 && !scratch.exists("set/.dataset.json.0.partial"))
    let remarks = intake.remarks
    #expect(
      remarks.dropLast() == [
        "removed recordings/.b.json.0.partial: its upload was never finished",
        "listed recordings/a.json, which was written but not listed",
      ])
    #expect(remarks.last?.hasPrefix("left recordings/c.json alone: c.json") == true)
    let set = try load()
    #expect(set.problems.isEmpty && set.files.count == 1)
    #expect(try intake.take(session(), named: "a").isNew == false)
  }

  @Test func whatSomebodyEditsStays() throws {
    let intake = try RecordingIntake(folder: folder)
    _ = try intake.take(session(), named: "a")
    let edited = try text("dataset.json").replacing("recorded by nextpoint record", with: "pilot")
    try AtomicFile.write(edited, to: "\(folder)/dataset.json", replacing: true)
    _ = try intake.take(session(x: 20), named: "b")
    #expect(try load().description.title == "pilot" && load().files.count == 2)
  }

  @Test func oneProcessAtATimeHasAFolder() throws {
    let intake = try RecordingIntake(folder: folder)
    #expect { try RecordingIntake(folder: folder) } throws: {
      ($0 as? DatasetWriteError)?.isRefusal == true
    }
    #expect(intake.count == 0)
  }

  @Test func aFolderOfSomethingElseIsRefused() throws {
    try scratch.write("mine", to: "set/notes.txt")
    #expect { try RecordingIntake(folder: folder) } throws: {
      ($0 as? DatasetWriteError)?.isRefusal == true
    }
    #expect(scratch.names(below: "set") == ["notes.txt"])
  }

  @Test func aTokenIsKeptUntilItExpires() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let token = try AccessToken.kept(in: folder, now: 1000, lifetime: 60)
    #expect(token.text.utf8.count == 32 && token.text.allSatisfy(\.isHexDigit))
    #expect(token.admits(token.text, now: 1059) && !token.admits(token.text, now: 1060))
    #expect(!token.admits(token.text.dropLast(), now: 1000) && !token.admits("", now: 1000))
    #expect(!token.admits(String(token.text.reversed()) + "0", now: 1000))
    #expect(try AccessToken.kept(in: folder, now: 1059, lifetime: 60) == token)
    let next = try AccessToken.kept(in: folder, now: 1060, lifetime: 60)
    #expect(next.text != token.text && next.expiry == 1120)
    let path = "\(folder)/\(AccessToken.fileName)"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    try AtomicFile.write("not a token", to: path, replacing: true)
    #expect(try AccessToken.kept(in: folder, now: 1061, lifetime: 60).text != next.text)
  }

  /// A file that others could read or write tells a secret that is none; one that holds for ever is not ours.
  @Test(arguments: [("2000", 0o644), ("2000", 0o620), ("1e300", 0o600)])
  func aForeignTokenIsReplaced(expiry: String, mode: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(AccessToken.fileName)"
    let foreign = String(repeating: "0", count: 32)
    try AtomicFile.write("\(foreign) \(expiry)\n", to: path, replacing: true)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let token = try AccessToken.kept(in: folder, now: 1000, lifetime: 60)
    #expect(token.text != foreign && token.expiry == 1060)
    let kept = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((kept as? NSNumber)?.intValue == 0o600)
    #expect(try AccessToken.kept(in: folder, now: 1000, lifetime: 60) == token)
  }
}

extension ScratchFolder {
  /// What is in a folder below, hidden files too.
  fileprivate func names(below folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url(folder).path)) ?? []
  }
}
