// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import MotionPrediction
import TouchInput

// The example of MotionPrediction.docc/AddAPredictor.md.

public struct MeanVelocityPredictor: CataloguePredictor {
  public static let kind = "mean-velocity"
  public static let summary = "Constant velocity over the newest samples"
  public static let references: [String] = []

  public struct Parameters: PredictorParameters {
    public var window = 8

    public static let fields: [ParameterField<Parameters>] = [
      .integer(
        "window", get: { $0.window }, set: { $0.window = $1 }, in: 2...64, unit: "samples",
        source: "nextpoint", "How many of the newest samples give the velocity")
    ]

    public init() {}
  }

  private var window: ObservationWindow

  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    window = ObservationWindow(capacity: parameters.window)
  }

  public mutating func beginStroke() { window.removeAll() }
  public mutating func observe(_ sample: TouchSample) { window.append(sample) }
  public mutating func reset() { window.removeAll() }

  public func predict(ahead horizon: Double) -> Prediction? {
    guard window.count > 1, let newest = window.newest else { return nil }
    let oldest = window[0]
    let duration = newest.time - oldest.time
    guard duration > 0 else { return nil }
    let velocity = (newest.position - oldest.position) / duration
    return Prediction(position: newest.position + horizon * velocity, velocity: velocity)
  }
}

func addedPredictor() throws -> any Predictor {
  let catalogue = PredictorCatalogue.standard.adding(CatalogueRow(MeanVelocityPredictor.self))
  let predictor = try catalogue.predictor("mean-velocity").make(PredictorContext(horizons: [0.033]))
  return predictor
}
