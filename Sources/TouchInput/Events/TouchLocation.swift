/// A choice between the two locations of a touch.
///
/// A touch system can report two locations: rounded to the display's grid, as views are laid out on
/// it, and as precise as the digitizer measures. Drawing and prediction want the second; a
/// recording with both shows what the rounding costs.
public enum TouchLocation: String, Hashable, Sendable, CaseIterable {
  /// Rounded to the grid of the display.
  case regular
  /// As measured by the digitizer; the regular location if that was not recorded.
  case precise
}

extension TouchEvent {
  /// Returns the chosen location.
  public func location(_ choice: TouchLocation) -> SIMD2<Double> {
    choice == .precise ? preciseLocation ?? location : location
  }

  /// Returns the event with only the chosen location.
  public func located(_ choice: TouchLocation) -> TouchEvent {
    var event = self
    event.location = location(choice)
    event.preciseLocation = nil
    return event
  }
}

extension TouchBatch {
  /// Returns the batch with only the chosen location of each event.
  public func located(_ choice: TouchLocation) -> TouchBatch {
    TouchBatch(identifier: identifier, events: events.map { $0.located(choice) })
  }
}
