import TouchInput

/// A stroke drawn as a ribbon of quads, one a segment; kept up to date by what changed.
///
/// A value made of a stroke is that stroke's drawing. `update` brings it to a later state of the
/// same stroke and draws anew only the segments that a change reaches: those beside a changed
/// sample, those of predictions, and those after them for as long as the pen remembers something
/// else. Both ways give equal shapes.
///
/// Source: Apple, Speed Sketch (2016). Beyond it, predictions are drawn behind the dash of a single
/// actual sample too, and a stroke that never left its place is drawn as a dash.
public struct Ribbon: Hashable, Sendable {
  /// What is set of it.
  package let settings: RibbonSettings
  /// How many segments were drawn in all, since it was made.
  public private(set) var drawnSegments = 0

  /// What is drawn over one segment, and the pen after it.
  private struct Piece: Hashable, Sendable {
    var quad: RibbonQuad?
    var pen: RibbonPen
  }

  private var pieces: [Piece] = []
  /// The first sample; nil without samples.
  private var start: StrokeSample?
  private var actualCount = 0

  /// Draws a stroke.
  ///
  /// - Complexity: O(n) for n samples.
  public init(_ stroke: LiveStroke, settings: RibbonSettings = RibbonSettings()) {
    self.settings = settings
    let segments = stroke.segments
    draw(segments, from: 0) { _ in true }
    remember(stroke)
  }

  /// Draws what changed of the stroke since the last drawing, as its `updatedRanges` have it.
  ///
  /// Call it before `clearUpdateInfo`; a change whose mark was cleared without it stays unseen.
  ///
  /// - Complexity: O(k) for k changed and predicted samples, and what the pen carries on from them.
  public mutating func update(_ stroke: LiveStroke) {
    let segments = stroke.segments
    let kept = min(pieces.count, segments.count)
    pieces.removeLast(pieces.count - kept)
    // What were predictions, or followed by some, may be something else now.
    let tail = min(actualCount, stroke.samples.count) - 2
    let changed = stroke.updatedRanges.map { $0.lowerBound - 2...$0.upperBound + 1 }
    for range in changed where range.lowerBound < tail {
      let end = range.upperBound
      draw(segments, from: max(0, range.lowerBound)) { $0 <= end }
    }
    draw(segments, from: max(0, tail)) { _ in true }
    remember(stroke)
  }

  /// Everything to draw, in order; a dash of length 1 where there is one actual sample or no extent.
  public var shapes: [InkShape] {
    let drawn = quads.flatMap { $0.shapes(settings) }
    guard actualCount == 1 || drawn.isEmpty, let start, start.location.isFinite else {
      return drawn
    }
    return [Self.dash(at: start)] + drawn
  }

  /// The pieces of the ribbon; none over segments that are too short.
  package var quads: [RibbonQuad] { pieces.compactMap(\.quad) }

  /// The first sample that was drawn with an estimated force, down to which dirty rectangles reach.
  package var firstEstimatedForce: Int? {
    pieces.firstIndex { $0.quad?.hasEstimatedForce ?? false }
  }

  /// Draws segments from one on for as long as asked for, and then while the pen differs.
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

  /// A dash through the place.
  private static func dash(at sample: StrokeSample) -> InkShape {
    let half = SIMD2(0.5, 0)
    return InkShape(
      .line([sample.location - half, sample.location + half]), stroke: .ink, strokeWidth: 1,
      role: sample.isPredicted ? .predicted : .actual)
  }
}
