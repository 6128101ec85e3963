/// A committed table of scores that later ones must not be worse than.
public struct AccuracyBaseline: Sendable {
  /// How much worse a measure may get: the greater of the two.
  public struct Tolerance: Hashable, Sendable {
    /// As a share of the baseline's distance from perfect.
    public var relative: Double
    /// In the measure's own unit.
    public var absolute: Double

    /// Makes a tolerance; the default is 1 % or a millionth.
    public init(relative: Double = 0.01, absolute: Double = 1e-6) {
      self.relative = relative
      self.absolute = absolute
    }
  }

  /// A measure that is not what it was.
  public struct Change: Hashable, Sendable {
    /// The row of the baseline.
    public var row: ScoreRow
    /// The measure; empty where the whole row is missing.
    public var metric: String
    /// What the baseline holds.
    public var before: Double?
    /// What it is now.
    public var now: Double?
    /// How much worse it got, in the measure's unit; negative for better, infinite for missing.
    public var worseBy: Double
  }

  /// What a comparison found.
  public struct Comparison: Hashable, Sendable {
    /// How many measures were compared.
    public var compared = 0
    /// What got worse by more than the tolerance, the worst share first.
    public var regressions: [Change] = []
    /// What got better by more than the tolerance.
    public var improvements: [Change] = []
  }

  /// The measures that are guarded: some of each family, and the count of what is scored.
  public static let guarded = [
    "scored", "error_mean", "error_rmse", "error_p95", "overshoot_p95", "undershoot_mean",
    "terminal_overshoot_mean", "reversal_overshoot_mean", "jitter_mean", "roughness_ratio",
    "high_frequency_error", "residual_lag_ms", "wrong_direction_share", "abstention_share",
  ]

  private let table: ScoreTable

  /// A baseline of a table's guarded measures.
  public init(_ table: ScoreTable) { self.table = Self.guardedPart(of: table) }

  /// The guarded measures of a table: what a baseline file holds.
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
  /// A measure is worse by the growth of its badness: its value where lower is better, its distance
  /// from perfect where nearer is better; any change of a count is a regression. A value or a row
  /// that is missing now is a regression; one that is new is not compared.
  ///
  /// - Parameters:
  ///   - current: The scores now.
  ///   - tolerance: How much worse a measure may get.
  ///   - datasets: The data sets to compare; rows of others are passed over.
  /// - Returns: What got worse and what got better.
  public func compare(
    _ current: ScoreTable, tolerance: Tolerance, datasets: Set<String>
  ) -> Comparison {
    var result = Comparison()
    let rows = Dictionary(
      current.rows.map { (Key($0), $0) }, uniquingKeysWith: { first, _ in first })
    for row in table.rows where datasets.contains(row.dataset) {
      guard let now = rows[Key(row)] else {
        result.regressions.append(
          Change(row: row, metric: "", before: nil, now: nil, worseBy: .infinity))
        continue
      }
      compare(row, now, in: current, tolerance, &result)
    }
    result.regressions.sort { $0.worseBy > $1.worseBy }
    return result
  }

  private func compare(
    _ row: ScoreRow, _ now: ScoreRow, in current: ScoreTable, _ tolerance: Tolerance,
    _ result: inout Comparison
  ) {
    for (index, metric) in table.metrics.enumerated() {
      guard let before = row.values[index] else { continue }
      let value = current.index(of: metric.name).flatMap { now.values[$0] }
      result.compared += 1
      var change = Change(
        row: row, metric: metric.name, before: before, now: value, worseBy: .infinity)
      if let value {
        let limit = max(tolerance.relative * metric.badness(before), tolerance.absolute)
        change.worseBy = metric.badness(value) - metric.badness(before)
        if metric.dimension == .count {
          if value != before { result.regressions.append(change) }
        } else if change.worseBy > limit {
          result.regressions.append(change)
        } else if change.worseBy < -limit {
          result.improvements.append(change)
        }
      } else {
        result.regressions.append(change)
      }
    }
  }

  /// What identifies a row; a horizon to a nanosecond.
  private struct Key: Hashable {
    let texts: [String]
    let nanoseconds: Double

    init(_ row: ScoreRow) {
      texts = [
        row.dataset, row.participant, row.task, row.predictor, row.parameters,
        row.aggregation.rawValue, row.unit.rawValue, row.device?.rawValue ?? "",
        row.part?.name ?? "",
      ]
      nanoseconds = (row.horizon * 1e9).rounded()
    }
  }
}
