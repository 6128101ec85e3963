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
}
