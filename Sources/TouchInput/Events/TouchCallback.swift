/// One touch of a callback, with what the system has to say about it beside its newest report.
public struct DeliveredTouch: Hashable, Sendable {
  /// The newest report, which the callback is about.
  public var delivered: TouchEvent
  /// The reports since the last callback, oldest first, without the newest.
  public var coalesced: [TouchEvent]
  /// What the system predicts, soonest first.
  public var predicted: [TouchEvent]

  /// Makes a touch.
  public init(
    _ delivered: TouchEvent, coalesced: [TouchEvent] = [], predicted: [TouchEvent] = []
  ) {
    self.delivered = delivered
    self.coalesced = coalesced
    self.predicted = predicted
  }

  /// The name of the touch.
  public var identifier: String { delivered.touchIdentifier }

  /// Everything that was measured, oldest first.
  package var measured: [TouchEvent] { coalesced + [delivered] }

  /// Everything that it holds.
  package var events: [TouchEvent] { measured + predicted }
}

/// The touches of which the system says at once that they did the same: began, moved, ended.
public struct TouchCallback: Hashable, Sendable {
  /// What they did.
  public var phase: TouchPhase
  /// The touches.
  public var touches: [DeliveredTouch]

  /// Makes a callback.
  public init(phase: TouchPhase, touches: [DeliveredTouch]) {
    self.phase = phase
    self.touches = touches
  }

  /// Everything that it holds.
  package var events: [TouchEvent] { touches.flatMap { $0.events } }
}

/// What a touch system hands to a recognizer in one call.
public enum TouchDelivery: Hashable, Sendable {
  /// Touches that did something.
  case touches(TouchCallback)
  /// Corrections of values that were estimated before.
  case updates([TouchEvent])
  /// Predictions without a report that they would follow.
  case predictions([TouchEvent])

  /// Everything that it holds.
  package var events: [TouchEvent] {
    switch self {
    case .touches(let callback): callback.events
    case .updates(let events), .predictions(let events): events
    }
  }
}
