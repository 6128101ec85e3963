// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import MotionPrediction
import TouchInput

/// The listing of docs/how-it-works.md.
enum HowItWorksPage {
  public protocol Predictor: Sendable {
    mutating func beginStroke()
    mutating func observe(_ sample: TouchSample)
    mutating func observeDevicePredictions(_ samples: [TouchSample])
    mutating func endStroke(at time: Double)
    func predict(ahead horizon: Double) -> Prediction?
    func position(ahead horizon: Double) -> SIMD2<Double>?
    func predict(ahead horizons: [Double], into result: inout [Prediction?])
    mutating func reset()
  }
}

/// A predictor has all that the page lists.
extension LinearPredictor: HowItWorksPage.Predictor {}
