/// Why a replay page cannot be made, with what to do about it.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  package var problem: String

  /// Makes an error.
  package init(problem: String) { self.problem = problem }

  /// The sentence.
  public var description: String { problem }
}
