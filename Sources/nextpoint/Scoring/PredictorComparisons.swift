import Datasets
import Evaluation
import MotionNumerics
import Reporting
import TouchInput

/// The comparisons of all predictors of a run with its first, on each data set.
struct PredictorComparisons {
  /// One predictor against the reference on one data set.
  struct Entry {
    let dataset: String
    let predictor: String
    let unit: LengthUnit
    let comparison: PairedComparison
    /// Its p, corrected for all entries.
    var corrected: Double?
  }

  private(set) var entries: [Entry] = []
  private let reference: String
  private let measure: ComparedMeasure
  private let horizon: Horizon
  private let inference: InferenceArguments
  private var warnings: [String] = []
  /// The comparisons over devices, by predictor.
  private var acrossDevices: [DeviceEntry] = []

  /// One predictor against the reference over all devices.
  private struct DeviceEntry {
    let predictor: String
    let datasets: String
    let unit: LengthUnit
    let comparison: DeviceComparison
    /// Its p, corrected for all predictors.
    var corrected: Double?
  }

  /// Compares what a run has scored.
  init(
    of outcome: ScoringRun.Outcome, subjects: PredictorSubjects, sets: LoadedSets,
    measure: ComparedMeasure, kept: KeptPredictions, resampling: PairedComparison.Resampling,
    inference: InferenceArguments, jobs: Int
  ) async throws {
    guard let slot = outcome.plan.horizons.slot(nearest: kept.milliseconds) else {
      throw CommandFailure.noData("there is no horizon to compare at; give --frames-ahead")
    }
    horizon = outcome.plan.horizons[slot]
    reference = subjects.predictors[0].spelling
    self.measure = measure
    self.inference = inference
    guard let metric = outcome.table.index(of: measure.definition.name) else {
      throw CommandFailure.noData("'\(measure.definition.name)' was not computed; see --metric")
    }
    for set in sets.datasets {
      guard let rows = try rows(of: set, in: outcome.table), let unit = rows.first?.unit else {
        continue
      }
      for predictor in subjects.predictors.dropFirst().map(\.spelling) {
        let scores = PairedComparisonScores(
          reference: Self.participants(rows, of: reference),
          score: Self.participants(rows, of: predictor), metric: metric,
          metrics: outcome.table.metrics)
        let comparison = await PairedComparison(
          participants: scores.participants,
          errors: errors(of: predictor, on: set, scores: scores, kept: kept),
          clusters: measure.clusters, resampling: resampling, jobs: jobs)
        warn(about: scores, comparison, predictor: predictor, dataset: set.name)
        guard let comparison else { continue }
        entries.append(
          Entry(dataset: set.name, predictor: predictor, unit: unit, comparison: comparison))
      }
    }
    guard !entries.isEmpty else {
      throw CommandFailure.noData(
        "no participant has '\(measure.definition.name)' of both predictors at "
          + "\(FixedPoint.text(horizon.milliseconds, decimals: 1)) ms; give another --horizon or "
          + "--metric\(warnings.map { "\n  \($0)" }.joined())")
    }
    for (index, p) in HolmCorrection.corrected(entries.map { $0.comparison.test.p }).enumerated() {
      entries[index].corrected = p
    }
    guard inference.acrossDevices else { return }
    for predictor in subjects.predictors.dropFirst().map(\.spelling) {
      try compareDevices(predictor, on: sets, outcome.table, metric: metric, resampling)
    }
    let p = HolmCorrection.corrected(acrossDevices.map(\.comparison.test.p))
    for (index, p) in p.enumerated() { acrossDevices[index].corrected = p }
  }

