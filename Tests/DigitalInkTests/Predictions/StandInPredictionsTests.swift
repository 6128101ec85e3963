import DigitalInk
import MotionPrediction
import Synchronization
import TestSupport
import Testing
import TouchInput

/// A predictor in the place of the device's.
@Suite struct StandInPredictionsTests {
  /// A line drawn at constant speed, 2 to the right and 1 down in every 1/256 s.
  ///
  /// All numbers in it are dyadic, so that a line through them is found again without rounding.
  private static func report(_ index: Int, phase: TouchPhase? = nil) -> TouchEvent {
    TouchEvent(
      identifier: "r\(index)", touchIdentifier: "T", timestamp: Double(index) / 256, type: .pencil,
      phase: phase ?? (index == 0 ? .began : .moved), force: 0.5, altitudeAngle: 1, azimuth: 0.25,
      location: [100 + 2 * Double(index), 200 + Double(index)],
      estimationUpdateIndex: Double(index), estimatedProperties: .force,
      estimatedPropertiesExpectingUpdates: .force)
  }

  private static func correction(_ index: Int, force: Double) -> TouchEvent {
    var event = report(index)
    event.identifier = "u\(index)-\(force)"
    event.isUpdate = true
    event.force = force
    event.estimatedPropertiesExpectingUpdates = []
    return event
  }

  /// What a device predicts: off the line.
  private static func devicePrediction(_ index: Int, after newest: Int) -> TouchEvent {
    var event = report(index)
    event.identifier = "p\(newest)-\(index)"
    event.location += [0, 3]
    event.phase = .moved
    event.isPrediction = true
    event.estimationUpdateIndex = Double(newest)
    return event
  }

  private static let horizons = [1.0 / 256, 2.0 / 256]

  private static func standIn(_ spelling: String) throws -> StandInPredictions {
    let context = PredictorContext(horizons: horizons, nominalRate: 256)
    return StandInPredictions(
      try PredictorCatalogue.standard.predictor(spelling).make(context), horizons: horizons)
  }

  private static func batch(_ events: TouchEvent...) -> TouchBatch { TouchBatch(events: events) }

  private static func locations(_ events: [TouchEvent]) -> [SIMD2<Double>] {
    events.filter(\.isPrediction).map(\.location)
  }

  @Test func linearContinuesALineExactly() throws {
    var standIn = try Self.standIn("linear")
    _ = standIn.process(Self.batch(Self.report(0), Self.report(1)))
    let events = standIn.process(Self.batch(Self.report(2))).events
    let ticks = events.map { $0.timestamp * 256 }
    #expect(ticks == [2, 3, 4])
    #expect(Self.locations(events) == [Self.report(3).location, Self.report(4).location])
  }

  @Test func holdStaysAndKeepsWhatTheLastReportHas() throws {
    var standIn = try Self.standIn("hold")
    let events = standIn.process(Self.batch(Self.report(0), Self.report(1))).events
    #expect(events.map(\.identifier).prefix(2) == ["r0", "r1"])
    #expect(Set(events.map(\.identifier)).count == 4)
    for event in events.dropFirst(2) {
      #expect(event.location == Self.report(1).location)
      #expect(event.touchIdentifier == "T")
      #expect(event.phase == .moved)
      #expect(event.type == .pencil)
      #expect(event.force == 0.5)
      #expect(event.altitudeAngle == 1)
      #expect(event.azimuth == 0.25)
      #expect(event.estimationUpdateIndex == nil)
      #expect(event.estimatedProperties == [.force, .azimuth, .altitude, .location])
      #expect(event.estimatedPropertiesExpectingUpdates == [])
      #expect(!event.isUpdate)
    }
  }

  /// A touch path cannot tell them from events that somebody wrote down.
  @Test func thePathsAreThoseOfHandMadeBatches() throws {
    var standIn = try Self.standIn("hold")
    var (paths, byHand) = (TouchPathStream(), TouchPathStream())
    for index in 0..<6 {
      let report = Self.report(index, phase: index == 5 ? .ended : nil)
      let device = index == 5 ? [] : [Self.devicePrediction(index + 1, after: index)]
      let update = paths.update(standIn.process(TouchBatch(events: [report] + device)))
      let predicted = (1...2).map { step in
        var event = report
        event.identifier = "h\(index)-\(step)"
        event.timestamp += Double(step) / 256
        event.phase = .moved
        event.isPrediction = true
        return event
      }
      let expected = byHand.update(TouchBatch(events: [report] + (index == 5 ? [] : predicted)))
      #expect(update.deltas == expected.deltas)
      let (found, wanted) = (paths.lines[0], byHand.lines[0])
      #expect(found.count == index + (index == 5 ? 1 : 3))
      #expect(found.points.map(\.event.location) == wanted.points.map(\.event.location))
      #expect(found.points.map(\.event.timestamp) == wanted.points.map(\.event.timestamp))
      #expect(found.points.map(\.isPrediction) == wanted.points.map(\.isPrediction))
      #expect(found.isComplete == (index == 5))
    }
    #expect(paths.takeWarnings().isEmpty)
  }

