import Foundation
import TouchInput

/// A file that no `dataset.json` describes, read with what it states itself.
struct UndescribedFile {
  /// The file with its recordings.
  private(set) var loaded: LoadedFile
  /// The unit of its positions.
  private(set) var unit = LengthUnit.device
  /// The columns and the unit of times that were guessed.
  var columns: ColumnMapping?
  var timeUnit: TimeUnit?
  /// The rate of its median interval, in hertz; nil without an interval.
  private(set) var rate: Double?

  /// The rate of a recording that is too short to have one, in hertz.
  static let defaultRate = 60.0

  /// Reads a file.
  init(_ path: String, name: String, _ options: ReadingOptions, _ reading: Dataset.Reading) {
    var entry = DatasetDescription.File(path: name, format: "")
    loaded = LoadedFile(
      entry: entry, path: path, sha256: "", isMissing: false, result: ReadResult())
    do throws(ReadProblem) {
      guard let assumption = try FormatSniffer.assumption(path: path) else {
        throw ReadProblem(
          file: path, message: "the format of the file is not recognized",
          remedy:
            "give it as one of \(RecordingFormat.names), with .csv, .txt, .json, .jsonl, .xml, .inkml, .yml or .events"
        )
      }
      let format = assumption.format
      loaded.assumption = assumption
      entry.format = format.rawValue
      unit = Dataset.unit(of: format)
      let source = RecordingSource(
        path: path, name: name, scale: LengthScale(unit: unit), options: options)
      loaded.state = try FileState(ofFile: path)
      loaded.result = reading(format, source)
      loaded.result.problems = loaded.stating(loaded.result.problems)
      // A header may know more than the format: the resolution of its axes, or a unit.
      let scales = Set(loaded.result.recordings.map(\.scale))
      if let scale = scales.first, scales.count == 1 { unit = scale.unit }
      rate = try Dataset.sampleInterval(of: loaded.result, format, source).map { 1 / $0 }
      try loaded.judgeTimes(format, source)
      for index in loaded.result.recordings.indices {
        loaded.result.recordings[index].nominalRate = rate ?? Self.defaultRate
      }
    } catch {
      loaded.result = .failed(error)
    }
    loaded.entry = entry
    loaded = Dataset.checked(loaded)
  }

  /// The description of a dataset of this file alone.
  func description(named name: String, _ options: ReadingOptions) -> DatasetDescription {
    DatasetDescription(
      name: name, title: "the file \(loaded.path)", unit: unit,
      nominalRate: rate ?? Self.defaultRate, returningStrokes: options.returningStrokes,
      timeUnit: options.timeUnit, columns: options.columns, files: [loaded.entry])
  }

  /// Indicates whether this is a recording, though perhaps a damaged one, and not a file that happens to
  /// lie in the folder.
  var isRecording: Bool {
    let result = loaded.result
    if !result.recordings.isEmpty || !result.devices.isEmpty { return true }
    guard loaded.entry.format == RecordingFormat.plainCSV.rawValue else { return false }
    return result.isComplete || result.guessedColumns != nil
  }
}

