/// A symmetric 3 × 3 matrix, made of sums of products.
struct SymmetricMatrix3: Hashable, Sendable {
  private var diagonal = SIMD3<Double>.zero
  /// The entries 12, 13 and 23.
  private var beside = SIMD3<Double>.zero

  /// Adds v·vᵀ.
  mutating func add(_ vector: SIMD3<Double>) {
    diagonal += vector * vector
    beside += SIMD3(vector.x * vector.y, vector.x * vector.z, vector.y * vector.z)
  }

  /// vᵀ·M·v.
  func form(_ vector: SIMD3<Double>) -> Double {
    (diagonal * vector * vector).sum()
      + 2
      * (beside.x * vector.x * vector.y + beside.y * vector.x * vector.z
        + beside.z * vector.y * vector.z)
  }

  /// The inverse of a positive definite matrix; nil if it has none to twelve digits.
  ///
  /// The matrix is brought to a diagonal of 1 first, so that units do not matter.
  var inverse: SymmetricMatrix3? {
    guard diagonal.min() > 0 else { return nil }
    let scale = 1 / diagonal.squareRoot()
    let (a, b, c) = (
      beside.x * scale.x * scale.y, beside.y * scale.x * scale.z, beside.z * scale.y * scale.z
    )
    let determinant = 1 + 2 * a * b * c - a * a - b * b - c * c
    guard determinant > 1e-12 else { return nil }
    var result = SymmetricMatrix3()
    result.diagonal = SIMD3(1 - c * c, 1 - b * b, 1 - a * a) * scale * scale / determinant
    result.beside =
      SIMD3(
        (b * c - a) * scale.x * scale.y, (a * c - b) * scale.x * scale.z,
        (a * b - c) * scale.y * scale.z) / determinant
    return result
  }
}
