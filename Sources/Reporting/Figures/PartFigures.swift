import Evaluation
import TouchInput

/// The headline measures by part of the strokes: by kind, by phase of the motion, by speed, by age and by time
/// to the lift.
struct PartFigures {
  /// A way of dividing strokes.
  enum Division: CaseIterable {
    case kind
    case phase
    case speed
    case age
    case ageTime
    case liftTime

    /// What it divides by.
    var noun: String {
      switch self {
      case .kind: "kind of stroke"
      case .phase: "phase of the motion"
      case .speed: "speed of the contact"
      case .age: "age of the stroke in samples"
      case .ageTime: "age of the stroke"
      case .liftTime: "time to the lift"
      }
    }

    var word: String {
      switch self {
      case .kind: "kind"
      case .phase: "phase"
      case .speed: "speed"
      case .age: "age"
      case .ageTime: "age-ms"
      case .liftTime: "lift-ms"
      }
    }

    /// What its parts are.
    var definition: String {
      switch self {
      case .kind:
        "Contact: from touching down to the lift. Hover: above the surface, or without a pressed "
          + "button. Motion: relative motion."
      case .phase:
        "Start: within 0.1 s after touching down. Stop: at rest, just before a pause or the lift. "
          + "Corner: the direction turns by more than 45° within 0.1 s. Cruise: everything else."
      case .speed: "The speed is the true one at the predicted moment."
      case .age: "The age is the number of samples up to the newest one."
      case .ageTime: "The age is the time from the first sample to the newest one."
      case .liftTime: "The time to the lift is that from the newest sample to the last one."
      }
    }

    /// Its parts, in order, with their names for people.
    var parts: [(part: StrokePart, title: String)] {
      switch self {
      case .kind: Stroke.Kind.allCases.map { (.kind($0), $0.rawValue) }
      case .phase: StrokePhase.allCases.map { (.phase($0), $0.rawValue) }
      case .speed:
        SpeedClass.allCases.map {
          (.speed($0), PartFigures.range($0.rawValue, "mm/s"))
        }
      case .age: AgeClass.allCases.map { (.age($0), PartFigures.range($0.rawValue, "samples")) }
      case .ageTime: TimeClass.allCases.map { (.elapsed($0), PartFigures.range($0.rawValue, "ms")) }
      case .liftTime:
        TimeClass.allCases.map { (.untilLift($0), PartFigures.range($0.rawValue, "ms")) }
      }
    }
  }

  private static func range(_ name: String, _ unit: String) -> String {
    name.replacing("-", with: "–") + "\u{A0}" + unit
  }

  let lines: EstimatedLines
  let parts: [DatasetScores]
  let slug: String

  /// Returns the figures of a division, one per headline measure; none where the run has no such
  /// scores.
  func figures(_ division: Division) -> [Figure] {
    let found = division.parts.compactMap { part, title in
      parts.first { $0.group.part == part }.map { (title: title, scores: $0) }
    }
    guard found.count > 1 else { return [] }
    let counts = found.map { scored($0.scores) }
    let total = counts.reduce(0, +)
    return HeadlineMeasure.allCases.compactMap { measure in
      guard let format = lines.scores.format(measure) else { return nil }
      let rows = zip(found, counts).map { part, count in
        let share = total > 0 ? FixedPoint.text(100 * count / total, decimals: 0) : "0"
        return row(part.scores, label: "\(part.title) (\(share)\u{A0}%)", format)
      }
      let horizon = lines.scores.headlineHorizon
      return DotPlot(
        name: "\(slug)-\(measure.word)-by-\(division.word)",
        title: "\(format.heading) by \(division.word)",
        summary: "\(format.heading) by \(division.noun) at \(horizon) on "
          + "\(lines.scores.group.dataset), one mark per predictor; in brackets, the share of the "
          + "targets in each part.",
        valueTitle: format.axisTitle, rows: rows,
        legend: lines.lines.map { .init(label: $0.label, style: $0.style) }, width: 400
      ).figure()
    }
  }

  /// Returns how many predictions a part's scores cover.
  private func scored(_ scores: DatasetScores) -> Double {
    let counts = lines.lines.compactMap { value(of: $0, in: scores, named: "scored") }
    return counts.max() ?? 0
  }

  private func value(
    of line: LineSelection.Line, in scores: DatasetScores, named name: String
  ) -> Double? {
    let seconds = lines.scores.moments[lines.scores.headlineMoment].seconds
    return scores.value(of: line.configuration.spelling, at: seconds, named: name)
  }

  private func row(
    _ scores: DatasetScores, label: String, _ format: MeasureFormat
  ) -> DotPlot.Row {
    let dots = lines.lines.compactMap { line in
      value(of: line, in: scores, named: format.metric.name).map { value in
        DotPlot.Dot(
          value: format.shown(value), style: line.style,
          tip: "\(line.configuration.spelling), \(label): \(format.quantity(value))")
      }
    }
    return DotPlot.Row(label: label, dots: dots, estimate: nil)
  }
}
