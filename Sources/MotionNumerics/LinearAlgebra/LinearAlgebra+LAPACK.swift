#if !hasFeature(Embedded)
  #if canImport(Accelerate)
    internal import Accelerate
  #else
    internal import CLAPACKE
  #endif

  /// The only code that calls LAPACK, together with its extensions for BLAS and for triangles.
  ///
  /// Everything here takes plain Swift arrays, column by column, and keeps C out of every other
  /// file. On Linux LAPACK comes through LAPACKE; on Apple's systems through Accelerate, whose
  /// Fortran interface is called directly (that branch cannot be run on Linux).
  enum LinearAlgebra {
    /// The length of the work array that `solveLeastSquares` needs.
    ///
    /// `dgelsy` asks for at least max(min(m,n) + 3n + 1, 2·min(m,n) + k); a block of 32 columns
    /// more lets it use its fast path.
    static func leastSquaresWorkCount(rows: Int, columns: Int, rightHandSides: Int) -> Int {
      let least = min(rows, columns)
      let block = 32
      return max(least + 2 * columns + block * (columns + 1), 2 * least + block * rightHandSides)
        + columns
    }

    /// Calls `dgelsy`.
    ///
    /// - Returns: LAPACK's status (0 is success) and the rank that it found.
    static func solveLeastSquares(
      rows: Int, columns: Int, rightHandSides: Int, a: inout [Double], b: inout [Double],
      columnOrder: inout [Int32], conditionLimit: Double, work: inout [Double]
    ) -> (status: Int, rank: Int) {
      // A zero lets dgelsy move the column freely.
      for index in columnOrder.indices { columnOrder[index] = 0 }
      return callLeastSquares(
        rows: rows, columns: columns, rightHandSides: rightHandSides, a: &a, b: &b,
        columnOrder: &columnOrder, conditionLimit: conditionLimit, work: &work,
        workCount: work.count)
    }

    static func callLeastSquares(
      rows: Int, columns: Int, rightHandSides: Int, a: inout [Double], b: inout [Double],
      columnOrder: inout [Int32], conditionLimit: Double, work: inout [Double], workCount: Int
    ) -> (status: Int, rank: Int) {
      var rank: Int32 = 0
      #if canImport(Accelerate)
        var (m, n, k) = (Int32(rows), Int32(columns), Int32(rightHandSides))
        var (lda, ldb, limit) = (m, max(m, n), conditionLimit)
        var (count, status) = (Int32(workCount), Int32(0))
        dgelsy_(
          &m, &n, &k, &a, &lda, &b, &ldb, &columnOrder, &limit, &rank, &work, &count, &status)
      #else
        let status = LAPACKE_dgelsy_work(
          LAPACK_COL_MAJOR, LAPACKInt(rows), LAPACKInt(columns), LAPACKInt(rightHandSides), &a,
          LAPACKInt(rows), &b, LAPACKInt(max(rows, columns)), &columnOrder, conditionLimit, &rank,
          &work, LAPACKInt(workCount))
      #endif
      return (Int(status), Int(rank))
    }

    /// Calls `dggev`: the eigenvalues and right eigenvectors of A·v = λ·B·v for square matrices.
    ///
    /// λ = (real + i·imaginary) / divisor, infinite where the divisor is 0; the vector of a real λ
    /// stands in its column of `vectors`. A and B, column by column, are overwritten.
    ///
    /// - Returns: LAPACK's status (0 is success).
    static func solveGeneralizedEigenproblem(
      order: Int, a: inout [Double], b: inout [Double], real: inout [Double],
      imaginary: inout [Double], divisor: inout [Double], vectors: inout [Double]
    ) -> Int {
      // dggev asks for at least 8n; more lets it use blocks, which small problems do not have.
      var work = [Double](repeating: 0, count: 16 * order)
      var unused = [0.0]
      #if canImport(Accelerate)
        var (n, one) = (Int32(order), Int32(1))
        var (count, status) = (Int32(work.count), Int32(0))
        var (left, right) = (Int8(UInt8(ascii: "N")), Int8(UInt8(ascii: "V")))
        var (lda, ldb, ldv) = (n, n, n)
        dggev_(
          &left, &right, &n, &a, &lda, &b, &ldb, &real, &imaginary, &divisor, &unused, &one,
          &vectors, &ldv, &work, &count, &status)
      #else
        let n = LAPACKInt(order)
        let status = LAPACKE_dggev_work(
          LAPACK_COL_MAJOR, CChar(UInt8(ascii: "N")), CChar(UInt8(ascii: "V")), n, &a, n, &b, n,
          &real, &imaginary, &divisor, &unused, 1, &vectors, n, &work, LAPACKInt(work.count))
      #endif
      return Int(status)
    }

    /// The release of LAPACK that the linked library implements, such as `3.11.0`.
    static func release() -> String {
      var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
      #if canImport(Accelerate)
        ilaver_(&major, &minor, &patch)
      #else
        LAPACKE_ilaver(&major, &minor, &patch)
      #endif
      return "\(major).\(minor).\(patch)"
    }
  }
#endif
