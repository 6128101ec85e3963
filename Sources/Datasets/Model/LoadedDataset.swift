import TouchInput

/// A data set that was read into memory.
public struct LoadedDataset: Hashable, Sendable {
  /// The name by which it was found.
  public var name: String
  /// Its description; for a lone file, what the file itself tells.
  public var description: DatasetDescription
  /// The files, in the order of the description.
  public var files: [LoadedFile]
  /// The selected participants; nil for all.
  package internal(set) var selection: ParticipantSelection?

  /// Creates a dataset from its files.
  public init(name: String, description: DatasetDescription, files: [LoadedFile]) {
    self.name = name
    self.description = description
    self.files = files
  }

  /// The recordings of all files, in order.
  public var recordings: [Recording] { files.flatMap(\.result.recordings) }
  /// What could not be read, and files that differ from their description, in order.
  public var problems: [ReadProblem] { files.flatMap(\.result.problems) }
  /// The guesses that were made while reading, in order; nothing was lost.
  public var warnings: [ReadProblem] { files.flatMap(\.result.warnings) }
  /// The lines (in JSON: elements) that were left out.
  public var rejectedLines: Int { files.reduce(0) { $0 + $1.result.linesRejected } }
  /// The paths, as in the description, of the files that are not there.
  public var missingFiles: [String] { files.filter(\.isMissing).map(\.entry.path) }
  /// The number of strokes.
  public var strokeCount: Int { files.reduce(0) { $0 + $1.result.strokeCount } }
  /// The number of samples.
  public var sampleCount: Int { files.reduce(0) { $0 + $1.result.sampleCount } }
  /// The number of strokes of each kind, by recording.
  package var strokeKinds: [[Stroke.Kind: Int]] {
    files.flatMap { file in
      file.result.counts?.map(\.kinds)
        ?? file.result.recordings.map { recording in
          recording.strokes.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
        }
    }
  }
  /// Whether the recordings are given without their strokes; see `Dataset.survey(_:)`.
  public var isSurvey: Bool { files.contains { $0.result.counts != nil } }
  /// The number of participants; all recordings by unknown participants count as one.
  public var participantCount: Int { Set(recordings.map(\.participant)).count }

  /// The SHA-256 over the hashes of its files in hexadecimal, one after another.
  ///
  /// A file that could not be read through counts with an empty hash.
  public var sha256: String { ContentHash.text(of: files.map(\.sha256).joined()) }
}

/// One file of a data set that was read into memory.
public struct LoadedFile: Hashable, Sendable {
  /// Its entry in the description.
  public var entry: DatasetDescription.File
  /// Where it is.
  public var path: String
  /// The SHA-256 of its bytes; empty where it could not be read to its end.
  public var sha256: String
  /// Whether there is no such file.
  public var isMissing: Bool
  /// What the reader made of it.
  public var result: ReadResult
  /// The format that it was read as, with the reason; nil if it was not read.
  public internal(set) var assumption: AssumedFormat?
  /// The file on its disk when it was read; nil where it could not be opened.
  var state: FileState?
  /// The judgment of times that are probably in another unit; nil if they are plausible.
  var timeDoubt: TimeDoubt?
  /// The number of samples that are dated before the sample before them; 0 if all samples but the first are.
  var backwardTimes = 0

  /// Creates a file.
  public init(
    entry: DatasetDescription.File, path: String, sha256: String, isMissing: Bool,
    result: ReadResult
  ) {
    self.entry = entry
    self.path = path
    self.sha256 = sha256
    self.isMissing = isMissing
    self.result = result
  }

  /// Judges the times as they were read.
  mutating func judgeTimes(
    _ format: RecordingFormat, _ source: RecordingSource
  ) throws(ReadProblem) {
    let counts = result.intervals?.counts ?? IntervalCounts(result.recordings)
    backwardTimes = counts.backward < counts.all ? counts.backward : 0
    timeDoubt = try TimeDoubt(result, counts, format, source)
  }

  /// Returns the problems of a reading of the file, of which the first states the assumed format.
  package func stating(_ problems: [ReadProblem]) -> [ReadProblem] {
    guard let assumption, !problems.isEmpty else { return problems }
    var problems = problems
    problems[0].assumption = "read as \(assumption)"
    return problems
  }
}

extension LoadedDataset {
  /// Leaves a warning that several files have to the first of them, with their number.
  mutating func combineWarnings() {
    var counts: [String: Int] = [:]
    for warning in warnings { counts[warning.message, default: 0] += 1 }
    var seen: Set<String> = []
    for index in files.indices where !files[index].result.warnings.isEmpty {
      files[index].result.warnings = files[index].result.warnings.compactMap { warning in
        guard seen.insert(warning.message).inserted else { return nil }
        var warning = warning
        let others = (counts[warning.message] ?? 1) - 1
        if others > 0 {
          warning.message += " (and \(others) other \(others == 1 ? "file" : "files") alike)"
        }
        return warning
      }
    }
  }

  /// Adds a warning for times that run backward, and for each unit of time that is probably not the one of
  /// the files.
  mutating func addTimeWarnings() {
    if let index = files.firstIndex(where: { $0.backwardTimes > 0 }) {
      files[index].result.warnings.append(backwardWarning(file: files[index].path))
    }
    var seen: Set<[TimeUnit]> = []
    for index in files.indices {
      guard let doubt = files[index].timeDoubt else { continue }
      let units = [doubt.unit, doubt.probable]
      guard seen.insert(units).inserted else { continue }
      let alike = files.count { $0.timeDoubt.map { [$0.unit, $0.probable] } == units }
      files[index].result.warnings.append(
        doubt.warning(file: files[index].path, files: alike))
    }
  }

  private func backwardWarning(file: String) -> ReadProblem {
    let (samples, others) = (
      files.reduce(0) { $0 + $1.backwardTimes }, files.count { $0.backwardTimes > 0 } - 1
    )
    return ReadProblem(
      file: file,
      message: "time runs backward inside strokes \(samples == 1 ? "once" : "\(samples) times")"
        + (others > 0 ? " (here and in \(others) other \(others == 1 ? "file" : "files"))" : "")
        + ": a sample removes those that are dated after it, and their targets have no truth",
      remedy: "sort the samples of each stroke by time, or correct the times")
  }
}
