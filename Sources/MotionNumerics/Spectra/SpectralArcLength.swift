/// SPARC, the spectral arc length: a measure of a movement's smoothness from the spectrum of its
/// speed.
///
/// With M the magnitude of the speed's discrete Fourier transform, zero-padded to
/// 2^(⌈log₂ N⌉ + 4) bins and divided by its greatest value, and bins a…b from the first to the last
/// with M ≥ 0.05 among those up to 10 Hz:
///
/// SPARC = −Σ_{k=a}^{b−1} √((1/(b − a))² + (M_{k+1} − M_k)²).
///
/// It has no unit, is below 0, and is nearer to 0 the smoother the movement: the speed of a reach
/// of minimum jerk in 1 s has about −1.41. It does not depend on the scale of the speed.
///
/// Transform plans are cached by length, so reuse one value for many movements.
///
/// Cost: one `FourierTransform` of 16 to 32 times the number of samples.
///
/// Source: Balasubramanian, Melendez-Calderon, Roby-Brami, Burdet, "On the analysis of movement
/// smoothness", Journal of NeuroEngineering and Rehabilitation 12, 2015,
/// doi:10.1186/s12984-015-0090-9.
package struct SpectralArcLength: Sendable {
  /// The number of samples per second.
  package let sampleRate: Double

  private var plans: [Int: FourierTransform] = [:]

  /// The greatest frequency that counts, in hertz.
  package static let cutoff = 10.0
  /// The magnitude, relative to the greatest, below which the ends of the spectrum are cut off.
  package static let threshold = 0.05
  /// More samples than these (18 minutes at 240 Hz) are refused, so that storage stays below 100
  /// MB.
  package static let greatestCount = 1 << 18

  private static let padding = 16
  /// A bin above the cutoff by no more than this fraction counts as at it, so that rounding does
  /// not decide.
  private static let slack = 1e-9

  /// Creates a measure for one sample rate.
  ///
  /// - Parameter sampleRate: Samples per second, above 0.
  package init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// The SPARC of one movement.
  ///
  /// - Parameter speeds: Speeds at equal distances in time, in any unit.
  /// - Returns: The arc length, below 0; nil for fewer than two speeds or more than
  ///   `greatestCount`, for speeds that are all 0 or not finite, for a rate that is not above 0,
  ///   and where fewer than two bins are above the threshold.
  package mutating func value(of speeds: [Double]) -> Double? {
    guard speeds.count >= 2, speeds.count <= Self.greatestCount, sampleRate > 0 else { return nil }
    let magnitudes = magnitudes(of: speeds)
    guard let greatest = magnitudes.max(), greatest > 0, greatest.isFinite else { return nil }
    let reach = Self.cutoff / sampleRate * Double(2 * (magnitudes.count - 1)) * (1 + Self.slack)
    let normalized = magnitudes.prefix(Int(min(reach, Double(magnitudes.count))) + 1)
      .map { $0 / greatest }
    guard let first = normalized.firstIndex(where: { $0 >= Self.threshold }),
      let last = normalized.lastIndex(where: { $0 >= Self.threshold }), last > first
    else { return nil }
    let width = 1 / Double(last - first)
    let length = (first..<last).reduce(0) { sum, bin in
      let rise = normalized[bin + 1] - normalized[bin]
      return sum + (width * width + rise * rise).squareRoot()
    }
    return length.isFinite ? -length : nil
  }

  /// The magnitudes of the bins from 0 to half the rate.
  private mutating func magnitudes(of speeds: [Double]) -> [Double] {
    var count = Self.padding
    while count < Self.padding * speeds.count { count *= 2 }
    let plan = plans[count] ?? FourierTransform(count: count)
    plans[count] = nil
    var transform = plan
    var real = speeds + Array(repeating: 0, count: count - speeds.count)
    var imaginary = [Double](repeating: 0, count: count)
    transform.transform(real: &real, imaginary: &imaginary)
    plans[count] = transform
    return (0...(count / 2)).map { SIMD2(real[$0], imaginary[$0]).length }
  }
}
