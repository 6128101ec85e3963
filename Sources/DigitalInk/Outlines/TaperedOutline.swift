import MotionNumerics

/// A line of varying width as a closed polygon, updated incrementally.
///
/// The outline is the boundary of the area swept by a disc that moves along the center line; its
/// diameter follows the law of the settings, smoothed over neighbors and tapered at both ends. Caps
/// and joins are round, also where the line turns back on itself. Adjacent points at one position
/// count as one, with the greatest of their widths; points without a finite position count as being
/// at the previous one. A single position is a disc.
///
/// `replace` recomputes what a change affects: the changed points, the neighbors over which widths
/// are smoothed, the two next to those, and what lies within the taper of an end that moved. That
/// is independent of the length of the line beyond its tapers.
///
/// Source: the "tapered strokes" step that Inkable leaves open. Joining discs by their outer
/// tangents is elementary geometry.
public struct TaperedOutline: Hashable, Sendable {
  /// The effect of a change.
  public struct Change: Hashable, Sendable {
    /// The indices whose vertices may have changed, or that were added or removed; nil if there are
    /// none.
    ///
    /// The vertices of all other indices are unchanged.
    public let points: ClosedRange<Int>?
    /// The number of points whose vertices were recomputed.
    public let recomputed: Int
  }

  /// The settings.
  public let settings: OutlineSettings
  /// The center line.
  public private(set) var points: [CenterPoint] = []
  /// The number of points whose vertices were computed since creation.
  public private(set) var recomputedPoints = 0

  private let rule: OutlineRule
  /// The position that the outline uses for each point.
  private var places: [SIMD2<Double>?] = []
  /// The length of the line up to each point, and from it, as far as the tapers go.
  private var fromStart: [Double] = []
  private var toEnd: [Double] = []
  private var shares: [Double] = []
  private var radii: [Double] = []
  /// The vertices of each point; none for one at the position of the point before.
  private var pieces: [OutlinePiece] = []

  /// Creates the outline of a line.
  ///
  /// - Complexity: O(n) for n points.
  public init(_ points: [CenterPoint] = [], settings: OutlineSettings = OutlineSettings()) {
    self.settings = settings
    rule = OutlineRule(settings)
    replace(0..<0, with: points)
  }

  /// The closed polygon, for a nonzero fill.
  ///
  /// The left sides of all points in order, with the caps, then the right sides in reverse. Empty
  /// if no point has a finite position.
  ///
  /// - Complexity: O(n) for n points.
  public var polygon: [SIMD2<Double>] {
    pieces.flatMap { $0.left } + pieces.reversed().flatMap { $0.right.reversed() }
  }

  /// Returns the vertices of one point, on the left and on the right side, each in the line's
  /// order.
  public func vertices(
    ofPoint index: Int
  ) -> (left: [SIMD2<Double>], right: [SIMD2<Double>]) {
    (pieces[index].left, pieces[index].right)
  }

  /// Returns the position that the outline uses for a point; nil if there is none yet.
  func place(ofPoint index: Int) -> SIMD2<Double>? { places[index] }

  /// Returns the width at a point, in the unit of the line.
  public func width(atPoint index: Int) -> Double { 2 * radii[index] }

  /// Appends a point.
  @discardableResult public mutating func append(_ point: CenterPoint) -> Change {
    replace(points.count..<points.count, with: [point])
  }

  /// Replaces points of the line; the number of points may change, as predictions come and go.
  ///
  /// - Parameters:
  ///   - range: The points to replace.
  ///   - replacement: The new points.
  /// - Returns: The effect on the outline.
  /// - Complexity: O(k) for the k points that the change affects, plus moving the points behind the
  ///   range if their number changes.
  @discardableResult public mutating func replace(
    _ range: Range<Int>, with replacement: [CenterPoint]
  ) -> Change {
    let countBefore = points.count
    makeRoom(in: range, for: replacement)
    let changed = range.lowerBound..<range.lowerBound + replacement.count
    let drawn = points.isEmpty ? 0..<0 : redraw(changed)
    recomputedPoints += drawn.count
    // If the number of points changes, those behind the range have new indices or are gone.
    let isMoved = points.count != countBefore
    let upper = isMoved ? max(points.count, countBefore) : drawn.upperBound
    let lower = points.isEmpty ? 0 : min(drawn.lowerBound, range.lowerBound)
    return Change(points: lower < upper ? lower...upper - 1 : nil, recomputed: drawn.count)
  }

  /// Recomputes what the changed points affect, and returns the range of points whose vertices were
  /// recomputed.
  private mutating func redraw(_ changed: Range<Int>) -> Range<Int> {
    var reach = IndexHull(max(0, changed.lowerBound - 1), min(points.count - 1, changed.upperBound))
    placePoints(changed, &reach)
    measureFromStart(changed, &reach)
    measureToEnd(&reach)
    weigh(changed, &reach)
    return draw(reach)
  }
}

