import ArgumentParser
import Datasets
import DigitalInk
import Reporting
import TouchInput

/// A stage after a batch as one line of JSON; `docs/reference/ink-json.md` has the form.
enum InkJSON {
  /// Writes the object.
  ///
  /// - Parameters:
  ///   - outcome: What the pipeline has after the batch.
  ///   - stage: Which stage is written.
  ///   - event: How many events were taken in.
  /// - Returns: The text, without a line feed.
  static func object(
    of outcome: InkPipeline.Outcome, stage: InkStageName, event: Int
  ) -> String {
    let paths = outcome.paths.lines
    switch stage {
    case .paths:
      return object(stage, event, outcome.paths, paths: paths) { path, _ in
        ("points", (0..<path.count).map { point(PolylinePoint(path[$0], at: $0), of: path) })
      }
    case .polylines:
      return object(stage, event, outcome.polylines, paths: paths) {
        ("points", points($0, of: $1))
      }
    case .filtered:
      return object(stage, event, outcome.filtered, paths: paths) { ("points", points($0, of: $1)) }
    case .elements:
      return object(stage, event, outcome.elements, paths: paths) { line, _ in
        ("elements", line.elements.map(element))
      }
    }
  }

  private static func object<Line: InkLine>(
    _ stage: InkStageName, _ event: Int, _ update: LineUpdate<Line>,
    paths: PagedArray<TouchPath>, parts: (Line, TouchPath) -> (key: String, texts: [String])
  ) -> String {
    // Every stage has the lines of the paths, in their places.
    let lines = zip(update.lines, paths).map { line, path in
      let parts = parts(line, path)
      return "{\"touch\":\(JSONText.quoted(path.touchIdentifier)),"
        + "\"isComplete\":\(line.isComplete),\"isSettled\":\(path.isSettled),"
        + "\"\(parts.key)\":\(JSONText.array(parts.texts))}"
    }
    return "{\"event\":\(event),\"deltas\":\(JSONText.array(update.changes.compactMap(delta))),"
      + "\"\(stage.rawValue)\":\(JSONText.array(lines))}"
  }

  /// Returns a change with the hull of its indices and their exact ranges; nil for an empty update.
  private static func delta(_ change: LineChange) -> String? {
    switch change {
    case .added(let line): "{\"added\":\(line)}"
    case .updated(let line, let indices):
      indices.hull.map { hull in
        "{\"updated\":\(line),\"indices\":\(bounds(hull)),"
          + "\"ranges\":\(JSONText.array(indices.ranges.map(bounds)))}"
      }
    case .completed(let line): "{\"completed\":\(line)}"
    case .unhandled(let event): "{\"unhandled\":\(JSONText.quoted(event))}"
    }
  }

  private static func bounds(_ range: ClosedRange<Int>) -> String {
    "[\(range.lowerBound),\(range.upperBound)]"
  }

  private static func points(_ line: Polyline, of path: TouchPath) -> [String] {
    line.points.map { point($0, of: path) }
  }

  /// Returns a point; its path tells which angles were measured and which values are still to be corrected.
  private static func point(_ point: PolylinePoint, of path: TouchPath) -> String {
    let event = path[point.pathIndex].event
    let unmeasured = event.unmeasuredValues
    let pending = point.isPrediction ? [] : event.estimatedPropertiesExpectingUpdates.names
    func angle(_ value: Double, _ property: UnmeasuredValues) -> String {
      unmeasured.contains(property) ? "null" : JSONText.number(value)
    }
    return "{\"x\":\(JSONText.number(point.location.x)),\"y\":\(JSONText.number(point.location.y)),"
      + "\"force\":\(JSONText.number(point.force)),\"t_s\":\(JSONText.number(point.time)),"
      + "\"isPrediction\":\(point.isPrediction),"
      + "\"altitude\":\(angle(point.altitude, .altitude)),"
      + "\"azimuth\":\(angle(point.azimuth, .azimuth)),"
      + "\"pending\":\(JSONText.array(pending.map(JSONText.quoted)))}"
  }

  private static func element(_ element: InkElement) -> String {
    switch element {
    case .move(let end): "[\"M\",\(pair(end))]"
    case .line(let end): "[\"L\",\(pair(end))]"
    case .curve(let end, let control1, let control2):
      "[\"C\",\(pair(end)),\(pair(control1)),\(pair(control2))]"
    }
  }

  private static func pair(_ vector: SIMD2<Double>) -> String {
    "\(JSONText.number(vector.x)),\(JSONText.number(vector.y))"
  }
}

/// A stage whose lines can be printed; its name is also its key in the JSON.
enum InkStageName: String, ExpressibleByArgument, CaseIterable {
  /// The paths of the touches.
  case paths
  /// The paths as polylines.
  case polylines
  /// The polylines after all filters.
  case filtered
  /// Moves, lines and curves.
  case elements
}
