import TouchInput

/// Shows the predictor positions on a grid: what an application sees that takes the regular location
/// of a touch where there is a precise one.
///
/// On each axis x' = `step`·round(x / `step`), halves away from zero, so that an error of up to half a
/// step is added, with the deviation step/√12 where positions spread over many steps. With
/// `grid=recorded` it is the regular position of the recording, where that carries both; elsewhere
/// nothing is changed. The ground truth is not rounded.
///
/// Its purpose is to measure the cost of rounding; it should not improve predictions. A position
/// that has no place on the grid, as one so great that it overflows, is left as it is.
struct GridRounding: CatalogueFilter {
  static let kind = "quantise"
  static let summary = "Rounds positions to a grid, such as the display's, before the predictor"
  static let references = [
    "Apple, Speed Sketch (2016): precise and regular location of a touch"
  ]

  /// Where the grid comes from.
  enum Grid: String, CaseIterable, Sendable {
    /// Multiples of `step`.
    case step
    /// The regular positions of the recording.
    case recorded
  }

  struct Parameters: PredictorParameters {
    var step = 0.5
    var grid = Grid.step

    static let fields: [ParameterField<Parameters>] = [
      .number(
        "step", get: { $0.step }, set: { $0.step = $1 }, in: 1e-9...1e6, unit: "length",
        dimension: .length, principal: true,
        source: "a display of two pixels to the point", "The distance of the grid's lines"),
      .choice(
        "grid", get: { $0.grid }, set: { $0.grid = $1 }, source: "nextpoint",
        "Which grid: of that step, or as recorded"),
    ]
  }

  private let parameters: Parameters

  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
  }

  mutating func beginStroke() {}

  mutating func filter(_ sample: TouchSample) -> TouchSample {
    var filtered = sample
    filtered.position = place(of: sample)
    return filtered.isFinite ? filtered : sample
  }

  mutating func reset() {}

  private func place(of sample: TouchSample) -> SIMD2<Double> {
    switch parameters.grid {
    case .recorded: sample.regularPosition ?? sample.position
    case .step:
      (sample.position / parameters.step).rounded(.toNearestOrAwayFromZero) * parameters.step
    }
  }
}