  @Test func aBatchOfCorrectionsLeavesThemStanding() throws {
    var standIn = try Self.standIn("linear")
    var paths = TouchPathStream()
    _ = paths.process(standIn.process(Self.batch(Self.report(0), Self.report(1))))
    let before = paths.lines[0].predicted
    #expect(before.count == 2)
    let corrected = standIn.process(Self.batch(Self.correction(0, force: 0.75)))
    #expect(corrected.events.map(\.identifier) == ["u0-0.75"])
    _ = paths.process(corrected)
    #expect(paths.lines[0].predicted == before)
    _ = paths.process(standIn.process(Self.batch(Self.report(2))))
    #expect(
      paths.lines[0].predicted.map(\.event.location) == [
        Self.report(3).location, Self.report(4).location,
      ])
  }

  @Test func aTouchThatEndsHasNoneAndStaysSo() throws {
    var standIn = try Self.standIn("hold")
    _ = standIn.process(Self.batch(Self.report(0)))
    let end = standIn.process(
      Self.batch(Self.devicePrediction(1, after: 0), Self.report(1, phase: .ended)))
    #expect(end.events.map(\.identifier) == ["r1"])
    let late = standIn.process(
      Self.batch(Self.correction(0, force: 1), Self.devicePrediction(2, after: 1), Self.report(3)))
    #expect(late.events.map(\.identifier) == ["u0-1.0", "r3"])
  }

  /// The device's own points, whether they come with the report, or one by one after it.
  @Test(arguments: [true, false])
  func recordedSaysWhatTheDeviceSaid(together: Bool) throws {
    var standIn = try Self.standIn("recorded")
    let events = [
      Self.report(0), Self.devicePrediction(1, after: 0), Self.devicePrediction(2, after: 0),
    ]
    let batches =
      together ? [TouchBatch(events: events)] : events.map { TouchBatch(events: [$0]) }
    let found = batches.flatMap { standIn.process($0).events }
    #expect(Self.locations(found) == events.dropFirst().map(\.location))
    #expect(found.count == 3)
  }

  @Test func anAnswerOfNothingIsNoEvent() throws {
    var standIn = try Self.standIn("recorded")
    #expect(standIn.process(Self.batch(Self.report(0))).events.count == 1)
  }

  @Test func samplesAreObservedOnceAndCorrectionsNotAtAll() {
    var standIn = StandInPredictions(CountingPredictor(), horizons: [0.01])
    #expect(
      Self.locations(standIn.process(Self.batch(Self.report(0), Self.report(1))).events) == [
        [2, 1]
      ]
    )
    _ = standIn.process(Self.batch(Self.correction(0, force: 1), Self.correction(1, force: 1)))
    // Twice the same event is one.
    let events = standIn.process(Self.batch(Self.report(1), Self.report(2))).events
    #expect(Self.locations(events) == [[3, 1]])
  }

  @Test func aPredictorGoesOnWithTheNextTouch() {
    var standIn = StandInPredictions(CountingPredictor(), horizons: [0.01])
    _ = standIn.process(Self.batch(Self.report(0), Self.report(1, phase: .ended)))
    var next = Self.report(2, phase: .began)
    next.touchIdentifier = "U"
    #expect(Self.locations(standIn.process(Self.batch(next)).events) == [[1, 2]])
    var other = Self.report(3, phase: .began)
    other.touchIdentifier = "V"
    // U still goes on, so that V has a fresh one.
    #expect(Self.locations(standIn.process(Self.batch(other)).events) == [[1, 1]])
  }

  @Test func whatThePredictorStatesIsTakenAndForceKeptInRange() throws {
    var standIn = StandInPredictions(CountingPredictor(), horizons: [0.01])
    let event = try #require(standIn.process(Self.batch(Self.report(0))).events.last)
    #expect(event.force == event.maximumPossibleForce)
    #expect(event.altitudeAngle == 0.5)
    #expect(event.azimuth == 0)
    #expect(event.azimuthUnitVector == [1, 0])
  }

  @Test func horizonsThatDoNotLieAheadAreLeftOut() throws {
    let hold = try PredictorCatalogue.standard.predictor("hold").make(.init(horizons: [0.01]))
    let horizons = [0.02, -1, .nan, 0.01, .infinity, 0, 0.02]
    #expect(StandInPredictions(hold, horizons: horizons).horizons == [0.01, 0.02])
  }

  private static let spellings = [
    "hold", "linear", "polynomial:degree=2,window=5", "kalman", "recorded", "rls", "arc",
    "one-euro+linear+blend:share=0.5",
  ]

  /// Whatever comes: nothing crashes, no report is lost, and no more is predicted than was asked for.
  @Test(arguments: spellings)
  func hostileStreamsKeepTheirReports(spelling: String) throws {
    for seed in TestSize.seeds(60, full: 1500) {
      var (standIn, again) = (try Self.standIn(spelling), try Self.standIn(spelling))
      var (paths, plain) = (TouchPathStream(), TouchPathStream())
      for batch in EventStreamGenerator.batches(seed: seed) {
        let made = standIn.process(batch)
        let twin = again.process(batch)
        #expect(made.events == twin.events, "seed \(seed)")
        #expect(Self.locations(made.events) == Self.locations(twin.events), "seed \(seed)")
        let reports = batch.events.filter { !$0.isPrediction }
        #expect(made.events.filter { !$0.isPrediction } == reports, "seed \(seed)")
        _ = paths.process(made)
        _ = plain.process(TouchBatch(identifier: batch.identifier, events: reports))
        expectSamePoints(paths.lines, plain.lines, "\(spelling), seed \(seed)")
      }
      #expect(paths.takeWarnings() == plain.takeWarnings(), "seed \(seed)")
      standIn.reset()
      var fresh = try Self.standIn(spelling)
      for batch in EventStreamGenerator.batches(seed: seed).prefix(5) {
        let (left, right) = (standIn.process(batch), fresh.process(batch))
        #expect(Self.locations(left.events) == Self.locations(right.events), "seed \(seed)")
      }
    }
  }

  /// Incremental against batch, and deltas against the truth, as `EveryPrefixTests` has it.
  @Test(arguments: TestSize.seeds(20, full: 500), ["linear", "recorded"])
  func everyStageHoldsWithThem(seed: UInt64, spelling: String) throws {
    var standIn = try Self.standIn(spelling)
    let batches = EventStreamGenerator.batches(seed: seed).map { standIn.process($0) }
    let check = EveryStage(batches)
    #expect(check.differences.isEmpty, "seed \(seed): \(check.differences.prefix(3))")
    #expect(check.comparisons > 100, "seed \(seed)")
  }

  /// What a callback costs is the same at the end of a long stroke: paths and questions, no more.
  @Test func questionsDoNotGrowWithTheStroke() {
    let counter = QuestionCounter()
    var standIn = StandInPredictions(AskedPredictor(counter: counter), horizons: [0.01, 0.02])
    let callbacks = PenStroke(points: 2_000).batches
    for (number, callback) in callbacks.enumerated() {
      let before = (counter.observations.load(), counter.questions.load())
      _ = standIn.process(callback)
      #expect(counter.observations.load() - before.0 == PenStroke.reports, "callback \(number)")
      #expect(counter.questions.load() - before.1 == 2, "callback \(number)")
    }
  }

  private func expectSamePoints(
    _ found: PagedArray<TouchPath>, _ plain: PagedArray<TouchPath>, _ place: String
  ) {
    #expect(found.count == plain.count, "\(place)")
    for (path, expected) in zip(found, plain) {
      let (left, right) = (path.confirmed.map(\.event), expected.confirmed.map(\.event))
      #expect(left == right, "\(place)")
      #expect(path.predicted.count <= Self.horizons.count, "\(place)")
      let times = path.predicted.map(\.event.timestamp)
      #expect(times == times.sorted(), "\(place)")
      #expect(path.isComplete == expected.isComplete, "\(place)")
    }
  }
}

