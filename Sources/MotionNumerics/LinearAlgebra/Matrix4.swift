/// A 4 × 4 matrix by rows, for motion states of up to four derivatives.
///
/// States of fewer derivatives leave the last rows and columns 0.
package struct Matrix4: Hashable, Sendable {
  /// The first row, that of positions.
  package var row0: SIMD4<Double>
  /// The second row, that of velocities.
  package var row1: SIMD4<Double>
  /// The third row, that of accelerations.
  package var row2: SIMD4<Double>
  /// The fourth row, that of jerks.
  package var row3: SIMD4<Double>

  /// Creates a matrix from its rows, 0 by default.
  package init(
    _ row0: SIMD4<Double> = .zero, _ row1: SIMD4<Double> = .zero,
    _ row2: SIMD4<Double> = .zero, _ row3: SIMD4<Double> = .zero
  ) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
    self.row3 = row3
  }

  /// Creates a matrix with these numbers on its diagonal.
  package init(diagonal: SIMD4<Double>) {
    self.init(
      SIMD4(diagonal.x, 0, 0, 0), SIMD4(0, diagonal.y, 0, 0), SIMD4(0, 0, diagonal.z, 0),
      SIMD4(0, 0, 0, diagonal.w))
  }

  /// The row at `index`, 0…3.
  package subscript(index: Int) -> SIMD4<Double> {
    get {
      switch index {
      case 0: row0
      case 1: row1
      case 2: row2
      default: row3
      }
    }
    set {
      switch index {
      case 0: row0 = newValue
      case 1: row1 = newValue
      case 2: row2 = newValue
      default: row3 = newValue
      }
    }
  }

  /// The entry of a row and a column, each 0…3.
  package subscript(row: Int, column: Int) -> Double {
    get { self[row][column] }
    set { self[row][column] = newValue }
  }

  /// Whether every entry is a finite number.
  package var isFinite: Bool {
    // A product with 0 is 0 for finite numbers and NaN for all others.
    let upper: SIMD4<Double> = row0 * 0 + row1 * 0
    let lower: SIMD4<Double> = row2 * 0 + row3 * 0
    return (upper + lower).sum() == 0
  }

  /// The first column.
  package var firstColumn: SIMD4<Double> { SIMD4(row0.x, row1.x, row2.x, row3.x) }

  /// Every entry times a number.
  package static func * (factor: Double, matrix: Matrix4) -> Matrix4 {
    Matrix4(
      factor * matrix.row0, factor * matrix.row1, factor * matrix.row2, factor * matrix.row3)
  }

  /// The product of a matrix and a column.
  package static func * (matrix: Matrix4, column: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      (matrix.row0 * column).sum(), (matrix.row1 * column).sum(), (matrix.row2 * column).sum(),
      (matrix.row3 * column).sum())
  }

  /// The product of two matrices.
  package static func * (left: Matrix4, right: Matrix4) -> Matrix4 {
    Matrix4(
      left.row0.combining(right), left.row1.combining(right), left.row2.combining(right),
      left.row3.combining(right))
  }

  /// A·Aᵀ, the covariance with the factor A; exactly symmetric.
  package var squared: Matrix4 {
    var result = Matrix4()
    for i in 0..<4 {
      for j in 0...i {
        let entry = (self[i] * self[j]).sum()
        result[i, j] = entry
        result[j, i] = entry
      }
    }
    return result
  }

  /// The lower triangle L for which L·Lᵀ = A·Aᵀ + B·Bᵀ.
  ///
  /// The rows of (A B) are made orthogonal by the modified Gram–Schmidt process, whose triangle is
  /// as accurate as Householder's (Björck, "Solving linear least squares problems by Gram–Schmidt
  /// orthogonalization", BIT 7, 1967, doi:10.1007/BF01934122). No difference of covariances is
  /// formed, so that L·Lᵀ is symmetric and not negative by construction, whatever the rounding.
  /// About 200 operations.
  ///
  /// - Parameters:
  ///   - first: A.
  ///   - second: B.
  ///   - order: How many rows of A and B hold anything but 0.
  /// - Returns: L, its diagonal not negative.
  package static func triangle(_ first: Matrix4, _ second: Matrix4, order: Int = 4) -> Matrix4 {
    var a0 = SIMD8(lowHalf: first.row0, highHalf: second.row0)
    var a1 = SIMD8(lowHalf: first.row1, highHalf: second.row1)
    var result = Matrix4()
    result.row0.x = normalize(&a0)
    result.row1.x = removed(a0, from: &a1)
    result.row1.y = normalize(&a1)
    guard order > 2 else { return result }
    var a2 = SIMD8(lowHalf: first.row2, highHalf: second.row2)
    result.row2.x = removed(a0, from: &a2)
    result.row2.y = removed(a1, from: &a2)
    result.row2.z = normalize(&a2)
    guard order > 3 else { return result }
    var a3 = SIMD8(lowHalf: first.row3, highHalf: second.row3)
    result.row3.x = removed(a0, from: &a3)
    result.row3.y = removed(a1, from: &a3)
    result.row3.z = removed(a2, from: &a3)
    result.row3.w = normalize(&a3)
    return result
  }

  @inline(__always)
  private static func normalize(_ row: inout SIMD8<Double>) -> Double {
    let length = (row * row).sum().squareRoot()
    // The inverse of a number below the normal ones is infinite.
    if length >= .leastNormalMagnitude {
      row *= 1 / length
    } else {
      row = length > 0 ? row / length : .zero
    }
    return length
  }

  /// Removes the component along a direction from the row and returns its length.
  @inline(__always)
  private static func removed(
    _ direction: SIMD8<Double>, from row: inout SIMD8<Double>
  ) -> Double {
    let share = (direction * row).sum()
    row -= share * direction
    return share
  }

  /// The lower triangle L for which L·Lᵀ is this symmetric matrix, of which the lower half is read.
  ///
  /// Where a pivot is not positive its column is 0, which is right for the unused last rows of a
  /// state.
  package var choleskyFactor: Matrix4 {
    var result = Matrix4()
    let (l00, d0) = Self.pivot(row0.x)
    result.row0.x = l00
    result.row1.x = row1.x * d0
    result.row2.x = row2.x * d0
    result.row3.x = row3.x * d0
    let (l11, d1) = Self.pivot(row1.y - result.row1.x * result.row1.x)
    result.row1.y = l11
    result.row2.y = (row2.y - result.row2.x * result.row1.x) * d1
    result.row3.y = (row3.y - result.row3.x * result.row1.x) * d1
    let (l22, d2) = Self.pivot(row2.z - (result.row2 * result.row2).sum())
    result.row2.z = l22
    result.row3.z = (row3.z - (result.row3 * result.row2).sum()) * d2
    result.row3.w = Self.pivot(row3.w - (result.row3 * result.row3).sum()).root
    return result
  }

  /// The root of a pivot and its inverse, both 0 where there is none.
  private static func pivot(_ value: Double) -> (root: Double, inverse: Double) {
    guard value > 0 else { return (0, 0) }
    let root = value.squareRoot()
    return (root, 1 / root)
  }
}

extension SIMD4<Double> {
  /// The sum of a matrix' rows, each times an entry of this row.
  @inline(__always)
  func combining(_ right: Matrix4) -> SIMD4<Double> {
    x * right.row0 + y * right.row1 + z * right.row2 + w * right.row3
  }
}
