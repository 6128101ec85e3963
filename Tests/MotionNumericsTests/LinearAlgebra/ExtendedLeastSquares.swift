#if arch(x86_64)
  /// An independent least-squares solver: Householder's QR without pivoting, in 64-bit mantissas.
  ///
  /// Shares neither code, nor method, nor precision with LAPACK's `dgelsy`.
  struct ExtendedLeastSquares {
    /// x for each right-hand side.
    let coefficients: [[Float80]]
    let residualSumsOfSquares: [Float80]
    /// R⁻¹, by rows.
    let inverse: [[Float80]]
    /// ‖R‖·‖R⁻¹‖ in Frobenius' norm, at least the condition number.
    let condition: Float80

    /// Solves for a design given by rows, of independent columns.
    init(design: [[Double]], rightHandSides: [[Double]]) {
      let (rows, columns) = (design.count, design[0].count)
      var a = design.map { $0.map(Float80.init) }
      var b = rightHandSides.map { $0.map(Float80.init) }
      for column in 0..<columns {
        let norm = (column..<rows).reduce(0) { $0 + a[$1][column] * a[$1][column] }.squareRoot()
        var mirror = (column..<rows).map { a[$0][column] }
        mirror[0] += mirror[0] < 0 ? -norm : norm
        let square = mirror.reduce(0) { $0 + $1 * $1 }
        for other in column..<columns {
          let share = 2 * mirror.indices.reduce(0) { $0 + mirror[$1] * a[column + $1][other] }
          for row in mirror.indices { a[column + row][other] -= share / square * mirror[row] }
        }
        for side in b.indices {
          let share = 2 * mirror.indices.reduce(0) { $0 + mirror[$1] * b[side][column + $1] }
          for row in mirror.indices { b[side][column + row] -= share / square * mirror[row] }
        }
      }
      let triangle = a
      func backSubstituted(_ side: [Float80]) -> [Float80] {
        var x = Array(side[..<columns])
        for row in (0..<columns).reversed() {
          for column in (row + 1)..<max(columns, row + 1) {
            x[row] -= triangle[row][column] * x[column]
          }
          x[row] /= triangle[row][row]
        }
        return x
      }
      coefficients = b.map(backSubstituted)
      residualSumsOfSquares = b.map { $0[columns...].reduce(0) { $0 + $1 * $1 } }
      let columnsOfInverse = (0..<columns).map { unit in
        backSubstituted((0..<columns).map { $0 == unit ? 1 : 0 })
      }
      inverse = (0..<columns).map { row in columnsOfInverse.map { $0[row] } }
      let upper = (0..<columns).flatMap { row in (row..<columns).map { triangle[row][$0] } }
      condition = Self.norm(upper) * Self.norm(inverse.flatMap(\.self))
    }

    /// φᵀ·(AᵀA)⁻¹·φ = ‖R⁻ᵀ·φ‖².
    func varianceFactor(at row: [Double]) -> Float80 {
      row.indices.reduce(0) { sum, column in
        let entry = row.indices.reduce(0) { $0 + inverse[$1][column] * Float80(row[$1]) }
        return sum + entry * entry
      }
    }

    private static func norm(_ values: [Float80]) -> Float80 {
      values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
  }
#endif
