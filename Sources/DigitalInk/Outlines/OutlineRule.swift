import MotionNumerics

/// The rule for the width of an outline at each point.
///
/// The law's value s_i is smoothed over the existing neighbors |k| ≤ m, s̄_i = Σ_k C(2m,
/// m+k)·s_{i+k} / Σ_k C(2m, m+k). The width is w_i = (least + (greatest − least)·s̄_i)·τ(a_i /
/// A)·τ(b_i / B), where a_i and b_i are the lengths of the line up to the point and from it, A and
/// B those of the tapers, τ(u) = tip + (1 − tip)·u(2 − u) for u < 1, and 1 otherwise.
struct OutlineRule: Hashable, Sendable {
  let settings: OutlineSettings
  private let weights: [Double]

  init(_ settings: OutlineSettings) {
    self.settings = settings
    var weights = [1.0]
    for _ in 0..<2 * settings.smoothing {
      weights = zip([0] + weights, weights + [0]).map(+)
    }
    self.weights = weights
  }

  /// Returns the position that the outline uses for a point: that of the previous point if the two
  /// cannot be told apart or this one is not finite.
  static func place(of point: CenterPoint, after before: SIMD2<Double>?) -> SIMD2<Double>? {
    let position = point.position
    guard position.isFinite, abs(position.x) <= farthest, abs(position.y) <= farthest else {
      return before
    }
    guard let before else { return position }
    return position.distance(to: before) > 0 ? position : before
  }

  /// Beyond this a squared distance may overflow.
  private static let farthest = 1e100

  /// Returns the length of the line up to the next position, limited to the length of a taper.
  static func length(
    _ length: Double, and from: SIMD2<Double>?, _ to: SIMD2<Double>?, atMost greatest: Double
  ) -> Double {
    guard let from, let to else { return length }
    return min(greatest, length + from.distance(to: to))
  }

  /// Returns the law's value at a point.
  func share(_ points: [CenterPoint], at index: Int) -> Double {
    settings.law.share(
      before: index > 0 ? points[index - 1] : nil, at: points[index],
      after: index + 1 < points.count ? points[index + 1] : nil)
  }

  /// Returns half the width at a point.
  ///
  /// - Parameters:
  ///   - shares: The law's values at all points.
  ///   - index: The index of the point.
  ///   - start: The length of the line up to it.
  ///   - end: The length of the line from it.
  /// - Returns: Half the width, 0 or more.
  func radius(_ shares: [Double], at index: Int, fromStart start: Double, toEnd end: Double)
    -> Double
  {
    let reach = settings.smoothing
    var (sum, weight) = (0.0, 0.0)
    for neighbor in max(0, index - reach)...min(shares.count - 1, index + reach) {
      let factor = weights[neighbor - index + reach]
      sum += factor * shares[neighbor]
      weight += factor
    }
    let span = settings.maximumWidth - settings.minimumWidth
    let width = settings.minimumWidth + span * (sum / weight)
    return width / 2 * taper(start, settings.startTaper) * taper(end, settings.endTaper)
  }

  private func taper(_ distance: Double, _ length: Double) -> Double {
    guard distance < length else { return 1 }
    let part = distance / length
    return settings.tip + (1 - settings.tip) * part * (2 - part)
  }
}
