import Evaluation
import Reporting

/// The tables of a tuning: every setting tried, the folds, and the result of the choice.
struct TuningTables {
  private let result: TuningResult
  private let goal: TuningGoal
  private let sweptNames: [String]

  init(_ result: TuningResult, goal: TuningGoal) {
    self.result = result
    self.goal = goal
    sweptNames = result.outcome.table.sweptNames
  }

  /// `trials.csv`: every setting in the order tried.
  var trials: OutputTable {
    OutputTable(
      columns: [.init("trial"), .init("searched"), .init("predictor"), .init("parameters")]
        + sweptNames.map { .init("swept_\($0)") }
        + [.init("participants"), .init("unit"), .init("objective")]
        + result.parts.map { .init("objective_\($0.part)") }
        + goal.guards.map { .init($0.metric.name) } + [.init("verdict"), .init("chosen")],
      rows: result.spaces.flatMap(rows(of:)))
  }

  private func rows(of tuned: TunedSpace) -> [[OutputTable.Cell]] {
    let participants = tuned.outcome.trials.participants
    return tuned.outcome.trials.indices.map { place in
      let (trial, setting) = (tuned.outcome.trials[place], tuned.outcome.settings[place])
      let standing = trial.standing(over: participants, for: goal)
      let parts = result.parts.map { part in
        let present = part.participants.filter(participants.contains)
        return trial.standing(over: present, for: goal).objective
      }
      let head: [OutputTable.Cell] = [
        .integer(place + 1), .text(tuned.space.spelling), .text(setting.kind),
        .text(setting.parameters),
      ]
      let swept = sweptNames.map { name in
        OutputTable.Cell.text(setting.settings.first { $0.key == name }?.value ?? "")
      }
      return head + swept + [
        .integer(trial.participants.count), .text(unit), number(standing.objective),
      ]
        + parts.map(number)
        + zip(standing.guarded, goal.guards).map { $1.metric.dimension.cell($0, decimals: 3) }
        + [.text(verdict(standing)), .integer(tuned.counts[place] ?? 0)]
    }
  }

  private func verdict(_ standing: TuningStanding) -> String {
    guard standing.objective != nil else { return "incomplete" }
    let broken = standing.broken.map(\.description)
    return broken.isEmpty ? "ok" : "breaks \(broken.joined(separator: " and "))"
  }

  /// `folds.csv`: who was left out, what the others chose, and the result.
  var folds: OutputTable {
    OutputTable(
      columns: [
        .init("searched"), .init("participant"), .init("chosen"), .init("unit"),
        .init("objective_of_others"), .init("score"),
      ],
      rows: result.spaces.flatMap { tuned in
        tuned.folds.map { fold in
          [
            .text(tuned.space.spelling), .text(fold.heldOut), .text(fold.choice.spelling),
            .text(unit), number(fold.choice.objective), number(fold.score.objective),
          ]
        }
      })
  }

  /// `comparisons.csv`: every choice compared with the untuned setting and the references.
  var comparisons: OutputTable {
    OutputTable(
      columns: [.init("searched")] + Self.compared,
      rows: result.spaces.flatMap { tuned in
        comparison(of: tuned).rows.map { [.text(tuned.space.spelling)] + $0 }
      })
  }

  /// The part of it that is of one spelling.
  func comparison(of tuned: TunedSpace) -> OutputTable {
    OutputTable(columns: Self.compared, rows: tuned.compared.map(row))
  }

  private static let compared: [OutputTable.Column] = [
    .init("predictor"), .init("role"), .init("participants"), .init("unit"), .init("score"),
    .init("score_low", title: "95 % low"), .init("score_high", title: "95 % high"),
    .init("difference", title: "chosen − this"), .init("low", title: "95 % low"),
    .init("high", title: "95 % high"), .init("change_percent", title: "change (%)"),
    .init("improved"), .init("p"), .init("p_holm", title: "p (Holm)"),
  ]

  private func row(_ compared: ComparedWithTuned) -> [OutputTable.Cell] {
    let interval = compared.mean.interval
    let head: [OutputTable.Cell] = [
      .text(compared.trial.spelling), .text(compared.role.rawValue),
      .integer(compared.mean.count), .text(unit), number(compared.mean.mean), number(interval?.low),
      number(interval?.high),
    ]
    guard let comparison = compared.comparison else {
      return head + Array(repeating: .empty, count: 7)
    }
    let estimate = comparison.participantMean
    return head
      + [estimate.difference, estimate.interval?.low, estimate.interval?.high].map(number)
      + [
        .number(estimate.relativeChange.map { 100 * $0 }, decimals: 1),
        .text("\(comparison.improved)/\(comparison.participants.count)"),
        .number(comparison.test.p, decimals: 4), .number(compared.corrected, decimals: 4),
      ]
  }

  private func number(_ value: Double?) -> OutputTable.Cell {
    goal.objective.dimension.cell(value, decimals: 3)
  }

  private var unit: String {
    result.scorer.unit.map { goal.objective.dimension.unit(ofLengths: $0) } ?? ""
  }
}
