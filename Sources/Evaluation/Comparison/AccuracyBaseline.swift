/// A committed table of scores that guards against regressions.
public struct AccuracyBaseline: Sendable {
  /// The tolerated growth of a measure: the greater of two bounds.
  public struct Tolerance: Hashable, Sendable {
    /// The bound as a share of the baseline's distance from perfect.
    public var relative: Double
    /// The bound in the measure's own unit.
    public var absolute: Double

    /// Creates a tolerance, by default 1 % or a millionth.
    public init(relative: Double = 0.01, absolute: Double = 1e-6) {
      self.relative = relative
      self.absolute = absolute
    }
  }

  /// A measure that changed by more than the tolerance.
  public struct Change: Hashable, Sendable {
    /// The row of the baseline.
    public var row: ScoreRow
    /// The measure.
    public var metric: String
    /// The value in the baseline.
    public var before: Double
    /// The value now.
    public var now: Double
    /// How much worse it got, in the measure's unit; negative for better.
    public var worseBy: Double
  }

  /// A row, column or value that only one side has, so that it was not compared.
  public struct Gap: Hashable, Sendable {
    /// The side of a comparison.
    public enum Side: Hashable, Sendable {
      /// The current scores.
      case scores
      /// The baseline.
      case baseline
    }

    /// The side that does not have it.
    public var missingFrom: Side
    /// The row; nil if a whole column is missing.
    public var row: ScoreRow?
    /// The measure; empty if a whole row is missing.
    public var metric: String
    /// The value on the other side; nil for a whole row or column.
    public var value: Double?
  }

  /// The result of a comparison.
  public struct Comparison: Hashable, Sendable {
    /// The number of values that were compared.
    public var compared = 0
    /// The values that got worse by more than the tolerance, worst first.
    public var regressions: [Change] = []
    /// The values that got better by more than the tolerance.
    public var improvements: [Change] = []
    /// What only one side has: columns first, then rows and values in the order of the baseline,
    /// then rows missing from the baseline in the order of the scores.
    public var gaps: [Gap] = []
  }

  /// The guarded measures: some of each family, and the number of scored predictions.
  public static let guarded = [
    "scored", "error_mean", "error_rmse", "error_p95", "overshoot_p95", "undershoot_mean",
    "terminal_overshoot_mean", "reversal_overshoot_mean", "jitter_mean", "roughness_ratio",
    "high_frequency_error", "residual_lag_ms", "wrong_direction_share", "abstention_share",
  ]

  let table: ScoreTable

  /// Creates a baseline from a table's guarded measures.
  ///
  /// - Throws: `BaselineFault` for the first duplicate row, or the first value that no evaluation
  ///   can give.
  public init(_ table: ScoreTable) throws(BaselineFault) {
    self.table = Self.guardedPart(of: table)
    try checkRows()
  }

  /// Returns the guarded measures of a table: the contents of a baseline file.
  public static func guardedPart(of table: ScoreTable) -> ScoreTable {
    let kept = table.metrics.indices.filter { guarded.contains(table.metrics[$0].name) }
    var part = table
    part.metrics = kept.map { table.metrics[$0] }
    for index in part.rows.indices {
      let values = table.rows[index].values
      part.rows[index].values = kept.map { $0 < values.count ? values[$0] : nil }
    }
    return part
  }

  /// Compares a table with the baseline, row by row by their identifiers.
  ///
  /// A measure gets worse by the growth of its badness: its value if lower is better, its distance
  /// from perfect if nearer is better. Any change of a count is a regression. What only one side
  /// has is reported as a gap.
  ///
  /// - Parameters:
  ///   - current: The scores now.
  ///   - tolerance: The tolerated growth of a measure.
  ///   - datasets: The data sets to compare; other rows of the baseline are ignored.
  /// - Returns: The regressions, the improvements and the gaps.
  /// - Throws: `BaselineFault` if a row of the baseline contradicts the row of the scores with the
  ///   same identifiers.
  public func compare(
    _ current: AccuracyBaseline, tolerance: Tolerance, datasets: Set<String>
  ) throws(BaselineFault) -> Comparison {
    var result = Comparison()
    let shared = sharedMeasures(with: current, &result)
    let rows = Dictionary(
      current.table.rows.map { (RowKey($0), $0) }, uniquingKeysWith: { first, _ in first })
    for (index, row) in table.rows.enumerated() where datasets.contains(row.dataset) {
      guard let now = rows[RowKey(row)] else {
        result.gaps.append(Gap(missingFrom: .scores, row: row, metric: "", value: nil))
        continue
      }
      try checkAgreement(of: index, with: now, in: current)
      for measure in shared { compare(row, now, measure, tolerance, &result) }
    }
    let known = Set(table.rows.map(RowKey.init))
    for row in current.table.rows where !known.contains(RowKey(row)) {
      result.gaps.append(Gap(missingFrom: .baseline, row: row, metric: "", value: nil))
    }
    result.regressions.sort { $0.worseBy > $1.worseBy }
    return result
  }

  /// A measure that both sides have, with its index in each.
  private typealias SharedMeasure = (metric: MetricDefinition, before: Int, now: Int)

