import MotionNumerics

@testable import DigitalInk

/// The tapered outline of a whole line, worked out from scratch: what `TaperedOutline` must equal.
enum PlainOutline {
  /// The closed polygon around a line, for a nonzero fill; empty for no points with a place.
  ///
  /// - Complexity: O(n) for n points.
  static func polygon(
    around points: [CenterPoint], settings: OutlineSettings = OutlineSettings()
  ) -> [SIMD2<Double>] {
    let discs = discs(along: points, OutlineRule(settings))
    let pieces = discs.indices.map { index in
      OutlinePiece(
        previous: index > 0 ? discs[index - 1] : nil, at: discs[index],
        next: index + 1 < discs.count ? discs[index + 1] : nil, tolerance: settings.tolerance)
    }
    return pieces.flatMap(\.left) + pieces.reversed().flatMap { $0.right.reversed() }
  }

  /// The places of the line, each once, with the greatest radius of the points there.
  private static func discs(along points: [CenterPoint], _ rule: OutlineRule) -> [OutlineDisc] {
    var places: [SIMD2<Double>?] = []
    for point in points { places.append(OutlineRule.place(of: point, after: places.last ?? nil)) }
    let fromStart = lengths(along: places, atMost: rule.settings.startTaper)
    let toEnd = Array(
      lengths(along: places.reversed(), atMost: rule.settings.endTaper).reversed())
    let shares = points.indices.map { rule.share(points, at: $0) }
    var discs: [OutlineDisc] = []
    for (index, place) in places.enumerated() {
      guard let place else { continue }
      let radius = rule.radius(
        shares, at: index, fromStart: fromStart[index], toEnd: toEnd[index])
      if let last = discs.last, last.center == place {
        discs[discs.count - 1] = OutlineDisc(center: place, radius: max(last.radius, radius))
      } else {
        discs.append(OutlineDisc(center: place, radius: radius))
      }
    }
    return discs
  }

  private static func lengths(
    along places: [SIMD2<Double>?], atMost greatest: Double
  ) -> [Double] {
    var lengths: [Double] = []
    for (index, place) in places.enumerated() {
      lengths.append(
        index == 0
          ? 0
          : OutlineRule.length(
            lengths[index - 1], and: places[index - 1], place, atMost: greatest))
    }
    return lengths
  }
}
