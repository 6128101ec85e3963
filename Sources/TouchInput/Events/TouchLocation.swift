/// Which of the two places of a touch is meant.
///
/// A touch system can state where a touch was twice: rounded to the grid of the display, as views are
/// laid out on it, and as precisely as the digitizer knows. Drawing and prediction want the second;
/// what the rounding costs can be measured where a recording carries both.
package enum TouchLocation: String, Hashable, Sendable, CaseIterable {
  /// Rounded to the grid of the display.
  case regular
  /// As the digitizer states it; where that was not recorded, the regular one.
  case precise
}

extension TouchEvent {
  /// Where the touch was, by choice of the two.
  package func location(_ choice: TouchLocation) -> SIMD2<Double> {
    choice == .precise ? preciseLocation ?? location : location
  }

  /// The event with one place alone, so that whatever takes it in sees the chosen one.
  package func located(_ choice: TouchLocation) -> TouchEvent {
    var event = self
    event.location = location(choice)
    event.preciseLocation = nil
    return event
  }
}

extension TouchBatch {
  /// The batch with one place alone for each event.
  package func located(_ choice: TouchLocation) -> TouchBatch {
    TouchBatch(identifier: identifier, events: events.map { $0.located(choice) })
  }
}
