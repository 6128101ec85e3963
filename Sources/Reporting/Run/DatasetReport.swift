import Evaluation

/// The data of one data set for figures and page: its scores, participants and drawn predictors.
struct DatasetReport: Sendable {
  let name: String
  /// The identifier of its section and the prefix of its figures' names.
  let slug: String
  /// The leading scores: the mean over participants, or pooled scores without such a mean; nil
  /// where the run scored only groups.
  let lead: DatasetScores?
  /// The pooled scores of all predictions, where `lead` is a mean over participants.
  let pooled: DatasetScores?
  let participants: ParticipantScores
  /// The pooled scores of tasks and participants.
  let groups: [DatasetScores]
  /// The scores of parts of strokes, aggregated like `lead`.
  let parts: [DatasetScores]
  /// The predictors drawn as lines, with their intervals; nil without a lead.
  let lines: EstimatedLines?
  /// The predictors against a reference; nil without participants.
  let differences: Differences?
  /// Which predictor is best, and where it is weakest; nil where no error was scored.
  let answer: BestAnswer?
  /// How low each family's error could have been, at the headline horizon.
  let floors: [OracleFloor]
  let identity: DatasetIdentity?
  /// Strokes with their predictions; empty where the run did not keep them.
  var filmstrips: [Filmstrip] = []
  /// The exact distributions of error by spelling; empty where the run did not keep its predictions.
  var distributions: [String: ErrorDistribution] = [:]
  /// Where the best predictors do worst relative to `hold`; empty where the run did not keep its
  /// predictions.
  var worst: [WorstPlace] = []

  /// Collects a run's data about a data set.
  init(
    name: String, slug: String, groups: [DatasetScores], run: RunFolder,
    resampling: PairedComparison.Resampling, jobs: Int
  ) async {
    let own = groups.filter { $0.group.dataset == name }
    let wholes = own.filter(\.group.isWhole)
    let means = wholes.first { $0.group.aggregation == .participantMean }
    let pool = wholes.first { $0.group.aggregation == .pooled }
    self.name = name
    self.slug = slug
    lead = means ?? pool
    pooled = means == nil ? nil : pool
    participants = ParticipantScores(
      people: own.filter {
        !$0.group.participant.isEmpty && $0.group.task.isEmpty && $0.group.part == nil
      }, resampling: resampling)
    self.groups = own.filter {
      !$0.group.isWhole && $0.group.part == nil && $0.group.aggregation == .pooled
    }
    let kind = lead?.group.aggregation
    parts = own.filter {
      $0.group.part != nil && $0.group.participant.isEmpty && $0.group.task.isEmpty
        && $0.group.aggregation == kind
    }
    lines = lead.map { [participants] in EstimatedLines($0, participants: participants) }
    differences = await lines.asyncMap { [participants] in
      await Differences($0, participants: participants, jobs: jobs)
    }
    answer = await lead.asyncMap { [participants, groups = self.groups, parts] in
      await BestAnswer(
        $0, participants: participants, groups: groups, parts: parts, jobs: jobs)
    }
    floors =
      lead.map { lead in
        let seconds = lead.moments[lead.headlineMoment].seconds
        return run.floors.filter { floor in
          floor.unit == lead.unit && floor.horizon.seconds == seconds
            && floor.dataset == lead.rowDataset
        }
      } ?? []
    identity = run.manifest.identity.datasets.first { $0.name == name }
  }
}

extension Optional where Wrapped: Sendable {
  /// Applies an asynchronous function to the value, if any.
  fileprivate func asyncMap<Value>(_ transform: (Wrapped) async -> Value?) async -> Value? {
    guard let self else { return nil }
    return await transform(self)
  }
}
