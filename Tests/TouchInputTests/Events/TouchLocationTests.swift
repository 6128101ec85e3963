import Testing
import TouchInput

@Suite struct TouchLocationTests {
  private static let both = TouchEvent(
    identifier: "a", touchIdentifier: "T", timestamp: 1, type: .pencil, phase: .began,
    location: [10.5, 20], preciseLocation: [10.4375, 20.125])

  private static var regularAlone: TouchEvent { both.located(.regular) }

  @Test func eachChoiceIsItsPlace() {
    #expect(Self.both.location(.regular) == [10.5, 20])
    #expect(Self.both.location(.precise) == [10.4375, 20.125])
    #expect(Self.regularAlone.location(.precise) == [10.5, 20])
  }

  @Test(arguments: TouchLocation.allCases)
  func alonePlacesAreFinal(choice: TouchLocation) {
    let batch = TouchBatch(identifier: "one", events: [Self.both, Self.regularAlone])
    let located = batch.located(choice)
    #expect(located.identifier == "one")
    #expect(located.events.map(\.location) == batch.events.map { $0.location(choice) })
    for other in TouchLocation.allCases {
      #expect(located.located(other).events.map(\.location) == located.events.map(\.location))
    }
  }

  /// Speed Sketch draws where the digitizer says; the other place is a setting away.
  @Test(arguments: TouchLocation.allCases)
  func strokesHaveTheChosenPlace(choice: TouchLocation) {
    var settings = StrokeRecognizer.Settings(tool: .pencil)
    #expect(settings.location == .precise)
    settings.location = choice
    var recognizer = StrokeRecognizer(settings)
    let touch = DeliveredTouch(Self.both)
    _ = recognizer.handle(TouchCallback(phase: .began, touches: [touch]))
    #expect(recognizer.stroke.samples.map(\.location) == [Self.both.location(choice)])
  }

  /// A place that is no number is refused where it is the chosen one, and only there.
  @Test func theChosenPlaceMustBeFinite() {
    var event = Self.both
    event.preciseLocation = [.nan, 0]
    for (choice, count) in [(TouchLocation.precise, 0), (.regular, 1)] {
      var settings = StrokeRecognizer.Settings(tool: .pencil)
      settings.location = choice
      var recognizer = StrokeRecognizer(settings)
      let touch = DeliveredTouch(event)
      let outcome = recognizer.handle(TouchCallback(phase: .began, touches: [touch]))
      #expect(recognizer.stroke.samples.count == count)
      #expect(outcome.ignored.count == 1 - count)
    }
  }
}
