import TouchInput

/// One stage of the way from touch events to a drawing: a value that keeps its lines up to date.
///
/// A stage takes in what changed before it and answers with what that changed in its own lines. Stages
/// of known types make a chain with `then`, which the compiler sees through; consumers that come and
/// go at run time hang on an `InkStep`.
public protocol InkStage<Input, Line>: Sendable {
  /// What it takes in: a batch of events, or the update of the stage before.
  associatedtype Input
  /// What its lines are.
  associatedtype Line: Sendable

  /// Its lines, in their places for good.
  var lines: PagedArray<Line> { get }
  /// How many points or elements it has computed so far, for tests and benchmarks.
  var recomputed: Int { get }
  /// Takes in what changed, and says what that changed in its own lines.
  mutating func process(_ input: Input) -> [LineChange]
  /// Forgets all lines, as freshly made; settings stay.
  mutating func reset()
}

extension InkStage {
  /// Takes in what changed, and gives its lines with what changed in them.
  public mutating func update(_ input: Input) -> LineUpdate<Line> {
    let changes = process(input)
    return LineUpdate(lines: lines, changes: changes)
  }

  /// This stage followed by another, as one stage.
  public func then<Next: InkStage>(_ next: Next) -> InkChain<Self, Next>
  where Next.Input == LineUpdate<Line> {
    InkChain(first: self, second: next)
  }
}

/// Two stages as one.
///
/// Both types are known, so that a chain of any length runs without a dynamic call.
public struct InkChain<First: InkStage, Second: InkStage>: InkStage
where Second.Input == LineUpdate<First.Line> {
  /// The stage that takes in what the chain does.
  public var first: First
  /// The stage whose lines are the chain's.
  public var second: Second

  /// Makes a chain.
  package init(first: First, second: Second) {
    self.first = first
    self.second = second
  }

  /// The lines of the second stage.
  public var lines: PagedArray<Second.Line> { second.lines }
  /// What both have computed.
  public var recomputed: Int { first.recomputed + second.recomputed }

  /// Takes in what changed before the chain, and says what changed at its end.
  public mutating func process(_ input: First.Input) -> [LineChange] {
    second.process(first.update(input))
  }

  /// Forgets all lines of both.
  public mutating func reset() {
    first.reset()
    second.reset()
  }
}

extension TouchPathStream: InkStage {}
