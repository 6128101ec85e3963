import ArgumentParser
import Datasets
import Reporting
import TouchInput

/// What of an input is replayed.
struct ReplayChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp("The recording of the input, counted from 1.", valueName: "n"))
  var recording = 1

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A stroke of the recording, counted from 1 (repeatable; default: all).", valueName: "n"))
  var stroke: [Int] = []

  @Option(help: ArgumentHelp("Only the first n events.", valueName: "events"))
  var limit: Int?

  /// Reads an input, and keeps what was chosen of it.
  func read(
    _ input: String, _ reading: ReadingOptions
  ) throws -> (source: ReplaySource, problems: [ReadProblem]) {
    guard limit ?? 1 >= 1 else {
      throw CommandFailure.usage("--limit \(limit ?? 0) is not above 0")
    }
    let read = RecordingsToReplay(
      try DatasetSearch.load(DatasetSearch.only(input), reading: reading))
    guard !read.sources.isEmpty else {
      let reasons = read.problems.map { "\n  \($0)" }.joined()
      throw CommandFailure.noData("\(input): there is nothing to replay\(reasons)")
    }
    guard recording >= 1, recording <= read.sources.count else {
      throw CommandFailure.usage(
        "--recording \(recording): \(input) has \(read.sources.count) of them, counted from 1")
    }
    return (try chosen(of: read.sources[recording - 1]), read.problems)
  }

  private func chosen(of source: ReplaySource) throws(CommandFailure) -> ReplaySource {
    let touches = source.touches
    for number in stroke where number < 1 || number > touches.count {
      throw .usage(
        "--stroke \(number): \(source.title) has \(touches.count) strokes, counted from 1")
    }
    let names = stroke.isEmpty ? nil : Set(stroke.map { touches[$0 - 1] })
    let chosen = source.selecting(touches: names, limit: limit)
    try DrawnSamples.check(
      chosen.batches.reduce(0) { $0 + $1.events.count }, of: source.title,
      remedy: "show fewer with --stroke or --limit")
    return chosen
  }
}

/// The recordings of an input as batches of events.
///
/// Files of touch events are read as events, with their callbacks; of others each recording is made
/// into events.
private struct RecordingsToReplay {
  private(set) var sources: [ReplaySource] = []
  private(set) var problems: [ReadProblem] = []

  init(_ loaded: LoadedDataset) {
    for file in loaded.files {
      // The times of events are those of the file.
      if loaded.description.timeUnit == nil, file.entry.timeUnit == nil,
        let events = Self.events(of: file)
      {
        sources.append(
          ReplaySource(
            title: file.entry.path,
            scale: file.result.recordings.first?.scale ?? LengthScale(unit: .point),
            nominalRate: file.result.recordings.first?.nominalRate
              ?? loaded.description.nominalRate,
            batches: events.delivered.map { $0.located(.precise) }))
        problems += file.stating(events.problems)
        continue
      }
      problems += file.result.problems
      sources += file.result.recordings.filter { $0.sampleCount > 0 }.map {
        ReplaySource(title: Self.title(of: $0), recording: $0)
      }
    }
  }

  /// Returns the events of a file of touch events; nil for any other file, or if none can be read.
  private static func events(of file: LoadedFile) -> TouchEventFile? {
    guard file.entry.format == RecordingFormat.inkableJSON.rawValue,
      let events = try? TouchEventFile(path: file.path), !events.batches.isEmpty
    else { return nil }
    return events
  }

  private static func title(of recording: Recording) -> String {
    let parts = [recording.source, recording.task, recording.participant]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
