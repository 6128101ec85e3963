import MotionNumerics

/// A line that is traced, or followed between two edges, as corners in order.
package struct GuideLine: Sendable {
  private let corners: [SIMD2<Double>]
  /// The length from the first corner to the last.
  package let length: Double

  /// Creates a line through corners.
  ///
  /// - Complexity: O(n) for n corners.
  package init(_ corners: [SIMD2<Double>]) {
    self.corners = corners
    length = zip(corners, corners.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// Returns the mean distance of points from the line; nil for no points or no corners.
  ///
  /// - Complexity: O(nm) for n corners and m points.
  package func meanDistance(of points: some Sequence<SIMD2<Double>>) -> Double? {
    var (sum, count) = (CompensatedSum(), 0)
    for point in points {
      guard let distance = point.distance(toPolyline: corners) else { return nil }
      sum += distance
      count += 1
    }
    return count > 0 ? sum.value / Double(count) : nil
  }

  /// Returns the place on the line that is nearest to a point, among the segments that reach into
  /// a range of lengths along the line.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - range: Lengths from the first corner on. The place may lie outside, on a segment that begins or
  ///     ends inside.
  /// - Returns: The length along the line and the distance from the point; the first of equally near
  ///   places, or nil if no segment with a length reaches into the range.
  /// - Complexity: O(n) for n corners.
  func place(of point: SIMD2<Double>, within range: ClosedRange<Double>)
    -> (along: Double, beside: Double)?
  {
    var best: (along: Double, beside: Double)?
    var passed = 0.0
    for (start, end) in zip(corners, corners.dropFirst()) {
      guard passed <= range.upperBound else { break }
      let length = start.distance(to: end)
      defer { passed += length }
      guard length > 0, passed + length >= range.lowerBound else { continue }
      let nearest = point.nearest(onSegmentFrom: start, to: end)
      let beside = point.distance(to: nearest)
      if beside < best?.beside ?? .infinity {
        best = (passed + start.distance(to: nearest), beside)
      }
    }
    return best
  }
}

/// A try at following a line between two edges: how far the contact came, and how well it kept to the line.
///
/// Lengths are in pixels. A line may cross itself: only places near the farthest one that was reached
/// count.
package struct SteeringRun: Sendable {
  /// The line in the middle.
  package let line: GuideLine
  /// The distance between the edges.
  package let width: Double
  /// The farthest place that was reached, as a length along the line.
  private var along = 0.0
  private var newest: SIMD2<Double>?
  private var deviations = CompensatedSum()
  private var count = 0
  private var outside = 0

  /// How far from the farthest place the next one is looked for, in pixels.
  ///
  /// Ahead, twice what the contact moved since its last sample is added.
  private static let reach = 60.0

  /// Begins a try.
  ///
  /// - Parameters:
  ///   - line: The line in the middle.
  ///   - width: The distance between the edges.
  package init(along line: GuideLine, width: Double) {
    (self.line, self.width) = (line, width)
  }

  /// Takes in a position of the contact.
  ///
  /// - Complexity: O(n) for n corners of the line, without an allocation.
  package mutating func move(to point: SIMD2<Double>) {
    let moved = newest?.distance(to: point) ?? 0
    newest = point
    let range = (along - Self.reach)...(along + Self.reach + 2 * moved)
    guard let place = line.place(of: point, within: range) else { return }
    along = max(along, place.along)
    deviations += place.beside
    count += 1
    if place.beside > width / 2 { outside += 1 }
  }

  /// Whether the contact came within half a width of the end.
  package var isAtEnd: Bool { along >= line.length - width / 2 }

  /// The mean distance from the line; nil before the first position.
  package var meanDeviation: Double? { count > 0 ? deviations.value / Double(count) : nil }

  /// The share of positions outside the edges; nil before the first position.
  package var outsideShare: Double? { count > 0 ? Double(outside) / Double(count) : nil }

  /// Length / width: the index of difficulty of the steering law.
  ///
  /// Source: Accot and Zhai, CHI 1997, doi:10.1145/258549.258760.
  package var indexOfDifficulty: Double { line.length / width }
}
