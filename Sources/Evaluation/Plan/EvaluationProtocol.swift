import TouchInput

/// An evaluation protocol: what is predicted, and what it is compared with.
public struct EvaluationProtocol: Hashable, Sendable, Codable {
  /// The name of the protocol that the settings are based on.
  public var name: Name
  /// What happens to targets after the last sample.
  public var tail: Tail
  /// The first sample of a stroke at which predictions are scored, counting from 1.
  public var history: Int
  /// The least number of samples in a scored stroke; shorter strokes are observed only.
  public var leastSamples = 1
  /// The timestamps that the predictor sees.
  public var clock: ClockSource
  /// The kinds of strokes that are replayed and scored, in the order of `Stroke.Kind.allCases`.
  ///
  /// Nil for the rule: only the contacts of a recording that has any, and everything in a recording
  /// without contacts. Strokes of other kinds are not observed either.
  public var kinds: [Stroke.Kind]? = nil
  /// When a predictor is reset.
  public var state: StateScope
  /// The source of the true positions.
  public var truth: TruthSource
  /// The moments to predict.
  public var targets: Targets
  /// The longest gap, in nominal intervals, across which truth is interpolated; nil for no limit.
  public var maximumGap: Double?
  /// The truth inside a rest, which is a gap whose ends are no farther apart than a usual step; nil
  /// if it has none, as inside other gaps.
  public var rests: Rests? = nil
  /// What a predictor observes before a window of `henze2017`.
  public var observe: Observe
  /// The simulated display pipeline; nil except in the protocol `display`.
  public var pipeline: DisplayPipeline?

  /// The named protocols.
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    /// Predicts `horizon` ahead after each sample.
    case sample
    /// Reproduces Henze et al. 2017.
    case henze2017
    /// Predicts at each refresh of a simulated screen, for the moment when the frame is shown.
    case display
  }

  /// What happens to targets after the last sample.
  public enum Tail: String, Hashable, Sendable, Codable, CaseIterable {
    /// They are not scored.
    case drop
    /// They are compared with the last sample.
    case clamp
  }

  /// The timestamps that the predictor sees.
  public enum ClockSource: String, Hashable, Sendable, Codable, CaseIterable {
    /// The recorded times.
    case recorded
    /// Sample n of a stroke is at n / nominal rate seconds.
    case index
  }

  /// When a predictor is reset.
  public enum StateScope: String, Hashable, Sendable, Codable, CaseIterable {
    /// At the start of each recording.
    case recording
    /// At the start of each stroke.
    case stroke
  }

  /// The source of the true positions.
  public enum TruthSource: String, Hashable, Sendable, Codable, CaseIterable {
    /// The recorded track.
    case recorded
    /// The closed-form track, if the recording has one.
    case exact
  }

  /// The moments to predict.
  public enum Targets: String, Hashable, Sendable, Codable, CaseIterable {
    /// Every horizon after every sample.
    case all
    /// The moments that the device itself predicted.
    case recorded
  }

  /// The truth inside a rest: a contact that stops without reports.
  public enum Rests: String, Hashable, Sendable, Codable, CaseIterable {
    /// The contact stays where it was last reported; see `MotionTrack`.
    case hold
    /// There is none, as inside other gaps.
    case gap
  }

  /// What a predictor observes before a window of `henze2017`.
  public enum Observe: String, Hashable, Sendable, Codable, CaseIterable {
    /// The whole recording up to the window's newest point.
    case recording
    /// Only the window's eleven points, starting from a reset predictor.
    case window
  }
}

extension EvaluationProtocol {
  /// Creates the protocol with this name.
  public init(_ name: Name) {
    self =
      switch name {
      case .sample: .sample
      case .henze2017: .henze2017
      case .display: .display
      }
  }

  /// The default: predictions after each sample, on recorded times, without targets after the lift.
  public static let sample = EvaluationProtocol(
    name: .sample, tail: .drop, history: 1, clock: .recorded, state: .recording, truth: .recorded,
    targets: .all, maximumGap: 4, observe: .recording)

  /// The published touch protocol of 2017, whose baselines count steps.
  ///
  /// Windows of 11 points and k steps, tails clamped, pooled; see `HenzeWindows`.
  public static let henze2017 = EvaluationProtocol(
    name: .henze2017, tail: .clamp, history: 11, clock: .index, state: .recording,
    truth: .recorded, targets: .all, maximumGap: nil, observe: .recording)

  /// Predictions at each refresh, compared with the contact at the moment the frame is shown.
  ///
  /// The plan's horizon is the output latency; see `DisplayPipeline`.
  public static let display = EvaluationProtocol(
    name: .display, tail: .drop, history: 1, clock: .recorded, state: .recording, truth: .recorded,
    targets: .all, maximumGap: 4, rests: .hold, observe: .recording, pipeline: DisplayPipeline())

  /// Indicates whether the truth inside a rest is the position at which the contact rests.
  package var holdsRests: Bool { rests == .hold }
}

/// The pipeline from a contact to ink on a screen, simulated by the protocol `display`.
///
/// The screen refreshes at the ticks τ_k = origin + phase + k / refreshRate for every integer k.
/// The origin is the time of the recording's first sample, or 0 with the `index` clock. A sample
/// taken at t is delivered at the first tick at or after t + inputLatency. At each tick the
/// predictor is asked for (τ_k − t_n) + h, where t_n is the time of its newest sample and h is the
/// plan's horizon, which in this protocol is the output latency. The answer is on screen at τ_k +
/// h. With the delivery `polled`, t_n is τ_k: the predictor is a loop that reads the position once per
/// refresh and knows no other times.
public struct DisplayPipeline: Hashable, Sendable, Codable {
  /// The refresh rate, in hertz; from 1 to 10000.
  public var refreshRate: Double
  /// The delay of the first tick after the origin, in seconds; from 0 to 1.
  public var phase: Double
  /// Which of the samples since the previous tick are delivered.
  public var delivery: Delivery
  /// The delay before a sample can be delivered, in seconds; from 0 to 10.
  public var inputLatency: Double
  /// The share of refreshes that repeat the previous frame; from 0 to below 1.
  public var droppedFrames: Double

  /// Which of the samples since the previous tick are delivered.
  public enum Delivery: String, Hashable, Sendable, Codable, CaseIterable {
    /// All samples, in order of arrival.
    case coalesced
    /// Only the newest sample.
    case newest
    /// The latest position, as a sample taken at the tick, also if nothing new has arrived.
    case polled
  }

  /// Creates a pipeline, by default a 60 Hz screen without latency.
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
