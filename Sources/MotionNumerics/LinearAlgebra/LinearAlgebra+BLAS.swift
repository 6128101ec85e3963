#if !hasFeature(Embedded)
  #if canImport(Accelerate)
    internal import Accelerate
  #else
    internal import CLAPACKE
  #endif

  /// Products of dense matrices in single precision, computed by the system's BLAS.
  ///
  /// Matrices are stored row by row without padding. The last bit of a product may depend on the
  /// BLAS and on the kernel it selected for the processor, but not on earlier products: on one
  /// machine the result is always the same, as long as the library runs on one thread
  /// (`NumericalLibrary.useOneThread`).
  package enum MatrixProduct {
    /// A matrix, or the transpose of one.
    package struct Factor {
      fileprivate let start: UnsafePointer<Float>
      fileprivate let isTransposed: Bool

      /// Returns the matrix stored at `start`.
      package static func plain(_ start: UnsafePointer<Float>) -> Factor {
        Factor(start: start, isTransposed: false)
      }

      /// Returns the transpose of the matrix stored at `start`.
      package static func transposed(_ start: UnsafePointer<Float>) -> Factor {
        Factor(start: start, isTransposed: true)
      }
    }

    /// Sets C to A·B + `beta`·C; writes nothing where a size is 0.
    ///
    /// - Parameters:
    ///   - first: A, `rows` × `inner` (transposed: stored as `inner` × `rows`).
    ///   - second: B, `inner` × `columns` (transposed: stored as `columns` × `inner`).
    ///   - result: C, `rows` × `columns`.
    ///   - rows: The number of rows of C.
    ///   - columns: The number of columns of C.
    ///   - inner: The number of columns of A.
    ///   - beta: The factor of the old C; 0 overwrites it.
    package static func multiply(
      _ first: Factor, _ second: Factor, into result: UnsafeMutablePointer<Float>, rows: Int,
      columns: Int, inner: Int, beta: Float = 0
    ) {
      guard rows > 0, columns > 0, inner > 0 else { return }
      var (m, n, k) = (Int32(columns), Int32(rows), Int32(inner))
      var (alpha, beta) = (Float(1), beta)
      var lda = Int32(first.isTransposed ? rows : inner)
      var ldb = Int32(second.isTransposed ? inner : columns)
      var ldc = Int32(columns)
      // Row by row, C = A·B is Cᵀ = Bᵀ·Aᵀ column by column.
      var (left, right) = (
        LinearAlgebra.letter(second.isTransposed), LinearAlgebra.letter(first.isTransposed)
      )
      sgemm_(
        &left, &right, &m, &n, &k, &alpha, second.start, &ldb, first.start, &lda, &beta, result,
        &ldc)
    }
  }

  /// The functions that call BLAS: products of matrices, and a Cholesky solver.
  ///
  /// BLAS stores matrices column by column. These wrappers take them row by row, by passing BLAS
  /// the transposes: a matrix stored row by row is its transpose stored column by column.
  extension LinearAlgebra {
    /// C ← Aᵀ·A + C, of which the upper triangle (by rows) is written; A is `rows` × `columns`, by
    /// rows.
    static func addSquare(
      of a: UnsafePointer<Double>, rows: Int, columns: Int, to c: UnsafeMutablePointer<Double>
    ) {
      guard rows > 0, columns > 0 else { return }
      // By columns A is its transpose, and the triangle that is upper by rows is lower.
      var (uplo, trans) = (CChar(UInt8(ascii: "L")), CChar(UInt8(ascii: "N")))
      var (n, k, one) = (Int32(columns), Int32(rows), 1.0)
      var (lda, ldc) = (n, n)
      dsyrk_(&uplo, &trans, &n, &k, &one, a, &lda, &one, c, &ldc)
    }

    /// C ← Aᵀ·B + C; A is `rows` × `columns` and B `rows` × `sides`, C `columns` × `sides`, by
    /// rows.
    static func addProduct(
      transposed a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, rows: Int, columns: Int,
      sides: Int, to c: UnsafeMutablePointer<Double>
    ) {
      guard rows > 0, columns > 0, sides > 0 else { return }
      var (first, second) = (letter(false), letter(true))
      var (m, n, k, one) = (Int32(sides), Int32(columns), Int32(rows), 1.0)
      var (lda, ldb, ldc) = (n, m, m)
      dgemm_(&first, &second, &m, &n, &k, &one, b, &ldb, a, &lda, &one, c, &ldc)
    }

    /// Solves A·X = B by Cholesky's factorization (`dposv`); A's upper triangle by rows is read.
    ///
    /// A becomes its factor; B, `sides` right-hand sides one after another, becomes X.
    ///
    /// - Returns: LAPACK's status: 0 is success, above 0 the order of the minor that is not
    ///   positive.
    static func solvePositiveDefinite(
      order: Int, sides: Int, a: inout [Double], b: inout [Double]
    ) -> Int {
      #if canImport(Accelerate)
        var uplo = Int8(UInt8(ascii: "L"))
        var (n, k, lda, ldb, status) =
          (Int32(order), Int32(sides), Int32(order), Int32(order), Int32(0))
        dposv_(&uplo, &n, &k, &a, &lda, &b, &ldb, &status)
      #else
        let n = LAPACKInt(order)
        let status = LAPACKE_dposv_work(
          LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), n, LAPACKInt(sides), &a, n, &b, n)
      #endif
      return Int(status)
    }

    fileprivate static func letter(_ isTransposed: Bool) -> CChar {
      CChar(UInt8(ascii: isTransposed ? "T" : "N"))
    }
  }
#endif
