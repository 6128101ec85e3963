/// What a sensor and its driver do to an exact motion.
///
/// Position is measured at the true time of sampling, with white noise of normal distribution on
/// each axis, and then quantised. The recorded time is the true one with normal jitter, quantised,
/// and never before the time recorded last: that is noise of delivery.
public struct SensorNoise: Hashable, Sendable {
  /// The standard deviation of the position on each axis, in millimetres.
  public var positionDeviation: Double
  /// Steps to the millimetre of the quantised position; nil leaves it as it is.
  public var positionStepsPerMillimetre: Double?
  /// The standard deviation of the recorded time, in seconds.
  public var timeDeviation: Double
  /// Steps to the second of the quantised time; nil leaves it as it is.
  public var timeStepsPerSecond: Double?

  /// Makes a noise.
  public init(
    positionDeviation: Double, positionStepsPerMillimetre: Double?, timeDeviation: Double,
    timeStepsPerSecond: Double?
  ) {
    self.positionDeviation = positionDeviation
    self.positionStepsPerMillimetre = positionStepsPerMillimetre
    self.timeDeviation = timeDeviation
    self.timeStepsPerSecond = timeStepsPerSecond
  }

  /// The noise of the bundled sets: 0.05 mm and 0.5 ms, in steps of 0.05 mm and 1 ms.
  public static let touchScreen = SensorNoise(
    positionDeviation: 0.05, positionStepsPerMillimetre: 20, timeDeviation: 0.0005,
    timeStepsPerSecond: 1000)
}
