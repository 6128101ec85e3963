import Evaluation
import MotionNumerics
import TouchInput

/// The format of the scores of one measure: the unit, the factor and the digits.
struct MeasureFormat {
  let metric: MetricDefinition
  /// The unit of lengths; nil where a table mixes several.
  let lengthUnit: LengthUnit?

  /// The unit as written after a number; empty for a pure number.
  var unit: String {
    switch metric.dimension {
    case .length: lengthUnit?.symbol ?? ""
    case .lengthSquared: lengthUnit.map { "\($0.symbol)²" } ?? ""
    case .lengthSeconds: lengthUnit.map { "\($0.symbol)·s" } ?? ""
    case .milliseconds: "ms"
    case .degrees: "°"
    case .share: "%"
    case .perSecond: "1/s"
    case .nats: "nat"
    case .ratio, .count: ""
    }
  }

  /// The title with a capital letter, for headings.
  var heading: String { metric.title.prefix(1).uppercased() + metric.title.dropFirst() }

  /// The heading with its unit in brackets.
  var title: String { unit.isEmpty ? heading : "\(heading) (\(unit))" }

  /// The title in lower case with its unit in brackets, for axes and sentences.
  var axisTitle: String { unit.isEmpty ? noun : "\(noun) (\(unit))" }

  /// The title in lower case, unless it begins with an abbreviation.
  var noun: String {
    let title = metric.title
    let second = title.dropFirst().first
    guard let first = title.first, second?.isUppercase != true else { return title }
    return first.lowercased() + title.dropFirst()
  }

  /// The number of decimals shown; nil for lengths and times, which have three significant digits.
  var decimals: Int? {
    switch metric.dimension {
    case .length, .lengthSquared, .lengthSeconds, .milliseconds: nil
    case .degrees, .share: 1
    case .ratio, .perSecond, .nats: 2
    case .count: 0
    }
  }

  /// Returns the number in the unit that is shown.
  func shown(_ value: Double) -> Double { metric.dimension == .share ? value * 100 : value }

  /// The number without its unit.
  func number(_ value: Double) -> String {
    decimals.map { FixedPoint.text(shown(value), decimals: $0) }
      ?? FixedPoint.significant(shown(value))
  }

  /// The number with its unit; an en dash for a missing one.
  func quantity(_ value: Double?) -> String {
    guard let value else { return "–" }
    return unit.isEmpty ? number(value) : "\(number(value))\u{A0}\(unit)"
  }

  /// The cell of a table.
  func cell(_ value: Double?) -> OutputTable.Cell {
    guard let value, value.isFinite else { return .empty }
    return metric.dimension.cell(shown(value), decimals: decimals ?? 0)
  }

  /// Why the measure has no value, as far as its definition and the unit tell.
  var missingReason: String {
    let needsMillimeters = (metric.title + " " + metric.formula)
      .split { !($0.isLetter || $0.isNumber) }.contains("mm")
    return lengthUnit != .millimeter && needsMillimeters
      ? "its threshold is in millimeters, and the scale of these recordings is unknown or was not "
        + "requested" : "these recordings have no case that it can score"
  }
}

extension MeasureFormat {
  /// An interval in the unit that people see.
  func shown(_ interval: ClosedRange<Double>) -> ClosedRange<Double> {
    shown(interval.lowerBound)...shown(interval.upperBound)
  }

  /// A score with its interval, without unit: "1.03 [0.91, 1.15]".
  func estimate(_ value: Double, _ interval: ClosedRange<Double>?) -> String {
    guard let interval else { return number(value) }
    return "\(number(value)) [\(number(interval.lowerBound)), \(number(interval.upperBound))]"
  }

  /// A score with its interval and its unit: "1.03 [0.91, 1.15] mm"; an en dash for a missing one.
  func estimateQuantity(_ value: Double?, _ interval: ClosedRange<Double>?) -> String {
    guard let value else { return "–" }
    let text = estimate(value, interval)
    return unit.isEmpty ? text : "\(text)\u{A0}\(unit)"
  }

  /// The cell of a table: a number, or a text where there is an interval.
  func cell(_ value: Double?, _ interval: ClosedRange<Double>?) -> OutputTable.Cell {
    guard let value, value.isFinite, let interval else { return cell(value) }
    return .text(estimate(value, interval))
  }
}

extension PercentileInterval {
  /// Both ends as a range.
  var range: ClosedRange<Double> { low...high }
}

extension LengthUnit {
  /// The unit as written after a number.
  var symbol: String {
    switch self {
    case .millimeter, .meter, .pixel, .point: rawValue
    case .device: "device units"
    }
  }
}

extension MetricDefinition.Dimension {
  /// Returns the cell of a value: three significant digits for lengths and times, otherwise with
  /// this many decimals; nil gives an empty cell.
  package func cell(_ value: Double?, decimals: Int) -> OutputTable.Cell {
    switch self {
    case .length, .lengthSquared, .lengthSeconds, .milliseconds: .measured(value)
    case .degrees, .share, .ratio, .perSecond, .nats, .count: .number(value, decimals: decimals)
    }
  }
}
