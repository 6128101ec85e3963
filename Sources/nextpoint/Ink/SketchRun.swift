import DigitalInk
import Reporting
import TouchInput

/// Sends batches to a drawing app without a screen, with what a person does meanwhile.
struct SketchRun {
  typealias Session = SketchSession<DrawingArguments.Mode>

  /// What is redrawn at each refresh; nil if not asked for.
  private(set) var redraws: RedrawSchedule?
  private var session: Session
  private var predictions: StandInPredictions?
  private var waiting: ArraySlice<SketchScript.Step>
  private var warnings: WarningLog

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - session: The app, without strokes.
  ///   - predictions: What predicts in the place of the device; nil where the device's are taken.
  ///   - script: The user actions other than drawing.
  ///   - source: Where the events come from, for warnings.
  ///   - redraws: What is drawn again at each refresh, still empty; nil if not requested.
  init(
    _ session: Session, predictions: StandInPredictions?, script: SketchScript, source: String,
    redraws: RedrawSchedule? = nil
  ) {
    self.session = session
    self.redraws = redraws
    self.predictions = predictions
    waiting = script.steps[...]
    warnings = WarningLog(of: source)
  }

  /// Takes in all batches.
  ///
  /// An action comes before the first batch with a report that is later than it, its time counted
  /// from the first report; what is left comes after the last.
  ///
  /// - Returns: The app in the end.
  mutating func process(_ batches: [TouchBatch]) -> Session {
    let start = batches.lazy.flatMap(\.reportTimes).first ?? 0
    var now = start
    for batch in batches {
      if let newest = batch.newestReport {
        act(until: newest, from: start)
        now = max(now, newest)
      }
      tell(session.receive(predictions?.process(batch) ?? batch))
      redraws?.mark(session.changedParts, at: now)
    }
    act(until: .infinity, from: start)
    _ = redraws?.advance(to: .infinity)
    warnings.finish()
    return session
  }

  private mutating func act(until end: Double, from start: Double) {
    while let step = waiting.first, start + step.time < end {
      let time = start + step.time
      let drawn = session.changedParts
      tell(session.advance(to: time))
      // A finger's stroke may have begun by the clock alone; what came before is marked already.
      redraws?.mark(session.changedParts.filter { !drawn.contains($0) }, at: time)
      session.perform(step.action, at: time)
      if step.action.changesTheScreen { redraws?.mark([session.view.part], at: time) }
      waiting = waiting.dropFirst()
    }
  }

  private mutating func tell(_ outcome: RecognizerOutcome) {
    for warning in outcome.warnings { warnings.warn(warning) }
  }
}

extension SketchAction {
  /// Whether all that is on the screen is drawn again.
  fileprivate var changesTheScreen: Bool {
    switch self {
    case .choose, .doubleTap, .clear, .zoom, .scroll: true
    case .leavePencilMode, .enterForeground: false
    }
  }
}

extension TouchBatch {
  /// The time of the newest event that is neither a prediction nor a correction; nil if there is
  /// none.
  fileprivate var newestReport: Double? { reportTimes.max() }

  /// The finite times of the events that are neither predictions nor corrections, in order.
  fileprivate var reportTimes: [Double] {
    events.filter { !$0.isPrediction && !$0.isUpdate }.map(\.timestamp).filter(\.isFinite)
  }
}

extension RedrawSchedule {
  /// The refresh rates that can be asked for, in hertz.
  static let rates = 1.0...1000.0

  /// What was drawn at refreshes, compared with drawing after each change.
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
          .measured(markedArea), .measured(drawnArea),
          saved.map { .number($0, decimals: 1) } ?? .empty,
        ]
      ])
  }
}
