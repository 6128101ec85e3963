import Foundation
import TouchInput

/// Reads datasets.
public enum Dataset {
  /// Reads all files of a dataset, one after another.
  ///
  /// A file that is missing, in a format that cannot be read, or damaged is a problem in the
  /// result, and the others are read all the same. A lone file that the `dataset.json` beside it names is
  /// described by that; any other, and each file of a folder without a `dataset.json`, has the unit of its
  /// format (Henze and gesture XML px, Inkable pt, others device units) and the rate of its
  /// median interval, or of its samples if they come in bunches.
  ///
  /// - Parameters:
  ///   - reference: The dataset.
  ///   - options: The settings of reading, which outweigh those of the description.
  /// - Returns: The dataset.
  /// - Throws: The problem of a `dataset.json` that cannot be read, or of a folder without recordings.
  public static func load(
    _ reference: DatasetReference, options: ReadingOptions = ReadingOptions()
  ) throws(ReadProblem) -> LoadedDataset {
    try load(reference, options, reading: Self.whole)
  }

  /// How a file in a format is read.
  typealias Reading = (RecordingFormat, RecordingSource) -> ReadResult

  /// Reads a file with all its strokes.
  static func whole(_ format: RecordingFormat, _ source: RecordingSource) -> ReadResult {
    format.read(source)
  }

  static func load(
    _ reference: DatasetReference, _ options: ReadingOptions = ReadingOptions(), reading: Reading
  ) throws(ReadProblem) -> LoadedDataset {
    var result: LoadedDataset
    switch reference.location {
    case .folder(let folder):
      let path = "\(folder)/\(DatasetDescription.fileName)"
      if FileManager.default.fileExists(atPath: path) {
        var description = try DatasetDescription.read(path: path)
        description.override(options)
        let files = description.files.map { [description] in
          loadFile($0, of: description, in: folder, reading)
        }
        result = LoadedDataset(name: reference.name, description: description, files: files)
      } else {
        result = try UndescribedFolder(folder).load(reference.name, options, reading)
      }
    case .file(let path):
      result = loadLoneFile(path, name: reference.name, options, reading)
    }
    result.combineWarnings()
    result.addTimeWarnings()
    return result
  }

  /// Reads one file of a dataset: a pure function of the file, so files can be read in parallel.
  ///
  /// A size or a hash that is not the description's is a problem; the data are used. A recording
  /// that does not say of what device it is has the class of the description beside it.
  public static func loadFile(
    _ entry: DatasetDescription.File, of description: DatasetDescription, in folder: String
  ) -> LoadedFile {
    loadFile(entry, of: description, in: folder, Self.whole)
  }

  private static func loadFile(
    _ entry: DatasetDescription.File, of description: DatasetDescription, in folder: String,
    _ reading: Reading
  ) -> LoadedFile {
    let path = "\(folder)/\(entry.path)"
    func failed(_ message: String, _ value: String? = nil, _ remedy: String) -> LoadedFile {
      let problem = ReadProblem(file: path, value: value, message: message, remedy: remedy)
      return LoadedFile(
        entry: entry, path: path, sha256: "", isMissing: false, result: .failed(problem))
    }
    guard !entry.path.hasPrefix("/"), !entry.path.split(separator: "/").contains("..") else {
      return failed(
        "the path leaves the folder of its dataset", ReadProblem.displayed(entry.path),
        "move the file into the folder and correct dataset.json")
    }
    guard FileManager.default.fileExists(atPath: path) else {
      var missing = failed(
        "the file is missing", nil, "fetch the dataset again, or take it out of dataset.json")
      missing.isMissing = true
      return missing
    }
    guard let format = RecordingFormat(rawValue: entry.format) else {
      return failed(
        "the format is not readable yet by this version", ReadProblem.displayed(entry.format),
        "convert it to one of \(RecordingFormat.names), or use a newer nextpoint")
    }
    let state = try? FileState(ofFile: path)
    let source = source(of: entry, in: description, at: path)
    var result = reading(format, source)
    if entry.device == nil, result.devices.isEmpty, !result.recordings.isEmpty,
      let device = CompanionDescription.deviceClass(of: entry, in: description, folder: folder)
    {
      for index in result.recordings.indices { result.recordings[index].device = device }
    }
    var file = LoadedFile(entry: entry, path: path, sha256: "", isMissing: false, result: result)
    file.state = state
    try? file.judgeTimes(format, source)
    file.assumption = AssumedFormat(format, "\(DatasetDescription.fileName) says so")
    file.result.problems = file.stating(file.result.problems)
    return checked(file)
  }

