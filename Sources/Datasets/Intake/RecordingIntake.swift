import Foundation
import TouchInput

/// Takes recordings of pointer events into a data set, one after another.
///
/// What is accepted was read without a problem, and is on the disk with its entry in `dataset.json`
/// before `take` returns. A name is given once and never to other bytes. A process may be killed at any
/// moment: a file is there whole or not at all, and the next intake of the folder lists what the last one
/// wrote and did not list.
package actor RecordingIntake {
  /// The folder of the recordings in that of the data set.
  static let recordings = "recordings"
  /// The most recordings of a set.
  static let countLimit = 100_000
  /// The most bytes of a set's recordings.
  static let sizeLimit = 16 << 30

  /// What became of an upload that is accepted.
  package struct Receipt: Hashable, Sendable {
    /// The name of the recording, without folder and extension.
    package var name: String
    /// The SHA-256 of its bytes.
    package var sha256: String
    /// Its size.
    package var bytes: Int
    /// Whether it was not there before.
    package var isNew: Bool
    /// The number of its strokes, which is 0 where it was there before.
    package var strokes = 0
    /// Whose it is and what was done, where the whole file says one; both may be empty.
    package var participant = ""
    package var task = ""

    /// What an upload is answered with.
    package var json: String {
      JSONText.object([
        ("name", JSONText.quoted(name)), ("sha256", JSONText.quoted(sha256)), ("bytes", "\(bytes)"),
      ]) + "\n"
    }
  }

  /// Why an upload is not accepted.
  package enum Refusal: Error, Hashable, Sendable {
    /// It cannot be read, or its name is not allowed.
    case invalid(String)
    /// Another recording has its name.
    case taken(String)
    /// The set holds as much as it may.
    case full(String)
    /// The system could not write it.
    case unwritten(String)
  }

  private let folder: String
  /// An open descriptor of the folder with the lock on it.
  private let lock: Int32
  private var listed: Set<String> = []
  private var bytes = 0
  /// What was found at the start and put right, or left alone, in sentences.
  package private(set) var remarks: [String] = []

  /// The number of recordings in the set.
  package var count: Int { listed.count }

  /// Opens a data set for recordings, or begins one.
  ///
  /// - Parameter folder: A folder that does not exist, is empty, or is a data set.
  /// - Throws: Why it cannot be used: it holds something else, another process records into it, or
  ///   the system says no.
  package init(folder: String) throws(DatasetWriteError) {
    self.folder = folder
    lock = try Self.open(folder)
    do {
      let inside = Self.path(Self.recordings, in: folder)
      try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: true)
      let found = try Self.reconcile(folder)
      (listed, bytes, remarks) = (found.listed, found.bytes, found.remarks)
    } catch {
      close(lock)
      throw error as? DatasetWriteError
        ?? DatasetWriteError(
          path: folder, message: "cannot be recorded into (\(SystemReason.text(error)))",
          remedy: "correct it, or choose another folder")
    }
  }

  deinit { close(lock) }

  /// Takes one upload in.
  ///
  /// - Parameters:
  ///   - content: The file, as `PointerEventReader` reads it.
  ///   - proposed: The name that it is to have; nil for one made of its hash.
  /// - Returns: What it is in the set.
  /// - Throws: Why it is not in the set now.
  package func take(_ content: Data, named proposed: String?) throws(Refusal) -> Receipt {
    let hash = ContentHash.text(of: content)
    let name = proposed ?? "session-\(hash.prefix(16))"
    guard Self.isName(name) else {
      throw .invalid("a name has 1 to 64 characters of a to z, 0 to 9 and -")
    }
    do {
      let path = Self.path(Self.entryPath(name), in: folder)
      var receipt = Receipt(name: name, sha256: hash, bytes: content.count, isNew: false)
      var state = stat()
      if lstat(path, &state) == 0 {
        guard state.st_mode & S_IFMT == S_IFREG, try ContentHash.text(ofFile: path) == hash else {
          throw Refusal.taken("another recording is named \(name)")
        }
        if !listed.contains(Self.entryPath(name)) { try list([Incoming(path, name, hash)]) }
        return receipt
      }
      guard listed.count < Self.countLimit, bytes + content.count <= Self.sizeLimit else {
        throw Refusal.full("the data set holds as much as it may; record into another folder")
      }
      let file = try AtomicFile(path: path, replacing: false)
      try file.append(content)
      let incoming = try Incoming(file.unfinishedPath, name, hash)
      try file.finish(synchronizing: true)
      try list([incoming])
      (receipt.isNew, receipt.strokes) = (true, incoming.strokes)
      receipt.participant = incoming.entry.participant ?? ""
      receipt.task = incoming.entry.task ?? ""
      return receipt
    } catch let refusal as Refusal {
      throw refusal
    } catch let problem as ReadProblem {
      throw .invalid(problem.description)
    } catch {
      throw .unwritten("\(error)")
    }
  }

  /// Whether a text may be the name of a recording: no folder, no dot, nothing hidden.
  static func isName(_ text: String) -> Bool {
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    return (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(allowed.contains)
  }

  private static func path(_ name: String, in folder: String) -> String { "\(folder)/\(name)" }

  private static func entryPath(_ name: String) -> String { "\(recordings)/\(name).json" }

  private func list(_ incoming: [Incoming]) throws {
    try Self.list(incoming, in: folder)
    for each in incoming where listed.insert(each.entry.path).inserted {
      bytes += each.entry.bytes ?? 0
    }
  }

  /// Adds entries to `dataset.json`, which is read again: somebody may have edited it.
  private static func list(_ incoming: [Incoming], in folder: String) throws {
    let path = Self.path(DatasetDescription.fileName, in: folder)
    var description = try DatasetDescription.read(path: path)
    for each in incoming {
      // An entry whose file somebody took away goes with it.
      description.files.removeAll { $0.path == each.entry.path }
      var entry = each.entry
      entry.unit = description.unit == .pixel ? nil : .pixel
      description.files.append(entry)
      if let device = each.device, !description.device.contains(device) {
        description.device += (description.device.isEmpty ? "" : "; ") + device
      }
    }
    try AtomicFile.write(description.json.utf8, to: path, replacing: true, synchronizing: true)
  }
}

