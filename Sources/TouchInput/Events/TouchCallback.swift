/// One touch of a callback: its newest report, the coalesced ones and the predictions.
public struct DeliveredTouch: Hashable, Sendable {
  /// The newest report, which the callback is about.
  public var delivered: TouchEvent
  /// The other reports since the last callback, oldest first.
  public var coalesced: [TouchEvent]
  /// The system's predictions, soonest first.
  public var predicted: [TouchEvent]

  /// Creates a touch.
  public init(
    _ delivered: TouchEvent, coalesced: [TouchEvent] = [], predicted: [TouchEvent] = []
  ) {
    self.delivered = delivered
    self.coalesced = coalesced
    self.predicted = predicted
  }

  /// The name of the touch.
  public var identifier: String { delivered.touchIdentifier }

  /// All measured reports, oldest first.
  public var measured: [TouchEvent] { coalesced + [delivered] }

  /// All events.
  public var events: [TouchEvent] { measured + predicted }
}

/// The touches that began, moved or ended together in one callback.
public struct TouchCallback: Hashable, Sendable {
  /// The phase of the touches.
  public var phase: TouchPhase
  /// The touches.
  public var touches: [DeliveredTouch]

  /// Creates a callback.
  public init(phase: TouchPhase, touches: [DeliveredTouch]) {
    self.phase = phase
    self.touches = touches
  }

  /// All events.
  public var events: [TouchEvent] { touches.flatMap { $0.events } }
}

/// What a touch system delivers to a recognizer in one call.
public enum TouchDelivery: Hashable, Sendable {
  /// Touches in a new phase.
  case touches(TouchCallback)
  /// Corrections of earlier estimates.
  case updates([TouchEvent])
  /// Predictions without a report.
  case predictions([TouchEvent])

  /// All events.
  public var events: [TouchEvent] {
    switch self {
    case .touches(let callback): callback.events
    case .updates(let events), .predictions(let events): events
    }
  }
}
