import Foundation

/// An axis: its range, linear or logarithmic, and its ticks.
struct AxisScale: Hashable, Sendable {
  /// The lower end.
  let low: Double
  /// The upper end, above the lower.
  let high: Double
  /// Whether the scale is logarithmic.
  let isLogarithmic: Bool
  /// Where the ticks are, ascending, all within the range.
  let ticks: [Double]
  /// The number of decimals that tick labels need; nil for two significant digits.
  let decimals: Int?

  /// Returns a linear axis whose ends and ticks are multiples of 1, 2 or 5 times a power of ten.
  ///
  /// - Parameters:
  ///   - values: The values to span; those that are not finite are ignored.
  ///   - includesZero: Whether the axis also spans 0.
  ///   - count: The approximate number of intervals between ticks.
  /// - Returns: An axis that begins and ends on a tick.
  static func linear(_ values: [Double], includesZero: Bool, count: Int = 5) -> AxisScale {
    let finite = values.filter(\.isFinite).map { min(max($0, -greatestEnd), greatestEnd) }
    var low = finite.min() ?? 0
    var high = finite.max() ?? 1
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

  /// Returns a logarithmic axis with about four to eight round ticks; values must be above 0.
  static func logarithmic(_ values: [Double]) -> AxisScale {
    let positive = values.filter { $0.isFinite && $0 > 0 }
      .map { min(max($0, leastEnd), greatestEnd) }
    let least = positive.min() ?? 1
    let greatest = max(positive.max() ?? 10, least * 1.0001)
    let margin = exp((log(greatest) - log(least)) * 0.07)
    let low = max(least / margin, .leastNormalMagnitude)
    let high = min(greatest * margin, .greatestFiniteMagnitude)
    let choices = roundFactors.map { Self.roundTicks(low: low, high: high, factors: $0) }
    if let ticks = choices.first(where: { $0.count >= 4 }) {
      return AxisScale(low: low, high: high, isLogarithmic: true, ticks: ticks, decimals: nil)
    }
    // Such a short range is nearly linear, so evenly spaced ticks will do.
    let even = linear([low, high], includesZero: false, count: 8)
    return AxisScale(
      low: low, high: high, isLogarithmic: true,
      ticks: even.ticks.filter { (low...high).contains($0) }, decimals: even.decimals)
  }

  /// With more decimals, numbers have an exponent.
  private static let mostDecimals = 5
  /// More digits than ticks differ in, and fewer than their rounding would show.
  private static let tickDigits = 12
  /// From here on, numbers have an exponent.
  private static let plainEnd = 1e7

  /// A smaller range leaves no room for steps between its ends.
  private static let leastRange = 1e-290
  /// Below this, a number has no margin of normal numbers.
  private static let leastEnd = 1e-300
  /// Beyond this, the difference of the two ends may overflow.
  private static let greatestEnd = 4e307

  /// Where the ticks of a decade may be, coarsest first.
  private static let roundFactors: [[Double]] = [
    [1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8],
  ]

  private static func roundTicks(low: Double, high: Double, factors: [Double]) -> [Double] {
    let first = Int(log10(low).rounded(.down))
    let last = Int(log10(high).rounded(.up))
    // A diverging predictor can span hundreds of decades; then not every decade has a tick.
    let decades = stride(from: first, through: last, by: max(1, (last - first) / 8))
    return decades.flatMap { decade in factors.map { $0 * pow(10, Double(decade)) } }
      .filter { (low...high).contains($0) }
  }

  /// Returns a linear axis, or a logarithmic one where the values span more than a factor of
  /// `limit`.
  static func fitting(_ values: [Double], limit: Double = 12) -> AxisScale {
    spansFactor(values, above: limit) ? logarithmic(values) : linear(values, includesZero: false)
  }

  /// Returns whether all finite values are above 0 and the greatest is more than `limit` times the
  /// least.
  static func spansFactor(_ values: [Double], above limit: Double) -> Bool {
    let finite = values.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max(), least > 0 else { return false }
    return greatest / least > limit
  }

  /// Returns where a value lies, from 0 at the lower end to 1 at the upper; not clamped.
  func position(_ value: Double) -> Double {
    guard isLogarithmic else { return (value - low) / (high - low) }
    return (log(value) - log(low)) / (log(high) - log(low))
  }

  /// What the axis's title adds to the unit.
  var note: String { isLogarithmic ? ", log scale" : "" }

  /// A tick as text.
  func label(_ tick: Double) -> String {
    guard let decimals else { return FixedPoint.rounded(tick, digits: 2) }
    // Ticks of a very small or very large scale are short only with an exponent.
    let isPlain = decimals <= Self.mostDecimals && max(abs(low), abs(high)) < Self.plainEnd
    return isPlain
      ? FixedPoint.text(tick, decimals: decimals)
      : FixedPoint.rounded(tick, digits: Self.tickDigits)
  }

  private static func roundStep(_ rough: Double) -> Double {
    let power = pow(10, log10(rough).rounded(.down))
    let part = rough / power
    let factor = part <= 1.0000001 ? 1.0 : part <= 2 ? 2 : part <= 5 ? 5 : 10
    return factor * power
  }
}
