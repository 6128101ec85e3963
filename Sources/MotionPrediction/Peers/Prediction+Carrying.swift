import TouchInput

extension Prediction {
  /// The prediction with force, altitude and azimuth copied from a sample, where they are finite.
  ///
  /// The platforms predict positions and clone everything else from the last real event.
  func carrying(_ sample: TouchSample) -> Prediction {
    var result = self
    result.force = force ?? sample.force.flatMap { $0.isFinite ? $0 : nil }
    result.altitude = sample.altitude.flatMap { $0.isFinite ? $0 : nil }
    result.azimuth = sample.azimuth.flatMap { $0.isFinite ? $0 : nil }
    return result
  }
}
