/// The linear regressor: y = Σ_b β_b(h)·(W_b·x + c_b), β = (1, the features of the horizon).
///
/// Products with the horizon's features let the weights of a displacement depend on how far is looked.
/// Weights: for each β row by row W_b (motion × 2), then c_b (2).
struct LinearRegressor: Sendable {
  /// One and the horizon's features.
  static let basisCount = 1 + HorizonFeatures.count
  private let maps: PackedMatrix
  private let offsets: [Float]
  let motionCount: Int

  static func weightCount(motion: Int) -> Int { basisCount * 2 * (motion + 1) }

  init(_ weights: ArraySlice<Float>, motion: Int) {
    motionCount = motion
    let each = 2 * (motion + 1)
    let outputs = 2 * Self.basisCount
    var rows = [Float](repeating: 0, count: motion * outputs)
    var offsets: [Float] = []
    for basis in 0..<Self.basisCount {
      let start = weights.startIndex + basis * each
      for input in 0..<motion {
        rows[input * outputs + 2 * basis] = weights[start + 2 * input]
        rows[input * outputs + 2 * basis + 1] = weights[start + 2 * input + 1]
      }
      offsets += weights[(start + 2 * motion)..<(start + each)]
    }
    maps = PackedMatrix(rows[...], inputs: motion, outputs: outputs)
    self.offsets = offsets
  }

  /// The number of blocks of the trunk.
  var trunkBlocks: Int { maps.blocks }

  func fill(_ trunk: UnsafeMutablePointer<SIMD16<Float>>, with motion: UnsafePointer<Float>) {
    var start = SIMD16<Float>.zero
    for index in offsets.indices { start[index] = offsets[index] }
    trunk[0] = start
    maps.addProduct(with: motion, to: trunk)
  }

  func answer(
    _ trunk: UnsafePointer<SIMD16<Float>>, horizon: SIMD4<Float>
  ) -> SIMD2<Float> {
    let sums = trunk[0]
    let base = SIMD2(sums[0], sums[1])
    var sum = base
    for basis in 1..<Self.basisCount {
      sum += horizon[basis - 1] * SIMD2(sums[2 * basis], sums[2 * basis + 1])
    }
    return sum
  }
}
