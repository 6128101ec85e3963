#if canImport(Accelerate)
  internal import Accelerate
#else
  internal import CLAPACKE
#endif

/// The seam to BLAS, beside the one to LAPACK: products of matrices, and Cholesky's solver.
///
/// BLAS counts column by column. The wrappers below take rows instead, and say so, by handing BLAS
/// the transposes: a matrix row by row is its transpose column by column.
extension LinearAlgebra {
  /// C ← α·op(A)·op(B) + β·C, all row by row without padding, in single precision.
  ///
  /// op(A) is `rows` × `inner`, op(B) is `inner` × `columns`, C is `rows` × `columns`.
  static func multiply(
    _ a: UnsafePointer<Float>, transposed aIsTransposed: Bool,
    _ b: UnsafePointer<Float>, transposed bIsTransposed: Bool,
    into c: UnsafeMutablePointer<Float>, rows: Int, columns: Int, inner: Int,
    alpha: Float, beta: Float
  ) {
    guard rows > 0, columns > 0, inner > 0 else { return }
    var (m, n, k) = (Int32(columns), Int32(rows), Int32(inner))
    var (alpha, beta) = (alpha, beta)
    var lda = Int32(aIsTransposed ? rows : inner)
    var ldb = Int32(bIsTransposed ? inner : columns)
    var ldc = Int32(columns)
    var (first, second) = (letter(bIsTransposed), letter(aIsTransposed))
    sgemm_(&first, &second, &m, &n, &k, &alpha, b, &ldb, a, &lda, &beta, c, &ldc)
  }

  /// C ← Aᵀ·A + C, of which the upper triangle (by rows) is written; A is `rows` × `columns`, by rows.
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

  /// C ← Aᵀ·B + C; A is `rows` × `columns` and B `rows` × `sides`, C `columns` × `sides`, by rows.
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
  /// - Returns: LAPACK's status: 0 is success, above 0 the order of the minor that is not positive.
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

  private static func letter(_ isTransposed: Bool) -> CChar {
    CChar(UInt8(ascii: isTransposed ? "T" : "N"))
  }
}
