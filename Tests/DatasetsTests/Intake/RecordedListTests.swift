import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Datasets

/// The list of recordings beside `dataset.json`: what it costs, who reads it, and when it is merged.
@Suite struct RecordedListTests {
  private let scratch: ScratchFolder
  private let folder: String
  private var path: String { "\(folder)/dataset.json" }
  private var listPath: String { "\(folder)/recorded.jsonl" }

  init() throws {
    scratch = try ScratchFolder()
    folder = scratch.url("set").path
  }

  private func session(_ x: Int, participant: String = "p01", agent: String = "Browser/1") -> Data {
    let facts = """
      {"type":"pointerfacts","pointerId":-1,"timeStamp":0,"clientX":0,"clientY":0,\
      "participant":"\(participant)","task":"writing","facts":{"userAgent":"\(agent)"}}
      """
    let events = zip(["pointerdown", "pointerup"], 0...).map { type, i in
      """
      {"type":"\(type)","pointerId":1,"pointerType":"touch","timeStamp":\(8 * i),"clientX":\(x),"clientY":5}
      """
    }
    return Data("[\(([facts] + events).joined(separator: ",\n"))]\n".utf8)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func write(_ text: String, to path: String) throws {
    try AtomicFile.write(text, to: path, replacing: true)
  }

  private func description() throws -> DatasetDescription {
    try DatasetDescription.read(path: path)
  }

  private func paths() throws -> [String] { try description().files.map(\.path) }

  /// An upload adds one line, whatever the set holds, and leaves `dataset.json` alone.
  @Test func anUploadAddsOneLine() throws {
    let intake = try RecordingIntake(folder: folder)
    let state = try FileState(ofFile: path)
    var sizes: [Int] = []
    for i in 0..<40 {
      _ = try intake.take(session(100 + i), named: "a-\(10 + i)")
      sizes.append(try FileState(ofFile: listPath).size)
    }
    #expect(try FileState(ofFile: path) == state)
    let steps = Set(zip(sizes, sizes.dropFirst()).map { $1 - $0 })
    #expect(steps.count == 1, "\(steps)")
    #expect(try paths() == (0..<40).map { "recordings/a-\(10 + $0).json" })
  }

  /// With and without the list, before and after the merging, every reader gets the same.
  @Test func theListIsMergedAtTheEndAndAtTheStart() throws {
    var intake: RecordingIntake? = try RecordingIntake(folder: folder)
    _ = try intake?.take(session(1), named: "a")
    _ = try intake?.take(session(2, agent: "Browser/2"), named: "b")
    let before = try description()
    #expect(before.files.map(\.unit) == [nil, nil] && before.device == "Browser/1; Browser/2")
    try intake?.close()
    #expect(!scratch.exists("set/recorded.jsonl"))
    #expect(try description() == before && text(path) == before.json)
    // What comes after the end is refused, and nothing of it stays.
    #expect(throws: RecordingIntake.Refusal.self) { try intake?.take(session(3), named: "late") }
    #expect(!scratch.exists("set/recordings/late.json"))
    intake = nil
    // A server that was killed merges nothing; the next one does.
    _ = try RecordingIntake(folder: folder).take(session(3), named: "c")
    #expect(scratch.exists("set/recorded.jsonl"))
    let killed = try description()
    let next = try RecordingIntake(folder: folder)
    #expect(!scratch.exists("set/recorded.jsonl") && next.count == 3)
    #expect(try description() == killed && next.remarks.isEmpty)
  }

  /// Keys that this version does not know, and how somebody wrote the others, survive the merging.
  @Test func whatSomebodyWroteSurvives() throws {
    var intake: RecordingIntake? = try RecordingIntake(folder: folder)
    _ = try intake?.take(session(1), named: "a")
    try intake?.close()
    intake = nil
    var edited = try text(path).replacing(
      "{\n  \"schema\"", with: "{\"notes\": {\"files\": [1, \"]\"]},\n  \"schema\"")
    edited = edited.replacing("\"sha256\"", with: "\"notes\": \"left-\\\"handed\", \"sha256\"")
    edited = edited.replacing("\"nominalRateHz\": 60", with: "\"nominalRateHz\":  6.0e1")
    try write(edited, to: path)
    let other = try RecordingIntake(folder: folder)
    _ = try other.take(session(2, agent: "Browser/2"), named: "b")
    try other.close()
    let merged = try text(path)
    for part in [
      "{\"notes\": {\"files\": [1, \"]\"]},", "\"notes\": \"left-\\\"handed\", \"sha256\"",
      "\"nominalRateHz\":  6.0e1", "\"device\": \"Browser/1; Browser/2\"",
    ] {
      #expect(merged.contains(part), "\(part) in \(merged)")
    }
    #expect(try paths() == ["recordings/a.json", "recordings/b.json"])
  }

  /// A file that was taken away gives its name to another one, and its entry goes.
  @Test func theEntryOfAFileThatWasReplacedGoes() throws {
    var intake: RecordingIntake? = try RecordingIntake(folder: folder)
    for name in ["a", "b", "c"] { _ = try intake?.take(session(1), named: name) }
    try intake?.close()
    intake = nil
    try FileManager.default.removeItem(atPath: "\(folder)/recordings/b.json")
    let other = try RecordingIntake(folder: folder)
    let receipt = try other.take(session(2), named: "b")
    try other.close()
    #expect(try paths() == ["recordings/a.json", "recordings/b.json", "recordings/c.json"])
    #expect(try description().files[1].sha256 == receipt.sha256)
  }

  /// The page keeps what gets this refusal, and sends it again once the file is correct.
  @Test(arguments: ["", "half", "a comma too many", "missing"])
  func aDescriptionThatCannotBeReadIsNotTheFaultOfTheUpload(damage: String) throws {
    let intake = try RecordingIntake(folder: folder)
    _ = try intake.take(session(1), named: "a")
    let good = try text(path)
    switch damage {
    case "half": try write(String(good.prefix(good.count / 2)), to: path)
    case "missing": try FileManager.default.removeItem(atPath: path)
    case "": try write("", to: path)
    default: try write(good.replacing("\"files\": [", with: "\"files\": [,"), to: path)
    }
    let refusal = #expect(throws: RecordingIntake.Refusal.self) {
      try intake.take(session(2), named: "b")
    }
    guard case .unwritten = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    try write(good, to: path)
    #expect(try intake.take(session(2), named: "b").isNew)
    #expect(try paths() == ["recordings/a.json", "recordings/b.json"])
  }

