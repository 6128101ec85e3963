/// A row of a baseline that cannot be right: it is there twice, or contradicts itself or the scores.
public struct BaselineFault: Error, Hashable, Sendable {
  /// The row, counted from 0.
  public var row: Int
  /// The row that it repeats, counted from 0; nil where it is about one row alone.
  public var repeated: Int?
  /// The column; nil where it is about the whole row.
  public var column: String?
  /// The value; nil where it is about the whole row.
  public var value: String?
  /// What is wrong.
  public var problem: String
}

extension AccuracyBaseline {
  /// Throws for the first row that repeats another, and for the first value that cannot be.
  func checkRows() throws(BaselineFault) {
    var seen: [RowKey: Int] = [:]
    for (index, row) in table.rows.enumerated() {
      if let first = seen.updateValue(index, forKey: RowKey(row)) {
        let isSame = table.rows[first].values == row.values
        throw BaselineFault(
          row: index, repeated: first,
          problem: isSame
            ? "the row is there twice" : "the row is there twice, with other scores")
      }
      try checkValues(of: index)
    }
  }

  /// Throws for the first value that no evaluation gives.
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
    case .count: value < 0 || value != value.rounded() ? "is no count" : nil
    case .share: (0...1).contains(value) ? nil : "is no share, which is from 0 to 1"
    case .length where metric.perfect == 0 && metric.order == .lower:
      value < 0 ? "is below 0, which this measure never is" : nil
    default: nil
    }
  }

  /// Throws where a row says something else of itself than the row of the scores with its name.
  func checkAgreement(
    of index: Int, with now: ScoreRow, in current: AccuracyBaseline
  ) throws(BaselineFault) {
    let row = table.rows[index]
    func differ(_ column: String, _ stated: String, _ found: String) -> BaselineFault {
      BaselineFault(
        row: index, column: column, value: stated,
        problem: "contradicts the rest of the row, whose scores have '\(found)' there")
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

/// What identifies a row; a horizon to a nanosecond.
struct RowKey: Hashable {
  private let texts: [String]
  private let nanoseconds: Double

  init(_ row: ScoreRow) {
    texts = [
      row.dataset, row.participant, row.task, row.predictor, row.parameters,
      row.aggregation.rawValue, row.unit.rawValue, row.device?.rawValue ?? "",
      row.part?.name ?? "",
    ]
    nanoseconds = (row.horizon * 1e9).rounded()
  }
}
