/// A path that a device reported without interruption, usually one contact from touch-down to lift.
public struct Stroke: Hashable, Sendable {
  /// A name for the stroke, unique in its recording.
  public var identifier: String
  /// Indicates whether the stroke touched the surface, hovered, or was relative motion.
  public var kind: Kind
  /// The measured samples (actual and coalesced), in the order of their arrival.
  public var samples: [TouchSample]
  /// The exact position at each sample's recorded time, if the recording has it.
  ///
  /// As long as `samples`, or nil. Only synthetic recordings have it.
  public var exactPositions: [SIMD2<Double>]?
  /// The greatest force that the device can report; nil if it does not say.
  public var maximumPossibleForce: Double?
  /// The force of each sample after all late corrections, if the device sends them.
  ///
  /// As long as `samples`, or nil. It is ground truth that a predictor never observes.
  public var settledForces: [Double?]?
  /// The device's own predictions, each batch with the number of samples that had arrived before.
  public var devicePredictions: [DevicePredictionBatch]

  /// The kind of motion that a stroke records.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A contact with the surface, from down to up.
    case contact
    /// Motion above the surface, or of a pointer without a pressed button.
    case hover
    /// Relative motion, as of a mouse that reports distances.
    case motion
  }

  /// Creates a stroke.
  public init(
    identifier: String,
    kind: Kind = .contact,
    samples: [TouchSample],
    exactPositions: [SIMD2<Double>]? = nil,
    maximumPossibleForce: Double? = nil,
    settledForces: [Double?]? = nil,
    devicePredictions: [DevicePredictionBatch] = []
  ) {
    self.identifier = identifier
    self.kind = kind
    self.samples = samples
    self.exactPositions = exactPositions
    self.maximumPossibleForce = maximumPossibleForce
    self.settledForces = settledForces
    self.devicePredictions = devicePredictions
  }
}

extension Stroke {
  /// The times from each sample to the next, in seconds.
  package var intervals: [Double] {
    zip(samples.dropFirst(), samples).map { $0.time - $1.time }
  }

  /// Returns the median of the intervals above 0 inside strokes, in seconds; nil where there is none.
  package static func medianInterval(_ strokes: [Stroke]) -> Double? {
    let intervals = strokes.flatMap { $0.intervals.filter { $0 > 0 } }.sorted()
    guard !intervals.isEmpty else { return nil }
    let middle = intervals.count / 2
    return intervals.count.isMultiple(of: 2)
      ? (intervals[middle - 1] + intervals[middle]) / 2 : intervals[middle]
  }
}

/// A set of predictions that the device made at one moment.
///
/// Each batch replaces the one before it, as touch systems document.
public struct DevicePredictionBatch: Hashable, Sendable {
  /// The number of the stroke's samples that had arrived when the predictions were made, at least
  /// 1.
  public var samplesBefore: Int
  /// The predictions in order of time; their kind is `predicted`.
  public var samples: [TouchSample]

  /// Creates a batch.
  public init(samplesBefore: Int, samples: [TouchSample]) {
    self.samplesBefore = samplesBefore
    self.samples = samples
  }
}
