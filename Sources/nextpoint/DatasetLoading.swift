import Datasets
import Evaluation
import Foundation

/// Data sets read for scoring, with what could not be read.
struct LoadedSets {
  var datasets: [LoadedDataset] = []
  /// Sentences for standard error.
  var problems: [String] = []

  /// Reads the named data sets.
  ///
  /// A file that cannot be read is a problem; a name that leads nowhere is a usage error, and no
  /// sample at all in any of them is exit code 65.
  init(_ names: [String], locator: DatasetLocator) throws {
    guard !names.isEmpty else {
      throw CommandFailure.usage(
        "no data set is given; name one of 'nextpoint datasets list', a folder or a file")
    }
    for name in names {
      let references: [DatasetReference]
      do { references = try locator.resolve(name) } catch {
        throw CommandFailure.noData("\(error)")
      }
      for reference in references { read(reference) }
    }
    guard datasets.contains(where: { $0.sampleCount > 0 }) else {
      let reasons = problems.map { "\n  \($0)" }.joined()
      throw CommandFailure.noData("no sample could be read\(reasons)")
    }
  }

  private mutating func read(_ reference: DatasetReference) {
    do {
      let loaded = try Dataset.load(reference)
      problems += loaded.problems.map { "\($0)" }
      if loaded.sampleCount > 0 {
        datasets.append(loaded)
      } else {
        problems.append("\(reference.name): holds no sample that can be read")
      }
    } catch {
      problems.append("\(error)")
    }
  }
}

extension LoadedDataset {
  /// The data set as an evaluation takes it.
  var forEvaluation: EvaluationDataset {
    EvaluationDataset(name: name, recordings: recordings)
  }

  /// The data set as a manifest records it.
  var identity: DatasetIdentity {
    DatasetIdentity(
      name: name, sha256: sha256, recordings: recordings.count, strokes: strokeCount,
      samples: sampleCount, participants: participantCount, rejectedLines: rejectedLines)
  }
}
