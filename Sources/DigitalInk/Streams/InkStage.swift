import TouchInput

/// One stage of the pipeline from touch events to a drawing, as a value that keeps its lines up to
/// date.
///
/// A stage processes the changes of the previous one and returns the changes of its own lines.
/// `then` chains stages of known types, which the compiler can optimize; consumers that come and go
/// at run time subscribe to an `InkStep`.
public protocol InkStage<Input, Line>: Sendable {
  /// The input: a batch of events, or the update of the previous stage.
  associatedtype Input
  /// The type of its lines.
  associatedtype Line: Sendable

  /// The lines; their indices never change.
  var lines: PagedArray<Line> { get }
  /// The number of points or elements computed so far, for tests and benchmarks.
  var recomputed: Int { get }
  /// Processes an input, and returns the changes of its own lines.
  mutating func process(_ input: Input) -> [LineChange]
  /// Removes all lines; keeps the settings.
  mutating func reset()
}

extension InkStage {
  /// Processes an input, and returns the lines with their changes.
  public mutating func update(_ input: Input) -> LineUpdate<Line> {
    let changes = process(input)
    return LineUpdate(lines: lines, changes: changes)
  }

  /// Returns a stage that passes this stage's output to another.
  public func then<Next: InkStage>(_ next: Next) -> InkChain<Self, Next>
  where Next.Input == LineUpdate<Line> {
    InkChain(first: self, second: next)
  }
}

/// Two stages chained into one.
///
/// Both types are known, so a chain of any length runs without dynamic calls.
public struct InkChain<First: InkStage, Second: InkStage>: InkStage
where Second.Input == LineUpdate<First.Line> {
  /// The first stage, which gets the chain's input.
  public var first: First
  /// The second stage, which provides the chain's lines.
  public var second: Second

  /// Creates a chain.
  public init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  /// The lines of the second stage.
  public var lines: PagedArray<Second.Line> { second.lines }
  /// The number of points or elements that both have computed.
  public var recomputed: Int { first.recomputed + second.recomputed }

  /// Processes an input, and returns the changes at the end of the chain.
  public mutating func process(_ input: First.Input) -> [LineChange] {
    second.process(first.update(input))
  }

  /// Removes all lines of both stages.
  public mutating func reset() {
    first.reset()
    second.reset()
  }
}

extension TouchPathStream: InkStage {}
