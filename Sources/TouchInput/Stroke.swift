/// What one contact did from touch-down to lift.
public struct Stroke: Hashable, Sendable {
  /// A name for the stroke, unique in its recording.
  public var identifier: String
  /// The measured samples (actual and coalesced), in the order of their arrival.
  public var samples: [TouchSample]
  /// The closed-form position at each sample's recorded time, where the recording carries it.
  ///
  /// As long as `samples`, or nil. Only synthetic recordings know it.
  public var exactPositions: [SIMD2<Double>]?
  /// The greatest force that the device can report; nil where it does not say.
  public var maximumPossibleForce: Double?
  /// The force of each sample after all late corrections, where the device sends corrections.
  ///
  /// As long as `samples`, or nil. It is truth, and never what a predictor observed.
  public var settledForces: [Double?]?
  /// The device's own predictions, each batch with the number of samples that had arrived before.
  public var devicePredictions: [DevicePredictionBatch]

  /// Makes a stroke.
  public init(
    identifier: String,
    samples: [TouchSample],
    exactPositions: [SIMD2<Double>]? = nil,
    maximumPossibleForce: Double? = nil,
    settledForces: [Double?]? = nil,
    devicePredictions: [DevicePredictionBatch] = []
  ) {
    self.identifier = identifier
    self.samples = samples
    self.exactPositions = exactPositions
    self.maximumPossibleForce = maximumPossibleForce
    self.settledForces = settledForces
    self.devicePredictions = devicePredictions
  }

  /// The time of the lift in seconds: that of the last sample; nil for a stroke without samples.
  package var endTime: Double? { samples.last?.time }
}

/// A set of predictions that the device itself made at one moment.
///
/// Each batch replaces the one before it, as touch systems document.
public struct DevicePredictionBatch: Hashable, Sendable {
  /// How many of the stroke's samples had arrived when the predictions were made (at least 1).
  public var samplesBefore: Int
  /// The predictions in order of time; their kind is `predicted`.
  public var samples: [TouchSample]

  /// Makes a batch.
  public init(samplesBefore: Int, samples: [TouchSample]) {
    self.samplesBefore = samplesBefore
    self.samples = samples
  }
}
