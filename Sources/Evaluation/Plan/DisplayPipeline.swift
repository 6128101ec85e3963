/// What lies between a contact and the ink on a screen, in the protocol `display`.
///
/// The screen refreshes at the ticks τ_k = origin + phase + k / refreshRate, k any whole number; the
/// origin is the time of the recording's first sample, and 0 on the clock of indices. A sample taken
/// at t is delivered at the first tick at or after t + inputLatency. At each tick the predictor is
/// asked for (τ_k − t_n) + h, t_n being the time of its newest sample and h the plan's horizon, which
/// in this protocol is the output latency; what it says is on screen at τ_k + h.
public struct DisplayPipeline: Hashable, Sendable, Codable {
  /// How often the screen refreshes, in hertz; from 1 to 10000.
  public var refreshRate: Double
  /// When the first tick comes after the origin, in seconds; from 0 to 1.
  public var phase: Double
  /// What of the samples that have come since the tick before is handed on.
  public var delivery: Delivery
  /// From the moment of a sample to that at which it can be delivered, in seconds; from 0 to 10.
  public var inputLatency: Double
  /// The share of refreshes that keep showing what was there before; from 0 to below 1.
  public var droppedFrames: Double

  /// What of the samples that have come since the tick before is handed on.
  public enum Delivery: String, Hashable, Sendable, Codable, CaseIterable {
    /// All of them, in the order of arrival.
    case coalesced
    /// The newest alone.
    case newest
  }

  /// Makes a pipeline; by default that of a screen of 60 Hz which costs no time.
  public init(
    refreshRate: Double = 60, phase: Double = 0, delivery: Delivery = .coalesced,
    inputLatency: Double = 0, droppedFrames: Double = 0
  ) {
    self.refreshRate = refreshRate
    self.phase = phase
    self.delivery = delivery
    self.inputLatency = inputLatency
    self.droppedFrames = droppedFrames
  }
}
