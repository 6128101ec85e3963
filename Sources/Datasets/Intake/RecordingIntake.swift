import Foundation
import Synchronization

/// Takes recordings of pointer events into a data set; any number of threads may use it at once.
///
/// What is accepted was read without a problem, and is on the disk with its line in the list of recordings
/// before `take` returns. In this order are synchronized: the content of the file, its name in the folder, and
/// its line in the list. Uploads that come together share the last two. A name is given once and never to
/// other bytes. A process may be killed at any moment: a file is there whole or not at all, and the next intake
/// of the folder lists what the last one wrote and did not list.
package final class RecordingIntake: Sendable {
  /// The folder of the recordings in that of the data set.
  static let recordings = "recordings"
  /// The maximum number of recordings of a set.
  static let countLimit = 100_000
  /// The maximum number of bytes of a set's recordings.
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
    /// The participant and the task, if the whole file has one; both may be empty.
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
    /// The system could not write it, or the set cannot be read now; for whoever runs the server.
    case unwritten(String)
  }

  /// What is known of the set.
  struct Content {
    /// The paths of the recordings that the description or the list has.
    var listed: Set<String> = []
    /// The recordings that are being written.
    var arriving = 0
    /// The bytes of all recordings, with those that are being written.
    var bytes = 0
    /// The browsers, as in the description.
    var device = ""
    /// The `dataset.json` that this was read from.
    var description: FileState?
  }

  let folder: String
  /// An open descriptor of the folder with the lock on it.
  private let lock: Int32
  let content: Mutex<Content>
  private let listing: ListingQueue
  /// What was found at the start and put right, or left alone, in sentences.
  package let remarks: [String]

  /// The number of recordings in the set.
  package var count: Int { content.withLock { $0.listed.count } }

  /// Opens a data set for recordings, or begins one.
  ///
  /// - Parameter folder: A folder that does not exist, is empty, or is a data set.
  /// - Throws: Why it cannot be used: it holds something else, another process records into it, or
  ///   the system says no.
  package init(folder: String) throws(DatasetWriteError) {
    self.folder = folder
    lock = try Self.open(folder)
    do {
      let inside = "\(folder)/\(Self.recordings)"
      try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: true)
      let found = try Self.reconcile(folder)
      content = Mutex(found.content)
      remarks = found.remarks
      listing = ListingQueue(folder: folder)
    } catch {
      Foundation.close(lock)
      throw error as? DatasetWriteError
        ?? DatasetWriteError(
          path: folder, message: "cannot be recorded into (\(SystemReason.text(error)))",
          remedy: "correct it, or choose another folder")
    }
  }

  deinit { Foundation.close(lock) }

  /// Takes one upload in.
  ///
  /// - Parameters:
  ///   - upload: The file, as `PointerEventReader` reads it.
  ///   - proposed: The name that it is to have; nil for one made of its hash.
  /// - Returns: What it is in the set.
  /// - Throws: Why it is not in the set now.
  package func take(_ upload: Data, named proposed: String?) throws(Refusal) -> Receipt {
    let hash = ContentHash.text(of: upload)
    let name = proposed ?? "session-\(hash.prefix(16))"
    guard Self.isName(name) else {
      throw .invalid("a name has 1 to 64 characters of a to z, 0 to 9 and -")
    }
    let receipt = Receipt(name: name, sha256: hash, bytes: upload.count, isNew: false)
    do {
      try lookAtDescription()
      let path = "\(folder)/\(Self.entryPath(name))"
      if try has(receipt, at: path) { return receipt }
      if let stored = try store(upload, receipt, at: path) { return stored }
      // Somebody else sent the same name just now.
      _ = try has(receipt, at: path)
      return receipt
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw .unwritten("\(error)")
    }
  }

  /// Writes and lists an upload; nil if something else has got its name meanwhile.
  private func store(_ upload: Data, _ receipt: Receipt, at path: String) throws -> Receipt? {
    guard reserve(upload.count) else {
      throw Refusal.full("the data set holds as much as it may; record into another folder")
    }
    var isListed = false
    defer { release(isListed ? 0 : upload.count) }
    do {
      let file = try AtomicFile(path: path, replacing: false)
      try file.append(upload)
      let incoming = try Self.read(file.unfinishedPath, receipt)
      try file.synchronize()
      try listing.add(file, line(of: incoming))
      isListed = true
      note(incoming)
      return Receipt(
        name: receipt.name, sha256: receipt.sha256, bytes: receipt.bytes, isNew: true,
        strokes: incoming.strokes, participant: incoming.entry.participant ?? "",
        task: incoming.entry.task ?? "")
    } catch let error as FileWriteError where error.isRefusal {
      return nil
    }
  }

  private static func read(
    _ path: String, _ receipt: Receipt
  ) throws(Refusal) -> IncomingRecording {
    do { return try IncomingRecording(path, receipt.name, receipt.sha256) } catch {
      throw .invalid(error.description)
    }
  }

  /// Merges the list of recordings into `dataset.json`: the last thing before the process ends.
  ///
  /// The set is complete without it, since every reader of the description reads the list too.
  ///
  /// - Throws: Why `dataset.json` could not be read or written; the list is then still there.
  package func close() throws { try listing.stop { try Self.mergeList(in: folder) } }

  /// Whether a text may be the name of a recording: no folder, no dot, nothing hidden.
  static func isName(_ text: String) -> Bool {
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    return (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(allowed.contains)
  }

  /// Returns the path of a recording in the folder of the data set.
  static func entryPath(_ name: String) -> String { "\(recordings)/\(name).json" }

  /// Returns whether the set has an upload already, and lists it if it is not listed.
  ///
  /// - Throws: A refusal if other bytes have the name.
  private func has(_ receipt: Receipt, at path: String) throws -> Bool {
    var state = stat()
    guard lstat(path, &state) == 0 else { return false }
    guard state.st_mode & S_IFMT == S_IFREG, try ContentHash.text(ofFile: path) == receipt.sha256
    else { throw Refusal.taken("another recording is named \(receipt.name)") }
    let entry = Self.entryPath(receipt.name)
    // If another thread is listing it at this moment, it gets two lines, which count as one.
    guard content.withLock({ !$0.listed.contains(entry) }) else { return true }
    let incoming = try IncomingRecording(path, receipt.name, receipt.sha256)
    try listing.add(nil, line(of: incoming))
    if note(incoming) { content.withLock { $0.bytes += receipt.bytes } }
    return true
  }

  /// Reads `dataset.json` again if somebody changed it.
  ///
  /// - Throws: The problem of one that cannot be read: what is uploaded then could not be found.
  private func lookAtDescription() throws(ReadProblem) {
    let path = "\(folder)/\(DatasetDescription.fileName)"
    try content.withLock { (content) throws(ReadProblem) in
      let state = try FileState(ofFile: path)
      guard state != content.description else { return }
      let description = try DatasetDescription.read(path: path)
      content.listed = Set(description.files.map(\.path))
      (content.device, content.description) = (description.device, state)
    }
  }

  /// Makes room for one more recording; false if the set is full.
  private func reserve(_ bytes: Int) -> Bool {
    content.withLock { content in
      guard content.listed.count + content.arriving < Self.countLimit,
        content.bytes <= Self.sizeLimit - bytes
      else { return false }
      content.arriving += 1
      content.bytes += bytes
      return true
    }
  }

  /// Ends the arrival of a recording, and gives bytes back that were not written.
  private func release(_ bytes: Int) {
    content.withLock { content in
      content.arriving -= 1
      content.bytes -= bytes
    }
  }

  /// Returns the line of a recording, with its browser only if that is a new one.
  private func line(of incoming: IncomingRecording) -> RecordedList.Line {
    var line = incoming.line
    content.withLock { content in
      guard let browser = line.browser else { return }
      let device = content.device.adding(browser: browser)
      if device == content.device { line.browser = nil }
    }
    return line
  }

  /// Remembers that a recording is listed; false if it was before.
  @discardableResult private func note(_ incoming: IncomingRecording) -> Bool {
    content.withLock { content in
      if let browser = incoming.line.browser {
        content.device = content.device.adding(browser: browser)
      }
      return content.listed.insert(incoming.entry.path).inserted
    }
  }
}
