import Evaluation
import MotionPrediction

/// The predictors of products as they ship, with the limits on the horizon that they ship with.
///
/// A preset is a predictor of a product with given settings. It counts as shipped if it has no limit, or
/// if its spelling turns the limit on (`capped=true`). Presets whose limit is off are named below the table.
struct ShippedPresetsTable {
  /// The pooled scores: the shares of all targets.
  let scores: DatasetScores

  /// The parameter that turns the limit on, and the kinds of predictors that have it.
  private static let cap = "capped"
  private static let cappedKinds = Set(
    PredictorCatalogue.standard.rows.filter { row in
      row.parameters.contains { $0.name == cap }
    }.map(\.kind))

  private enum Limit {
    case none
    case on
    case off

    init(_ preset: DatasetScores.Configuration) {
      guard cappedKinds.contains(preset.kind) else {
        self = .none
        return
      }
      self = preset.parameters.split(separator: ",").contains("\(cap)=true") ? .on : .off
    }
  }

  private var presets: [(preset: DatasetScores.Configuration, limit: Limit)] {
    scores.configurations.filter { Landmark.products.contains($0.kind) }.map { ($0, Limit($0)) }
  }

  /// The table, with a row for each preset and two columns for each horizon; empty where the run has no
  /// preset as it ships.
  var html: String {
    let shipped = presets.filter { $0.limit != .off }
    guard !shipped.isEmpty, let error = scores.metric(HeadlineMeasure.error.name) else { return "" }
    let silence = scores.metric("abstention_share")
    let measures = [error] + [silence].compactMap { $0 }
    let rows = shipped.map { preset, limit -> [OutputTable.Cell] in
      [.text(preset.spelling), limit == .on ? .text("on") : .text("none")]
        + scores.moments.indices.flatMap { moment in
          measures.map { measure in
            scores.format(measure).cell(
              scores.value(preset, at: moment, named: measure.name))
          }
        }
    }
    let titles = measures.map { OutputTable.Column(scores.format($0).axisTitle) }
    let columns =
      [OutputTable.Column("preset"), .init("limit")] + scores.moments.flatMap { _ in titles }
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption:
        "Predictors of browsers and operating systems with the limit on the horizon that they ship "
        + "with, as this toolkit re-implements them. Beyond its limit a preset abstains; an abstention "
        + "is scored as hold. All predictions are pooled.",
      codeColumns: [0], rightAligned: Set(2..<columns.count),
      columnGroups: [("", 2)] + scores.moments.map { (HorizonText.full($0), measures.count) }
    ).html + remark
  }

  /// Which presets of the run do not ship as they were scored; empty for none.
  private var remark: String {
    let others = presets.filter { $0.limit == .off }.map { HTMLFragment.code($0.preset.spelling) }
    guard !others.isEmpty else { return "" }
    return HTMLFragment.paragraph(
      "Not in this table, because this run scored them without their limit: "
        + "\(HTMLFragment.list(others)). Add \(HTMLFragment.code("\(Self.cap)=true")) to score "
        + "them as they ship.", style: "note")
  }
}