/// What predictors were shown and asked, counted over all copies.
private final class QuestionCounter: Sendable {
  let observations = Counter()
  let questions = Counter()

  /// A number that several may raise.
  final class Counter: Sendable {
    private let value = Mutex(0)

    func load() -> Int { value.withLock { $0 } }
    func raise() { value.withLock { $0 += 1 } }
  }
}

/// Counts, and holds nothing.
private struct AskedPredictor: Predictor {
  let counter: QuestionCounter

  mutating func beginStroke() {}
  mutating func observe(_ sample: TouchSample) { counter.observations.raise() }

  func predict(ahead horizon: Double) -> Prediction? {
    counter.questions.raise()
    return Prediction(position: .zero)
  }

  mutating func reset() {}
}

/// Says how many samples of its stroke it has seen, and how many strokes.
private struct CountingPredictor: Predictor {
  private var samples = 0
  private var strokes = 0

  mutating func beginStroke() {
    samples = 0
    strokes += 1
  }

  mutating func observe(_ sample: TouchSample) { samples += 1 }

  func predict(ahead horizon: Double) -> Prediction? {
    Prediction(
      position: [Double(samples), Double(strokes)], force: 1000, altitude: 0.5, azimuth: 0)
  }

  mutating func reset() { self = CountingPredictor() }
}
