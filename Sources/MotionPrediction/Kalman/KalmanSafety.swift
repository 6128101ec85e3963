import MotionNumerics

/// Within which bounds a Kalman filter's whole answer is finite where its position is.
///
/// Deviations in the filters' own unit are below 1e30 for every parameter that the catalogue admits
/// and steps up to its longest gap. With states below 1e100 and horizons of at most a second nothing
/// that an answer holds then comes near the greatest number, and the position can be said without
/// looking at the rest.
enum KalmanSafety {
  /// In seconds.
  static let longestHorizon = 1.0
  /// Of a state's entries, squared and summed, and of the measurement variance.
  static let greatestSquare = 1e200
}

extension PlanarKalmanFilter {
  /// Whether squares of the state are far from the greatest number.
  var isFarFromOverflow: Bool { (x * x + y * y).sum() < KalmanSafety.greatestSquare }
}
