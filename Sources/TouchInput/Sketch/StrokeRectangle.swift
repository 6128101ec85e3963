/// An axis-aligned rectangle of the drawing, y downwards.
public struct StrokeRectangle: Hashable, Sendable {
  /// The corner with the least coordinates.
  public var origin: SIMD2<Double>
  /// Width and height.
  public var size: SIMD2<Double>

  /// Creates a rectangle.
  public init(origin: SIMD2<Double>, size: SIMD2<Double>) {
    self.origin = origin
    self.size = size
  }

  /// Creates the smallest rectangle that holds all the points; nil for no points.
  public init?(around points: some Sequence<SIMD2<Double>>) {
    var least = SIMD2<Double>(repeating: .infinity)
    var greatest = -least
    for point in points {
      least = pointwiseMin(least, point)
      greatest = pointwiseMax(greatest, point)
    }
    guard least.x <= greatest.x, least.y <= greatest.y else { return nil }
    self.init(origin: least, size: greatest - least)
  }

  /// Returns the rectangle with each side moved outwards by a distance.
  public func outset(by margin: Double) -> StrokeRectangle {
    StrokeRectangle(origin: origin - margin, size: size + 2 * margin)
  }
}

extension LiveStroke {
  /// How far the drawing of a sample may extend around it.
  private static let drawnMargin = 20.0

  /// The area where samples moved since the last drawing were and are drawn; nil if none moved.
  ///
  /// Speed Sketch never corrects locations and has no such rectangle.
  public var movedRectangle: StrokeRectangle? { movedSurroundings?.outset(by: Self.drawnMargin) }

  /// Returns the parts of the drawing to redraw: one for each updated range, one for the predicted
  /// samples, and one for those that were on the screen.
  ///
  /// An updated range is widened by one sample at its lower end, since the segment before it
  /// changes too; each rectangle contains its samples with a margin of 20.
  ///
  /// - Parameters:
  ///   - firstEstimatedForce: The first sample drawn with an estimated force, for drawings that
  ///     show it; ranges are widened down to it.
  ///   - includesEmptyPredictions: Whether a withdrawn empty set yields the margin around the
  ///     origin, as in Speed Sketch; by default it yields nothing.
  /// - Returns: The rectangles, in that order, without empty ones.
  public func dirtyRectangles(
    firstEstimatedForce: Int? = nil, includesEmptyPredictions: Bool = false
  ) -> [StrokeRectangle] {
    let margin = Self.drawnMargin
    let ranges = updatedRanges.map { range in
      let lower = min(range.lowerBound - 1, firstEstimatedForce ?? range.lowerBound)
      return samples[max(0, lower)...range.upperBound]
    }
    var rectangles = (ranges + [predictedSamples[...]]).compactMap { samples in
      StrokeRectangle(around: samples.lazy.map { $0.location })?.outset(by: margin)
    }
    guard let previous = previousPredictedSamples else { return rectangles }
    let erased =
      StrokeRectangle(around: previous.lazy.map { $0.location })
      ?? (includesEmptyPredictions ? StrokeRectangle(origin: .zero, size: .zero) : nil)
    if let erased { rectangles.append(erased.outset(by: margin)) }
    return rectangles
  }

  /// Returns the parts of the drawing that changed, each with all ink between its samples.
  ///
  /// Like `dirtyRectangles`, but a range also has two samples to each side, whose edges a change
  /// affects; predicted and withdrawn samples have the actual ones that they continue; and samples
  /// that moved are covered where they were and where they are. So nothing that appears, disappears
  /// or changes is outside, however long a segment is.
  ///
  /// - Parameter firstEstimatedForce: As for `dirtyRectangles`.
  /// - Returns: The rectangles of ranges, predicted, withdrawn and moved samples, without empty ones.
  public func changedRectangles(firstEstimatedForce: Int? = nil) -> [StrokeRectangle] {
    var parts = updatedRanges.map { range in
      let lower = min(range.lowerBound - 2, firstEstimatedForce ?? range.lowerBound)
      return Array(samples[max(0, lower)...min(range.upperBound + 2, samples.count - 1)])
    }
    let added = updatedRanges.last.map { samples[max(0, $0.lowerBound - 2)...] }
    if !predictedSamples.isEmpty { parts.append(samples.suffix(2) + predictedSamples) }
    if let previous = previousPredictedSamples, !previous.isEmpty {
      parts.append((added ?? samples.suffix(2)) + previous)
    }
    let rectangles = parts.compactMap { samples in
      StrokeRectangle(around: samples.lazy.map { $0.location })?.outset(by: Self.drawnMargin)
    }
    return rectangles + [movedRectangle].compactMap { $0 }
  }
}
