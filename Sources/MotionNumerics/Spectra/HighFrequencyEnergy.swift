#if !hasFeature(Embedded)
  /// The energy of a planar signal in the frequencies at and above a cutoff.
  ///
  /// With z_n = x_n + i·y_n, its mean removed, Z its discrete Fourier transform without a taper,
  /// and f_k = k·rate/N for k ≤ N/2, (k − N)·rate/N above:
  ///
  /// E² = (1/N²) Σ_{k: |f_k| ≥ cutoff} |Z_k|²,
  ///
  /// in the squared unit of the signal. A sine of amplitude A on one axis, at or above the cutoff
  /// and with whole periods in the signal, gives A²/2; below it, 0. With cutoff 0 the result is the
  /// variance (1/N) Σ|z − z̄|², by Parseval.
  ///
  /// One complex transform serves both axes: let X and Y be those of x and y, so Z = X + iY and
  /// |Z_k|² = |X_k|² + |Y_k|² + 2·Im(X_k·Ȳ_k). Since x and y are real, X₋ₖ = X̄ₖ and Y₋ₖ = Ȳₖ, so
  /// Im(X₋ₖ·Ȳ₋ₖ) = −Im(X_k·Ȳ_k): the last terms of k and −k cancel, and are zero where k = −k. The
  /// bins with |f| ≥ cutoff hold −k with every k, so Σ|Z_k|² = Σ(|X_k|² + |Y_k|²).
  ///
  /// Plans are cached by length, so reuse one value for many signals.
  ///
  /// By Parseval E² is also (1/N) Σ|z − z̄|² less the energy of the bins below the cutoff, which
  /// are often cheaper to have. Where that difference would lose more than three digits, all bins
  /// are computed.
  ///
  /// Cost: at most one `FourierTransform` of N numbers and one of its lowest bins.
  package struct HighFrequencyEnergy: Sendable {
    /// The number of samples per second.
    package let sampleRate: Double
    /// The least frequency that counts, in hertz.
    package let cutoff: Double

    private let plans: FourierPlans
    private var one = SpectrumStorage<Double>()
    private var four = SpectrumStorage<SIMD4<Double>>()

    /// A bin below the cutoff by no more than this fraction counts as at it, so that rounding does
    /// not decide.
    private static let slack = 1e-9

    /// Creates a measure for one sample rate and cutoff.
    ///
    /// - Parameters:
    ///   - sampleRate: Samples per second, above 0.
    ///   - cutoff: In hertz, at least 0.
    ///   - plans: The plans of lengths that were seen.
    package init(sampleRate: Double, cutoff: Double, plans: FourierPlans = FourierPlans()) {
      (self.sampleRate, self.cutoff, self.plans) = (sampleRate, cutoff, plans)
    }

    /// E² of one signal.
    ///
    /// - Parameter signal: Points at equal distances in time.
    /// - Returns: The energy; nil for no points, for a point that is not finite, and for a rate or
    ///   cutoff out of range. A single point has none, 0.
    package mutating func energy(of signal: [SIMD2<Double>]) -> Double? {
      energy(ofSignalOf: signal.count) { signal[$0] }
    }

    /// E² of one signal, whose points a function returns.
    ///
    /// - Parameters:
    ///   - count: How many points there are.
    ///   - point: A point by its number.
    /// - Returns: As `energy(of:)`.
    package mutating func energy(
      ofSignalOf count: Int, _ point: (Int) -> SIMD2<Double>
    ) -> Double? {
      guard canMeasure(count) else { return nil }
      one.fill(count) { index in
        let point = point(index)
        return (point.x, point.y)
      }
      return one.energy(plans, least: least(of: count)).finite
    }

    /// E² of four signals of one length at once, bit-identical with `energy(of:)` of each.
    ///
    /// - Parameters:
    ///   - count: How many points each has.
    ///   - point: The four points of a number: their first components, and their second.
    /// - Returns: The energies; not finite where `energy(of:)` is nil, and all of them for no
    ///   points and for a rate or cutoff out of range.
    package mutating func energies(
      ofSignalsOf count: Int, _ point: (Int) -> (x: SIMD4<Double>, y: SIMD4<Double>)
    ) -> SIMD4<Double> {
      guard canMeasure(count) else { return SIMD4(repeating: .nan) }
      four.fill(count) { index in
        let point = point(index)
        return (point.x, point.y)
      }
      return four.energy(plans, least: least(of: count))
    }

    /// E² of one signal, planned for it alone.
    ///
    /// - Parameters:
    ///   - signal: Points at equal distances in time.
    ///   - sampleRate: Samples per second, above 0.
    ///   - cutoff: In hertz, at least 0.
    /// - Returns: As `energy(of:)`.
    package static func energy(
      of signal: [SIMD2<Double>], sampleRate: Double, above cutoff: Double
    ) -> Double? {
      var measure = Self(sampleRate: sampleRate, cutoff: cutoff)
      return measure.energy(of: signal)
    }

    private func canMeasure(_ count: Int) -> Bool {
      count > 0 && sampleRate > 0 && sampleRate.isFinite && cutoff >= 0
    }

    /// The least number of a bin, from either end, that counts.
    private func least(of count: Int) -> Double {
      cutoff * Double(count) / sampleRate * (1 - Self.slack)
    }
  }

  /// The current signal and its transform.
  private struct SpectrumStorage<Number: TransformNumber>: Sendable {
    private var real: [Number] = []
    private var imaginary: [Number] = []
    private var scratch = FourierScratch<Number>()
    private var lowScratch = FourierScratch<Number>()

    /// Stores a signal minus its mean.
    @inline(__always)
    mutating func fill(_ count: Int, _ point: (Int) -> (Number, Number)) {
      Self.resize(&real, to: count)
      Self.resize(&imaginary, to: count)
      var (sumX, sumY) = (Number(), Number())
      for index in 0..<count {
        let (x, y) = point(index)
        (real[index], imaginary[index]) = (x, y)
        (sumX, sumY) = (sumX.plus(x), sumY.plus(y))
      }
      let (meanX, meanY) = (sumX.over(Double(count)), sumY.over(Double(count)))
      for index in 0..<count {
        (real[index], imaginary[index]) = (real[index].minus(meanX), imaginary[index].minus(meanY))
      }
    }

    /// Changes the length of an array, reusing its storage; its numbers are undefined then.
    private static func resize(_ numbers: inout [Number], to count: Int) {
      let missing = count - numbers.count
      if missing > 0 {
        numbers.append(contentsOf: repeatElement(Number(), count: missing))
      } else {
        numbers.removeLast(-missing)
      }
    }

    /// The energy in the bins from `least` on.
    mutating func energy(_ plans: FourierPlans, least: Double) -> Number {
      let count = real.count
      // All bins below the cutoff, or more than there are.
      let reach = Int(min(least.rounded(.up), Double(count))) - 1
      guard let plan = plans.lowBandPlan(count: count, reach: reach) else {
        return energyOfBins(plans.plan(count: count), least: least)
      }
      var total = Number()
      for index in 0..<count {
        let (x, y) = (real[index], imaginary[index])
        total = total.plus(x.times(x).plus(y.times(y)))
      }
      total = total.over(Double(count))
      let low = plan.energy(real, imaginary, scratch: &lowScratch)
      let high = total.minus(low.over(Double(count) * Double(count)))
      guard high.isAnyBelow(total.times(Self.leastShare)) else { return high }
      return high.replacedBelow(
        total.times(Self.leastShare), by: energyOfBins(plans.plan(count: count), least: least))
    }

    private mutating func energyOfBins(_ plan: FourierPlan, least: Double) -> Number {
      plan.transform(real: &real, imaginary: &imaginary, scratch: &scratch)
      let count = plan.count
      var sum = Number()
      for bin in 0..<count where Double(min(bin, count - bin)) >= least {
        let (x, y) = (real[bin], imaginary[bin])
        sum = sum.plus(x.times(x).plus(y.times(y)))
      }
      return sum.over(Double(count) * Double(count))
    }

    /// Below this fraction of the total, the energy is computed from its own bins.
    private static var leastShare: Double { 1e-3 }
  }

  extension Double {
    fileprivate var finite: Double? { isFinite ? self : nil }
  }
#endif
