import TouchInput

/// A consumer of a step's updates.
public protocol InkConsumer<Input>: AnyObject {
  /// The input.
  associatedtype Input
  /// Processes an input.
  func consume(_ input: Input)
  /// Resets to the initial state.
  func reset()
}

/// A stage with any number of consumers, which can come and go while it runs.
///
/// Consumers are called synchronously, in the order in which they were added, after the stage's own
/// lines are updated. A consumer costs one dynamic call per batch. One that is added late catches
/// up with the next batch, even an empty one.
public final class InkStep<Stage: InkStage>: InkConsumer {
  /// The stage; changed settings take effect with the next input.
  public var stage: Stage

  /// Whether input is queued; setting this to false processes the queue.
  ///
  /// The stage's lines do not change meanwhile.
  public var isPaused = false {
    didSet { if !isPaused { workOff() } }
  }

  private var waiting: [Stage.Input] = []
  private var consumers: [any InkConsumer<LineUpdate<Stage.Line>>] = []

  /// Creates a step without consumers.
  public init(_ stage: Stage) { self.stage = stage }

  /// Adds a consumer and returns it, so that calls can be chained.
  @discardableResult public func nextStep<Consumer: InkConsumer>(_ consumer: Consumer) -> Consumer
  where Consumer.Input == LineUpdate<Stage.Line> {
    consumers.append(consumer)
    return consumer
  }

  /// Adds a stage as a new step, and returns the step.
  @discardableResult public func nextStep<Next: InkStage>(_ next: Next) -> InkStep<Next>
  where Next.Input == LineUpdate<Stage.Line> {
    nextStep(InkStep<Next>(next))
  }

  /// Adds a closure that is called with every update.
  ///
  /// - Parameters:
  ///   - consume: Called after each input.
  ///   - reset: Called when the step is reset.
  /// - Returns: The consumer, for removal.
  @discardableResult public func nextStep(
    _ consume: @escaping (LineUpdate<Stage.Line>) -> Void, reset: @escaping () -> Void = {}
  ) -> some InkConsumer<LineUpdate<Stage.Line>> {
    nextStep(InkBlock(consume, reset: reset))
  }

  /// Removes a consumer, if it was added.
  public func remove(_ consumer: some InkConsumer<LineUpdate<Stage.Line>>) {
    consumers.removeAll { $0 === consumer }
  }

  /// Processes an input and notifies its consumers; queues it while paused.
  public func consume(_ input: Stage.Input) {
    guard !isPaused else {
      waiting.append(input)
      return
    }
    let update = stage.update(input)
    for consumer in consumers { consumer.consume(update) }
  }

  /// Removes all lines and queued input, then resets its consumers.
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
package final class InkBlock<Input>: InkConsumer {
  private let whenConsuming: (Input) -> Void
  private let whenReset: () -> Void

  /// Creates a consumer.
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

  /// Calls the reset closure.
  public func reset() { whenReset() }
}
