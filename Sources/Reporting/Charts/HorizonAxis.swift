import Evaluation

/// The horizontal axis of horizons: in frames where all have one frame rate, otherwise in time.
struct HorizonAxis {
  private let moments: [Horizon]
  private let rate: Double?

  /// More horizons than this are labeled at round numbers.
  private static let mostLabels = 12

  init(_ moments: [Horizon]) {
    self.moments = moments
    rate = HorizonText.frameRate(moments)
  }

  /// What it measures.
  var noun: String { rate == nil ? "the prediction horizon" : "frames ahead" }

  /// The title, with its unit.
  var title: String {
    guard let rate else { return "prediction horizon (ms)" }
    return "frames ahead (1 frame = \(HorizonText.milliseconds(1 / rate)))"
  }

  /// Where a horizon lies.
  func value(_ moment: Int) -> Double {
    rate == nil ? moments[moment].seconds * 1000 : moments[moment].frames ?? 0
  }

  /// A horizon's label.
  func label(_ moment: Int) -> String {
    FixedPoint.trimmed(value(moment), decimals: rate == nil ? 1 : 2)
  }

  /// The label of every horizon; nil where they are too many or too close.
  var labels: [(value: Double, text: String)]? {
    guard moments.count <= Self.mostLabels else { return nil }
    let values = moments.indices.map(value)
    let span = (values.last ?? 0) - (values.first ?? 0)
    let nearest = zip(values, values.dropFirst()).map { $1 - $0 }.min() ?? 1
    guard moments.count == 1 || nearest >= span * 0.07 else { return nil }
    return moments.indices.map { (value($0), label($0)) }
  }
}
