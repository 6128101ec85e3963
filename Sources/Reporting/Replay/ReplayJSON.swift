import Datasets
import TouchInput

/// The model of a replay as the JSON that its page reads.
///
/// Positions are rounded to a millionth of their extent or finer; times are milliseconds since the
/// first, with three decimals. Numbers that are not finite are null.
struct ReplayJSON {
  private let model: ReplayModel
  private let origin: Double
  private let decimals: Int

  init(_ model: ReplayModel) {
    self.model = model
    origin = model.trace.steps.lazy.map(\.time).filter(\.isFinite).min() ?? 0
    decimals = Self.decimals(of: model.trace.paths)
  }

  /// The object.
  var text: String {
    let trace = model.trace
    let steps = trace.steps.map(step)
    return JSONText.object(
      [
        ("unit", JSONText.quoted(model.source.scale.unit.shown)),
        ("horizon", number(model.horizon.milliseconds, 6)),
        ("refresh", number(1000 / model.refreshRate, 6)),
        ("touches", JSONText.array(trace.paths.map { JSONText.quoted($0.touchIdentifier) })),
        ("predictors", JSONText.array(model.predictors.map(JSONText.quoted))),
        ("steps", JSONText.array(steps, separator: ",\n")),
        ("forecasts", JSONText.array(model.forecasts.rows.map(forecast), separator: ",\n")),
        ("stages", JSONText.array(LatencyStage.allCases.map(stage), separator: ",\n")),
        ("batch", JSONText.array(model.batchResult.enumerated().map(batch), separator: ",\n")),
      ], separator: ",\n")
  }

  /// [time, kind, batch, line or −1, changes of points, of filtered points, of elements].
  private func step(_ step: ReplayStep) -> String {
    let head = [
      milliseconds(step.time), "\(step.kind.rawValue)", "\(step.batch)", "\(step.line ?? -1)",
    ]
    let deltas = step.deltas.enumerated().map { stage, delta in
      let runs = delta.runs.flatMap {
        ["\($0.start)", JSONText.array($0.rows.map { row($0, of: stage) })]
      }
      return JSONText.array(["\(delta.count)"] + runs)
    }
    return JSONText.array(head + deltas)
  }

  private func batch(_ stage: Int, _ lines: [[[Double]]]) -> String {
    JSONText.array(lines.map { JSONText.array($0.map { row($0, of: stage) }) })
  }

  /// A point has x, y, time, force and kind; all other rows have coordinates alone.
  private func row(_ row: [Double], of stage: Int) -> String {
    guard stage == 0 else { return JSONText.array(row.map(coordinate)) }
    return JSONText.array(
      [
        coordinate(row[0]), coordinate(row[1]), milliseconds(row[2]), number(row[3], 4),
        number(row[4], 0),
      ], separator: ",\n")
  }

  /// [step, line, index, truth, predictions, scored positions, errors].
  private func forecast(_ row: ReplayForecasts.Row) -> String {
    JSONText.array(
      [
        "\(model.trace.arrivals[row.line][row.index])", "\(row.line)", "\(row.index)",
        row.truth.map(position) ?? "null",
        JSONText.array(row.answers.map { $0.map(position) ?? "null" }),
        JSONText.array(row.scored.map(position)),
        row.errors.map { JSONText.array($0.map(coordinate)) } ?? "null",
      ], separator: ",\n")
  }

  private func stage(_ stage: LatencyStage) -> String {
    let frames = (model.latency.frames[stage] ?? []).map { frame in
      JSONText.array([
        milliseconds(frame.time), "\(frame.line)", "\(frame.index)", position(frame.tip),
        frame.contact.map(position) ?? "null", frame.gap.map(coordinate) ?? "null",
        frame.delay.map { number($0 * 1000, 2) } ?? "null",
      ])
    }
    return JSONText.object(
      [
        ("name", JSONText.quoted(stage.rawValue)), ("title", JSONText.quoted(stage.title)),
        ("frames", JSONText.array(frames)),
      ], separator: ",\n")
  }

  private func position(_ place: SIMD2<Double>) -> String {
    JSONText.array([coordinate(place.x), coordinate(place.y)])
  }

  private func coordinate(_ value: Double) -> String { number(value, decimals) }

  private func milliseconds(_ time: Double) -> String { number((time - origin) * 1000, 3) }

  private func number(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return "null" }
    return FixedPoint.trimmed(value, decimals: decimals)
  }

  /// Returns the number of decimals that resolve a millionth of the longer side of all paths.
  private static func decimals(of paths: PagedArray<TouchPath>) -> Int {
    let sides = paths.compactMap(\.bounds).map { $0.size.max() }
    var (extent, decimals) = (sides.max() ?? 0, 2)
    guard extent > 0 else { return 6 }
    while extent < 10_000, decimals < 12 {
      extent *= 10
      decimals += 1
    }
    return decimals
  }
}

extension LengthUnit {
  /// The unit as written after a number.
  fileprivate var shown: String { self == .device ? "units" : rawValue }
}
