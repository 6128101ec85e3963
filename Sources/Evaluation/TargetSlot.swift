import TouchInput

/// One moment that a predictor is asked for, with the truth about it.
///
/// Lengths are in the reported unit, so that nothing downstream converts.
struct Target: Sendable {
  /// The index of the newest sample that the predictor has observed.
  var sample: Int
  /// How far ahead of that sample the predictor is asked, in seconds.
  var horizon: Double
  /// The moment at which the answer is compared with the truth, in seconds: that asked for, but on a
  /// dropped frame of `display`, where what was drawn before is still on screen.
  var time: Double
  /// Where the contact then is; nil where the recording does not say.
  var truth: SIMD2<Double>?
  /// The direction of motion then, of length 1; nil where it rests.
  var tangent: SIMD2<Double>?
  /// The velocity then, per second.
  var velocity: SIMD2<Double>
  /// The first recorded position after that moment.
  var next: SIMD2<Double>?
  /// Whether the target before in the slot is the one a screen would have shown just before.
  var followsPrevious: Bool
  /// The phase of the motion then; nil where nothing is grouped by phase.
  var phase: StrokePhase?
  /// How fast the contact then is; nil where nothing is grouped by speed, or the scale is not known.
  var speed: SpeedClass?
  /// Where the contact is at the tick at which the frame is drawn, before the output latency; nil but
  /// in `display`.
  var frameTruth: SIMD2<Double>?
  /// The first recorded position after that tick; nil but in `display`.
  var frameNext: SIMD2<Double>?
}

/// The targets of one stroke at one horizon of the plan.
struct TargetSlot: Sendable {
  /// In order of `sample`.
  var targets: [Target]
  /// Stretches without gap, long enough for a spectrum; see `HighFrequencyErrorScore`.
  var steadyStretches: [SteadyStretch]
}

/// A stroke of a recording, ready to be replayed: what is observed, what is asked, what is true.
struct PreparedStroke: Sendable {
  /// The index in the recording.
  var index: Int
  /// The observed samples, on the clock that the predictor sees, in the recording's unit.
  var samples: [TouchSample]
  /// The device's own predictions, on the same clock.
  var deviceBatches: [DevicePredictionBatch]
  /// The targets, one slot a horizon of the plan.
  var slots: [TargetSlot]
  /// The true track in the reported unit.
  var track: MotionTrack
  /// Where the contact comes to rest or lifts; nil where the scale is not known.
  var stops: [StopLandmark]?
  /// Where the contact turns back; nil where the scale is not known.
  var reversals: [ReversalLandmark]?
  /// The indices of the samples that reach the predictor, in order of arrival; nil for all.
  var delivered: [Int]?
  /// The force of each sample after late corrections; nil where the device sends none.
  var settledForces: [Double?]? = nil
}
