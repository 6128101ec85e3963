/// The triangle of a weighted least-squares problem that grows row by row, updated by LAPACK: the
/// state of `RecursiveLeastSquares` with the solver `lapack`.
///
/// Where `RotatedTriangle` keeps a root of P, this keeps one of its inverse, the information: an
/// upper triangle
///
///     ⎡ R  z ⎤   RᵀR = P⁻¹,   R·w = z
///     ⎣ 0  ρ ⎦
///
/// for which |R·w − z|² + ρ² is the criterion of `RecursiveLeastSquares`. An event multiplies it by
/// √λ and then takes in the row of x and the row of y at once: `dtpqrt` finds the QR factorization
/// of the triangle with the two rows below it. `dtrtrs` then solves for the weights and for R⁻¹,
/// from which the trace of P is read.
///
/// The weights stand from last to first, so that R⁻¹, turned back, is a lower triangle S with
/// P = S·Sᵀ: the same root that `RotatedTriangle` keeps, but for the signs of its columns.
///
/// Cost: about 4·n² operations for the triangle and n³ for R⁻¹, n being the count of weights; no
/// allocation here.
///
/// Source: Anderson et al., LAPACK Users' Guide, doi:10.1137/1.9780898719604; Haykin, "Adaptive
/// Filter Theory", 4th edition 2002, chapter 14, QR-RLS.
struct InformationTriangle: Sendable {
  private let order: Int
  /// [R z; 0 ρ], column by column, `order + 1` each; what stands below the diagonal is never read.
  private var triangle: [Double]
  /// The rows to be added, column by column: x and y.
  private var rows = [Double]()
  /// Reversed weights in the first column and R⁻¹ in the others, column by column, `order` each.
  private var solution: [Double]
  private var workspace: TriangleUpdateWorkspace
  /// The sum of the squares of R⁻¹: the trace of P.
  private(set) var inverseSquares = 0.0

  /// Creates a triangle of zeros for at least one weight.
  init(order: Int) {
    self.order = order
    triangle = Array(repeating: 0, count: (order + 1) * (order + 1))
    rows = Array(repeating: 0, count: 2 * (order + 1))
    solution = Array(repeating: 0, count: order * (order + 1))
    workspace = TriangleUpdateWorkspace(order: order + 1, rows: 2)
  }

  /// S, column by column; a copy.
  var root: [Double] {
    var root = [Double](repeating: 0, count: order * order)
    for column in 0..<order {
      let (last, from) = (order - 1 - column, (order - column) * order)
      let sign = solution[from + last] < 0 ? -1.0 : 1
      for line in column..<order {
        root[line + column * order] = sign * solution[from + order - 1 - line]
      }
    }
    return root
  }

  /// Sets R to the identity times a factor, and sets the weights.
  mutating func reset(diagonal: Double, weights: [Double]) {
    for index in triangle.indices { triangle[index] = 0 }
    for index in 0..<order {
      triangle[index + index * (order + 1)] = diagonal
      triangle[index + order * (order + 1)] = diagonal * weights[order - 1 - index]
    }
    for index in solution.indices { solution[index] = 0 }
    for index in 0..<order { solution[index + (index + 1) * order] = 1 / diagonal }
    inverseSquares = Double(order) / (diagonal * diagonal)
  }

  /// Multiplies the triangle by `decay`, adds a point and writes the new weights.
  ///
  /// - Parameters:
  ///   - regressor: u, as many points as the order.
  ///   - desired: d.
  ///   - decay: √λ.
  ///   - weights: w; unchanged where the triangle has become singular.
  mutating func absorb(
    _ regressor: [SIMD2<Double>], _ desired: SIMD2<Double>, decay: Double,
    into weights: inout [Double]
  ) {
    if decay != 1 { for index in triangle.indices { triangle[index] *= decay } }
    for index in 0..<order {
      let point = regressor[order - 1 - index]
      rows[2 * index] = point.x
      rows[2 * index + 1] = point.y
    }
    rows[2 * order] = desired.x
    rows[2 * order + 1] = desired.y
    LinearAlgebra.updateTriangle(
      order: order + 1, triangle: &triangle, rows: &rows, workspace: &workspace)
    prepareSolution()
    guard
      LinearAlgebra.solveTriangle(
        order: order, sides: order + 1, triangle: triangle, leading: order + 1, into: &solution)
        == 0
    else {
      inverseSquares = .infinity
      return
    }
    for index in 0..<order { weights[order - 1 - index] = solution[index] }
    inverseSquares = solution[order...].reduce(0) { $0 + $1 * $1 }
  }

  /// Writes z and the unit matrix, which R is to be solved for.
  private mutating func prepareSolution() {
    for index in 0..<order { solution[index] = triangle[index + order * (order + 1)] }
    for index in order..<solution.count { solution[index] = 0 }
    for index in 0..<order { solution[index + (index + 1) * order] = 1 }
  }
}