// MARK: - The folder

extension RecordingIntake {
  /// Creates the folder where there is none, and takes its lock.
  private static func open(_ folder: String) throws(DatasetWriteError) -> Int32 {
    let names: [String]
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw DatasetWriteError(
        path: folder, message: "cannot be made or read (\(SystemReason.text(error)))",
        remedy: "name a folder that you may write")
    }
    guard names.isEmpty || names.contains(DatasetDescription.fileName) else {
      throw DatasetWriteError(
        path: folder, message: "the folder exists and is not a data set",
        remedy: "choose another folder; recordings are added only to data sets", isRefusal: true)
    }
    let descriptor = Foundation.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = SystemReason.text(errno)
      if descriptor >= 0 { close(descriptor) }
      throw DatasetWriteError(
        path: folder, message: "another process records into this folder (\(reason))",
        remedy: "end it, or choose another folder", isRefusal: true)
    }
    return descriptor
  }

  /// Brings folder and `dataset.json` together after a start.
  private static func reconcile(
    _ folder: String
  ) throws -> (listed: Set<String>, bytes: Int, remarks: [String]) {
    let path = Self.path(DatasetDescription.fileName, in: folder)
    if !FileManager.default.fileExists(atPath: path) {
      let name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
      let description = DatasetDescription(
        name: name, title: "recorded by nextpoint record", unit: .pixel, nominalRate: 60,
        clock: "the browser's event timestamps, in milliseconds since its page began", files: [])
      try AtomicFile.write(description.json.utf8, to: path, replacing: false, synchronizing: true)
    }
    var description = try DatasetDescription.read(path: path)
    var remarks: [String] = []
    var missing: [Incoming] = []
    let known = Set(description.files.map(\.path))
    // What a killed server was writing of its own; only who has the lock may take it away.
    let own = [".\(DatasetDescription.fileName).", ".\(AccessToken.fileName)."]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder)
    where file.hasSuffix(".partial") && own.contains(where: file.hasPrefix) {
      try FileManager.default.removeItem(atPath: Self.path(file, in: folder))
    }
    let inside = Self.path(recordings, in: folder)
    for file in try FileManager.default.contentsOfDirectory(atPath: inside).sorted() {
      if file.hasPrefix("."), file.hasSuffix(".partial") {
        try FileManager.default.removeItem(atPath: Self.path(file, in: inside))
        remarks.append("removed \(recordings)/\(file): its upload was never finished")
        continue
      }
      let name = String(file.dropLast(".json".count))
      guard file.hasSuffix(".json"), isName(name), !known.contains(entryPath(name)) else {
        continue
      }
      do {
        let path = Self.path(file, in: inside)
        missing.append(try Incoming(path, name, ContentHash.text(ofFile: path)))
        remarks.append("listed \(entryPath(name)), which was written but not listed")
      } catch {
        remarks.append("left \(entryPath(name)) alone: \(error)")
      }
    }
    if !missing.isEmpty {
      try list(missing, in: folder)
      description = try DatasetDescription.read(path: path)
    }
    return (
      Set(description.files.map(\.path)), description.files.reduce(0) { $0 + ($1.bytes ?? 0) },
      remarks
    )
  }
}

