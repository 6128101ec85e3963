/// Random Fourier features beside linear terms: y = linear + Σ_k w_k·cos(ω_k·z + b_k).
///
/// z are the features of motion and horizon. The waves approximate a Gaussian kernel.
///
/// Source: Rahimi and Recht, "Random features for large-scale kernel machines", NIPS 2007.
///
/// Weights: the linear part; then row by row ω (inputs × waves), b (waves), w (waves × 2).
struct FourierRegressor: Sendable {
  private let linear: LinearRegressor
  private let motionWaves: PackedMatrix
  private let horizonWaves: PackedMatrix
  private let phases: [SIMD16<Float>]
  private let along: [SIMD16<Float>]
  private let across: [SIMD16<Float>]

  static func weightCount(motion: Int, waves: Int) -> Int {
    LinearRegressor.weightCount(motion: motion) + waves * (motion + HorizonFeatures.count + 1 + 2)
  }

  init(_ weights: ArraySlice<Float>, motion: Int, waves: Int) {
    var place = weights.startIndex
    func take(_ count: Int) -> ArraySlice<Float> {
      place += count
      return weights[(place - count)..<place]
    }
    linear = LinearRegressor(
      take(LinearRegressor.weightCount(motion: motion)), motion: motion)
    motionWaves = PackedMatrix(take(motion * waves), inputs: motion, outputs: waves)
    horizonWaves = PackedMatrix(
      take(HorizonFeatures.count * waves), inputs: HorizonFeatures.count, outputs: waves)
    phases = PackedRow.blocks(of: take(waves))
    let sides = Array(take(2 * waves))
    along = PackedRow.blocks(of: stride(from: 0, to: 2 * waves, by: 2).map { sides[$0] }[...])
    across = PackedRow.blocks(of: stride(from: 1, to: 2 * waves, by: 2).map { sides[$0] }[...])
  }

  var trunkBlocks: Int { linear.trunkBlocks + motionWaves.blocks }

  func fill(_ trunk: UnsafeMutablePointer<SIMD16<Float>>, with motion: UnsafePointer<Float>) {
    linear.fill(trunk, with: motion)
    let waves = trunk + linear.trunkBlocks
    for block in phases.indices { waves[block] = phases[block] }
    motionWaves.addProduct(with: motion, to: waves)
  }

  func answer(
    _ trunk: UnsafePointer<SIMD16<Float>>, horizon: SIMD4<Float>
  ) -> SIMD2<Float> {
    let straight = linear.answer(trunk, horizon: horizon)
    let waves = trunk + linear.trunkBlocks
    var (first, second) = (SIMD16<Float>.zero, SIMD16<Float>.zero)
    withUnsafePointer(to: horizon) { pointer in
      pointer.withMemoryRebound(to: Float.self, capacity: HorizonFeatures.count) { features in
        for block in phases.indices {
          let wave = horizonWaves.sum(waves[block], with: features, block: block).cosine
          first += along[block] * wave
          second += across[block] * wave
        }
      }
    }
    return straight + SIMD2(first.sum(), second.sum())
  }
}

extension SIMD16 where Scalar == Float {
  /// The cosine of each, for arguments of a few hundred at most, to about 2e-6.
  ///
  /// Turned into quarter waves u = x/2π − ⌊x/2π + ½⌋ in −½…½, then a polynomial of sin(2π(¼ − |u|)) in
  /// an odd variable: Taylor's series to degree 11, whose first left-out term is below 6e-8.
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
