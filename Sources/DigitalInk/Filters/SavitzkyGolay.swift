import TouchInput

/// Smooths positions by fitting a cubic to each point and its neighbors (Savitzky and Golay).
///
/// Point i of n is replaced by p(1 − s) + q·s with q = Σ w_k·p_{i+k} over k = −m…m, where s is the
/// strength and m the half-width, reduced to min(m, i, n − 1 − i) so that the window stays within
/// the line; for a half-width of 1 or 0 the point is unchanged. The neighbors are always the
/// unfiltered ones. Only positions are filtered.
///
/// Cost: at most (2m + 1)² terms for a point that changed, whatever the length of the line.
///
/// Source: Savitzky and Golay, Analytical Chemistry 36(8), 1964, doi:10.1021/ac60214a047; weights
/// by Gorry, Analytical Chemistry 62(6), 1990, doi:10.1021/ac00205a007.
public struct SavitzkyGolay: PolylineFilter {
  /// The half-width m, in points: 2 … 12.
  public let halfWidth: Int
  /// The strength s, from 0 (none) to 1 (full).
  public let strength: Double
  private let weights: [[Double]]

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - halfWidth: Clamped to 2…12. Default 2.
  ///   - strength: Clamped to 0…1; NaN counts as 1. Default 1.
  public init(halfWidth: Int = 2, strength: Double = 1) {
    let width = min(max(halfWidth, 2), 12)
    self.halfWidth = width
    self.strength = strength.isNaN ? 1 : min(max(strength, 0), 1)
    weights = (0...width).map(SavitzkyGolayWeights.cubic)
  }

  /// Returns the smoothed line.
  public func result(of source: Polyline) -> Polyline {
    source.with(PagedArray(source.points.indices.map { smoothed($0, of: source.points) }))
  }

  /// Smooths the changed points and those within a half-width of them.
  public func update(
    _ result: inout Polyline, _ memory: inout Void, from source: Polyline,
    changed: ChangedIndices, recomputed: inout Int
  ) -> ChangedIndices {
    // A window at the end of the line changes its width with the line; exactly the points within a
    // half-width of an added or removed index are affected.
    let reach = 0..<max(result.count, source.count)
    let affected = changed.widened(below: halfWidth, above: halfWidth, within: reach)
    result.isComplete = source.isComplete
    result.points.truncate(to: source.count)
    for range in affected.widened(within: 0..<source.count).ranges {
      for index in range { result.points.set(smoothed(index, of: source.points), at: index) }
      recomputed += range.count
    }
    return affected
  }

  private func smoothed(_ index: Int, of points: PagedArray<PolylinePoint>) -> PolylinePoint {
    var point = points[index]
    let width = min(halfWidth, index, points.count - 1 - index)
    guard width > 1 else { return point }
    var sum = SIMD2<Double>.zero
    for (offset, weight) in weights[width].enumerated() {
      sum += weight * points[index - width + offset].location
    }
    point.location = point.location * (1 - strength) + sum * strength
    return point
  }
}

/// The Savitzky–Golay weights: the value at the middle of a least-squares cubic over 2m + 1 equally
/// spaced points.
enum SavitzkyGolayWeights {
  private static let order = 3

  /// Returns the weights for a half-width, from −m to m; a single 1 for 0.
  ///
  /// With Gram polynomials G_k and falling factorials F:
  /// w_i = Σ_{k=0…3} (2k + 1)·F(2m, k)/F(2m + k + 1, k + 1)·G_k(0)·G_k(i).
  static func cubic(halfWidth m: Int) -> [Double] {
    (-m...m).map { i in
      (0...min(order, 2 * m)).reduce(0) { sum, k in
        let scale = Double(2 * k + 1) * falling(2 * m, k) / falling(2 * m + k + 1, k + 1)
        return sum + scale * gram(k, at: 0, m) * gram(k, at: i, m)
      }
    }
  }

  /// a(a − 1)…(a − b + 1).
  private static func falling(_ a: Int, _ b: Int) -> Double {
    (0..<b).reduce(1) { $0 * Double(a - $1) }
  }

  /// Returns the Gram polynomial of a degree at an index.
  private static func gram(_ degree: Int, at index: Int, _ m: Int) -> Double {
    var (before, value) = (0.0, 1.0)
    for k in stride(from: 1, through: degree, by: 1) {
      let share = Double(k * (2 * m - k + 1))
      let next =
        Double(4 * k - 2) / share * Double(index) * value
        - Double((k - 1) * (2 * m + k)) / share * before
      (before, value) = (value, next)
    }
    return value
  }
}
