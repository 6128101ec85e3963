import MotionNumerics

/// How much the predictions of a contact held at a point shake, at one horizon.
struct StaticJitter {
  private var variances: [Double] = []
  private var ranges: [Double] = []

  /// Takes in the answers of one trial; one with fewer than two says nothing.
  mutating func add(_ answers: [SIMD2<Double>?]) {
    let places = answers.compactMap(\.self)
    guard places.count > 1 else { return }
    let count = Double(places.count)
    let mean = places.reduce(.zero, +) / count
    let square = places.reduce(0) { $0 + ($1 - mean).squaredLength }
    variances.append(square / (2 * (count - 1)))
    let low = places.reduce(places[0]) { pointwiseMin($0, $1) }
    let high = places.reduce(places[0]) { pointwiseMax($0, $1) }
    ranges.append((high - low).sum() / 2)
  }

  /// √ of the mean variance of an axis.
  var deviation: Double? { variances.mean?.squareRoot() }

  /// The mean distance of an axis from end to end.
  var peakToPeak: Double? { ranges.mean }
}
