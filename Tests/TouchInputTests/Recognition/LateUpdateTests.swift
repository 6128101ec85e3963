import MotionNumerics
import Testing
import TouchInput

/// Late corrections of every kind, in the strokes of the recognizers and in touch paths.
@Suite struct LateUpdateTests {
  /// What a correction brings: other values of everything.
  private static func corrected(_ event: TouchEvent, named name: String) -> TouchEvent {
    var update = event
    update.identifier = name
    update.isUpdate = true
    update.isPrediction = false
    update.force = 0.875
    update.azimuth = 1.25
    update.altitudeAngle = 0.75
    update.location += SIMD2(3, -4)
    update.preciseLocation = update.location + SIMD2(0.25, 0.25)
    update.estimatedProperties = []
    update.estimatedPropertiesExpectingUpdates = []
    return update
  }

  private static func report(
    _ number: Int, _ phase: TouchPhase = .moved, expecting: TouchProperties = [],
    type: TouchType = .pencil, step: Double = 10
  ) -> TouchEvent {
    TouchEvent(
      identifier: "e\(number)", touchIdentifier: "T", timestamp: 0.05 * Double(number), type: type,
      phase: phase, force: 0.25, altitudeAngle: 1, azimuth: 0.5,
      location: SIMD2(step * Double(number), 7),
      preciseLocation: SIMD2(step * Double(number), 7.125),
      estimationUpdateIndex: expecting.isEmpty ? nil : Double(number),
      estimatedProperties: expecting, estimatedPropertiesExpectingUpdates: expecting)
  }

  private static func batch(_ events: TouchEvent...) -> TouchBatch { TouchBatch(events: events) }

  static let kinds: [TouchProperties] = [
    .force, .azimuth, .altitude, .location, [.force, .location], [.azimuth, .altitude],
    [.force, .azimuth, .altitude, .location],
  ]

  @Test("what is expected is corrected, and nothing else", arguments: kinds)
  func whatIsExpectedIsCorrected(_ expected: TouchProperties) throws {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    let began = Self.report(0, .began, expecting: expected)
    for delivery in Self.batch(began).deliveries { _ = recognizer.receive(delivery) }
    let before = try #require(recognizer.stroke.samples.first)
    let outcome = recognizer.update([Self.corrected(began, named: "u")])
    let after = try #require(recognizer.stroke.samples.first)
    #expect(after.force == (expected.contains(.force) ? 0.875 : before.force))
    #expect(after.azimuth == (expected.contains(.azimuth) ? 1.25 : before.azimuth))
    #expect(after.altitude == (expected.contains(.altitude) ? 0.75 : before.altitude))
    #expect(after.location == (expected.contains(.location) ? [3.25, 3.25] : before.location))
    #expect(after.estimatedProperties.isEmpty && outcome.warnings.isEmpty)
    #expect(outcome.settled == [recognizer.stroke.identifier])
  }

  @Test("a property of the future is named in a warning")
  func unknownPropertiesWarn() {
    let future = TouchProperties(rawValue: 16)
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    let began = Self.report(0, .began, expecting: [future, .force])
    for delivery in Self.batch(began).deliveries { _ = recognizer.receive(delivery) }
    let outcome = recognizer.update([Self.corrected(began, named: "u")])
    #expect(recognizer.stroke.samples.map(\.force) == [0.875])
    #expect(outcome.warnings.map(\.problem).filter { $0.contains("bits 16") }.count == 1)
  }

  @Test(
    "a value that is no number is named in a warning, and the old one stays",
    arguments: [TouchProperties.force, .azimuth, .altitude, .location])
  func whatIsNoNumberWarns(_ property: TouchProperties) throws {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    let began = Self.report(0, .began, expecting: property)
    for delivery in Self.batch(began).deliveries { _ = recognizer.receive(delivery) }
    var before = try #require(recognizer.stroke.samples.first)
    var update = Self.corrected(began, named: "u")
    update.force = .infinity
    update.azimuth = .nan
    update.altitudeAngle = -.infinity
    update.preciseLocation = SIMD2(.nan, 0)
    let outcome = recognizer.update([update])
    (before.estimatedProperties, before.propertiesExpectingUpdates) = ([], [])
    #expect(recognizer.stroke.samples == [before])
    #expect(outcome.warnings.count == 1)
  }

