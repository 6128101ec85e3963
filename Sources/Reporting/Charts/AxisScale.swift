import Foundation

/// An axis: the range it spans, linear or logarithmic, and where its ticks are.
struct AxisScale: Hashable, Sendable {
  /// The lower end.
  let low: Double
  /// The upper end, above the lower.
  let high: Double
  /// Whether equal factors are equal distances.
  let isLogarithmic: Bool
  /// Where the ticks are, ascending, all within the range.
  let ticks: [Double]
  /// The decimals that tell neighboring ticks apart; nil where two significant digits do.
  let decimals: Int?

  /// A linear axis whose ends and ticks are round numbers (1, 2 or 5 times a power of ten apart).
  ///
  /// - Parameters:
  ///   - values: What it must span; values that are not finite are ignored.
  ///   - includesZero: Whether the axis also spans 0.
  ///   - count: About how many intervals between ticks.
  /// - Returns: An axis that begins and ends on a tick.
  static func linear(_ values: [Double], includesZero: Bool, count: Int = 5) -> AxisScale {
    let finite = values.filter(\.isFinite)
    var low = max(finite.min() ?? 0, -greatestEnd)
    var high = min(finite.max() ?? 1, greatestEnd)
    if includesZero {
      low = min(low, 0)
      high = max(high, 0)
    }
    if high - low <= max(abs(high) * 1e-12, leastRange) {
      let margin = abs(high) <= leastRange ? 1 : abs(high) * 0.5
      if low < 0 || !includesZero { low -= margin }
      high += margin
    }
    let step = roundStep((high - low) / Double(max(count, 1)))
    let first = (low / step + 1e-9).rounded(.down)
    let last = (high / step - 1e-9).rounded(.up)
    let ticks = (0...Int(last - first)).map { (first + Double($0)) * step }
    let decimals = max(0, Int((-log10(step) - 1e-9).rounded(.up)))
    return AxisScale(
      low: first * step, high: last * step, isLogarithmic: false, ticks: ticks, decimals: decimals)
  }

  /// A logarithmic axis with ticks at round numbers, about four to eight; values must be above 0.
  static func logarithmic(_ values: [Double]) -> AxisScale {
    let positive = values.filter { $0.isFinite && $0 > 0 }
    let least = positive.min() ?? 1
    let greatest = max(positive.max() ?? 10, least * 1.0001)
    let margin = exp((log(greatest) - log(least)) * 0.07)
    let low = max(least / margin, .leastNormalMagnitude)
    let high = min(greatest * margin, .greatestFiniteMagnitude)
    let choices = roundFactors.map { Self.roundTicks(low: low, high: high, factors: $0) }
    if let ticks = choices.first(where: { $0.count >= 4 }) {
      return AxisScale(low: low, high: high, isLogarithmic: true, ticks: ticks, decimals: nil)
    }
    // So short a range is nearly straight: evenly spaced ticks serve it.
    let even = linear([low, high], includesZero: false, count: 8)
    return AxisScale(
      low: low, high: high, isLogarithmic: true,
      ticks: even.ticks.filter { (low...high).contains($0) }, decimals: even.decimals)
  }

  /// Numbers that are no farther apart than this have no steps between them.
  private static let leastRange = 1e-290
  /// Beyond this a difference of two ends may not be finite.
  private static let greatestEnd = 4e307

  /// The digits at which ticks of a decade may be, coarsest first.
  private static let roundFactors: [[Double]] = [
    [1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8],
  ]

  private static func roundTicks(low: Double, high: Double, factors: [Double]) -> [Double] {
    let first = Int(log10(low).rounded(.down))
    let last = Int(log10(high).rounded(.up))
    // A predictor that diverges can span hundreds of decades: then not each has a tick.
    let decades = stride(from: first, through: last, by: max(1, (last - first) / 8))
    return decades.flatMap { decade in factors.map { $0 * pow(10, Double(decade)) } }
      .filter { (low...high).contains($0) }
  }

  /// Linear with some room around the values, or logarithmic where that serves them better.
  static func fitting(_ values: [Double], limit: Double = 12) -> AxisScale {
    spansFactor(values, above: limit) ? logarithmic(values) : linear(values, includesZero: false)
  }

  /// Whether all finite values are above 0 and the greatest is more than `limit` times the least.
  static func spansFactor(_ values: [Double], above limit: Double) -> Bool {
    let finite = values.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max(), least > 0 else { return false }
    return greatest / least > limit
  }

  /// Where a value lies, 0 at the lower end and 1 at the upper; not clamped.
  func position(_ value: Double) -> Double {
    guard isLogarithmic else { return (value - low) / (high - low) }
    return (log(value) - log(low)) / (log(high) - log(low))
  }

  /// What the axis's title says beside the unit.
  var note: String { isLogarithmic ? ", log scale" : "" }

  /// A tick as text.
  func label(_ tick: Double) -> String {
    guard let decimals else { return FixedPoint.rounded(tick, digits: 2) }
    return FixedPoint.text(tick, decimals: decimals)
  }

  private static func roundStep(_ rough: Double) -> Double {
    let power = pow(10, log10(rough).rounded(.down))
    let part = rough / power
    let factor = part <= 1.0000001 ? 1.0 : part <= 2 ? 2 : part <= 5 ? 5 : 10
    return factor * power
  }
}
