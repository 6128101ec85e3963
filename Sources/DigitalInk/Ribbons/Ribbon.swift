import TouchInput

/// A stroke drawn as a ribbon of quads, one per segment, updated incrementally.
///
/// A ribbon created from a stroke is that stroke's drawing. `update` brings it to a later state of
/// the same stroke and redraws only the segments that a change affects: those beside a changed
/// sample, those of predictions, and those after them for as long as the pen's state differs. Both
/// ways give equal shapes.
///
/// Source: Apple, Speed Sketch (2016). In addition, predictions are also drawn after the dash of a
/// single actual sample, and a stroke without extent is drawn as a dash.
public struct Ribbon: Hashable, Sendable {
  /// The settings.
  public let settings: RibbonSettings
  /// The number of segments drawn since creation.
  public private(set) var drawnSegments = 0

  /// The drawing of one segment, and the pen's state after it.
  private struct Piece: Hashable, Sendable {
    var quad: RibbonQuad?
    var pen: RibbonPen
  }

  private var pieces: [Piece] = []
  /// The first sample; nil if there is none.
  private var start: StrokeSample?
  private var actualCount = 0

  /// Creates the drawing of a stroke.
  ///
  /// - Complexity: O(n) for n samples.
  public init(_ stroke: LiveStroke, settings: RibbonSettings = RibbonSettings()) {
    self.settings = settings
    let segments = stroke.segments
    draw(segments, from: 0) { _ in true }
    remember(stroke)
  }

  /// Redraws what changed since the last drawing, according to the stroke's `updatedRanges`.
  ///
  /// Call this before `clearUpdateInfo`; changes cleared before are not drawn.
  ///
  /// - Complexity: O(k) for k changed and predicted samples, plus those affected by the pen's
  ///   state.
  public mutating func update(_ stroke: LiveStroke) {
    let segments = stroke.segments
    let kept = min(pieces.count, segments.count)
    pieces.removeLast(pieces.count - kept)
    // Former predictions, and the samples before them, may have changed.
    let tail = min(actualCount, stroke.samples.count) - 2
    let changed = stroke.updatedRanges.map { $0.lowerBound - 2...$0.upperBound + 1 }
    for range in changed where range.lowerBound < tail {
      let end = range.upperBound
      draw(segments, from: max(0, range.lowerBound)) { $0 <= end }
    }
    draw(segments, from: max(0, tail)) { _ in true }
    remember(stroke)
  }

  /// The shapes to draw, in order; a dash of length 1 for a single actual sample or a stroke
  /// without extent.
  public var shapes: [InkShape] {
    let drawn = quads.flatMap { $0.shapes(settings) }
    guard actualCount == 1 || drawn.isEmpty, let start, start.location.isFinite else {
      return drawn
    }
    return [Self.dash(at: start)] + drawn
  }

  /// The quads of the ribbon; none for segments that are too short.
  public var quads: [RibbonQuad] { pieces.compactMap(\.quad) }

  /// The first sample drawn with an estimated force; dirty rectangles extend down to it.
  public var firstEstimatedForce: Int? {
    pieces.firstIndex { $0.quad?.hasEstimatedForce ?? false }
  }

  /// Draws segments from an index on, as many as requested and then while the pen's state differs.
  private mutating func draw(
    _ segments: StrokeSegments, from first: Int, whileAsked isAsked: (Int) -> Bool
  ) {
    var pen = first > 0 ? pieces[first - 1].pen : RibbonPen()
    for index in first..<max(first, segments.count) {
      let before = index < pieces.count ? pieces[index].pen : nil
      let quad = pen.quad(over: segments[index], settings: settings)
      drawnSegments += 1
      let piece = Piece(quad: quad, pen: pen)
      if index < pieces.count { pieces[index] = piece } else { pieces.append(piece) }
      if !isAsked(index), pen == before { return }
    }
  }

  private mutating func remember(_ stroke: LiveStroke) {
    start = stroke.samples.first ?? stroke.predictedSamples.first
    actualCount = stroke.samples.count
  }

  /// Returns a dash through a position.
  private static func dash(at sample: StrokeSample) -> InkShape {
    let half = SIMD2(0.5, 0)
    return InkShape(
      .line([sample.location - half, sample.location + half]), stroke: .ink, strokeWidth: 1,
      role: sample.isPredicted ? .predicted : .actual)
  }
}

extension LiveStroke {
  /// Returns the edges of `changedRectangles`, in red, as mode `debug` shows them: ink that was
  /// added, corrected, predicted or withdrawn since the last drawing.
  ///
  /// - Parameter firstEstimatedForce: The first sample that was drawn with an estimated force; see
  ///   `Ribbon.firstEstimatedForce`.
  /// - Returns: A polygon for each rectangle.
  public func dirtyRectangleShapes(firstEstimatedForce: Int? = nil) -> [InkShape] {
    changedRectangles(firstEstimatedForce: firstEstimatedForce).map { rectangle in
      let (low, high) = (rectangle.origin, rectangle.origin + rectangle.size)
      return InkShape(
        .polygon([low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]), stroke: .red,
        strokeWidth: 0.5, role: .dirtyRectangle)
    }
  }
}