  /// Returns the measures of both sides, and adds those of one side to the gaps.
  private func sharedMeasures(
    with current: AccuracyBaseline, _ result: inout Comparison
  ) -> [SharedMeasure] {
    var shared: [SharedMeasure] = []
    for (place, metric) in table.metrics.enumerated() {
      if let now = current.table.index(of: metric.name) {
        shared.append((metric, place, now))
      } else {
        result.gaps.append(Gap(missingFrom: .scores, row: nil, metric: metric.name, value: nil))
      }
    }
    for metric in current.table.metrics where table.index(of: metric.name) == nil {
      result.gaps.append(Gap(missingFrom: .baseline, row: nil, metric: metric.name, value: nil))
    }
    return shared
  }

  private func compare(
    _ row: ScoreRow, _ now: ScoreRow, _ measure: SharedMeasure, _ tolerance: Tolerance,
    _ result: inout Comparison
  ) {
    let (metric, name) = (measure.metric, measure.metric.name)
    switch (row.values[measure.before], now.values[measure.now]) {
    case (nil, nil): return
    case (let before?, nil):
      result.gaps.append(Gap(missingFrom: .scores, row: row, metric: name, value: before))
    case (nil, let value?):
      result.gaps.append(Gap(missingFrom: .baseline, row: row, metric: name, value: value))
    case (let before?, let value?):
      result.compared += 1
      let limit = max(tolerance.relative * metric.badness(before), tolerance.absolute)
      let change = Change(
        row: row, metric: name, before: before, now: value,
        worseBy: metric.badness(value) - metric.badness(before))
      if metric.dimension == .count {
        if value != before { result.regressions.append(change) }
      } else if change.worseBy > limit {
        result.regressions.append(change)
      } else if change.worseBy < -limit {
        result.improvements.append(change)
      }
    }
  }
}

/// An invalid row of a baseline: a duplicate, or one that contradicts itself or the scores.
public struct BaselineFault: Error, Hashable, Sendable {
  /// The row, counted from 0.
  public var row: Int
  /// The row that it duplicates, counted from 0; nil if it is no duplicate.
  public var repeated: Int?
  /// The column; nil for the whole row.
  public var column: String?
  /// The value; nil for the whole row.
  public var value: String?
  /// The problem.
  public var problem: String
}

extension AccuracyBaseline {
  /// Throws for the first duplicate row, or the first impossible value.
  func checkRows() throws(BaselineFault) {
    var seen: [RowKey: Int] = [:]
    for (index, row) in table.rows.enumerated() {
      if let first = seen.updateValue(index, forKey: RowKey(row)) {
        let isSame = table.rows[first].values == row.values
        throw BaselineFault(
          row: index, repeated: first,
          problem: isSame
            ? "the row is a duplicate" : "the row is a duplicate with different scores")
      }
      try checkValues(of: index)
    }
  }

  /// Throws for the first value that no evaluation can give.
  private func checkValues(of index: Int) throws(BaselineFault) {
    let values = table.rows[index].values
    for (metric, value) in zip(table.metrics, values) {
      guard let value, let problem = Self.problem(of: value, as: metric) else { continue }
      throw BaselineFault(
        row: index, column: metric.name, value: value.description, problem: problem)
    }
    guard let scored = table.index(of: "scored"), values[scored] == 0,
      let error = table.index(of: "error_mean"), let value = values[error]
    else { return }
    throw BaselineFault(
      row: index, column: "error_mean", value: value.description,
      problem: "cannot be the mean of 0 scored targets")
  }

  private static func problem(of value: Double, as metric: MetricDefinition) -> String? {
    switch metric.dimension {
    case .count: value < 0 || value != value.rounded() ? "is not a count" : nil
    case .share: (0...1).contains(value) ? nil : "is not a share from 0 to 1"
    case .length where metric.perfect == 0 && metric.order == .lower:
      value < 0 ? "is negative, which this measure cannot be" : nil
    default: nil
    }
  }

  /// Throws if a row's descriptive columns differ from those of the same row of the scores.
  func checkAgreement(
    of index: Int, with now: ScoreRow, in current: AccuracyBaseline
  ) throws(BaselineFault) {
    let row = table.rows[index]
    func differ(_ column: String, _ stated: String, _ found: String) -> BaselineFault {
      BaselineFault(
        row: index, column: column, value: stated,
        problem: "contradicts the scores of the same row, which have '\(found)' there")
    }
    if let stated = row.framesAhead, let found = now.framesAhead, stated != found {
      throw differ("frames_ahead", "\(stated)", "\(found)")
    }
    for (name, stated) in zip(table.sweptNames, row.swept) where !stated.isEmpty {
      guard let place = current.table.sweptNames.firstIndex(of: name), place < now.swept.count
      else { continue }
      let found = now.swept[place]
      if !found.isEmpty, stated != found { throw differ(name, stated, found) }
    }
  }
}

/// The identifiers of a row, with the horizon rounded to a nanosecond.
struct RowKey: Hashable {
  private let texts: [String]
  private let nanoseconds: Double

  init(_ row: ScoreRow) {
    texts = [
      row.dataset, row.participant, row.task, row.predictor, row.parameters,
      row.aggregation.rawValue, row.unit.rawValue, row.device?.rawValue ?? "",
      row.part?.name ?? "", row.recording,
    ]
    nanoseconds = (row.horizon * 1e9).rounded()
  }
}
