import CNextpoint
import MotionPrediction
import TouchInput

extension TouchSample {
  /// A sample from C, where NAN stands for what was not measured.
  init(_ sample: nextpoint_sample) {
    self.init(
      time: sample.time_s, position: SIMD2(sample.x, sample.y), force: sample.force.measured,
      altitude: sample.altitude_rad.measured, azimuth: sample.azimuth_rad.measured)
  }
}

extension nextpoint_prediction {
  /// A prediction for C, with NAN for values that are not stated.
  init(_ prediction: Prediction) {
    let (velocity, covariance) = (prediction.velocity, prediction.covariance)
    self.init(
      x: prediction.position.x, y: prediction.position.y,
      velocity_x: velocity?.x ?? .nan, velocity_y: velocity?.y ?? .nan,
      variance_xx: covariance?.xx ?? .nan, variance_xy: covariance?.xy ?? .nan,
      variance_yy: covariance?.yy ?? .nan, confidence: prediction.confidence ?? .nan,
      force: prediction.force ?? .nan, altitude_rad: prediction.altitude ?? .nan,
      azimuth_rad: prediction.azimuth ?? .nan,
      lift_probability: prediction.liftProbability ?? .nan)
  }
}

extension PredictorContext {
  /// A context from C, where 0 stands for what is not known.
  ///
  /// Numbers that are not finite or below 0 are as good as unknown.
  init(_ context: nextpoint_context?) {
    let horizons = context.map { context in
      Array(
        UnsafeBufferPointer(
          start: context.horizons_s, count: context.horizons_s.count(context.horizon_count))
      )
      .filter { $0.isFinite }
    }
    self.init(
      horizons: horizons.flatMap { $0.isEmpty ? nil : $0 } ?? [Self.defaultHorizon],
      nominalRate: context?.nominal_rate_hz.known ?? Self.defaultRate,
      unitsPerMillimeter: context?.units_per_millimetre.known,
      refreshRate: context?.refresh_rate_hz.known)
  }

  /// Two frames of 60 Hz, in seconds, as the header says.
  private static let defaultHorizon = 0.0333
  /// In hertz, as the header says.
  private static let defaultRate = 60.0
}

extension Double {
  /// nil for NAN.
  var measured: Double? { isNaN ? nil : self }
  /// nil for what is not above 0.
  fileprivate var known: Double? { isFinite && self > 0 ? self : nil }
}
