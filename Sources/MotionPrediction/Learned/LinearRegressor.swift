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
