/// The energy of a planar signal in the frequencies at and above a cutoff.
///
/// With z_n = x_n + i·y_n, its mean removed, Z its discrete Fourier transform without a taper, and
/// f_k = k·rate/N for k ≤ N/2, (k − N)·rate/N above:
///
/// E² = (1/N²) Σ_{k: |f_k| ≥ cutoff} |Z_k|²,
///
/// in the squared unit of the signal. A sine of amplitude A on one axis, at or above the cutoff and
/// with whole periods in the signal, gives A²/2; below it, 0. With cutoff 0 the result is the
/// variance (1/N) Σ|z − z̄|², by Parseval.
///
/// One complex transform serves both axes: let X and Y be those of x and y, so Z = X + iY and
/// |Z_k|² = |X_k|² + |Y_k|² + 2·Im(X_k·Ȳ_k). Since x and y are real, X₋ₖ = X̄ₖ and Y₋ₖ = Ȳₖ, so
/// Im(X₋ₖ·Ȳ₋ₖ) = −Im(X_k·Ȳ_k): the last terms of k and −k cancel, and are zero where k = −k. The
/// bins with |f| ≥ cutoff hold −k with every k, so Σ|Z_k|² = Σ(|X_k|² + |Y_k|²).
///
/// It keeps the plans of the lengths it has seen, so one value should serve many signals.
///
/// Cost: one `FourierTransform` of N numbers.
public struct HighFrequencyEnergy: Sendable {
  /// How many samples a second.
  public let sampleRate: Double
  /// The least frequency that counts, in hertz.
  public let cutoff: Double

  private var plans: [Int: FourierTransform] = [:]
  private var plannedCount = 0
  private var real: [Double] = []
  private var imaginary: [Double] = []

  /// Up to how many numbers, over all lengths, plans are kept: at most about 50 MB.
  private static let greatestPlannedCount = 1 << 18
  /// A bin this share below the cutoff counts as at it, so that the rounding of a rate does not
  /// decide.
  private static let slack = 1e-9

  /// Measures signals of one rate above one cutoff.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples a second, above 0.
  ///   - cutoff: In hertz, at least 0.
  public init(sampleRate: Double, cutoff: Double) {
    (self.sampleRate, self.cutoff) = (sampleRate, cutoff)
  }

  /// E² of one signal.
  ///
  /// - Parameter signal: Points at equal distances in time.
  /// - Returns: The energy; nil for no points, for a point that is not finite, and for a rate or
  ///   cutoff out of range. A single point has none, 0.
  public mutating func energy(of signal: [SIMD2<Double>]) -> Double? {
    guard !signal.isEmpty, sampleRate > 0, sampleRate.isFinite, cutoff >= 0 else { return nil }
    let count = Double(signal.count)
    let mean = signal.reduce(.zero, +) / count
    guard mean.x.isFinite, mean.y.isFinite else { return nil }
    real = signal.map { $0.x - mean.x }
    imaginary = signal.map { $0.y - mean.y }
    transform()
    let least = cutoff * count / sampleRate * (1 - Self.slack)
    var sum = 0.0
    for bin in signal.indices where Double(min(bin, signal.count - bin)) >= least {
      sum += real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
    }
    return (sum / (count * count)).finite
  }

  /// E² of one signal, planned for it alone.
  ///
  /// - Parameters:
  ///   - signal: Points at equal distances in time.
  ///   - sampleRate: Samples a second, above 0.
  ///   - cutoff: In hertz, at least 0.
  /// - Returns: As `energy(of:)`.
  public static func energy(
    of signal: [SIMD2<Double>], sampleRate: Double, above cutoff: Double
  ) -> Double? {
    var measure = Self(sampleRate: sampleRate, cutoff: cutoff)
    return measure.energy(of: signal)
  }

  private mutating func transform() {
    let count = real.count
    if plans[count] == nil {
      plannedCount += count
      if plannedCount > Self.greatestPlannedCount {
        plans.removeAll()
        plannedCount = count
      }
      plans[count] = FourierTransform(count: count)
    }
    plans[count]?.transform(real: &real, imaginary: &imaginary)
  }
}

extension Double {
  fileprivate var finite: Double? { isFinite ? self : nil }
}
