/// Which colour a value has: the range of the colour map, linear or logarithmic.
struct ColourScale: Hashable, Sendable {
  /// The axis along the colour bar.
  let axis: AxisScale

  /// A scale over the finite values; nil where there are none.
  ///
  /// Logarithmic where all are above 0 and the greatest is more than 12 times the least.
  init?(_ values: [Double]) {
    let finite = values.filter(\.isFinite)
    guard let least = finite.min(), let greatest = finite.max() else { return nil }
    let fitted = AxisScale.fitting(finite)
    // Colours end at the data, not at round numbers: none of the map is wasted.
    let low = fitted.isLogarithmic || greatest > least ? least : fitted.low
    let high = greatest > low ? greatest : fitted.high
    let slack = (high - low) * 1e-9
    axis = AxisScale(
      low: low, high: high, isLogarithmic: fitted.isLogarithmic && high > low,
      ticks: fitted.ticks.filter { (low - slack...high + slack).contains($0) },
      decimals: fitted.decimals)
  }

  /// The colour of a value.
  func colour(_ value: Double) -> SRGBColour {
    SequentialColourMap.colour(axis.position(value))
  }

  /// What a colour bar says about its scale beside the unit.
  var note: String { axis.note }
}
