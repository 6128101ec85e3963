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
      return object(stage, event, outcome.paths, paths: paths) { path in
        ("points", (0..<path.count).map { point(PolylinePoint(path[$0], at: $0)) })
      }
    case .polylines:
      return object(stage, event, outcome.polylines, paths: paths) { ("points", points(of: $0)) }
    case .filtered:
      return object(stage, event, outcome.filtered, paths: paths) { ("points", points(of: $0)) }
    case .elements:
      return object(stage, event, outcome.elements, paths: paths) { line in
        ("elements", line.elements.map(element))
      }
    }
  }

  private static func object<Line: InkLine>(
    _ stage: InkStageName, _ event: Int, _ update: LineUpdate<Line>,
    paths: PagedArray<TouchPath>, parts: (Line) -> (key: String, texts: [String])
  ) -> String {
    // Every stage has the lines of the paths, in their places.
    let lines = zip(update.lines, paths).map { line, path in
      let parts = parts(line)
      return "{\"touch\":\(JSONText.quoted(path.touchIdentifier)),"
        + "\"isComplete\":\(line.isComplete),\"isSettled\":\(path.isSettled),"
        + "\"\(parts.key)\":\(JSONText.array(parts.texts))}"
    }
    return "{\"event\":\(event),\"deltas\":\(JSONText.array(update.deltas.map(delta))),"
      + "\"\(stage.rawValue)\":\(JSONText.array(lines))}"
  }

  private static func delta(_ delta: StreamDelta) -> String {
    switch delta {
    case .added(let line): "{\"added\":\(line)}"
    case .updated(let line, let indices):
      "{\"updated\":\(line),\"indices\":[\(indices.lowerBound),\(indices.upperBound)]}"
    case .completed(let line): "{\"completed\":\(line)}"
    case .unhandled(let event): "{\"unhandled\":\(JSONText.quoted(event))}"
    }
  }

  private static func points(of line: Polyline) -> [String] { line.points.map(point) }

  private static func point(_ point: PolylinePoint) -> String {
    "{\"x\":\(JSONText.number(point.location.x)),\"y\":\(JSONText.number(point.location.y)),"
      + "\"force\":\(JSONText.number(point.force)),\"t_s\":\(JSONText.number(point.time)),"
      + "\"isPrediction\":\(point.isPrediction)}"
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