  /// An editor that was open since before the last merging writes an old text: what is sent again is listed again.
  @Test func whatAnEditorUnlistedIsListedWhenItIsSentAgain() throws {
    var intake: RecordingIntake? = try RecordingIntake(folder: folder)
    let old = try text(path)
    _ = try intake?.take(session(1), named: "a")
    try intake?.close()
    intake = nil
    let other = try RecordingIntake(folder: folder)
    try write(old.replacing("recorded by", with: "edited, recorded by"), to: path)
    #expect(try other.take(session(2), named: "b").isNew && paths() == ["recordings/b.json"])
    #expect(try !other.take(session(1), named: "a").isNew)
    #expect(try paths() == ["recordings/b.json", "recordings/a.json"])
    #expect(try description().title.hasPrefix("edited"))
  }

  /// Neither long participants nor invented browsers make the description too large to be read.
  @Test func longTextsAreNotCopied() throws {
    let intake = try RecordingIntake(folder: folder)
    let long = String(repeating: "x", count: 10_000)
    for i in 0..<60 {
      let agent = "\(i)" + String(repeating: "\\u0001", count: 400)
      _ = try intake.take(session(i, participant: "\(i)\(long)", agent: agent), named: "n-\(i)")
    }
    #expect(try FileState(ofFile: listPath).size < 60 * 600 + 2 * 8192)
    try intake.close()
    let described = try description()
    #expect(described.device.utf8.count <= 8192 && !described.device.isEmpty)
    #expect(described.files.allSatisfy { $0.participant == nil && $0.task == "writing" })
    // The recordings state it themselves.
    let set = try Dataset.load(DatasetReference(name: "set", location: .folder(folder)))
    #expect(set.problems.isEmpty && set.recordings.first?.participant == "0\(long)")
  }

  /// A kill in the middle of a line; and a line that somebody damaged.
  @Test func aDamagedListLosesNothing() throws {
    var intake: RecordingIntake? = try RecordingIntake(folder: folder)
    for name in ["a", "b", "c"] { _ = try intake?.take(session(1), named: name) }
    intake = nil
    let list = try text(listPath)
    try write(String(list.dropLast(20)), to: listPath)
    #expect(try paths() == ["recordings/a.json", "recordings/b.json"])
    try write(list.replacing("b.json\"", with: "b.json"), to: listPath)
    let problem = #expect(throws: ReadProblem.self) { try description() }
    #expect(problem?.line == 2 && problem?.file == listPath, "\(String(describing: problem))")
    intake = try RecordingIntake(folder: folder)
    #expect(Set(try paths()).count == 3 && intake?.count == 3)
    #expect(intake?.remarks.last == "listed recordings/b.json, which was written but not listed")
    _ = try intake?.take(session(1), named: "d")
    #expect(try paths().count == 4)
  }

  /// Sizes that overflow are more than a set may hold, and no reason to crash.
  @Test func sizesThatOverflowAreTooLarge() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let entries = (0..<2).map { i in
      "{\"path\":\"\(i)\",\"format\":\"pointer-events-json\",\"bytes\":9223372036854775807}"
    }
    try write(
      "{\"schema\":1,\"name\":\"s\",\"unit\":\"px\",\"nominalRateHz\":60,\"files\":[\(entries.joined(separator: ","))]}",
      to: path)
    let intake = try RecordingIntake(folder: folder)
    let refusal = #expect(throws: RecordingIntake.Refusal.self) {
      try intake.take(session(1), named: "a")
    }
    guard case .full = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  /// 16 threads send 40 names each, half of which two of them share with different bytes.
  @Test func manyThreadsTakeRecordingsIn() throws {
    let intake = try RecordingIntake(folder: folder)
    let accepted = Mutex<[String: Data]>([:])
    let refused = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 16) { thread in
      for i in 0..<40 {
        let name = i % 2 == 0 ? "own-\(thread)-\(i)" : "shared-\(thread / 2)-\(i)"
        let upload = session(1000 * thread + i)
        do {
          _ = try intake.take(upload, named: name)
          accepted.withLock { $0[name] = upload }
        } catch RecordingIntake.Refusal.taken {
          refused.withLock { $0 += 1 }
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    let kept = accepted.withLock(\.self)
    #expect(kept.count == 16 * 20 + 8 * 20 && refused.withLock(\.self) == 8 * 20)
    #expect(Set(try paths()) == Set(kept.keys.map { "recordings/\($0).json" }))
    for (name, upload) in kept {
      let stored = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/recordings/\(name).json"))
      #expect(stored == upload, "\(name)")
    }
    try intake.close()
    let set = try Dataset.load(DatasetReference(name: "set", location: .folder(folder)))
    #expect(set.problems.isEmpty && set.files.count == kept.count && intake.count == kept.count)
  }
}
