import MotionNumerics

/// A line of varying width as a closed polygon, kept up to date by what changed.
///
/// The outline is the edge of all that a disc covers which moves along the center line; its diameter
/// follows the law of the settings, smoothed over neighbors and tapered at both ends. Caps and
/// joins are round, also where the line turns back on itself. Neighbors at one place count as one,
/// with the greatest of their widths; points without a finite place count as being where the one
/// before them is. One place alone is a disc.
///
/// `replace` works out anew what a change reaches: the changed points, the neighbors over which
/// widths are smoothed, the two next to those, and what lies within the taper of an end that moved.
/// That is independent of the length of the line beyond its tapers. `PlainOutline` gives the same
/// polygon from nothing.
///
/// Source: the step "tapered strokes" that Inkable leaves open. Joins of discs by their outer
/// tangents are elementary geometry.
public struct TaperedOutline: Hashable, Sendable {
  /// What one change did.
  public struct Change: Hashable, Sendable {
    /// The indices whose vertices may have changed, that came, or that are no longer there.
    ///
    /// Every index outside has the vertices that it had. Nil for none.
    public let points: ClosedRange<Int>?
    /// For how many points vertices were worked out.
    package let recomputed: Int
  }

  /// What is set of it.
  package let settings: OutlineSettings
  /// The center line.
  package private(set) var points: [CenterPoint] = []
  /// For how many points vertices were worked out since it was made.
  public private(set) var recomputedPoints = 0

  private let rule: OutlineRule
  /// Where the outline takes each point to be.
  private var places: [SIMD2<Double>?] = []
  /// The length of the line up to each point, and from it, as far as the tapers go.
  private var fromStart: [Double] = []
  private var toEnd: [Double] = []
  private var shares: [Double] = []
  private var radii: [Double] = []
  /// The vertices of each point; none for one at the place of the point before.
  private var pieces: [OutlinePiece] = []

  /// Makes the outline of a line.
  ///
  /// - Complexity: O(n) for n points.
  public init(_ points: [CenterPoint] = [], settings: OutlineSettings = OutlineSettings()) {
    self.settings = settings
    rule = OutlineRule(settings)
    replace(0..<0, with: points)
  }

  /// The closed polygon for a nonzero fill; the last vertex is joined to the first.
  ///
  /// Left sides of all points in order, with the caps, then right sides in reverse. Empty without
  /// a point that has a place.
  ///
  /// - Complexity: O(n) for n points.
  public var polygon: [SIMD2<Double>] {
    pieces.flatMap(\.left) + pieces.reversed().flatMap { $0.right.reversed() }
  }

  /// The polygon's vertices that belong to one point, on the left side and on the right, each in the
  /// line's order.
  package func vertices(
    ofPoint index: Int
  ) -> (left: [SIMD2<Double>], right: [SIMD2<Double>]) {
    (pieces[index].left, pieces[index].right)
  }

  /// The width at a point, in the unit of the line.
  package func width(atPoint index: Int) -> Double { 2 * radii[index] }

  /// Adds a point at the end.
  @discardableResult public mutating func append(_ point: CenterPoint) -> Change {
    replace(points.count..<points.count, with: [point])
  }

  /// Replaces points of the line; at its end also with more or fewer, as predictions come and go.
  ///
  /// - Parameters:
  ///   - range: What goes, within the line.
  ///   - replacement: What comes in its place.
  /// - Returns: What changed in the outline.
  /// - Complexity: O(k) for the k points that the change reaches, and moving what lies behind the
  ///   range where the number of points changes.
  @discardableResult public mutating func replace(
    _ range: Range<Int>, with replacement: [CenterPoint]
  ) -> Change {
    let countBefore = points.count
    makeRoom(in: range, for: replacement)
    let changed = range.lowerBound..<range.lowerBound + replacement.count
    let drawn = points.isEmpty ? 0..<0 : redraw(changed)
    recomputedPoints += drawn.count
    // Where the number changes, what lies behind has other indices, or is no longer there.
    let isMoved = points.count != countBefore
    let upper = isMoved ? max(points.count, countBefore) : drawn.upperBound
    let lower = points.isEmpty ? 0 : min(drawn.lowerBound, range.lowerBound)
    return Change(points: lower < upper ? lower...upper - 1 : nil, recomputed: drawn.count)
  }

  /// Works out anew what the changed points reach; the points whose vertices that is.
  private mutating func redraw(_ changed: Range<Int>) -> Range<Int> {
    var reach = IndexHull(max(0, changed.lowerBound - 1), min(points.count - 1, changed.upperBound))
    placePoints(changed, &reach)
    measureFromStart(changed, &reach)
    measureToEnd(&reach)
    weigh(changed, &reach)
    return draw(reach)
  }
}

/// A range of indices that grows by what is put into it.
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

  /// Settles where points are, on beyond the changed ones until it stays the same.
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

  /// Works out shares beside the changed points, and radii as far as those and the tapers reach.
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

  /// Works out the vertices of the points whose width or place may have changed, and of those beside.
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

  /// The greatest radius of the points at one place, the first of which is at `index`.
  private func radius(at index: Int) -> Double {
    radii[index...end(of: index)].reduce(0, max)
  }

  /// The first of the points that are at one place with this one.
  private func start(of index: Int) -> Int {
    var first = index
    while first > 0, places[first - 1] == places[index] { first -= 1 }
    return first
  }

  /// The last of the points that are at one place with this one.
  private func end(of index: Int) -> Int {
    var last = index
    while last + 1 < points.count, places[last + 1] == places[index] { last += 1 }
    return last
  }
}
