import ArgumentParser
import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Fits a learned predictor to recordings, by participant.
struct TrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Train a learned predictor on recordings.",
    discussion: """
      Trains on all participants outside the part 'test' of a data set's splits, or
      on those that --split or --participants names, and writes a model file for
      'learned:model=FILE'. The file lists the participants it was trained on. An
      interrupted training resumes from FILE.checkpoint. The model is fitted to the
      targets of the given protocol and horizons.

      With --leave-one-out it trains one model per participant on all the others,
      scores it on the one left out, and makes a run directory. Finished work is kept
      there; rerun the same command to resume. --shard divides the work as in a
      sweep, and 'nextpoint sweep merge' merges the shards.

      --examples-only and --weights let another program fit the model: it reads the
      examples, and its weights become a model file.

      EXAMPLES
        nextpoint train henze-2017 --output mine.npm
        nextpoint evaluate henze-2017 --split test --predictor learned:model=mine.npm
        nextpoint train henze-2017 --leave-one-out --protocol henze2017 \\
          --clock recorded --unit px --output run
      """)

  @Argument(help: "Data sets: names, folders or files.")
  var datasets: [String]

  @Option(
    help: ArgumentHelp(
      "Train only on these participants, such as 1,2,5.", valueName: "names"))
  var participants: String?

  @Flag(
    name: .customLong("leave-one-out"),
    help: "Train one model per participant on all the others, and score it on that one.")
  var leavesOneOut = false

  @Option(
    name: .customLong("search-epochs"),
    help: ArgumentHelp(
      "With --leave-one-out: epochs per search trial (default: the same as for the model).",
      valueName: "count"))
  var searchEpochs: Int?

  @Option(
    name: .customLong("also-observe"),
    help: ArgumentHelp(
      "With --leave-one-out: also score the models with this setting of --observe.",
      valueName: "observe"))
  var alsoObserve: EvaluationProtocol.Observe?

  @OptionGroup(title: "Fitting") var training: TrainingArguments
  @OptionGroup(title: "Sharding") var sharing: SharingArguments
  @OptionGroup var planning: PlanArguments
  @OptionGroup(title: "Horizons") var horizons: HorizonArguments
  @OptionGroup(title: "Protocol") var replay: ProtocolArguments
  @OptionGroup(title: "Reading") var reading: ReadingArguments

  @Option(
    help: ArgumentHelp(
      "The model file; with --leave-one-out, the run directory.", valueName: "path"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Report the loss on the participants of this part, as recorded and as replayed.",
      valueName: "part"))
  var validate: String?

  @OptionGroup var existing: ForceArguments

  mutating func run() async throws {
    let jobs = try planning.workerCount()
    guard planning.onlyMetrics == nil else {
      throw CommandFailure.usage(
        "--only-metrics: train computes the whole standard set; leave it out")
    }
    var plan = try planning.plan(
      file: nil, datasets: datasets, horizons: horizons, replay: replay,
      reading: reading, defaults: (["hold", "linear"], "0.5,1,1.5,2,3,4,5,6"),
      groupBy: [.task, .participant])
    let settings = try training.all(seed: plan.seed)
    try sharing.check(force: existing.force, dryRun: false)
    try CommandFailure.check("--search-epochs", searchEpochs ?? 1, in: 1...10_000)
    let named = participants?.split(separator: ",").map(String.init)
    guard leavesOneOut || settings.count == 1 else {
      throw CommandFailure.usage(
        "--set: alternatives are chosen among with --leave-one-out; give one value of each here")
    }
    try checkOtherProgram()
    if leavesOneOut {
      guard named == nil, plan.split == nil, validate == nil else {
        throw CommandFailure.usage(
          "--leave-one-out leaves each participant out in turn; leave out --participants, --split and "
            + "--validate"
        )
      }
      for grouping in [EvaluationPlan.Grouping.task, .participant]
      where !plan.groupBy.contains(grouping) { plan.groupBy.append(grouping) }
      let sets = try LoadedSets(datasets, split: nil, reading: plan.reading)
      try checkTrainable(sets, plan)
      let data = try await TrainingData(sets, plan: plan, jobs: jobs)
      for candidate in settings { try data.checkMemory(candidate) }
      let external = ExternalPrograms()
      return try await LeaveOneOutTraining(
        data, sets: sets,
        training: TrainingIdentity(
          candidates: settings, searchEpochs: searchEpochs, alsoObserve: alsoObserve),
        references: PredictorSubjects(
          plan.predictors, catalogue: external.catalogue(.standard)),
        external: external, folder: SweepFolder(path: output, replacing: existing.force),
        sharing: sharing, jobs: jobs
      ).run(force: existing.force)
    }
    guard !sharing.isShared, !sharing.planOnly, searchEpochs == nil, alsoObserve == nil else {
      throw CommandFailure.usage(
        "--shard, --plan-only, --search-epochs and --also-observe require --leave-one-out; leave them "
          + "out, or add it")
    }
    if training.writesExamples {
      try ExampleFolder.content.check(output, replacing: existing.force)
    } else {
      try existing.check(output)
    }
    let sets = try LoadedSets(datasets, split: plan.split, reading: plan.reading)
      .forTraining(named, split: plan.split)
    try checkTrainable(sets, plan)
    let data = try await TrainingData(sets, plan: plan, jobs: jobs)
    try data.checkMemory(settings[0])
    guard !training.writesExamples else {
      try writeExamples(data, settings: settings[0])
      return try report(sets, data.failures)
    }
    let held = try await validation(plan, apartFrom: data, jobs: jobs)
    let model = try await write(data, settings: settings[0], jobs: jobs)
    if let held { ValidationLoss(model: model, settings: settings[0]).write(held) }
    try report(sets, data.failures)
  }

  /// Ends the command with the causes if no stroke reaches as far as a horizon.
  private func checkTrainable(_ sets: LoadedSets, _ plan: EvaluationPlan) throws(CommandFailure) {
    let causes = UnscoredCauses(sets, horizons: plan.horizons)
    if causes.areDecisive { try causes.fail("there are no examples to train on") }
  }

  private func report(_ sets: LoadedSets, _ failures: [EvaluationFailure]) throws {
    for warning in sets.warnings { Terminal.warn(warning) }
    for problem in sets.problems { Terminal.warn(problem) }
    for failure in failures { Terminal.warn(failure) }
    if !sets.problems.isEmpty || !failures.isEmpty { throw ExitStatus.incomplete }
  }

  /// Refuses what does not go with examples or weights of another program.
  private func checkOtherProgram() throws {
    guard training.writesExamples || training.weights != nil else { return }
    let named = training.writesExamples ? "--examples-only" : "--weights"
    guard !leavesOneOut, !(training.writesExamples && training.weights != nil) else {
      throw CommandFailure.usage(
        "\(named): cannot be combined with --leave-one-out or its counterpart; omit one of them"
      )
    }
    guard !training.writesExamples || validate == nil else {
      throw CommandFailure.usage("--examples-only: fits nothing to --validate; leave it out")
    }
  }

  private func writeExamples(_ data: TrainingData, settings: TrainingSettings) throws {
    let training = try CommandFailure.asUsage {
      try ModelTraining(data.examples(settings), of: Set(data.participants), settings: settings)
    }
    try ExampleFolder(table: training.table, settings: settings).write(
      to: output, replacing: existing.force)
    Terminal.write(
      "\(output): \(training.exampleCount) examples of \(data.participants.count) participants\n")
  }

  /// The part to report the loss on; refused before training if it shares a participant with it.
  private func validation(
    _ plan: EvaluationPlan, apartFrom trained: TrainingData, jobs: Int
  ) async throws -> TrainingData? {
    guard let validate else { return nil }
    let sets = try LoadedSets(datasets, split: [validate], reading: plan.reading)
    let held = try await TrainingData(sets, plan: plan, jobs: jobs)
    let both = Set(held.participants).intersection(trained.participants).sorted()
    guard both.isEmpty else {
      throw CommandFailure.usage(
        "--validate \(ShownText(validate)): \(both.joined(separator: ", ")) would be trained on; name "
          + "the part to train on with --split")
    }
    return held
  }

  private func write(
    _ data: TrainingData, settings: TrainingSettings, jobs: Int
  ) async throws -> LearnedModel {
    let names = Set(data.participants)
    let training = try CommandFailure.asUsage {
      try ModelTraining(data.examples(settings), of: names, settings: settings)
    }
    let weights = try self.training.importedWeights()
    let manifest = try data.manifest(
      settings, of: names, examples: training.exampleCount, weights: weights?.hash)
    let checkpoint = try CheckpointFile(of: output)
    if checkpoint.isDisplaced(from: output) {
      Terminal.note(
        "note: \(output).checkpoint is not a checkpoint and stays as it is; checkpoints go to "
          + checkpoint.path)
    }
    let progress = TrainingProgress(output, checkpoint: checkpoint, identity: manifest)
    let model: LearnedModel
    if let weights {
      model = try CommandFailure.asUsage { try training.model(of: weights.numbers) }
    } else {
      do {
        model = try await training.model(
          jobs: jobs, from: progress.checkpoint(), progress: { progress.advance($0, $1) })
      } catch { throw CommandFailure.failed("\(error)") }
    }
    try AtomicFile.write(model.stating(manifest).bytes, to: output, replacing: existing.force)
    progress.finish()
    Terminal.write(
      "\(output): \(model.kind), fitted to \(training.exampleCount) examples of "
        + "\(names.count) participants; use it as learned:model=\(output)\n")
    return model
  }
}

extension LearnedModel {
  /// The same model with another manifest.
  func stating(_ manifest: String) throws -> LearnedModel {
    try LearnedModel(shape: shape, constants: constants, weights: weights, manifest: manifest)
  }
}
