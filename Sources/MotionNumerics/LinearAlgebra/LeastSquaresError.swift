/// An error of a least-squares solver.
public enum LeastSquaresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer rows than columns, none at all, or more than the solver's capacity.
  case size(rows: Int, columns: Int)
  /// A row of the design or a right-hand side whose length differs from the others.
  case unequalLengths(expected: Int, found: Int)
  /// A NaN or an infinity in the problem.
  case notFinite
  /// The columns are not independent.
  case rankDeficient(rank: Int, columns: Int)
  /// LAPACK failed with a status: minus the number of an invalid argument.
  case solver(status: Int)

  /// A description of the problem.
  public var description: String {
    switch self {
    case .size(let rows, let columns):
      "a fit of \(columns) columns to \(rows) rows is not possible with this solver: give at least "
        + "one column, as many rows as columns, and no more than it was made for"
    case .unequalLengths(let expected, let found):
      "a row or right-hand side has \(found) numbers where the first has \(expected): give each "
        + "the same"
    case .notFinite:
      "the problem holds a number that is not finite: leave its row out"
    case .rankDeficient(let rank, let columns):
      "only \(rank) of \(columns) columns are independent: fit fewer, or add rows that tell them "
        + "apart"
    case .solver(let status):
      "LAPACK's dgelsy returned \(status): the linked library is not a LAPACK that works"
    }
  }
}
