import Testing
import TouchInput

@Suite struct TouchPathStreamTests {
  private func event(
    _ identifier: String, _ phase: TouchPhase = .moved, at time: Double = 1, touch: String = "T",
    index: Double? = nil, isUpdate: Bool = false, isPrediction: Bool = false,
    x: Double = 0, expects: TouchProperties = []
  ) -> TouchEvent {
    TouchEvent(
      identifier: identifier, touchIdentifier: touch, timestamp: time, phase: phase,
      location: [x, 0], estimationUpdateIndex: index,
      estimatedPropertiesExpectingUpdates: expects, isUpdate: isUpdate, isPrediction: isPrediction)
  }

  /// The warnings of a stream of events, one a batch.
  private func warnings(_ events: [TouchEvent]) -> (TouchPathStream, [String]) {
    var stream = TouchPathStream()
    for event in events { _ = stream.process(TouchBatch(events: [event])) }
    let warnings = stream.takeWarnings().map(\.description)
    return (stream, warnings)
  }

  @Test func anEventTwiceIsIgnored() {
    let (stream, warnings) = warnings([event("a", .began), event("b"), event("a", .moved, x: 9)])
    #expect(warnings == ["event a: its identifier is a duplicate; ignored"])
    #expect(stream.lines[0].count == 2)
    #expect(stream.lines[0][0].event.location.x == 0)
    #expect(stream.warnings.isEmpty)
  }

