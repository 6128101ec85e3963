import Evaluation
import TouchInput

/// Error, overshoot and noise against each other, error at equal noise, and headroom.
struct TradeOffBlock {
  let report: DatasetReport
  let scores: DatasetScores

  /// The figures and the tables that the run has the data for.
  var html: String {
    let panels = report.paretoPanels
    let figure =
      panels.isEmpty
      ? "" : HTMLFragment.figure(panels, caption: XMLText.escaped(caption), style: "trio")
    return figure + EqualNoiseTable(scores: scores).html
      + HeadroomTable(floors: report.floors, unit: scores.unit).html
  }

  private var caption: String {
    let moment = scores.headlineMoment
    let missing = HeadlineMeasure.allCases.compactMap { scores.metric($0.name) }.compactMap {
      metric in
      scores.missingReason(metric, at: moment..<(moment + 1)).map {
        " \(scores.format(metric).heading) has no values here: \($0)."
      }
    }
    return "Every configuration at \(scores.headlineHorizon); lower left is better. Circles are on "
      + "the Pareto front: no other configuration is at least as good in error, overshoot and noise "
      + "and better in one. Since each figure shows two of the three, a circle may look beaten. The "
      + "star is the knee, nearest to the best of all three; squares are dominated."
      + missing.joined()
  }
}

/// The lowest error of each kind among its settings that are no noisier than the reference.
struct EqualNoiseTable {
  let scores: DatasetScores

  /// The table; empty without the reference, its noise, or a second kind.
  var html: String {
    let moment = scores.headlineMoment
    guard let errors = scores.format(.error), let noises = scores.format(.noise),
      let reference = scores.configuration(Landmark.linear),
      let limit = scores.value(reference, at: moment, named: noises.metric.name)
    else { return "" }
    let choices = EqualNoise.choices(among: candidates(at: moment), limit: limit)
    guard choices.count > 1 else { return "" }
    let rows = choices.map { choice -> [OutputTable.Cell] in
      [
        .text(choice.kind), .text("\(choice.quietEnough) of \(choice.settings)"),
        choice.best.map { .text($0.spelling) } ?? .empty, errors.cell(choice.best?.error),
        noises.cell(choice.best?.noise),
      ]
    }
    let columns: [OutputTable.Column] = [
      .init("kind"), .init("settings quiet enough"), .init("best of these"),
      .init(errors.axisTitle), .init(noises.axisTitle),
    ]
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption: "<b>Error at equal noise.</b> For each kind, the setting with the lowest "
        + "\(XMLText.escaped(errors.noun)) among those whose \(XMLText.escaped(noises.noun)) is no "
        + "more than that of \(HTMLFragment.code(Landmark.linear)), \(noises.quantity(limit)), at "
        + "\(scores.headlineHorizon). A dash: no setting is as quiet.",
      codeColumns: [0, 2], rightAligned: [1]
    ).html
  }

  private func candidates(at moment: Int) -> [EqualNoise.Candidate] {
    scores.configurations.compactMap { configuration in
      guard let error = scores.value(configuration, at: moment, named: HeadlineMeasure.error.name),
        let noise = scores.value(configuration, at: moment, named: HeadlineMeasure.noise.name)
      else { return nil }
      return EqualNoise.Candidate(
        kind: configuration.kind, spelling: configuration.spelling, error: error, noise: noise)
    }
  }
}

/// How low the error of each family could have been with the best setting chosen in hindsight.
struct HeadroomTable {
  /// The floors of one data set at one horizon.
  let floors: [OracleFloor]
  let unit: LengthUnit

  /// The table; empty where no family has a choice of settings.
  var html: String {
    let chosen = floors.filter { $0.settings > 1 }
    guard let first = chosen.first else { return "" }
    let rows = chosen.map { floor -> [OutputTable.Cell] in
      [
        .text(floor.predictor), .integer(floor.settings), .text(floor.bestParameters),
        length(floor.bestSetting), length(floor.bestByParticipant), length(floor.bestByStroke),
        .number(headroom(floor), decimals: 1),
      ]
    }
    let columns: [OutputTable.Column] = [
      .init("family"), .init("settings"), .init("best setting"),
      .init("its mean error (\(unit.symbol))"),
      .init("best for each participant (\(unit.symbol))"),
      .init("best for each stroke (\(unit.symbol))"), .init("headroom (%)"),
    ]
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption:
        "<b>Headroom.</b> The mean error of each family over all predictions at "
        + "\(HorizonText.full(first.horizon)): with its best setting, with the best setting for each "
        + "participant in hindsight, and with the best for each stroke in hindsight. No choice among "
        + "these settings can go below the last; headroom is the share of the first that it saves.",
      codeColumns: [0, 2]
    ).html
  }

  private func length(_ value: Double) -> OutputTable.Cell {
    value.isFinite ? .measured(value) : .empty
  }

  private func headroom(_ floor: OracleFloor) -> Double? {
    guard floor.bestSetting > 0 else { return nil }
    let share = 100 * (1 - floor.bestByStroke / floor.bestSetting)
    return share.isFinite ? share : nil
  }
}
