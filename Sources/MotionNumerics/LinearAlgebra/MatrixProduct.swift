/// Products of dense matrices in single precision, by the system's BLAS.
///
/// Matrices stand row by row without padding. The last bit of a product may depend on the BLAS and
/// the kernel it chose for the processor, not on what was multiplied before: on one machine the
/// result is the same every time, as long as the library runs on one thread
/// (`NumericalLibrary.useOneThread`).
public enum MatrixProduct {
  /// One factor: its numbers, and whether its transpose is meant.
  public struct Factor {
    let start: UnsafePointer<Float>
    let isTransposed: Bool

    /// The matrix as it stands.
    public static func plain(_ start: UnsafePointer<Float>) -> Factor {
      Factor(start: start, isTransposed: false)
    }

    /// The transpose of the matrix that stands there.
    public static func transposed(_ start: UnsafePointer<Float>) -> Factor {
      Factor(start: start, isTransposed: true)
    }
  }

  /// C ← A·B + `beta`·C; where a size is 0, nothing is written.
  ///
  /// - Parameters:
  ///   - first: A, `rows` × `inner` (transposed: stored `inner` × `rows`).
  ///   - second: B, `inner` × `columns` (transposed: stored `columns` × `inner`).
  ///   - result: C, `rows` × `columns`.
  ///   - rows: The rows of C.
  ///   - columns: The columns of C.
  ///   - inner: The columns of A.
  ///   - beta: What share of C stays; 0 writes it anew.
  public static func multiply(
    _ first: Factor, _ second: Factor, into result: UnsafeMutablePointer<Float>, rows: Int,
    columns: Int, inner: Int, beta: Float = 0
  ) {
    LinearAlgebra.multiply(
      first.start, transposed: first.isTransposed, second.start, transposed: second.isTransposed,
      into: result, rows: rows, columns: columns, inner: inner, alpha: 1, beta: beta)
  }
}
