#if !hasFeature(Embedded)
  #if canImport(Accelerate)
    internal import Accelerate
  #else
    internal import CLAPACKE
  #endif

  /// The workspace of `LinearAlgebra.updateTriangle`, created once for a size.
  struct TriangleUpdateWorkspace: Sendable {
    /// The number of rows added at once.
    let rows: Int
    /// The block reflector T on Linux, the scales of the reflectors on Apple's systems.
    fileprivate var reflectors: [Double]
    fileprivate var work: [Double]
    #if canImport(Accelerate)
      /// Triangle and rows, one above the other, column by column.
      fileprivate var stacked: [Double]
    #endif

    /// Creates the workspace for a triangle of an order and a number of rows.
    init(order: Int, rows: Int) {
      self.rows = rows
      reflectors = Array(repeating: 0, count: order * order)
      work = Array(repeating: 0, count: max(order * order, 32 * order))
      #if canImport(Accelerate)
        stacked = Array(repeating: 0, count: (order + rows) * order)
      #endif
    }
  }

  /// The functions that call LAPACK's routines for triangles.
  extension LinearAlgebra {
    /// Replaces a triangle R by that of the QR factorization of R with rows below it.
    ///
    /// RᵀR grows by the rows' BᵀB. `dtpqrt` uses that R is a triangle, in one block. (The older
    /// interface of Accelerate lacks it: there `dgeqrf` factors the same matrix as a full one.)
    ///
    /// - Parameters:
    ///   - order: The order of R.
    ///   - triangle: R, column by column; what stands below its diagonal is neither read nor kept.
    ///   - rows: B, column by column; overwritten.
    ///   - workspace: Created for this order and number of rows.
    static func updateTriangle(
      order: Int, triangle: inout [Double], rows: inout [Double],
      workspace: inout TriangleUpdateWorkspace
    ) {
      #if canImport(Accelerate)
        let height = order + workspace.rows
        for column in 0..<order {
          for line in 0..<order {
            workspace.stacked[line + column * height] =
              line <= column ? triangle[line + column * order] : 0
          }
          for line in 0..<workspace.rows {
            workspace.stacked[order + line + column * height] = rows[line + column * workspace.rows]
          }
        }
        var (m, n, lda, status) = (Int32(height), Int32(order), Int32(height), Int32(0))
        var count = Int32(workspace.work.count)
        dgeqrf_(
          &m, &n, &workspace.stacked, &lda, &workspace.reflectors, &workspace.work, &count, &status)
        for column in 0..<order {
          for line in 0...column {
            triangle[line + column * order] = workspace.stacked[line + column * height]
          }
        }
      #else
        let (n, m) = (LAPACKInt(order), LAPACKInt(workspace.rows))
        // With valid sizes it cannot fail.
        _ = LAPACKE_dtpqrt_work(
          LAPACK_COL_MAJOR, m, n, 0, n, &triangle, n, &rows, m, &workspace.reflectors, n,
          &workspace.work)
      #endif
    }

    /// Solves R·X = B for an upper triangle R (`dtrtrs`).
    ///
    /// - Parameters:
    ///   - order: The order of R.
    ///   - sides: The count of columns of B.
    ///   - triangle: R, column by column.
    ///   - leading: How far apart the columns of R stand.
    ///   - solution: B, column by column, `order` each; becomes X.
    /// - Returns: LAPACK's status: 0 is success, above 0 the place of a 0 on the diagonal.
    static func solveTriangle(
      order: Int, sides: Int, triangle: [Double], leading: Int, into solution: inout [Double]
    ) -> Int {
      #if canImport(Accelerate)
        var (upper, plain) = (Int8(UInt8(ascii: "U")), Int8(UInt8(ascii: "N")))
        var (plainToo, triangle) = (plain, triangle)
        var (n, k, lda, ldb, status) =
          (Int32(order), Int32(sides), Int32(leading), Int32(order), Int32(0))
        dtrtrs_(
          &upper, &plain, &plainToo, &n, &k, &triangle, &lda, &solution, &ldb, &status)
      #else
        let status = LAPACKE_dtrtrs_work(
          LAPACK_COL_MAJOR, CChar(UInt8(ascii: "U")), CChar(UInt8(ascii: "N")),
          CChar(UInt8(ascii: "N")), LAPACKInt(order), LAPACKInt(sides), triangle,
          LAPACKInt(leading), &solution, LAPACKInt(order))
      #endif
      return Int(status)
    }
  }
#endif
