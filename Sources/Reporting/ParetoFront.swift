/// The choices that no other choice beats on both of two measures, lower being better.
enum ParetoFront {
  /// The places of the points on the front, by ascending first measure.
  ///
  /// A point is on the front where no other is at most as great on both measures and less on one.
  /// Of equal points, all are on it. Points that are not finite are never on it. Cost: n log n.
  static func indices(_ points: [SIMD2<Double>]) -> [Int] {
    let order = points.indices
      .filter { points[$0].x.isFinite && points[$0].y.isFinite }
      .sorted { (points[$0].x, points[$0].y, $0) < (points[$1].x, points[$1].y, $1) }
    var front: [Int] = []
    var last: SIMD2<Double>?
    for index in order {
      let point = points[index]
      guard last.map({ point.y < $0.y || point == $0 }) ?? true else { continue }
      front.append(index)
      last = point
    }
    return front
  }
}
