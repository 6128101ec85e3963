/// One segment of a stroke, from a sample to the next, with its neighbors.
///
/// Source: Apple, Speed Sketch (2016).
public struct StrokeSegment: Hashable, Sendable {
  /// The sample before `from`; nil at the start.
  public let before: StrokeSample?
  /// Where it starts.
  public let from: StrokeSample
  /// Where it ends.
  public let to: StrokeSample
  /// The sample after `to`; nil at the end.
  public let after: StrokeSample?
  /// The index of `from` among the actual samples followed by the predicted ones.
  public let fromSampleIndex: Int

  /// The vector from its start to its end.
  public var vector: SIMD2<Double> { to.location - from.location }

  /// The vector of the previous segment; its own at the start.
  public var previousVector: SIMD2<Double> { before.map { from.location - $0.location } ?? vector }

  /// The vector of the next segment; its own at the end.
  public var nextVector: SIMD2<Double> { after.map { $0.location - to.location } ?? vector }

  /// The unit vector across the stroke at `from`: normalized(⊥ previous + ⊥ own), ⊥(x, y) = (−y,
  /// x).
  ///
  /// If one of the two has zero length, or their sum has, as at a reversal, it is the direction of
  /// the previous vector, else that of its own, else (1, 0).
  public var unitNormalAtFrom: SIMD2<Double> { Self.unitNormal(previousVector, vector) }

  /// The unit vector across the stroke at `to`: normalized(⊥ own + ⊥ next); else as at `from`.
  public var unitNormalAtTo: SIMD2<Double> { Self.unitNormal(vector, nextVector) }

  private static func unitNormal(
    _ first: SIMD2<Double>, _ second: SIMD2<Double>
  ) -> SIMD2<Double> {
    let across = first == .zero || second == .zero ? .zero : first + second
    return normalized(SIMD2(-across.y, across.x)) ?? normalized(first) ?? normalized(second)
      ?? SIMD2(1, 0)
  }

  private static func normalized(_ vector: SIMD2<Double>) -> SIMD2<Double>? {
    let length = (vector * vector).sum().squareRoot()
    return length > 0 && length.isFinite ? vector / length : nil
  }
}

/// The segments of a stroke, through the actual and then the predicted samples.
///
/// One fewer than there are samples. A snapshot: later changes of the stroke do not affect it.
///
/// ```swift
/// for segment in stroke.segments { draw(segment.from.location, segment.to.location) }
/// ```
public struct StrokeSegments: RandomAccessCollection, Sendable {
  private let actual: [StrokeSample]
  private let predicted: [StrokeSample]

  /// Creates the segments of a stroke.
  public init(_ stroke: LiveStroke) {
    actual = stroke.samples
    predicted = stroke.predictedSamples
  }

  /// The index of the first segment.
  public var startIndex: Int { 0 }

  /// The index after the last segment.
  public var endIndex: Int { Swift.max(0, sampleCount - 1) }

  /// The segment that starts at the sample with that index.
  public subscript(index: Int) -> StrokeSegment {
    StrokeSegment(
      before: index > 0 ? sample(index - 1) : nil, from: sample(index), to: sample(index + 1),
      after: index + 2 < sampleCount ? sample(index + 2) : nil, fromSampleIndex: index)
  }

  private var sampleCount: Int { actual.count + predicted.count }

  private func sample(_ index: Int) -> StrokeSample {
    index < actual.count ? actual[index] : predicted[index - actual.count]
  }
}

extension LiveStroke {
  /// Its segments, actual and predicted.
  public var segments: StrokeSegments { StrokeSegments(self) }
}