  /// Strokes of the sketch and paths of the touches, event by event, for corrections of every kind.
  @Test("strokes and paths have the same points", arguments: kinds, [TouchType.pencil, .direct])
  func strokesAndPathsAgree(_ expected: TouchProperties, _ type: TouchType) throws {
    var finger = StrokeRecognizer.Settings(tool: .finger)
    finger.isForceCapable = true
    var sketch = SketchController(finger: finger)
    var paths = TouchPathStream()
    // Steps below the least step of a stroke: nobody can say so while a place is uncertain.
    let events = (0..<8).map { number in
      Self.report(
        number, number == 0 ? .began : number == 7 ? .ended : .moved,
        expecting: number < 7 ? expected : [], type: type,
        step: expected.contains(.location) ? 0.01 : 10)
    }
    // As every correction is of all that is expected, what is not stays as it was.
    let updates = events.dropLast().map { event in
      var update = Self.corrected(event, named: "u" + event.identifier)
      if !expected.contains(.force) { update.force = event.force }
      if !expected.contains(.azimuth) { update.azimuth = event.azimuth }
      if !expected.contains(.altitude) { update.altitudeAngle = event.altitudeAngle }
      if !expected.contains(.location) {
        (update.location, update.preciseLocation) = (event.location, event.preciseLocation)
      }
      return update
    }
    var warnings: [InputWarning] = []
    // Some corrections come between the reports, some after the end.
    let order = Array(events[..<4]) + updates[1...2] + events[4...] + updates[3...] + [updates[0]]
    for event in order {
      warnings += sketch.receive(Self.batch(event)).warnings
      _ = paths.process(Self.batch(event).located(.precise))
    }
    // What a finger has not got is waited for by nobody.
    let isTaken = type == .pencil || !expected.isDisjoint(with: [.force, .location])
    #expect(warnings.isEmpty == isTaken)
    let stroke = try #require(sketch.collection.strokes.first)
    let points = paths.lines[0].points.map(\.event)
    #expect(stroke.samples.map(\.location) == points.map(\.location))
    #expect(stroke.samples.map(\.force) == points.map(\.force))
    if type == .pencil {
      #expect(stroke.samples.map(\.azimuth) == points.map(\.azimuth))
      #expect(stroke.samples.map(\.altitude) == points.map(\.altitudeAngle))
    }
    #expect(stroke.isSettled && paths.lines[0].isSettled)
  }

  @Test("a path waits for every kind of correction", arguments: kinds)
  func pathsWaitForEveryKind(_ expected: TouchProperties) {
    var paths = TouchPathStream()
    let began = Self.report(0, .began, expecting: expected)
    _ = paths.process(Self.batch(began, Self.report(1, .ended)))
    #expect(paths.lines[0].isComplete && !paths.lines[0].isSettled)
    _ = paths.process(Self.batch(Self.corrected(began, named: "u")))
    #expect(paths.lines[0].isComplete && paths.lines[0].isSettled)
  }

  /// What was drawn around the old place, and what is now, is to be drawn again.
  @Test(arguments: [0, 1, 4, 7, 8])
  func aMovedSampleMarksBothPlaces(_ index: Int) throws {
    var stroke = LiveStroke()
    for number in 0..<9 {
      stroke.add(StrokeSample(timestamp: Double(number), location: SIMD2(100 * Double(number), 0)))
    }
    stroke.clearUpdateInfo()
    var sample = stroke.samples[index]
    sample.location.y = 500
    stroke.update(index, to: sample)
    #expect(stroke.updatedRanges.contains { $0.contains(index) })
    let low = max(0, index - 2)
    let high = min(8, index + 2)
    let both = StrokeRectangle(
      origin: SIMD2(100 * Double(low) - 20, -20), size: SIMD2(100 * Double(high - low) + 40, 540))
    #expect(stroke.movedRectangle == both)
    stroke.clearUpdateInfo()
    #expect(stroke.movedRectangle == nil && stroke.dirtyRectangles().isEmpty)
    sample.force = 3
    stroke.update(index, to: sample)
    #expect(stroke.movedRectangle == nil, "it stayed where it was")
  }

  @Test func aCanvasLineTakesThePrecisePlaceToo() {
    var line = CanvasLine()
    let began = Self.report(0, .began, expecting: .location)
    line.add(DeliveredTouch(began))
    line.update(by: Self.corrected(began, named: "u"))
    #expect(line.points[0].event.location(.precise) == [3.25, 3.25])
  }
}
