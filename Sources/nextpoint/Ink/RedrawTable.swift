import Reporting
import TouchInput

extension RedrawSchedule {
  /// The refresh rates that can be asked for, in hertz.
  static let rates = 1.0...1000.0

  /// What was drawn at refreshes, beside what drawing for each change would have drawn.
  var table: OutputTable {
    let saved = markedArea > 0 ? 100 * (1 - drawnArea / markedArea) : nil
    return OutputTable(
      columns: [
        .init("refresh_hz"), .init("changes"), .init("frames"), .init("area_by_change_pt2"),
        .init("area_by_frame_pt2"), .init("area_saved_percent"),
      ],
      rows: [
        [
          .number(refreshRate, decimals: 1), .integer(marks), .integer(frames),
          .number(markedArea, decimals: 0), .number(drawnArea, decimals: 0),
          saved.map { .number($0, decimals: 1) } ?? .empty,
        ]
      ])
  }
}
