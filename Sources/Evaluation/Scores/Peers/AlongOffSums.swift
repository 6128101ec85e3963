import MotionNumerics

/// Sums of errors along and across, from which mean, deviation and root mean squares come.
struct AlongOffSums: Sendable {
  private var along = CompensatedSum()
  private var alongSquares = CompensatedSum()
  private var offSquares = CompensatedSum()
  private var count = 0

  mutating func add(along error: Double, off: Double) {
    along += error
    alongSquares += error * error
    offSquares += off * off
    count += 1
  }

  mutating func merge(_ other: AlongOffSums) {
    along.merge(other.along)
    alongSquares.merge(other.alongSquares)
    offSquares.merge(other.offSquares)
    count += other.count
  }

  /// The mean error along; nil for none.
  var alongMean: Double? { mean(along) }

  /// √max(0, mean a² − (mean a)²); nil for none.
  var alongDeviation: Double? {
    guard let alongMean, let square = mean(alongSquares) else { return nil }
    return max(0, square - alongMean * alongMean).squareRoot()
  }

  /// √mean a²; nil for none.
  var alongRMSE: Double? { mean(alongSquares)?.squareRoot() }

  /// √mean o²; nil for none.
  var offRMSE: Double? { mean(offSquares)?.squareRoot() }

  private func mean(_ sum: CompensatedSum) -> Double? {
    count == 0 ? nil : sum.value / Double(count)
  }
}
