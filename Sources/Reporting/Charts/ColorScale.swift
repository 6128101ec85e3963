/// A map from values to colors, linear or logarithmic.
struct ColorScale: Hashable, Sendable {
  /// The axis along the color bar.
  let axis: AxisScale

  /// Creates a scale over the finite values; nil where there are none.
  ///
  /// It is logarithmic where all are above 0 and the greatest is more than 12 times the least.
  init?(_ values: [Double]) {
    let finite = values.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max() else { return nil }
    let fitted = AxisScale.fitting(finite)
    // The color map ends at the data, not at round numbers, so that all of it is used.
    let low = fitted.isLogarithmic || greatest > least ? least : fitted.low
    let high = greatest > low ? greatest : fitted.high
    let slack = (high - low) * 1e-9
    axis = AxisScale(
      low: low, high: high, isLogarithmic: fitted.isLogarithmic && high > low,
      ticks: fitted.ticks.filter { (low - slack...high + slack).contains($0) },
      decimals: fitted.decimals)
  }

  /// The color of a value.
  func color(_ value: Double) -> SRGBColor {
    SequentialColorMap.color(axis.position(value))
  }

  /// What a color bar's title adds to the unit.
  var note: String { axis.note }
}
