import DigitalInk
import Testing
import TouchInput

/// Steps, consumers, switches and settings.
@Suite struct StreamTests {
  private let batches = EventStreamGenerator.batches(seed: 11, length: 20)

  @Test func consumersAreCalledInOrderAfterTheStage() {
    let step = InkStep(TouchPathStream())
    var calls: [String] = []
    step.nextStep { update in calls.append("first \(update.lines.count)") }
    step.nextStep({ _ in calls.append("second") }, reset: { calls.append("reset") })
    step.consume(batches[0])
    #expect(calls == ["first 1", "second"])
    step.reset()
    #expect(calls == ["first 1", "second", "reset"])
    #expect(step.stage.lines.isEmpty)
  }

  @Test func aChainOfStepsIsTheChainOfStages() {
    var chain = TouchPathStream().then(PolylineStream()).then(FilterStream(SavitzkyGolay()))
      .then(ElementStream(AntigrainSmoother()))
    let head = InkStep(TouchPathStream())
    var last: LineUpdate<ElementLine>?
    head.nextStep(PolylineStream()).nextStep(FilterStream(SavitzkyGolay()))
      .nextStep(ElementStream(AntigrainSmoother())).nextStep { last = $0 }
    for batch in batches {
      head.consume(batch)
      #expect(last == chain.update(batch))
    }
  }

  @Test func aConsumerThatJoinsLateIsBroughtUpToDate() {
    let head = InkStep(TouchPathStream())
    let early = head.nextStep(PolylineStream())
    for batch in batches.dropLast(5) { head.consume(batch) }
    let late = head.nextStep(PolylineStream())
    head.consume(TouchBatch(events: []))
    #expect(late.stage.lines == early.stage.lines)
    for batch in batches.suffix(5) {
      head.consume(batch)
      #expect(late.stage.lines == early.stage.lines)
    }
  }

  @Test func aRemovedConsumerIsNotCalled() {
    let step = InkStep(TouchPathStream())
    var calls = 0
    let consumer = step.nextStep { _ in calls += 1 }
    step.remove(consumer)
    step.consume(batches[0])
    #expect(calls == 0)
  }

  @Test func aPausedStepKeepsWhatComesAndWorksItOff() {
    var chain = TouchPathStream().then(PolylineStream())
    let elements = InkStep(ElementStream(AntigrainSmoother()))
    var updates = 0
    elements.nextStep { _ in updates += 1 }
    var straight = ElementStream(AntigrainSmoother())
    elements.isPaused = true
    for batch in batches {
      let update = chain.update(batch)
      elements.consume(update)
      _ = straight.process(update)
      #expect(elements.stage.lines.isEmpty)
    }
    #expect(updates == 0)
    elements.isPaused = false
    #expect(updates == batches.count)
    #expect(elements.stage.lines == straight.lines)
    elements.isPaused = true
    elements.consume(chain.update(TouchBatch(events: [])))
    elements.reset()
    elements.isPaused = false
    #expect(updates == batches.count)
  }

  @Test func aFilterSwitchedOffPassesLinesOn() {
    var lines = TouchPathStream().then(PolylineStream())
    var switched = FilterStream(SavitzkyGolay())
    var steady = FilterStream(SavitzkyGolay())
    for (number, batch) in batches.enumerated() {
      if number % 3 == 0 { switched.isEnabled.toggle() }
      let update = lines.update(batch)
      let former = switched.lines
      let filtered = steady.update(update)
      let result = switched.update(update)
      #expect(result.lines == (switched.isEnabled ? filtered.lines : update.lines))
      #expect(result.uncovered(since: former).filter { !$0.contains("completed") }.isEmpty)
    }
  }

  @Test func aChangedParameterRecomputesAllLines() {
    var lines = TouchPathStream().then(PolylineStream())
    var stream = FilterStream(SavitzkyGolay(halfWidth: 2))
    for (number, batch) in batches.enumerated() {
      if number % 4 == 3 { stream.filter = SavitzkyGolay(halfWidth: 2 + number % 7) }
      let update = lines.update(batch)
      let former = stream.lines
      let result = stream.update(update)
      var plain = RebuildingLineStream(stream.filter)
      #expect(result.lines == plain.update(update).lines)
      #expect(result.uncovered(since: former).filter { !$0.contains("completed") }.isEmpty)
    }
  }

  @Test func aResetStageIsAsFresh() {
    var chain = TouchPathStream().then(PolylineStream()).then(FilterStream(DouglasPeucker()))
      .then(FilterStream(PointDistance())).then(ElementStream(StraightSmoother()))
    let fresh = batches.map { chain.update($0) }
    chain.reset()
    #expect(chain.lines.isEmpty)
    #expect(batches.map { chain.update($0) } == fresh)
  }

  /// A consumer that keeps every update has them as they were.
  @Test func updatesThatAreKeptStayAsTheyWere() {
    var chain = TouchPathStream().then(PolylineStream()).then(FilterStream(SavitzkyGolay()))
    var kept: [(update: LineUpdate<Polyline>, copy: [[PolylinePoint]])] = []
    for batch in PenStroke(points: 300).batches {
      let update = chain.update(batch)
      kept.append((update, update.lines.map { Array($0.points) }))
    }
    for (update, copy) in kept { #expect(update.lines.map { Array($0.points) } == copy) }
  }
}