  /// Compares a predictor over devices, by the recordings on which both have a score.
  private mutating func compareDevices(
    _ predictor: String, on sets: LoadedSets, _ table: ScoreTable, metric: Int,
    _ resampling: PairedComparison.Resampling
  ) throws {
    var recordings: [DeviceComparison.Recording] = []
    var units: [LengthUnit] = []
    for set in sets.datasets {
      let rows = table.rows.filter {
        $0.dataset == set.name && $0.horizon == horizon.seconds && $0.aggregation == .pooled
          && !$0.recording.isEmpty
      }
      // A file may hold several recordings, whose rows come in their order.
      func values(_ spelling: String) -> [String: [Double?]] {
        Dictionary(grouping: rows.filter { $0.spelling == spelling }, by: \.recording)
          .mapValues { $0.map { $0.values[metric].map(measure.definition.badness) } }
      }
      let (before, after) = (values(reference), values(predictor))
      for (source, members) in Dictionary(grouping: set.recordings, by: \.source)
        .sorted(by: { $0.key < $1.key })
      {
        guard let first = before[source], let second = after[source],
          first.count == members.count, second.count == members.count
        else { continue }
        for (place, recording) in members.enumerated() {
          guard let first = first[place], let second = second[place] else { continue }
          recordings.append(
            DeviceComparison.Recording(
              device: "\(set.name)/\(recording.device.rawValue)",
              participant: ScoreRow.participantName(recording.participant), reference: first,
              score: second))
        }
      }
      units += rows.map(\.unit)
    }
    guard Set(units).count < 2 else {
      throw CommandFailure.usage(
        "--across-devices: the data sets are in different units; give --unit mm or px")
    }
    guard let unit = units.first,
      let comparison = DeviceComparison(recordings, resampling: resampling)
    else { return }
    acrossDevices.append(
      DeviceEntry(
        predictor: predictor, datasets: sets.datasets.map(\.name).joined(separator: " + "),
        unit: unit, comparison: comparison))
    let count = comparison.differences.count
    let warning =
      count < 2
      ? "over devices: 1 device, from which nothing follows for others; no interval is given"
      : count < 5
        ? "over \(count) devices Student's interval holds 95 % only if their differences are normally "
          + "distributed, and p is at least 2/\(1 << count)" : nil
    if let warning, !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Returns the pooled rows of a data set; nil if nothing was scored.
  private func rows(of set: LoadedDataset, in table: ScoreTable) throws -> [ScoreRow]? {
    let rows = table.rows.filter {
      $0.dataset == set.name && $0.horizon == horizon.seconds && $0.aggregation == .pooled
    }
    guard Set(rows.map(\.unit)).count < 2 else {
      throw CommandFailure.usage(
        "\(set.name): its recordings are in different units; give --unit mm or px")
    }
    return rows.isEmpty ? nil : rows
  }

  /// The rows by participant, without the row of all.
  private static func participants(_ rows: [ScoreRow], of predictor: String) -> [ScoreRow] {
    rows.filter { $0.spelling == predictor && !$0.participant.isEmpty }
  }

  private func errors(
    of predictor: String, on set: LoadedDataset, scores: PairedComparisonScores,
    kept: KeptPredictions
  ) -> PairedComparisonErrors? {
    guard let first = kept.of(reference, on: set.name),
      let second = kept.of(predictor, on: set.name)
    else { return nil }
    let names = set.recordings.map { ScoreRow.participantName($0.participant) }
    let compared = Set(scores.participants.map(\.name))
    return PairedComparisonErrors(reference: first, score: second) { recording in
      compared.contains(names[recording]) ? names[recording] : nil
    }
  }

  private mutating func warn(
    about scores: PairedComparisonScores, _ comparison: PairedComparison?, predictor: String,
    dataset: String
  ) {
    if measure.isMeanOfPredictions, let comparison, comparison.pooled.isEmpty {
      warnings.append(
        "\(dataset), \(predictor): the predictions are not at the same targets as the reference's, "
          + "so that there is no mean over them; go by the mean over participants")
    }
    if !scores.leftOut.isEmpty {
      warnings.append(
        "\(dataset), \(predictor): left out, since one of the scores is missing or is over other "
          + "targets: \(scores.leftOut.joined(separator: ", "))")
    }
    let caution = PairedComparison.caution(scores.participants.count, of: dataset)
    guard let warning = caution else { return }
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Reports on standard error what was compared and how, with cautions.
  func describe(replicates: Int, seed: UInt64) {
    let milliseconds = FixedPoint.text(horizon.milliseconds, decimals: 1)
    Terminal.note(
      "note: \(measure.definition.name) at \(milliseconds) ms; difference = predictor − \(reference)"
        + (measure.definition.order == .nearer ? ", of the distances from the best score" : ""))
    Terminal.note(
      "note: 95 % percentile intervals of B = \(replicates) bootstrap replicates, seed \(seed); p by "
        + (entries.allSatisfy(\.comparison.test.isExact)
          ? "all flips of the participants' signs" : "random flips of the participants' signs")
        + ", two-sided; Holm over \(entries.count) "
        + (entries.count == 1 ? "comparison" : "comparisons"))
    for warning in warnings { Terminal.warn(warning) }
  }

  /// The differences over participants, drawn: a panel a data set.
  var figure: Figure {
    var panels: [DifferenceFigure.Panel] = []
    for entry in entries {
      let row = DifferenceFigure.Row(
        label: entry.predictor, comparison: entry.comparison, corrected: entry.corrected)
      if panels.last?.dataset == entry.dataset {
        panels[panels.count - 1].rows.append(row)
      } else {
        panels.append(.init(dataset: entry.dataset, unit: entry.unit, rows: [row]))
      }
    }
    return DifferenceFigure(
      of: measure.definition, horizon: horizon, from: reference, panels: panels
    ).figure(named: "difference")
  }

  /// For each comparison: the mean over participants, the pooled means, each participant.
  var table: OutputTable {
    OutputTable(
      columns: [
        .init("dataset"), .init("predictor"), .init("reference"),
        .init("mean_over", title: "mean over"),
        .init("clusters", title: "resampled"), .init("cluster_count", title: "of them"),
        .init("unit"), .init("reference_score", title: "reference score"), .init("score"),
        .init("difference"), .init("low", title: "95 % low"), .init("high", title: "95 % high"),
        .init("half_width", title: "half-width"), .init("change_percent", title: "change (%)"),
        .init("improved"), .init("p"), .init("p_holm", title: "p (Holm)"),
      ] + clusterColumns,
      rows: entries.flatMap(rows(of:)) + acrossDevices.map(row(of:)))
  }

  /// The columns about few clusters, where they are asked for.
  private var clusterColumns: [OutputTable.Column] {
    guard inference.isAsked else { return [] }
    return [
      .init("t_low", title: "t 95 % low"), .init("t_high", title: "t 95 % high"),
      .init("detectable", title: "detectable (80 %)"),
    ] + (inference.margin == nil ? [] : [.init("p_equivalent", title: "p (equivalent)")])
  }

  /// The cells of these columns.
  private func cells(of clusters: ClusterMean?) -> [OutputTable.Cell] {
    guard inference.isAsked else { return [] }
    let interval = clusters?.interval()
    return [interval?.low, interval?.high, clusters?.detectableDifference()].map(number)
      + (inference.margin.map { margin in
        [.number(clusters?.equivalence(within: margin), decimals: 4)]
      } ?? [])
  }

  private func row(of entry: DeviceEntry) -> [OutputTable.Cell] {
    let comparison = entry.comparison
    let differences = comparison.differences
    let interval = comparison.bootstrap
    return [
      .text(entry.datasets), .text(entry.predictor), .text(reference), .text("devices"),
      .text("device, participant, recording"), .integer(differences.count),
      .text(measure.definition.dimension.unit(ofLengths: entry.unit)),
    ] + numbers(comparison.reference, comparison.score)
      + [interval?.low, interval?.high, interval?.halfWidth].map(number)
      + [
        change(comparison.score - comparison.reference, of: comparison.reference),
        .text("\(differences.count { $0 < 0 })/\(differences.count)"),
        .number(comparison.test.p, decimals: 4), .number(entry.corrected, decimals: 4),
      ] + cells(of: comparison.devices)
  }

  private func rows(of entry: Entry) -> [[OutputTable.Cell]] {
    let comparison = entry.comparison
    let verdict: [OutputTable.Cell] = [
      .text("\(comparison.improved)/\(comparison.participants.count)"),
      .number(comparison.test.p, decimals: 4), .number(entry.corrected, decimals: 4),
    ]
    let none = verdict.map { _ in OutputTable.Cell.empty } + cells(of: nil)
    let people = ClusterMean(comparison.participants.map(\.difference))
    return [row(entry, "participants", comparison.participantMean) + verdict + cells(of: people)]
      + comparison.pooled.map { row(entry, "predictions", $0) + none }
      + comparison.participants.map { participant in
        head(entry, over: "participant \(participant.name)")
          + [.empty, .empty, .text(unit(entry))]
          + numbers(participant.reference, participant.score) + [.empty, .empty, .empty]
          + [change(participant.difference, of: participant.reference)] + none
      }
  }

  private func row(
    _ entry: Entry, _ over: String, _ estimate: PairedComparison.Estimate
  ) -> [OutputTable.Cell] {
    let interval = estimate.interval
    return head(entry, over: over)
      + [
        .text(estimate.clusters.rawValue), .integer(estimate.clusterCount), .text(unit(entry)),
      ]
      + numbers(estimate.reference, estimate.score)
      + [interval?.low, interval?.high, interval?.halfWidth].map(number)
      + [change(estimate.difference, of: estimate.reference)]
  }

  private func head(_ entry: Entry, over: String) -> [OutputTable.Cell] {
    [.text(entry.dataset), .text(entry.predictor), .text(reference), .text(over)]
  }

  private func numbers(_ reference: Double, _ score: Double) -> [OutputTable.Cell] {
    [reference, score, score - reference].map(number)
  }

  private func number(_ value: Double?) -> OutputTable.Cell {
    measure.definition.dimension.cell(value, decimals: 3)
  }

  private func change(_ difference: Double, of reference: Double) -> OutputTable.Cell {
    reference == 0 ? .empty : .number(100 * difference / abs(reference), decimals: 1)
  }

  private func unit(_ entry: Entry) -> String {
    measure.definition.dimension.unit(ofLengths: entry.unit)
  }
}

extension MetricDefinition.Dimension {
  /// The unit as a table of results has it; empty for a pure number.
  func unit(ofLengths length: LengthUnit) -> String {
    switch self {
    case .length: length.rawValue
    case .lengthSquared: "\(length.rawValue)²"
    case .lengthSeconds: "\(length.rawValue)·s"
    case .milliseconds: "ms"
    case .degrees: "degrees"
    case .share: "share"
    case .perSecond: "1/s"
    case .nats: "nat"
    case .ratio, .count: ""
    }
  }
}

extension PairedComparison {
  /// Returns a caution about intervals over few participants; nil if there are enough.
  static func caution(_ count: Int, of dataset: String) -> String? {
    guard count < fewParticipants, count > 0 else { return nil }
    guard count > 1 else {
      return
        "\(dataset): 1 participant, from whom nothing follows for others; no interval is given"
    }
    return "\(dataset): \(count) participants; with fewer than \(fewParticipants), percentile "
      + "intervals are too narrow: look at p, whose least is 2/\(1 << count) here, and at each "
      + "participant"
  }
}
