import MotionNumerics

/// The throughput of a sequence of aimed movements, with effective width and amplitude.
///
/// Along the axis from one target's center to the next, d is how far the selection is past the center,
/// and a how far it is from where the movement began. W = 4.133 s(d), with the standard deviation s of
/// n − 1, is the effective width; A = mean(a) the effective amplitude; log₂(A / W + 1) bits the effective
/// index of difficulty; and the throughput is that index divided by the mean movement time. Lengths are
/// in the unit of the positions.
///
/// Sources: ISO/TS 9241-411:2012; Soukoreff and MacKenzie, International Journal of Human-Computer
/// Studies 61(6), 2004, doi:10.1016/j.ijhcs.2004.09.001.
package struct FittsThroughput: Equatable, Sendable {
  /// A movement from the center of one target to that of the next.
  package struct Movement: Equatable, Sendable {
    /// The center of the target before.
    let from: SIMD2<Double>
    /// The center of the target.
    let to: SIMD2<Double>
    /// Where the movement began.
    let start: SIMD2<Double>
    /// The selection.
    let end: SIMD2<Double>
    /// How long it took, in seconds.
    let duration: Double

    /// Creates a movement.
    package init(
      from: SIMD2<Double>, to: SIMD2<Double>, start: SIMD2<Double>, end: SIMD2<Double>,
      duration: Double
    ) {
      (self.from, self.to, self.start, self.end) = (from, to, start, end)
      self.duration = duration
    }

    /// The length of the movement's part along the axis, beside how far its end is past the target's center.
    fileprivate var alongAxis: (moved: Double, past: Double) {
      let axis = (to - from) / (to - from).length
      return ((end - start).dot(axis), (end - to).dot(axis))
    }
  }

  /// The effective amplitude.
  package let amplitude: Double
  /// The effective width.
  package let width: Double
  /// The effective index of difficulty, in bits.
  package let difficulty: Double
  /// Bits per second.
  package let throughput: Double

  /// 4.133 standard deviations of a normal distribution hold 96 % of it.
  private static let deviationsPerWidth = 4.133

  /// The least width, as a share of the amplitude; what is below is the rounding of equal selections.
  private static let leastWidth = 1e-9

  /// Creates the throughput of a sequence; nil for fewer than two movements or equal d, and where the mean
  /// of the distances or of the times is not above 0.
  ///
  /// - Complexity: O(n) for n movements, without an allocation.
  package init?(of movements: some Collection<Movement>) {
    guard movements.count > 1 else { return nil }
    let count = Double(movements.count)
    var (moved, past, time) = (CompensatedSum(), CompensatedSum(), CompensatedSum())
    for movement in movements {
      let along = movement.alongAxis
      moved += along.moved
      past += along.past
      time += movement.duration
    }
    var squares = CompensatedSum()
    for movement in movements {
      let deviation = movement.alongAxis.past - past.value / count
      squares += deviation * deviation
    }
    amplitude = moved.value / count
    width = Self.deviationsPerWidth * (squares.value / (count - 1)).squareRoot()
    difficulty = Self.indexOfDifficulty(amplitude: amplitude, width: width)
    throughput = difficulty / (time.value / count)
    guard amplitude > 0, width > Self.leastWidth * amplitude, time.value > 0, throughput.isFinite
    else { return nil }
  }

  /// Returns log₂(amplitude / width + 1), in bits: the index of difficulty in Shannon's formulation.
  ///
  /// Source: MacKenzie, Human-Computer Interaction 7(1), 1992, doi:10.1207/s15327051hci0701_3.
  package static func indexOfDifficulty(amplitude: Double, width: Double) -> Double {
    Elementary.logarithm(amplitude / width + 1) / Elementary.logarithm(2)
  }
}
