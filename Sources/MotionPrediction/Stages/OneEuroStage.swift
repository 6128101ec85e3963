import MotionNumerics
import TouchInput

/// The parameters of `one-euro`, before or after a predictor.
struct OneEuroParameters: PredictorParameters {
  var cutoff = 4.7
  var beta = 0.06
  var derivativeCutoff = 1.0

  static let fields: [ParameterField<OneEuroParameters>] = [
    .number(
      "cutoff", get: { $0.cutoff }, set: { $0.cutoff = $1 }, in: 1e-6...1e6, unit: "Hz",
      dimension: .frequency,
      source: "Chromium's filter of predicted scrolling", "Cutoff at rest"),
    .number(
      "beta", get: { $0.beta }, set: { $0.beta = $1 }, in: 0...1e9, unit: "Hz/(length/s)",
      dimension: ParameterDimension(length: -1, time: 0),
      source: "Chromium's 0.01 Hz/(px/s) in millimeters of 160 px an inch",
      "By how much the cutoff rises with speed"),
    .number(
      "derivative-cutoff", get: { $0.derivativeCutoff }, set: { $0.derivativeCutoff = $1 },
      in: 1e-6...1e6, unit: "Hz", dimension: .frequency,
      source: "Casiez, Roussel, Vogel 2012", "Cutoff of the speed's own filter"),
  ]

  static let references = [
    "Casiez, Roussel, Vogel, 1€ filter, CHI 2012, doi:10.1145/2207676.2208639"
  ]

  /// A fresh filter.
  func filter(rate: Double) -> OneEuroFilter {
    OneEuroFilter(
      minimumCutoff: cutoff, beta: beta, derivativeCutoff: derivativeCutoff, nominalRate: rate)
  }
}

/// The 1€ filter before a predictor, which then sees smoothed positions.
///
/// Less noise reaches the predictor, at the cost of some lag, for which the predictor must compensate.
struct OneEuroInputFilter: CatalogueFilter {
  typealias Parameters = OneEuroParameters

  static let kind = "one-euro"
  static let summary = "Smooths positions before the predictor sees them"
  static let references = OneEuroParameters.references

  private let parameters: OneEuroParameters
  private let rate: Double
  private var smoothing: OneEuroFilter

  init(_ parameters: OneEuroParameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    rate = context.nominalRate
    smoothing = parameters.filter(rate: rate)
  }

  mutating func beginStroke() { smoothing = parameters.filter(rate: rate) }

  mutating func filter(_ sample: TouchSample) -> TouchSample {
    var filtered = sample
    filtered.position = smoothing.filter(sample.position, at: sample.time)
    // Positions near the greatest number overflow; the smoothing then begins anew.
    if !filtered.isFinite {
      smoothing = parameters.filter(rate: rate)
      filtered.position = smoothing.filter(sample.position, at: sample.time)
    }
    return filtered
  }

  mutating func reset() { beginStroke() }
}

/// The 1€ filter after a predictor: smooths its predictions.
///
/// It keeps one filter for each horizon of the context, fed after every sample with the prediction
/// for that horizon. An answer for another horizon is the predictor's own, moved by what the filter
/// of the nearest horizon changed. Where the predictor abstains, so does this stage.
struct OneEuroOutputFilter: CatalogueModifier {
  typealias Parameters = OneEuroParameters

  static let kind = "one-euro"
  static let summary = "Smooths the predictions"
  static let references = OneEuroParameters.references

  private let parameters: OneEuroParameters
  private let rate: Double
  private let horizons: [Double]
  private var filters: [OneEuroFilter]
  /// What each filter changed of the newest prediction for its horizon.
  private var corrections: [SIMD2<Double>]

  init(_ parameters: OneEuroParameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    rate = context.nominalRate
    let own = context.horizons.filter { $0.isFinite }
    horizons = own.isEmpty ? [1 / context.nominalRate] : own
    let fresh = parameters.filter(rate: rate)
    filters = horizons.map { _ in fresh }
    corrections = horizons.map { _ in .zero }
  }

  mutating func beginStroke() {
    for slot in filters.indices { restart(slot) }
  }

  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor) {
    for slot in horizons.indices {
      guard let said = predictor.predict(ahead: horizons[slot])?.position else {
        restart(slot)
        continue
      }
      let time = sample.time + horizons[slot]
      corrections[slot] = filters[slot].filter(said, at: time) - said
      if !(corrections[slot].x.isFinite && corrections[slot].y.isFinite) { restart(slot) }
    }
  }

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    guard var prediction = predictor.predict(ahead: horizon) else { return nil }
    let nearest = horizons.indices.min {
      abs(horizons[$0] - horizon) < abs(horizons[$1] - horizon)
    }
    if let nearest { prediction.position += corrections[nearest] }
    return prediction
  }

  mutating func reset() { beginStroke() }

  private mutating func restart(_ slot: Int) {
    filters[slot] = parameters.filter(rate: rate)
    corrections[slot] = .zero
  }
}
