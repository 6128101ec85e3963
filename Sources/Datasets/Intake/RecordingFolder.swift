import Foundation

extension RecordingIntake {
  /// Creates the folder where there is none, and takes its lock.
  static func open(_ folder: String) throws(DatasetWriteError) -> Int32 {
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
      if descriptor >= 0 { Foundation.close(descriptor) }
      throw DatasetWriteError(
        path: folder, message: "another process records into this folder (\(reason))",
        remedy: "end it, or choose another folder", isRefusal: true)
    }
    return descriptor
  }

  /// Brings the folder, the list and `dataset.json` together after a start.
  static func reconcile(_ folder: String) throws -> (content: Content, remarks: [String]) {
    let path = "\(folder)/\(DatasetDescription.fileName)"
    if !FileManager.default.fileExists(atPath: path) {
      let name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
      let description = DatasetDescription(
        name: name, title: "recorded by nextpoint record", unit: .pixel, nominalRate: 60,
        clock: "the browser's event timestamps, in milliseconds since its page began", files: [])
      try AtomicFile.write(description.json.utf8, to: path, replacing: false, synchronizing: true)
    }
    var remarks = try removeUnfinished(folder)
    let list = try RecordedList(path: RecordedList.path(beside: path))
    if let problem = list.problem { remarks.append("left out of the list: \(problem)") }
    // So that the next line does not continue one that a killed server left unfinished.
    if list.size > 0 { truncate(RecordedList.path(beside: path), list.size) }
    var description = try DatasetDescription.decode(
      JSONFile.bytes(path: path, noun: DatasetDescription.noun), path: path)
    description.add(list.lines)
    let (unlisted, words) = try unlisted(in: folder, Set(description.files.map(\.path)))
    do {
      try mergeList(in: folder, adding: unlisted)
      description.add(unlisted)
      remarks += words
    } catch {
      // A full disk takes no recordings, but those who come can have the page.
      remarks.append("\(path) stays as it is, and \(unlisted.count) files unlisted: \(error)")
    }
    var content = Content()
    content.listed = Set(description.files.map(\.path))
    content.device = description.device
    content.description = try FileState(ofFile: path)
    for file in description.files {
      let (sum, isTooLarge) = content.bytes.addingReportingOverflow(file.bytes ?? 0)
      content.bytes = isTooLarge ? .max : sum
    }
    return (content, remarks)
  }

  /// Removes what a killed server was writing; only who has the lock may.
  ///
  /// - Returns: A sentence for each upload.
  private static func removeUnfinished(_ folder: String) throws -> [String] {
    let files = FileManager.default
    let own = [DatasetDescription.fileName, AccessToken.fileName].map { ".\($0)." }
    for file in try files.contentsOfDirectory(atPath: folder)
    where file.hasSuffix(".partial") && own.contains(where: file.hasPrefix) {
      try files.removeItem(atPath: "\(folder)/\(file)")
    }
    let inside = "\(folder)/\(recordings)"
    return try files.contentsOfDirectory(atPath: inside).sorted()
      .filter { $0.hasPrefix(".") && $0.hasSuffix(".partial") }
      .map { file in
        try files.removeItem(atPath: "\(inside)/\(file)")
        return "removed \(recordings)/\(file): its upload was never finished"
      }
  }

  /// Returns the recordings in the folder that are not listed, with a sentence for each.
  private static func unlisted(
    in folder: String, _ known: Set<String>
  ) throws -> (lines: [RecordedList.Line], remarks: [String]) {
    var lines: [RecordedList.Line] = []
    var remarks: [String] = []
    let inside = "\(folder)/\(recordings)"
    for file in try FileManager.default.contentsOfDirectory(atPath: inside).sorted() {
      let name = String(file.dropLast(".json".count))
      guard file.hasSuffix(".json"), isName(name), !known.contains(entryPath(name)) else {
        continue
      }
      do {
        let path = "\(inside)/\(file)"
        lines.append(try IncomingRecording(path, name, ContentHash.text(ofFile: path)).line)
        remarks.append("listed \(entryPath(name)), which was written but not listed")
      } catch {
        remarks.append("left \(entryPath(name)) alone: \(error)")
      }
    }
    return (lines, remarks)
  }

  /// Merges the list into `dataset.json`, and removes the list.
  ///
  /// - Parameters:
  ///   - folder: The folder of the data set.
  ///   - unlisted: The recordings that no readable line of the list has; nil if that is not known.
  /// - Throws: Why the list or `dataset.json` could not be read or written; both are then as they were.
  static func mergeList(in folder: String, adding unlisted: [RecordedList.Line]? = nil) throws {
    let isStart = unlisted != nil
    let path = "\(folder)/\(DatasetDescription.fileName)"
    let listPath = RecordedList.path(beside: path)
    let list = try RecordedList(path: listPath)
    if let problem = list.problem, !isStart { throw problem }
    let lines = list.lines + (unlisted ?? [])
    if !lines.isEmpty {
      let bytes = try JSONFile.bytes(path: path, noun: DatasetDescription.noun)
      let description = try DatasetDescription.decode(bytes, path: path)
      guard let text = description.text(adding: lines, to: Array(bytes)) else {
        throw ReadProblem(
          file: path, message: "nothing can be added to it",
          remedy: "save it as UTF-8")
      }
      if text != Array(bytes) {
        try AtomicFile.write(text, to: path, replacing: true, synchronizing: true)
      }
    }
    guard unlink(listPath) == 0 || errno == ENOENT else {
      throw FileWriteError(path: listPath, errno: errno)
    }
  }
}
