import Datasets
import Evaluation
import Foundation
import TouchInput

/// Data sets that were read for scoring, with what could not be read.
struct LoadedSets {
  var datasets: [LoadedDataset] = []
  var problems: [LoadingProblem] = []
  /// The guesses that were made while reading; nothing was lost.
  var warnings: [ReadProblem] { datasets.flatMap(\.warnings) }
  private let streams: Bool
  private let reading: ReadingOptions

  /// Reads the named data sets, or of them the participants in some parts of their splits.
  ///
  /// A file that cannot be read is a problem; a missing data set, or no sample in any of them, is exit
  /// code 65.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - split: The parts of the splits; nil for everyone.
  ///   - reading: The settings of reading.
  ///   - streams: Whether the run takes large sets stroke by stroke (`LoadedDataset.source`); false
  ///     to hold all samples.
  /// - Throws: `CommandFailure` where a data set is missing, and where nothing can be read.
  init(
    _ names: [String], split: [String]?, reading: ReadingOptions, streams: Bool = false
  ) throws {
    (self.streams, self.reading) = (streams, reading)
    guard !names.isEmpty else {
      throw CommandFailure.usage(
        "no data set is given; name one of 'nextpoint datasets list', a folder or a file")
    }
    for reference in try DatasetSearch.references(names) { read(reference) }
    guard datasets.contains(where: { $0.sampleCount > 0 }) else {
      let reasons = problems.map { "\n  \($0)" }.joined()
      throw CommandFailure.noData("no sample could be read\(reasons)")
    }
    try select(split)
  }

  /// One data set that was read before.
  init(_ dataset: LoadedDataset, problems: [LoadingProblem]) {
    (datasets, self.problems) = ([dataset], problems)
    (streams, reading) = (false, ReadingOptions())
  }

  /// Data sets with more bytes than this are read stroke by stroke; `NEXTPOINT_HELD_BYTES` changes
  /// the limit for tests.
  private static let greatestHeld =
    ProcessInfo.processInfo.environment["NEXTPOINT_HELD_BYTES"].flatMap { Int($0) } ?? 64 << 20

  /// Keeps the participants in these parts; a name in a split without recordings is a problem.
  private mutating func select(_ parts: [String]?) throws(CommandFailure) {
    guard let parts else { return }
    for index in datasets.indices {
      datasets[index] = try datasets[index].selected(parts)
      problems += datasets[index].splitProblems
    }
  }

  private mutating func read(_ reference: DatasetReference) {
    do {
      let loaded =
        streams && Dataset.size(of: reference) > Self.greatestHeld
        ? try Dataset.survey(reference, options: reading)
        : try Dataset.load(reference, options: reading)
      problems += loaded.problems.map { LoadingProblem(dataset: reference.name, $0) }
      if loaded.sampleCount > 0 {
        datasets.append(loaded)
      } else {
        problems.append(
          LoadingProblem(
            dataset: reference.name, source: "",
            problem: "\(reference.name): holds no sample that can be read"))
      }
    } catch {
      problems.append(LoadingProblem(dataset: reference.name, error))
    }
  }
}

/// Something in a data set that could not be read.
struct LoadingProblem: Hashable, Sendable, CustomStringConvertible {
  /// The data set's name.
  let dataset: String
  /// The file; empty if the problem concerns the whole data set.
  let source: String
  /// The sentence, with file, line, value and remedy.
  let problem: String

  init(dataset: String, source: String, problem: String) {
    self.dataset = dataset
    self.source = source
    self.problem = problem
  }

  init(dataset: String, _ problem: ReadProblem) {
    self.init(dataset: dataset, source: problem.file, problem: "\(problem)")
  }

  var description: String { problem }
}

extension LoadedDataset {
  /// The data set with all that was read of it.
  var forEvaluation: EvaluationDataset {
    EvaluationDataset(name: name, recordings: recordings)
  }

  /// The data set as an evaluation takes it.
  ///
  /// As it was loaded, or stroke by stroke where it was only surveyed: the one place that decides how
  /// much of a data set a command holds.
  var source: EvaluationSource {
    guard isSurvey else { return .held(forEvaluation) }
    let dataset = self
    return .streamed(
      StreamedRecordings(
        name: name, recordings: recordings,
        sizes: files.flatMap { $0.result.counts ?? [] }.map {
          .init(strokes: $0.strokes, samples: $0.samples, kinds: Set($0.kinds.keys))
        }
      ) {
        var strokes = DatasetStrokes(dataset)
        return { try strokes.next() }
      })
  }

  /// Calls a closure with each stroke and the index of its recording, held or read again.
  ///
  /// - Throws: A problem if a file cannot be read again.
  func forEachStroke(_ body: (Int, Stroke) -> Void) throws {
    guard isSurvey else {
      for (index, recording) in recordings.enumerated() {
        for stroke in recording.strokes { body(index, stroke) }
      }
      return
    }
    var strokes = DatasetStrokes(self)
    while let (recording, stroke) = try strokes.next() { body(recording, stroke) }
  }

  /// The data set as a manifest records it.
  var identity: DatasetIdentity {
    DatasetIdentity(
      name: name, sha256: sha256, recordings: recordings.count, strokes: strokeCount,
      samples: sampleCount, participants: participantCount, rejectedLines: rejectedLines,
      split: selection.map {
        SplitIdentity(sha256: $0.split.sha256, participants: $0.participants)
      },
      licence: description.licence.isEmpty ? nil : description.licence,
      citation: description.citation.isEmpty ? nil : description.citation)
  }
}
