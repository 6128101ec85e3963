import DigitalInk
import TouchInput

/// Touch events drawn one by one by the incremental pipeline, with the change that each made.
struct ReplayTrace {
  /// One step per event, in order.
  private(set) var steps: [ReplayStep] = []
  /// The paths after the last event.
  var paths: PagedArray<TouchPath> { points.lines }
  /// For each path, the step in which each of its measured points came.
  private(set) var arrivals: [[Int]] = []
  /// The rows of points, filtered points and elements after the last event.
  private(set) var rows = [ReplayRows](repeating: ReplayRows(), count: 3)
  /// Warnings about events that did not fit.
  var warnings: [InputWarning] { points.warnings }

  private let ink: ReplayInk
  private var points = TouchPathStream()
  private var polylines = PolylineStream()
  private var smoothed = LineStream(ReplayInk.smoothing)
  private var thinned = LineStream(ReplayInk.thinning)
  private var elements = LineStream(ReplayInk.curves)

  /// Draws the events of the batches.
  init(_ batches: [TouchBatch], by ink: ReplayInk) {
    self.ink = ink
    for (place, batch) in batches.enumerated() {
      for event in batch.events { take(event, of: place) }
    }
  }

  private mutating func take(_ event: TouchEvent, of batch: Int) {
    let paths = points.update(TouchBatch(events: [event]))
    let filtered = thinned.update(smoothed.update(polylines.update(paths)))
    let drawn = elements.update(filtered)
    let line = paths.changes.lazy.compactMap(\.changedLine).first
    var step = ReplayStep(
      time: event.timestamp, kind: ink.kind(of: event), batch: batch, line: line, deltas: [])
    if let line {
      note(line, in: steps.count)
      let path = paths.lines[line]
      let thin = filtered.lines[line].points
      let curve = drawn.lines[line].elements
      step.deltas = [
        rows[0].update(line, count: path.count, at: paths.indices(of: line)) { ink.row(path[$0]) },
        rows[1].update(line, count: thin.count, at: filtered.indices(of: line)) {
          ReplayInk.row(thin[$0])
        },
        rows[2].update(line, count: curve.count, at: drawn.indices(of: line)) {
          ReplayInk.row(curve[$0])
        },
      ]
    }
    steps.append(step)
  }

  private mutating func note(_ line: Int, in step: Int) {
    while arrivals.count <= line { arrivals.append([]) }
    while arrivals[line].count < points.lines[line].confirmed.count { arrivals[line].append(step) }
  }
}

extension LineChange {
  /// The line that was added or updated.
  fileprivate var changedLine: Int? {
    switch self {
    case .added(let line), .updated(let line, _): line
    case .completed, .unhandled: nil
    }
  }
}

extension LineUpdate where Line: InkLine {
  /// The indices of a line that may have changed.
  fileprivate func indices(of line: Int) -> [Int] {
    changes.flatMap { change -> [Int] in
      switch change {
      case .added(line): Array(0..<lines[line].count)
      case .updated(line, let indices): indices.ranges.flatMap(Array.init)
      default: []
      }
    }
  }
}
