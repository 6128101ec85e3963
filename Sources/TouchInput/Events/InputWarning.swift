/// Something in a stream of input that could not be as it was, with what was done about it.
///
/// Real streams repeat events, lose them and send them late. Nothing of that stops a pipeline; what
/// was met is recorded, so that whoever looks for a lost point finds out where it went.
public struct InputWarning: Hashable, Sendable, CustomStringConvertible {
  /// Where: the identifier of the event, touch or callback.
  public var place: String
  /// What is the matter.
  public var problem: String
  /// What was done about it.
  public var consequence: String

  /// Makes a warning.
  public init(place: String, problem: String, consequence: String) {
    self.place = place
    self.problem = problem
    self.consequence = consequence
  }

  /// The sentence.
  public var description: String { "\(place): \(problem); \(consequence)" }
}