  /// Returns a file with its description.
  static func source(
    of entry: DatasetDescription.File, in description: DatasetDescription, at path: String
  ) -> RecordingSource {
    var source = RecordingSource(
      path: path, name: entry.path, participant: entry.participant ?? "", task: entry.task ?? "",
      scale: description.scale(of: entry),
      nominalRate: entry.nominalRate ?? description.nominalRate,
      tool: entry.tool ?? description.tool ?? .unknown, device: entry.device ?? .unknown,
      options: description.readingOptions(of: entry))
    if let scales = description.axisScales, entry.unit ?? description.unit == description.unit {
      source.axisScales = scales
      source.scale = LengthScale(unit: description.unit)
    }
    return source
  }

  /// Returns the file with its hash, and with a problem where it is not the one that was described.
  static func checked(_ file: LoadedFile) -> LoadedFile {
    var file = file
    // The rate is known by now.
    file.result.intervals = nil
    let remedy = "fetch the file again, or correct dataset.json if the change is meant"
    if let bytes = file.entry.bytes, let size = try? FileState(ofFile: file.path).size,
      size != bytes
    {
      file.result.problems.append(
        ReadProblem(
          file: file.path, field: "bytes", value: String(size),
          message: "the file does not have the \(bytes) bytes of its dataset.json", remedy: remedy))
    }
    // A file that was given up is not worth the time that hashing a gigabyte takes.
    guard file.result.isComplete else { return file }
    do {
      file.sha256 = try ContentHash.text(ofFile: file.path)
    } catch {
      file.result.problems.append(error)
      return file
    }
    do {
      // So that the hash is that of the bytes that were read.
      try file.state?.check(file.path)
    } catch {
      (file.sha256, file.result) = ("", .failed(error))
      return file
    }
    if let expected = file.entry.sha256, expected.lowercased() != file.sha256 {
      file.result.problems.append(
        ReadProblem(
          file: file.path, field: "sha256", value: file.sha256,
          message: "the file is not the one that its dataset.json describes", remedy: remedy))
    }
    return file
  }

  private static func loadLoneFile(
    _ path: String, name: String, _ options: ReadingOptions, _ reading: Reading
  ) -> LoadedDataset {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().relativePath
    let described = try? DatasetDescription.read(path: "\(folder)/\(DatasetDescription.fileName)")
    if var description = described,
      let entry = description.files.first(where: { $0.path == url.lastPathComponent })
    {
      description.files = [entry]
      description.override(options)
      let file = loadFile(description.files[0], of: description, in: folder, reading)
      // Its split is that of the people in it.
      let participants = Set(file.result.recordings.map(\.participant))
      description.splits = description.splits?.mapValues { $0.filter(participants.contains) }
      return LoadedDataset(name: name, description: description, files: [file])
    }
    let file = UndescribedFile(path, name: url.lastPathComponent, options, reading)
    return LoadedDataset(
      name: name, description: file.description(named: name, options), files: [file.loaded])
  }

  /// Returns the unit of positions in a file that no `dataset.json` describes.
  static func unit(of format: RecordingFormat) -> LengthUnit {
    switch format {
    case .plainCSV, .evemu, .evemuDescription, .getevent, .evtest, .libinputRecord, .libinputEvents,
      .inkML:
      .device
    case .henzeText, .dollarXML, .pointerEvents, .jsPsych, .rrweb: .pixel
    case .inkableJSON: .point
    }
  }
}
