import Evaluation
import TouchInput

/// How low the error of each family could have been, had one known beforehand what to choose.
struct FloorTable {
  /// The floors of one data set at one horizon.
  let floors: [OracleFloor]
  let unit: LengthUnit

  /// A family of one setting has nothing to choose from, so that its floor says nothing.
  private var chosen: [OracleFloor] { floors.filter { $0.settings > 1 } }

  /// The table; empty where no family has a choice.
  var html: String {
    guard let first = chosen.first else { return "" }
    let rows = chosen.map { floor -> [OutputTable.Cell] in
      [
        .text(floor.predictor), .integer(floor.settings), .text(floor.bestParameters),
        length(floor.bestSetting), length(floor.bestByParticipant), length(floor.bestByStroke),
        .number(headRoom(floor), decimals: 1),
      ]
    }
    let columns: [OutputTable.Column] = [
      .init("family"), .init("settings"), .init("best setting"),
      .init("its mean error (\(unit.symbol))"),
      .init("best for each participant (\(unit.symbol))"),
      .init("best for each stroke (\(unit.symbol))"), .init("head-room (%)"),
    ]
    let horizon = HorizonText.full(
      .init(seconds: first.horizon.seconds, frames: first.horizon.frames))
    return HTMLTable(
      table: OutputTable(columns: columns, rows: rows),
      caption:
        "<b>Head-room.</b> The mean error over all predictions of each family at \(horizon): "
        + "with its best setting; in hindsight, with the best for each participant, and for each "
        + "stroke. No choice among these settings falls below the last; the head-room is what lies "
        + "between it and the first.",
      codeColumns: [0, 2]
    ).html
  }

  private func length(_ value: Double) -> OutputTable.Cell {
    value.isFinite ? .number(value, decimals: unit.decimals) : .empty
  }

  private func headRoom(_ floor: OracleFloor) -> Double? {
    guard floor.bestSetting > 0 else { return nil }
    let share = 100 * (1 - floor.bestByStroke / floor.bestSetting)
    return share.isFinite ? share : nil
  }
}
