import DigitalInk
import TouchInput

/// The ink of a replay: points, then Savitzky–Golay and Douglas–Peucker, then Antigrain curves.
struct ReplayInk {
  /// The identifiers of the events that were delivered rather than coalesced.
  let delivered: Set<String>
  /// The filters and the smoother with their default settings.
  static let smoothing = SavitzkyGolay()
  static let thinning = DouglasPeucker()
  static let curves = ElementMaker(AntigrainSmoother())

  /// Finds the delivered events: in each batch, the last report of every touch that is neither
  /// predicted nor a correction.
  init(_ batches: [TouchBatch]) {
    var names: Set<String> = []
    for batch in batches {
      var newest: [String: String] = [:]
      for event in batch.events where !event.isPrediction && !event.isUpdate {
        newest[event.touchIdentifier] = event.identifier
      }
      names.formUnion(newest.values)
    }
    delivered = names
  }

  /// Returns what kind of report an event is.
  func kind(of event: TouchEvent) -> ReplayStep.Kind {
    if event.isPrediction { return .predicted }
    if event.isUpdate { return .updated }
    return delivered.contains(event.identifier) ? .delivered : .coalesced
  }

  /// A point: x, y, time in seconds, force, kind.
  func row(_ point: TouchPathPoint) -> [Double] {
    let event = point.event
    return [
      event.location.x, event.location.y, event.timestamp, event.force,
      Double(kind(of: event).rawValue),
    ]
  }

  /// A filtered point: x, y.
  static func row(_ point: PolylinePoint) -> [Double] { [point.location.x, point.location.y] }

  /// An element: its end and, for a curve, both control points.
  static func row(_ element: InkElement) -> [Double] {
    switch element {
    case .move(let end), .line(let end): [end.x, end.y]
    case .curve(let end, let first, let second):
      [end.x, end.y, first.x, first.y, second.x, second.y]
    }
  }

  /// Returns what the batch filters and the batch smoother make of whole paths: points, filtered
  /// points and elements, each by line.
  func batchResult(of paths: some Sequence<TouchPath>) -> [[[[Double]]]] {
    var stages: [[[[Double]]]] = [[], [], []]
    for path in paths {
      let polyline = PolylineCopy().result(of: path)
      let filtered = Self.thinning.result(of: Self.smoothing.result(of: polyline))
      stages[0].append(path.points.map(row))
      stages[1].append(filtered.points.map(Self.row))
      stages[2].append(Self.curves.result(of: filtered).elements.map(Self.row))
    }
    return stages
  }
}
