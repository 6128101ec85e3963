import MotionNumerics

/// The running mean square of one-step errors, along and across the motion, without unit.
///
/// The newest error has the share 1 − `memory`. Errors are in multiples of the recent RMS
/// displacement, which makes them comparable between slow and fast motion.
struct InnovationSpread: Sendable {
  /// Memory of about 100 errors: a second or two of motion.
  private static let memory = 0.99
  private var along = 0.0
  private var across = 0.0
  private var weight = 0.0

  /// Takes in an error made while the contact moved in `direction`, of any length.
  mutating func add(_ error: SIMD2<Double>, direction: SIMD2<Double>) {
    let square = error.squaredLength
    guard square.isFinite else { return }
    let part = direction.normalized.map { error.dot($0) * error.dot($0) } ?? square / 2
    along = Self.memory * along + part
    across = Self.memory * across + max(square - part, 0)
    weight = Self.memory * weight + 1
  }

  /// The covariance of an error for a motion in `direction`, times `factor`; nil if not known.
  func covariance(direction: SIMD2<Double>, factor: Double) -> PositionCovariance? {
    guard weight > 0 else { return nil }
    let scale = factor / weight
    guard let unit = direction.normalized else {
      let mean = scale * (along + across) / 2
      return finite(PositionCovariance(xx: mean, xy: 0, yy: mean))
    }
    let (a, c) = (scale * along, scale * across)
    return finite(
      PositionCovariance(
        xx: a * unit.x * unit.x + c * unit.y * unit.y, xy: (a - c) * unit.x * unit.y,
        yy: a * unit.y * unit.y + c * unit.x * unit.x))
  }

  private func finite(_ covariance: PositionCovariance) -> PositionCovariance? {
    covariance.isFinite ? covariance : nil
  }
}
