import Datasets
import Evaluation
import MotionPrediction
import TouchInput

/// The prepared data sets of a training, with the participant of each recording.
struct TrainingData {
  /// One data set.
  struct Member {
    let dataset: LoadedDataset
    let recordings: [PreparedRecording]
  }

  let members: [Member]
  let plan: EvaluationPlan
  let failures: [EvaluationFailure]

  init(_ sets: LoadedSets, plan: EvaluationPlan, jobs: Int) async throws {
    var plan = plan
    // A model learns from all kinds of strokes unless some are chosen.
    plan.replay.kinds = plan.replay.kinds ?? Stroke.Kind.allCases
    var (members, failures): ([Member], [EvaluationFailure]) = ([], [])
    for dataset in sets.datasets {
      let prepared = await Evaluator(plan: plan).prepare(dataset.forEvaluation, jobs: jobs)
      failures += prepared.failures
      members.append(Member(dataset: dataset, recordings: prepared.recordings))
    }
    (self.members, self.plan, self.failures) = (members, plan, failures)
    guard members.contains(where: { !$0.recordings.isEmpty }) else {
      let reasons = failures.map { "\n  \($0)" }.joined()
      throw CommandFailure.noData("no recording can be trained on\(reasons)")
    }
  }

  /// The participants, named with their data set as `TrainingExamples` names them.
  var participants: [String] {
    var names: [String] = []
    for member in members {
      for recording in member.recordings {
        let name = Self.name(member.dataset, recording.participant)
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  static func name(_ dataset: LoadedDataset, _ participant: String) -> String {
    "\(dataset.name)/\(participant)"
  }

  /// Refuses settings whose examples need more memory than the machine has.
  func checkMemory(_ settings: TrainingSettings) throws(CommandFailure) {
    var memory = TrainingMemory(settings)
    for member in members {
      for recording in member.recordings { memory.add(recording) }
    }
    try CommandFailure.asUsage { try memory.check(available: ProcessLimits.memory) }
  }

  /// The examples of all recordings.
  func examples(_ settings: TrainingSettings) -> TrainingExamples {
    var examples = TrainingExamples(settings)
    for member in members { examples.add(member.recordings, dataset: member.dataset.name) }
    return examples
  }

  /// Returns the manifest of a model file.
  func manifest(
    _ settings: TrainingSettings, of names: Set<String>, examples: Int, searchLog: String? = nil,
    weights: String? = nil
  ) throws -> String {
    let seen = members.compactMap { member -> ModelManifest.Seen? in
      let own = Set(member.recordings.map(\.participant)).filter {
        names.contains(Self.name(member.dataset, $0))
      }
      guard !own.isEmpty else { return nil }
      return ModelManifest.Seen(dataset: member.dataset.identity, participants: own.sorted())
    }
    var manifest = ModelManifest(
      version: Version.number, commit: Version.commit, settings: settings, replay: plan.replay,
      horizons: plan.horizons, seen: seen, examples: examples,
      searchLogSHA256: searchLog, weightsSHA256: weights, environment: .current)
    (manifest.timeUnit, manifest.columns) = (plan.timeUnit, plan.columns)
    return try manifest.json()
  }
}

extension LoadedSets {
  /// Keeps the participants that a model may be trained on.
  ///
  /// Those named, else those of the parts of `--split`, else everyone who is not of the part `test`.
  ///
  /// - Throws: `CommandFailure` where one of them is of the part `test`.
  func forTraining(_ named: [String]?, split: [String]?) throws -> LoadedSets {
    var result = self
    for index in datasets.indices {
      let dataset = datasets[index]
      let parts = try? ParticipantSplit(dataset).parts
      let test = Set(parts?[TuningParts.reported] ?? [])
      var chosen = Set(dataset.recordings.map(\.participant))
      if let named {
        chosen.formIntersection(named)
      } else if split != nil {
        chosen.formIntersection(dataset.selection?.participants ?? [])
      } else {
        chosen.subtract(test)
      }
      let refused = chosen.intersection(test).sorted()
      guard refused.isEmpty else {
        throw CommandFailure.usage(
          "\(dataset.name): participants \(refused.joined(separator: ", ")) are of its part 'test', "
            + "and a model that has seen them cannot be scored on them; leave them out, or use "
            + "--leave-one-out, which trains a model for each without them")
      }
      guard !chosen.isEmpty else {
        throw CommandFailure.usage(
          "\(dataset.name): none of its participants is to be trained on; name some with "
            + "--participants, or parts with --split")
      }
      for file in result.datasets[index].files.indices {
        result.datasets[index].files[file].result.recordings.removeAll {
          !chosen.contains($0.participant)
        }
      }
    }
    return result
  }
}
