/// The choices that a score depends on: what is predicted, and what it is compared with.
public struct EvaluationProtocol: Hashable, Sendable, Codable {
  /// The name under which the choices are known together, or `custom`.
  public var name: Name
  /// What happens to targets after the last sample.
  public var tail: Tail
  /// From which sample of a stroke predictions are scored, 1 being the first.
  public var history: Int
  /// Strokes of fewer samples are observed and not scored.
  public var leastSamples = 1
  /// Which times the predictor sees.
  public var clock: ClockSource
  /// When a predictor is made fresh.
  public var state: StateScope
  /// What is true.
  public var truth: TruthSource
  /// Which moments are predicted.
  public var targets: Targets
  /// The longest gap, in nominal intervals, across which truth is interpolated; nil for no limit.
  public var maximumGap: Double?
  /// What a predictor observes before a window of `henze2017`.
  public var observe: Observe
  /// What lies between the contact and the screen; nil but in the protocol `display`.
  public var pipeline: DisplayPipeline?

  /// The protocols with a name.
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    /// After each sample, `horizon` ahead of it.
    case sample
    /// Henze et al. 2017, exactly.
    case henze2017
    /// At each refresh of a simulated screen, for the moment when it is shown.
    case display
  }

  /// What happens to targets after the last sample.
  public enum Tail: String, Hashable, Sendable, Codable, CaseIterable {
    /// They have no truth and are not scored.
    case drop
    /// Their truth is the last sample.
    case clamp
  }

  /// Which times the predictor sees.
  public enum ClockSource: String, Hashable, Sendable, Codable, CaseIterable {
    /// Those recorded.
    case recorded
    /// Sample n of a stroke is at n / nominal rate.
    case index
  }

  /// When a predictor is made fresh.
  public enum StateScope: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the start of each recording.
    case recording
    /// At the start of each stroke.
    case stroke
  }

  /// What is true.
  public enum TruthSource: String, Hashable, Sendable, Codable, CaseIterable {
    /// The recorded track.
    case recorded
    /// The closed-form track, where the recording carries it.
    case exact
  }

  /// Which moments are predicted.
  public enum Targets: String, Hashable, Sendable, Codable, CaseIterable {
    /// Every horizon after every sample.
    case all
    /// Those of the device's own predictions.
    case recorded
  }

  /// What a predictor observes before a window of `henze2017`.
  public enum Observe: String, Hashable, Sendable, Codable, CaseIterable {
    /// The whole recording up to the window's newest point.
    case recording
    /// The window's eleven points alone, in a fresh state.
    case window
  }
}

extension EvaluationProtocol {
  /// The choices that a name stands for.
  public init(_ name: Name) {
    self =
      switch name {
      case .sample: .sample
      case .henze2017: .henze2017
      case .display: .display
      }
  }

  /// The default: after each sample, on recorded times, targets after the lift dropped.
  public static let sample = EvaluationProtocol(
    name: .sample, tail: .drop, history: 1, clock: .recorded, state: .recording, truth: .recorded,
    targets: .all, maximumGap: 4, observe: .recording)

  /// The published protocol of 2017 for touch, whose baselines count steps.
  ///
  /// Windows of 11 points and k steps, tails clamped, pooled; see `HenzeWindows`.
  public static let henze2017 = EvaluationProtocol(
    name: .henze2017, tail: .clamp, history: 11, clock: .index, state: .recording,
    truth: .recorded, targets: .all, maximumGap: nil, observe: .recording)

  /// What was on screen: asked at each refresh for the moment of display, and compared with where
  /// the contact is then.
  ///
  /// The horizon of the plan is the output latency; see `DisplayPipeline`.
  public static let display = EvaluationProtocol(
    name: .display, tail: .drop, history: 1, clock: .recorded, state: .recording, truth: .recorded,
    targets: .all, maximumGap: 4, observe: .recording, pipeline: DisplayPipeline())
}

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