/// A folder of recordings without a `dataset.json`.
package struct UndescribedFolder {
  /// The folder.
  package let folder: String
  /// The paths of its files below it, in the order in which they are read.
  package let paths: [String]

  /// More files than this are no folder of recordings.
  private static let fileLimit = 20_000
  /// So many folders deep are files searched.
  private static let depthLimit = 4
  /// So many names of skipped files are shown.
  private static let shownNames = 3

  /// Lists the files of a folder and the folders in it; hidden files are left out.
  package init(_ folder: String) throws(ReadProblem) {
    self.folder = folder
    var paths: [String] = []
    try Self.list(folder, "", depth: Self.depthLimit, into: &paths)
    self.paths = paths
  }

  /// Returns whether a file has a format that can be read.
  var holdsRecordings: Bool {
    paths.contains { ((try? FormatSniffer.format(path: "\(folder)/\($0)")) ?? nil) != nil }
  }

  private static func list(
    _ folder: String, _ prefix: String, depth: Int, into paths: inout [String]
  ) throws(ReadProblem) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted()
    where !name.hasPrefix(".") && name != DatasetDescription.fileName {
      var isFolder: ObjCBool = false
      let path = "\(folder)/\(name)"
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
      if !isFolder.boolValue {
        paths.append(prefix + name)
      } else if depth > 0 {
        try list(path, "\(prefix)\(name)/", depth: depth - 1, into: &paths)
      }
      guard paths.count <= fileLimit else {
        throw ReadProblem(
          file: folder,
          message: "the folder holds more than \(fileLimit) files and no "
            + DatasetDescription.fileName,
          remedy: "name a folder of recordings, or write a \(DatasetDescription.fileName)")
      }
    }
  }

  /// Reads the files as recordings; what is none is skipped, with a warning.
  func load(
    _ name: String, _ options: ReadingOptions, _ reading: Dataset.Reading
  ) throws(ReadProblem) -> LoadedDataset {
    let (read, skipped) = try files(options, reading)
    var files = read.map(\.loaded)
    var description = Self.description(named: name, of: read, options)
    description.title = "the recordings in \(folder)"
    for index in files.indices {
      files[index].entry = description.files[index]
    }
    files[0].result.warnings.insert(
      contentsOf: warnings(description, files, skipped: skipped), at: 0)
    return LoadedDataset(name: name, description: description, files: files)
  }

  /// Returns the files that are recordings, and the paths of the others.
  ///
  /// If none is, the first file that was taken for one comes back with its problem.
  func files(
    _ options: ReadingOptions, _ reading: Dataset.Reading
  ) throws(ReadProblem) -> (read: [UndescribedFile], skipped: [String]) {
    var read: [UndescribedFile] = []
    var skipped: [String] = []
    for path in paths {
      let whole = "\(folder)/\(path)"
      guard ((try? FormatSniffer.format(path: whole)) ?? nil) != nil else {
        skipped.append(path)
        continue
      }
      read.append(UndescribedFile(whole, name: path, options, reading))
    }
    guard !read.isEmpty else {
      throw ReadProblem(
        file: folder,
        message:
          "the folder holds no \(DatasetDescription.fileName), and no file in a known format",
        remedy: "name a folder of recordings, in one of \(RecordingFormat.names)")
    }
    let recordings = read.filter(\.isRecording)
    if !recordings.isEmpty {
      skipped += read.filter { !$0.isRecording }.map(\.loaded.entry.path)
      read = recordings
    }
    return (Self.combined(read), skipped.sorted())
  }

  /// Returns the files with one problem for all that have the same: that of the first, with a count.
  private static func combined(_ files: [UndescribedFile]) -> [UndescribedFile] {
    var counts: [String: Int] = [:]
    for file in files where file.loaded.result.recordings.isEmpty {
      guard let problem = file.loaded.result.problems.first else { continue }
      counts[problem.message, default: 0] += 1
    }
    var seen: Set<String> = []
    return files.map { file in
      var file = file
      guard file.loaded.result.recordings.isEmpty,
        let message = file.loaded.result.problems.first?.message, let count = counts[message],
        count > 1
      else { return file }
      if seen.insert(message).inserted {
        file.combineProblems(with: count - 1)
      } else {
        file.removeProblems()
      }
      return file
    }
  }

  /// Returns what is assumed of the files.
  static func description(
    named name: String, of files: [UndescribedFile], _ options: ReadingOptions
  ) -> DatasetDescription {
    let rates = files.compactMap(\.rate).sorted()
    let rate = rates.isEmpty ? UndescribedFile.defaultRate : rates[rates.count / 2]
    let unit = files.first { !$0.loaded.result.recordings.isEmpty }?.unit ?? .device
    return DatasetDescription(
      name: name, unit: unit, nominalRate: rate,
      returningStrokes: options.returningStrokes, timeUnit: options.timeUnit,
      columns: options.columns,
      files: files.map { file in
        var entry = file.loaded.entry
        if file.unit != unit { entry.unit = file.unit }
        if let own = file.rate, own != rate { entry.nominalRate = own }
        (entry.columns, entry.timeUnit) = (file.columns, file.timeUnit)
        return entry
      })
  }

  private func warnings(
    _ description: DatasetDescription, _ files: [LoadedFile], skipped: [String]
  ) -> [ReadProblem] {
    let formats = Dictionary(grouping: description.files, by: \.format)
      .sorted { $0.key < $1.key }
      .map { "\($1.count) \($1.count == 1 ? "file" : "files") as \($0)" }.joined(separator: ", ")
    let units = Set(description.files.map { $0.unit ?? description.unit }).map(\.rawValue)
      .sorted().joined(separator: " and ")
    let people = Set(files.flatMap(\.result.recordings).map(\.participant))
    let whose =
      people == [""] || people.isEmpty
      ? "no participant is named, so all recordings count as one person"
      : "participants are those that the files name"
    var warnings = [
      ReadProblem(
        file: folder,
        message:
          "no \(DatasetDescription.fileName) describes the folder; read \(formats), in the unit "
          + "\(units); \(whose)",
        remedy: "if that is not right, write one with 'nextpoint datasets init \(folder)'")
    ]
    if !skipped.isEmpty {
      let names = skipped.prefix(Self.shownNames).map { ReadProblem.displayed($0) }
        .joined(separator: ", ")
      warnings.append(
        ReadProblem(
          file: folder,
          message:
            "skipped \(skipped.count) \(skipped.count == 1 ? "file" : "files") without a recording "
            + "in a known format: \(names)\(skipped.count > Self.shownNames ? ", …" : "")",
          remedy: "name a file alone to see why it cannot be read"))
    }
    return warnings
  }
}

extension UndescribedFile {
  /// States that other files have the same problem.
  fileprivate mutating func combineProblems(with others: Int) {
    guard var problem = loaded.result.problems.first else { return }
    problem.message += " (and \(others) other \(others == 1 ? "file" : "files") alike)"
    loaded.result.problems[0] = problem
  }

  /// Leaves the problems to the first file that has them.
  fileprivate mutating func removeProblems() { loaded.result.problems = [] }
}