  @Test func aCorrectionOfWhatIsNotKnownIsAPoint() {
    let (stream, warnings) = warnings([
      event("u", touch: "X", index: 7, isUpdate: true), event("a", .began),
      event("v", index: 8, isUpdate: true),
    ])
    let treated = "; treated as the next point of the touch"
    #expect(
      warnings == [
        "event u: it corrects an unknown event of touch X\(treated)",
        "event v: it corrects an unknown event of touch T\(treated)",
      ])
    #expect(stream.lines.map(\.count) == [1, 2])
  }

  @Test func whatComesAfterTheEndIsIgnored() {
    let (stream, warnings) = warnings([
      event("a", .began), event("z", .ended), event("p", isPrediction: true), event("late"),
    ])
    #expect(
      warnings == [
        "event p: it predicts touch T, which has ended; ignored",
        "event late: it is a new point of touch T, which has ended; ignored",
      ])
    #expect(stream.lines[0].isComplete)
    #expect(stream.lines[0].count == 2)
  }

  @Test func eventsOutOfOrderStayInOrderOfArrival() {
    let (stream, warnings) = warnings([
      event("a", .began, at: 2), event("b", at: 1), event("c", .began, at: 3),
    ])
    #expect(
      warnings == [
        "event b: its time, 1.0 s, is before that of a, 2.0 s; treated as the next point of the touch",
        "event c: touch T has already begun; treated as the next point of the touch",
      ])
    #expect(stream.lines[0].points.map(\.event.identifier) == ["a", "b", "c"])
  }

  @Test func aTouchThatDidNotBeginIsTakenAllTheSame() {
    let (stream, warnings) = warnings([event("b")])
    #expect(
      warnings == [
        "event b: touch T is moved without having begun; treated as the next point of the touch"
      ])
    #expect(stream.lines.count == 1)
  }

  @Test func whatIsNotANumberIsIgnored() {
    let (stream, warnings) = warnings([event("a", .began, x: .nan), event("b", at: .infinity)])
    #expect(warnings.count == 2)
    #expect(stream.lines.isEmpty)
  }

  @Test func boundsAreTheTrueBox() {
    var stream = TouchPathStream()
    let events = [
      event("a", .began, x: 3), event("b", x: -4), event("p", isPrediction: true, x: 11),
    ]
    _ = stream.process(TouchBatch(events: events))
    #expect(stream.lines[0].bounds == StrokeRectangle(origin: [-4, 0], size: [15, 0]))
    #expect(TouchPath(touchIdentifier: "T").bounds == nil)
  }

  @Test func aPathIsCompleteBeforeItIsSettled() {
    var stream = TouchPathStream()
    let events = [event("a", .began, index: 1, expects: .force), event("z", .ended)]
    _ = stream.process(TouchBatch(events: events))
    #expect(stream.lines[0].isComplete)
    #expect(!stream.lines[0].isSettled)
    _ = stream.process(TouchBatch(events: [event("u", .began, index: 1, isUpdate: true)]))
    #expect(stream.lines[0].isSettled)
  }

  /// Corrections of the first point and a new last one are told apart, not as all between them.
  @Test func changesNameWhatChangedAndDeltasTheirHull() {
    var stream = TouchPathStream()
    let events = (0..<10).map { event("e\($0)", $0 == 0 ? .began : .moved, index: Double($0)) }
    _ = stream.process(TouchBatch(events: events))
    let changes = stream.process(
      TouchBatch(events: [event("u", index: 0, isUpdate: true), event("new", index: 10)]))
    var indices = ChangedIndices(0...0)
    indices.insert(10)
    #expect(changes == [.updated(line: 0, indices: indices)])
    #expect(changes.compactMap(\.delta) == [.updated(line: 0, indices: 0...10)])
  }

  /// The example of Inkable's README: callbacks 1 to 3.
  @Test func theReadmeExampleGivesItsPoints() {
    func report(
      _ name: String, _ x: Double, _ y: Double, _ force: Double, index: Double,
      isUpdate: Bool = false, isPrediction: Bool = false
    ) -> TouchEvent {
      TouchEvent(
        identifier: name, touchIdentifier: "T", timestamp: index, type: .pencil,
        phase: index == 1 ? .began : .moved, force: force, location: [x, y],
        estimationUpdateIndex: index, isUpdate: isUpdate, isPrediction: isPrediction)
    }
    let callbacks = [
      [report("a0", 100, 100, 0.2, index: 1)],
      [
        report("b0", 150, 100, 0.3, index: 2),
        report("a1", 100, 105, 0.2, index: 1, isUpdate: true),
        report("p0", 160, 110, 0.2, index: 2, isPrediction: true),
      ],
      [
        report("c0", 180, 120, 0.4, index: 3),
        report("a2", 100, 105, 0.4, index: 1, isUpdate: true),
        report("b1", 155, 108, 0.45, index: 2, isUpdate: true),
        report("p1", 180, 115, 0.6, index: 3, isPrediction: true),
      ],
    ]
    var stream = TouchPathStream()
    let deltas = callbacks.map { stream.process(TouchBatch(events: $0)).compactMap(\.delta) }
    #expect(
      deltas == [
        [.added(line: 0)], [.updated(line: 0, indices: 0...2)],
        [.updated(line: 0, indices: 0...3)],
      ])
    let points = stream.lines[0].points
    #expect(points.map(\.event.location) == [[100, 105], [155, 108], [180, 120], [180, 115]])
    #expect(points.map(\.event.force) == [0.4, 0.45, 0.4, 0.6])
    #expect(points.map(\.isPrediction) == [false, false, false, true])
    #expect(points[2].events.map(\.identifier) == ["p0", "c0"])
    #expect(stream.warnings.isEmpty)
  }

  /// A path and a stroke have the same values after each of several partial corrections.
  @Test func aPartialCorrectionChangesWhatWasExpected() throws {
    func report(
      _ name: String, _ values: Double, expects: TouchProperties, estimated: TouchProperties,
      isUpdate: Bool = true
    ) -> TouchEvent {
      TouchEvent(
        identifier: name, touchIdentifier: "T", timestamp: 1, type: .pencil,
        phase: isUpdate ? .moved : .began, force: values, altitudeAngle: values / 10,
        azimuth: values / 10, location: [values, values], estimationUpdateIndex: 1,
        estimatedProperties: estimated, estimatedPropertiesExpectingUpdates: expects,
        isUpdate: isUpdate)
    }
    var worthless = report("3", .nan, expects: [], estimated: [])
    worthless.location = [7, 7]
    let all: TouchProperties = [.force, .azimuth, .altitude, .location]
    let events = [
      report("0", 1, expects: [.force, .location], estimated: all, isUpdate: false),
      report("1", 2, expects: .force, estimated: .force),
      report("2", 3, expects: .force, estimated: []), worthless,
    ]
    var paths = TouchPathStream()
    var sketch = SketchController()
    let expected: [(force: Double, place: Double, angle: Double)] = [
      (1, 1, 0.1), (2, 2, 0.1), (3, 2, 0.1), (3, 2, 0.1),
    ]
    for (event, values) in zip(events, expected) {
      let batch = TouchBatch(events: [event])
      _ = paths.process(batch)
      _ = sketch.receive(batch)
      let point = paths.lines[0][0].event
      let sample = try #require(sketch.collection.activeStroke?.samples.first)
      #expect(point.force == values.force && sample.force == values.force)
      #expect(point.location == [values.place, values.place] && sample.location == point.location)
      #expect(point.azimuth == values.angle && sample.azimuth == values.angle)
      #expect(point.altitudeAngle == values.angle && sample.altitude == values.angle)
      #expect(point.estimatedProperties == sample.estimatedProperties)
      #expect(point.estimatedPropertiesExpectingUpdates == sample.propertiesExpectingUpdates)
    }
    #expect(paths.lines[0][0].events.count == 4)
  }
}
