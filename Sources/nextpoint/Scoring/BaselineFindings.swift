import Evaluation
import Reporting

/// What a comparison with a baseline found, as a table and as warnings.
struct BaselineFindings {
  private let comparison: AccuracyBaseline.Comparison

  init(_ comparison: AccuracyBaseline.Comparison) { self.comparison = comparison }

  var isEmpty: Bool { comparison.regressions.isEmpty && comparison.gaps.isEmpty }

  /// Whether the baseline has rows of what was scored, and the scores do not have them.
  var hasMissingRows: Bool {
    comparison.gaps.contains { $0.missingFrom == .scores && $0.row != nil }
  }

  /// What got worse, then what was not compared.
  var table: OutputTable {
    OutputTable(
      columns: [
        .init("dataset"), .init("participant"), .init("task"), .init("predictor"),
        .init("horizon_ms", title: "horizon (ms)"), .init("aggregation"), .init("measure"),
        .init("baseline"), .init("now"), .init("change_percent", title: "change (%)"),
        .init("device"), .init("part"), .init("finding"),
      ],
      rows: comparison.regressions.map(Self.cells) + comparison.gaps.map(Self.cells))
  }

  /// The number of gaps that are shown one by one; the table has all.
  private static let toldGaps = 20

  /// Reports what was not compared on standard error.
  func warnOfGaps() {
    let gaps = comparison.gaps
    guard !gaps.isEmpty else { return }
    for gap in gaps.prefix(Self.toldGaps) { Terminal.warn(Self.sentence(gap)) }
    if gaps.count > Self.toldGaps {
      Terminal.warn("\(gaps.count - Self.toldGaps) more were not compared; the table has them all")
    }
    Terminal.note(
      "\(gaps.count) rows or measures were not compared; correct the plan, or write the baseline "
        + "anew with --update")
  }

  /// A row in words.
  static func name(of row: ScoreRow) -> String {
    var words = [
      row.dataset, row.participant, row.task, row.device?.rawValue, row.part?.name, row.recording,
    ].compactMap { $0 }.filter { !$0.isEmpty }
    let horizon = OutputTable.Cell.number(row.horizon * 1000, decimals: 1)
    words += [row.spelling, "\(horizon.forPeople) ms", row.aggregation.rawValue]
    return words.joined(separator: ", ")
  }

  private static func sentence(_ gap: AccuracyBaseline.Gap) -> String {
    let (holder, other) =
      gap.missingFrom == .scores ? ("the baseline", "the scores") : ("the scores", "the baseline")
    guard let row = gap.row else {
      return "the measure '\(gap.metric)' is in \(holder) and not in \(other)"
    }
    return gap.metric.isEmpty
      ? "\(name(of: row)): the row is in \(holder) and not in \(other)"
      : "\(name(of: row)): '\(gap.metric)' has a value in \(holder) and none in \(other)"
  }

  private static func cells(_ change: AccuracyBaseline.Change) -> [OutputTable.Cell] {
    let percent =
      change.before == 0 ? nil : 100 * (change.now - change.before) / abs(change.before)
    return cells(
      change.row, measure: change.metric, before: change.before, now: change.now,
      percent: percent, finding: "worse")
  }

  private static func cells(_ gap: AccuracyBaseline.Gap) -> [OutputTable.Cell] {
    let isScored = gap.missingFrom == .baseline
    let whole = isScored ? "the whole row is not in the baseline" : "the whole row is missing"
    return cells(
      gap.row, measure: gap.metric.isEmpty ? whole : gap.metric,
      before: isScored ? nil : gap.value, now: isScored ? gap.value : nil, percent: nil,
      finding: isScored ? "not in the baseline" : "not in the scores")
  }

  private static func cells(
    _ row: ScoreRow?, measure: String, before: Double?, now: Double?, percent: Double?,
    finding: String
  ) -> [OutputTable.Cell] {
    [
      .text(row?.dataset ?? ""), .text(row?.participant ?? ""), .text(row?.task ?? ""),
      .text(row?.spelling ?? ""), .number(row.map { $0.horizon * 1000 }, decimals: 1),
      .text(row?.aggregation.rawValue ?? ""), .text(measure),
      // As many digits as it takes to see a change that exceeds the tolerance.
      .measured(before, digits: 6), .measured(now, digits: 6), .number(percent, decimals: 2),
      .text(row?.device?.rawValue ?? ""), .text(row?.part?.name ?? ""), .text(finding),
    ]
  }
}
