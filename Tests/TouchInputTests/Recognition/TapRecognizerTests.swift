import Testing
import TouchInput

@Suite struct TapRecognizerTests {
  private func event(
    _ name: String, _ phase: TouchPhase, x: Double = 0, time: Double = 0, force: Double = 1,
    touch: String = "T", type: TouchType = .direct
  ) -> TouchEvent {
    TouchEvent(
      identifier: name, touchIdentifier: touch, timestamp: time, type: type, phase: phase,
      force: force, location: SIMD2(100 + x, 50))
  }

  private func call(_ events: TouchEvent...) -> TouchCallback {
    TouchCallback(phase: events[0].phase, touches: events.map { DeliveredTouch($0) })
  }

  /// A touch from (100, 50) by the steps, lifted at the last one.
  private func tap(_ steps: [Double], lasting time: Double = 0.1) -> (SIMD2<Double>?, GestureState)
  {
    var recognizer = TapRecognizer()
    _ = recognizer.handle(call(event("b", .began)))
    for (number, step) in steps.enumerated() {
      _ = recognizer.handle(call(event("\(number)", .moved, x: step, time: time / 2)))
    }
    let outcome = recognizer.handle(call(event("e", .ended, x: steps.last ?? 0, time: time)))
    return (outcome.tap, recognizer.machine.state)
  }

  @Test("movement within the allowed distance is tolerated", arguments: [0.0, 3, 10])
  func movementIsTolerated(step: Double) {
    let (place, state) = tap([step, -step, step])
    #expect(place == [100, 50] && state == .ended)
  }

  @Test("a touch that goes further is none, also where it comes back")
  func movementIsLimited() {
    for steps in [[10.1], [11, 0], [4, 8, 12, 0]] {
      let (place, state) = tap(steps)
      #expect(place == nil && state == .failed)
    }
  }

  @Test("reports without motion are none: a display that measures force sends them")
  func forceAloneIsNoMotion() {
    var recognizer = TapRecognizer()
    _ = recognizer.handle(call(event("b", .began)))
    for number in 0..<50 {
      let report = event(
        "\(number)", .moved, time: 0.002 * Double(number), force: 0.1 * Double(number))
      let outcome = recognizer.handle(call(report))
      #expect(outcome.ignored.isEmpty && recognizer.machine.state == .possible)
    }
    #expect(recognizer.handle(call(event("e", .ended, time: 0.11))).tap == [100, 50])
    #expect(recognizer.machine.log == [.ended] && recognizer.machine.actionCount == 1)
  }

  @Test("too long a contact is none, by its reports or by the clock")
  func durationIsLimited() {
    #expect(tap([], lasting: 0.5).1 == .ended)
    #expect(tap([], lasting: 0.6).1 == .failed)
    var recognizer = TapRecognizer()
    recognizer.advance(to: 99)
    _ = recognizer.handle(call(event("b", .began, time: 100)))
    recognizer.advance(to: 100.5)
    #expect(recognizer.machine.state == .possible)
    recognizer.advance(to: 100.51)
    #expect(recognizer.machine.state == .failed)
    #expect(
      recognizer.handle(call(event("e", .ended, time: 100.6))).ignored.map(\.reason)
        == [.gestureOver])
    recognizer.reset()
    _ = recognizer.handle(call(event("c", .began, time: 101)))
    #expect(recognizer.handle(call(event("d", .ended, time: 101.1))).tap == [100, 50])
  }

  @Test("a second touch makes it something else", arguments: [true, false])
  func aSecondTouchFails(atOnce: Bool) {
    var recognizer = TapRecognizer()
    if atOnce {
      _ = recognizer.handle(call(event("a", .began), event("b", .began, touch: "U")))
    } else {
      _ = recognizer.handle(call(event("a", .began)))
      _ = recognizer.handle(call(event("b", .began, touch: "U")))
    }
    #expect(recognizer.machine.state == .failed)
  }

  @Test("a cancelled touch is none")
  func cancelled() {
    var recognizer = TapRecognizer()
    _ = recognizer.handle(call(event("a", .began)))
    #expect(recognizer.handle(call(event("b", .cancelled))).tap == nil)
    #expect(recognizer.machine.state == .failed && recognizer.machine.rejections.isEmpty)
  }

  @Test(
    "a palm beside a pen is no second touch, unless types are not exclusive",
    arguments: [true, false])
  func typesAreExclusive(isExclusive: Bool) {
    var settings = TapRecognizer.Settings()
    settings.requiresExclusiveTouchType = isExclusive
    var recognizer = TapRecognizer(settings)
    _ = recognizer.handle(call(event("a", .began, type: .pencil)))
    let palm = recognizer.handle(call(event("b", .began, touch: "palm")))
    #expect(palm.ignored.map(\.reason) == [isExclusive ? .otherType : .otherTouch])
    let outcome = recognizer.handle(call(event("c", .ended, time: 0.1, type: .pencil)))
    #expect((outcome.tap != nil) == isExclusive)
  }

  @Test("coalesced reports count, predictions do not")
  func coalescedCountAndPredictionsDoNot() {
    var recognizer = TapRecognizer()
    let began = event("a", .began)
    _ = recognizer.handle(call(began))
    var moved = call(event("c", .moved, time: 0.1))
    moved.touches[0].predicted = [event("p", .moved, x: 900, time: 0.2)]
    #expect(recognizer.handle(moved).ignored.map(\.reason) == [.predictionsNotUsed])
    #expect(recognizer.machine.state == .possible)
    moved.touches[0].coalesced = [event("q", .moved, x: 20, time: 0.15)]
    _ = recognizer.handle(moved)
    #expect(recognizer.machine.state == .failed)
  }
}
