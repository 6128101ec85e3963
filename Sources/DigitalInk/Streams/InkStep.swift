import TouchInput

/// Something that takes in what a step produces.
public protocol InkConsumer<Input>: AnyObject {
  /// What it takes in.
  associatedtype Input
  /// Takes it in.
  func consume(_ input: Input)
  /// Forgets everything.
  func reset()
}

/// A stage that any number of consumers follow, which can come and go while it runs.
///
/// Consumers are called in the order in which they were added, at once, after the stage's own lines
/// are up to date. A consumer costs one dynamic call a batch; the stage's own work knows its types.
/// One that is added late is brought up to date by the next batch, an empty one included.
public final class InkStep<Stage: InkStage>: InkConsumer {
  /// The stage; its settings may be changed, which takes effect with the next input.
  public var stage: Stage

  /// While this is true, what comes in waits; when it is set to false, all of it is worked off.
  ///
  /// The stage's lines and what consumers were told stay as they were meanwhile.
  public var isPaused = false {
    didSet { if !isPaused { workOff() } }
  }

  private var waiting: [Stage.Input] = []
  private var consumers: [any InkConsumer<LineUpdate<Stage.Line>>] = []

  /// Makes a step without consumers.
  public init(_ stage: Stage) { self.stage = stage }

  /// Adds a consumer and returns it, so that a chain can be written in one expression.
  @discardableResult public func nextStep<Consumer: InkConsumer>(_ consumer: Consumer) -> Consumer
  where Consumer.Input == LineUpdate<Stage.Line> {
    consumers.append(consumer)
    return consumer
  }

  /// Adds a stage as a step of its own and returns that.
  @discardableResult public func nextStep<Next: InkStage>(_ next: Next) -> InkStep<Next>
  where Next.Input == LineUpdate<Stage.Line> {
    nextStep(InkStep<Next>(next))
  }

  /// Adds a closure that is called with every update.
  ///
  /// - Parameters:
  ///   - consume: Called after each input.
  ///   - reset: Called when the step is reset.
  /// - Returns: The consumer, with which it can be removed.
  @discardableResult public func nextStep(
    _ consume: @escaping (LineUpdate<Stage.Line>) -> Void, reset: @escaping () -> Void = {}
  ) -> InkBlock<LineUpdate<Stage.Line>> {
    nextStep(InkBlock(consume, reset: reset))
  }

  /// Removes a consumer; one that was not added is passed over.
  public func remove(_ consumer: some InkConsumer<LineUpdate<Stage.Line>>) {
    consumers.removeAll { $0 === consumer }
  }

  /// Takes in what changed before it and tells its consumers; while paused, only keeps it.
  public func consume(_ input: Stage.Input) {
    guard !isPaused else {
      waiting.append(input)
      return
    }
    let update = stage.update(input)
    for consumer in consumers { consumer.consume(update) }
  }

  /// Forgets all lines and what is waiting, then resets its consumers.
  public func reset() {
    waiting = []
    stage.reset()
    for consumer in consumers { consumer.reset() }
  }

  private func workOff() {
    let inputs = waiting
    waiting = []
    for input in inputs { consume(input) }
  }
}

/// A consumer made of closures.
public final class InkBlock<Input>: InkConsumer {
  private let whenConsuming: (Input) -> Void
  private let whenReset: () -> Void

  /// Makes a consumer.
  ///
  /// - Parameters:
  ///   - consume: Called with every input.
  ///   - reset: Called at every reset.
  package init(_ consume: @escaping (Input) -> Void, reset: @escaping () -> Void = {}) {
    whenConsuming = consume
    whenReset = reset
  }

  /// Calls the closure.
  public func consume(_ input: Input) { whenConsuming(input) }

  /// Calls the closure for resets.
  public func reset() { whenReset() }
}
