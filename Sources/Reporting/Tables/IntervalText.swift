import MotionNumerics

extension PercentileInterval {
  /// Both ends, as an axis or a band takes them.
  var range: ClosedRange<Double> { low...high }
}

extension MeasureFormat {
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

extension MeasureFormat {
  /// An interval in the unit that people see.
  func shown(_ interval: ClosedRange<Double>) -> ClosedRange<Double> {
    shown(interval.lowerBound)...shown(interval.upperBound)
  }
}
