/// The linear regressor: coefficients = Wᵀ·x + c, x being the standardized features of the motion.
///
/// Weights, row by row: W (motion × 16), c (16).
struct LinearRegressor: Sendable {
  private let map: PackedMatrix
  private let offset: SIMD16<Float>

  static func weightCount(motion: Int) -> Int { HorizonBasis.coefficientCount * (motion + 1) }

  init(_ weights: ArraySlice<Float>, motion: Int) {
    let count = HorizonBasis.coefficientCount
    map = PackedMatrix(weights.prefix(motion * count), inputs: motion, outputs: count)
    offset = PackedRow.blocks(of: weights.suffix(count))[0]
  }

  func coefficients(_ motion: UnsafePointer<Float>) -> SIMD16<Float> {
    map.sum(offset, with: motion, block: 0)
  }
}

/// Random Fourier features beside linear terms: coefficients = Wᵀ·x + c + Σ_k v_k·cos(ω_kᵀ·x + b_k).
///
/// The waves approximate a Gaussian kernel.
///
/// Source: Rahimi and Recht, "Random features for large-scale kernel machines", NIPS 2007.
///
/// Weights, row by row: the linear part; ω (motion × waves), b (waves), v (waves × 16).
struct FourierRegressor: Sendable {
  private let linear: LinearRegressor
  private let frequencies: PackedMatrix
  private let phases: [SIMD16<Float>]
  private let amplitudes: [SIMD16<Float>]

  static func weightCount(motion: Int, waves: Int) -> Int {
    LinearRegressor.weightCount(motion: motion)
      + waves * (motion + 1 + HorizonBasis.coefficientCount)
  }

  init(_ weights: ArraySlice<Float>, motion: Int, waves: Int) {
    var rest = WeightReader(weights)
    linear = LinearRegressor(
      rest.take(LinearRegressor.weightCount(motion: motion)), motion: motion)
    frequencies = PackedMatrix(rest.take(motion * waves), inputs: motion, outputs: waves)
    phases = PackedRow.blocks(of: rest.take(waves))
    amplitudes = PackedRow.blocks(of: rest.take(waves * HorizonBasis.coefficientCount))
  }

  func coefficients(_ motion: UnsafePointer<Float>) -> SIMD16<Float> {
    var sum = linear.coefficients(motion)
    for block in phases.indices {
      let wave = frequencies.sum(phases[block], with: motion, block: block).cosine
      let first = block * PackedMatrix.width
      for lane in 0..<min(PackedMatrix.width, amplitudes.count - first) {
        sum += wave[lane] * amplitudes[first + lane]
      }
    }
    return sum
  }
}

extension SIMD16 where Scalar == Float {
  /// The cosine of each, for arguments of a few hundred at most, to about 1e-5.
  ///
  /// Turned into whole turns u = x/2π − round(x/2π) in −½…½, then sin(2π(¼ − |u|)) by Taylor's series
  /// to degree 11, whose first left-out term is below 6e-8.
  var cosine: SIMD16<Float> {
    let turns: SIMD16<Float> = self * (0.5 / Float.pi)
    let fraction: SIMD16<Float> = turns - turns.rounded(.toNearestOrEven)
    let size = fraction.replacing(with: -fraction, where: fraction .< 0)
    let angle: SIMD16<Float> = (0.25 - size) * (2 * Float.pi)
    let square: SIMD16<Float> = angle * angle
    var series: SIMD16<Float> = square * Self.coefficients[0]
    for index in 1..<5 { series = (series + Self.coefficients[index]) * square }
    return angle + angle * series
  }

  /// Taylor's coefficients of the sine from degree 11 down to degree 3.
  private static var coefficients: InlineArray<5, Float> {
    [-1 / 39_916_800, 1 / 362_880, -1 / 5040, 1 / 120, -1 / 6]
  }
}
