import Evaluation
import MotionNumerics
import Reporting

/// The mean error by task and horizon, pooled and over participants, each with its interval.
///
/// Pooled is the mean over all predictions; its interval draws whole participants again. Both are made
/// of the participants' own rows.
struct CellTable {
  private let scores: ScoreTable
  private let seed: UInt64

  private static let replicates = PairedComparison.Resampling().replicates

  init(_ scores: ScoreTable, seed: UInt64) { (self.scores, self.seed) = (scores, seed) }

  /// One row a predictor, task and horizon.
  var table: OutputTable {
    OutputTable(
      columns: [
        .init("predictor"), .init("parameters"), .init("task"), .init("horizon_ms"), .init("unit"),
        .init("participants"), .init("scored"), .init("error_mean"), .init("low"), .init("high"),
        .init("participant_mean"), .init("participant_low"), .init("participant_high"),
      ],
      rows: cells)
  }

  private struct Key: Hashable {
    let predictor: String
    let parameters: String
    let task: String
    let milliseconds: Double
    let unit: String
  }

  private var cells: [[OutputTable.Cell]] {
    guard let error = scores.metrics.firstIndex(where: { $0.name == "error_mean" }),
      let count = scores.metrics.firstIndex(where: { $0.name == "scored" })
    else { return [] }
    var (order, clusters): ([Key], [Key: [ClusterBootstrap.Cluster]]) = ([], [:])
    for row in scores.rows
    where row.aggregation == .pooled && !row.participant.isEmpty && !row.task.isEmpty
      && row.part == nil && row.device == nil && row.recording.isEmpty
    {
      guard let mean = row.values[error], let number = row.values[count], number > 0 else {
        continue
      }
      let key = Key(
        predictor: row.predictor, parameters: row.parameters, task: row.task,
        milliseconds: 1000 * row.horizon, unit: row.unit.rawValue)
      if clusters[key] == nil { order.append(key) }
      clusters[key, default: []].append(.init(sum: mean * number, count: number))
    }
    return order.map { row($0, clusters[$0] ?? []) }
  }

  private func row(_ key: Key, _ clusters: [ClusterBootstrap.Cluster]) -> [OutputTable.Cell] {
    let pooled = ClusterBootstrap(clusters, seed: seed)
    let interval = PercentileInterval(pooled.replicates(0..<Self.replicates))
    let mean = ParticipantMean(
      clusters.map { $0.sum / $0.count },
      resampling: .init(replicates: Self.replicates, seed: seed))
    return [
      .text(key.predictor), .text(key.parameters), .text(key.task),
      .number(key.milliseconds, decimals: 1), .text(key.unit), .integer(clusters.count),
      .integer(Int(clusters.reduce(0) { $0 + $1.count })),
    ]
      + [
        pooled.mean, interval?.low, interval?.high, mean?.mean, mean?.interval?.low,
        mean?.interval?.high,
      ].map { .measured($0) }
  }
}
