/// Why a replay page cannot be made, with what to do about it.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public var problem: String

  /// Makes an error.
  public init(problem: String) { self.problem = problem }

  /// The sentence.
  public var description: String { problem }
}