/// A range of indices that grows as indices are added.
private struct IndexHull {
  var low: Int
  var high: Int

  init(_ low: Int, _ high: Int) {
    self.low = low
    self.high = high
  }

  mutating func include(_ index: Int) {
    low = min(low, index)
    high = max(high, index)
  }
}

extension TaperedOutline {
  private mutating func makeRoom(in range: Range<Int>, for replacement: [CenterPoint]) {
    let count = replacement.count
    points.replaceSubrange(range, with: replacement)
    places.replaceSubrange(range, with: repeatElement(nil, count: count))
    fromStart.replaceSubrange(range, with: repeatElement(0, count: count))
    toEnd.replaceSubrange(range, with: repeatElement(0, count: count))
    shares.replaceSubrange(range, with: repeatElement(0, count: count))
    radii.replaceSubrange(range, with: repeatElement(0, count: count))
    pieces.replaceSubrange(range, with: repeatElement(OutlinePiece(), count: count))
  }

  /// Updates positions, beyond the changed points until they stay the same.
  private mutating func placePoints(_ changed: Range<Int>, _ reach: inout IndexHull) {
    for index in changed.lowerBound..<max(changed.lowerBound, points.count) {
      let place = OutlineRule.place(of: points[index], after: index > 0 ? places[index - 1] : nil)
      if index >= changed.upperBound, place == places[index] { return }
      places[index] = place
      reach.include(index)
    }
  }

  private mutating func measureFromStart(_ changed: Range<Int>, _ reach: inout IndexHull) {
    let settled = reach.high
    for index in changed.lowerBound..<max(changed.lowerBound, points.count) {
      let length =
        index == 0
        ? 0
        : OutlineRule.length(
          fromStart[index - 1], and: places[index - 1], places[index],
          atMost: settings.startTaper)
      if index > settled, length == fromStart[index] { return }
      fromStart[index] = length
      reach.include(index)
    }
  }

  private mutating func measureToEnd(_ reach: inout IndexHull) {
    let settled = reach.low
    for index in (0...reach.high).reversed() {
      let next = index + 1
      let length =
        next == points.count
        ? 0
        : OutlineRule.length(
          toEnd[next], and: places[next], places[index], atMost: settings.endTaper)
      if index < settled, length == toEnd[index] { return }
      toEnd[index] = length
      reach.include(index)
    }
  }

  /// Recomputes the law's values around the changed points, and the radii as far as those and the
  /// tapers reach.
  private mutating func weigh(_ changed: Range<Int>, _ reach: inout IndexHull) {
    let low = max(0, changed.lowerBound - 1)
    let high = min(points.count - 1, changed.upperBound)
    for index in low...high { shares[index] = rule.share(points, at: index) }
    reach.include(max(0, low - settings.smoothing))
    reach.include(min(points.count - 1, high + settings.smoothing))
    for index in reach.low...reach.high {
      radii[index] = rule.radius(
        shares, at: index, fromStart: fromStart[index], toEnd: toEnd[index])
    }
  }

  /// Recomputes the vertices of the points whose width or position may have changed, and of their
  /// neighbors.
  private mutating func draw(_ reach: IndexHull) -> Range<Int> {
    var low = start(of: reach.low)
    if low > 0 { low = start(of: low - 1) }
    let last = min(end(of: reach.high) + 1, points.count - 1)
    for index in low...last { pieces[index] = piece(at: index) }
    return low..<last + 1
  }

  private func piece(at index: Int) -> OutlinePiece {
    let isFirst = index == 0 || places[index - 1] != places[index]
    guard isFirst, let place = places[index] else { return OutlinePiece() }
    let next = end(of: index) + 1
    return OutlinePiece(
      previous: index > 0 ? disc(at: start(of: index - 1)) : nil,
      at: OutlineDisc(center: place, radius: radius(at: index)),
      next: next < points.count ? disc(at: next) : nil, tolerance: settings.tolerance)
  }

  private func disc(at index: Int) -> OutlineDisc? {
    places[index].map { OutlineDisc(center: $0, radius: radius(at: index)) }
  }

  /// Returns the greatest radius of the points at one position, the first of which is at `index`.
  private func radius(at index: Int) -> Double {
    radii[index...end(of: index)].reduce(0, max)
  }

  /// Returns the first of the points at the same position as this one.
  private func start(of index: Int) -> Int {
    var first = index
    while first > 0, places[first - 1] == places[index] { first -= 1 }
    return first
  }

  /// Returns the last of the points at the same position as this one.
  private func end(of index: Int) -> Int {
    var last = index
    while last + 1 < points.count, places[last + 1] == places[index] { last += 1 }
    return last
  }
}
