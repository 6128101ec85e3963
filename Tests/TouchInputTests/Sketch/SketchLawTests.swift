import MotionNumerics
import Testing
import TouchInput

/// Laws that hold for any stream of events.
@Suite struct SketchLawTests {
  private static let seeds = Array(UInt64(1)...40)
  private static let batches = 150

  private func stream(_ seed: UInt64) -> [TouchBatch] {
    var touches = RandomTouches(seed: seed)
    return touches.batches(Self.batches)
  }

  private func names(_ outcome: RecognizerOutcome) -> [String] {
    outcome.edits.compactMap(\.event) + outcome.ignored.map(\.event)
  }

  @Test(arguments: seeds)
  func deliveriesHoldEveryEventOnce(_ seed: UInt64) {
    for batch in stream(seed) {
      let delivered = batch.deliveries.flatMap(\.events).map(\.identifier)
      #expect(delivered.sorted() == batch.events.map(\.identifier).sorted(), "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func everyEventIsAccountedForOnce(_ seed: UInt64) {
    var controller = SketchController()
    var kinds: Set<IgnoredEvent.Reason> = []
    for batch in stream(seed) {
      let outcome = controller.receive(batch)
      #expect(
        names(outcome).sorted() == batch.events.map(\.identifier).sorted(), "seed \(seed)")
      kinds.formUnion(outcome.ignored.map(\.reason))
      for stroke in controller.collection.strokes {
        #expect(stroke.state == .done && stroke.predictedSamples.isEmpty, "seed \(seed)")
      }
    }
    #expect(kinds.count > 3, "the stream of seed \(seed) is too tame")
  }

  @Test(arguments: seeds)
  func continuousRecognizersRecordOrNameEveryEvent(_ seed: UInt64) {
    var recognizer = ContinuousRecognizer()
    for delivery in stream(seed).flatMap(\.deliveries) {
      guard case .touches(let callback) = delivery else { continue }
      let before = recognizer.samples.count
      let outcome = recognizer.handle(callback)
      let after = outcome.rolledBack?.count ?? recognizer.samples.count
      #expect(after - before + outcome.ignored.count == callback.events.count, "seed \(seed)")
      if recognizer.machine.state.isTerminal { recognizer.reset() }
    }
    #expect(recognizer.machine.log.count > 2, "the stream of seed \(seed) is too tame")
  }

  /// Strokes rebuilt from the edits alone, as someone else would keep them.
  @Test(arguments: seeds)
  func editsSayEverything(_ seed: UInt64) {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    var copies: [StrokeIdentifier: LiveStroke] = [:]
    var settled: [StrokeIdentifier] = []
    for delivery in stream(seed).flatMap(\.deliveries) {
      let outcome = recognizer.receive(delivery)
      for edit in outcome.edits {
        var copy = copies[edit.stroke] ?? LiveStroke(identifier: edit.stroke)
        if copy.apply(edit.change) { settled.append(edit.stroke) }
        copies[edit.stroke] = copy
        #expect(!copy.samples.contains { $0.isPredicted }, "seed \(seed)")
        #expect(copy.predictedSamples.allSatisfy { $0.isPredicted }, "seed \(seed)")
        let waiting = copy.samples.indices.filter {
          !copy.samples[$0].propertiesExpectingUpdates.isEmpty
        }
        #expect(copy.samplesExpectingUpdates == Set(waiting), "seed \(seed)")
      }
      settled.removeAll { outcome.settled.contains($0) }
      #expect(settled.isEmpty, "seed \(seed)")
      let current = recognizer.stroke
      if !current.samples.isEmpty { #expect(copies[current.identifier] == current) }
      if recognizer.machine.state.isTerminal { recognizer.reset() }
    }
    #expect(copies.count > 1, "the stream of seed \(seed) is too tame")
  }

  /// Drawn at random moments, the updated ranges cover whatever is other than at the last drawing.
  @Test(arguments: seeds)
  func updatedRangesCoverEveryChange(_ seed: UInt64) {
    var recognizer = StrokeRecognizer(.init(tool: .pencil))
    var random = Xoshiro256StarStar(seed: seed &+ 1000)
    var copies: [StrokeIdentifier: LiveStroke] = [:]
    var drawn: [StrokeIdentifier: LiveStroke] = [:]
    for delivery in stream(seed).flatMap(\.deliveries) {
      for edit in recognizer.receive(delivery).edits {
        copies[edit.stroke, default: LiveStroke(identifier: edit.stroke)].apply(edit.change)
      }
      for (name, copy) in copies {
        let old = drawn[name]?.samples ?? []
        let changed = copy.samples.indices.filter { $0 >= old.count || copy.samples[$0] != old[$0] }
        let covered = Set(copy.updatedRanges.flatMap { Array($0) })
        #expect(covered.isSuperset(of: changed), "seed \(seed)")
        guard random.nextUnit() < 0.2 else { continue }
        copies[name]?.clearUpdateInfo()
        drawn[name] = copy
      }
      if recognizer.machine.state.isTerminal { recognizer.reset() }
    }
    #expect(drawn.count > 1, "the stream of seed \(seed) is too tame")
  }

  /// Every state follows from the one before it by the table, resets in between.
  @Test(arguments: seeds)
  func onlyLegalStatesAreAssigned(_ seed: UInt64) {
    var recognizer = StrokeRecognizer(.init(tool: .finger))
    var state = GestureState.possible
    for delivery in stream(seed).flatMap(\.deliveries) {
      let known = recognizer.machine.log.count
      _ = recognizer.receive(delivery)
      for next in recognizer.machine.log.dropFirst(known) {
        #expect(recognizer.machine.transitions.allow(next, after: state), "seed \(seed)")
        state = next
      }
      #expect(state == recognizer.machine.state, "seed \(seed)")
      guard state.isTerminal else { continue }
      recognizer.reset()
      state = .possible
    }
  }
}
