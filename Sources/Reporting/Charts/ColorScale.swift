/// Which color a value has: the range of the color map, linear or logarithmic.
struct ColorScale: Hashable, Sendable {
  /// The axis along the color bar.
  let axis: AxisScale

  /// A scale over the finite values; nil where there are none.
  ///
  /// Logarithmic where all are above 0 and the greatest is more than 12 times the least.
  init?(_ values: [Double]) {
    let finite = values.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max() else { return nil }
    let fitted = AxisScale.fitting(finite)
    // Colors end at the data, not at round numbers: none of the map is wasted.
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

  /// What a color bar says about its scale beside the unit.
  var note: String { axis.note }
}