// MARK: - A file

/// A file that was read without a problem, with its entry.
private struct Incoming {
  var entry: DatasetDescription.File
  var strokes: Int
  /// The browser, in words; nil where the file does not say.
  var device: String?

  /// Reads a file; throws the first problem that the reader of its format has with it.
  init(_ path: String, _ name: String, _ hash: String) throws(ReadProblem) {
    let result = PointerEventReader.read(RecordingSource(path: path))
    if var problem = result.problems.first {
      // Whoever sent it does not know the temporary name.
      problem.file = "\(name).json"
      throw problem
    }
    strokes = result.strokeCount
    let rate = RecordingStatistics.medianInterval(result.recordings).map { 1 / $0 }
    entry = DatasetDescription.File(
      path: "\(RecordingIntake.recordings)/\(name).json",
      format: PointerEventReader.format.rawValue, sha256: hash,
      bytes: try FileState(ofFile: path).size, participant: Self.only(result, \.participant),
      task: Self.only(result, \.task), nominalRate: rate.map { ($0 * 100).rounded() / 100 })
    if entry.nominalRate == 0 || entry.nominalRate?.isFinite == false { entry.nominalRate = nil }
    device = try Self.device(path)
  }

  /// What all recordings say; nil where they differ or say nothing.
  private static func only(_ result: ReadResult, _ text: (Recording) -> String) -> String? {
    let texts = Set(result.recordings.map(text))
    return texts.count == 1 ? texts.first.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  /// What the first element, where the live page has its facts, says of browser and screen.
  private struct Facts: Decodable {
    struct Device: Decodable {
      var userAgent: String?
      var screen: [Double]?
      var devicePixelRatio: Double?
    }
    var facts: Device?
  }

  private static let longestDevice = 300

  private static func device(_ path: String) throws(ReadProblem) -> String? {
    var scanner = JSONArrayScanner(try InputFile(path: path), layout: PointerEventReader.layout)
    guard let element = try scanner.next(), element.fault == nil,
      let facts = try? JSONDecoder().decode(Facts.self, from: Data(element.bytes)).facts,
      let agent = facts.userAgent, !agent.isEmpty
    else { return nil }
    var words = [agent]
    if let screen = facts.screen, screen.count == 2 {
      words.append(
        "screen \(DecimalNumber.shortest(screen[0])) × \(DecimalNumber.shortest(screen[1]))")
    }
    if let ratio = facts.devicePixelRatio {
      words.append("\(DecimalNumber.shortest(ratio)) px per CSS px")
    }
    return VisibleText.line(words.joined(separator: ", ").prefix(longestDevice))
  }
}
