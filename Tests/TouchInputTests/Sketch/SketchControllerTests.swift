import Testing
import TouchInput

@Suite struct SketchControllerTests {
  private func event(
    _ touch: String, _ type: TouchType, _ phase: TouchPhase, _ time: Double,
    expecting: TouchProperties = [], isUpdate: Bool = false
  ) -> TouchEvent {
    TouchEvent(
      identifier: "\(touch)\(time)\(isUpdate)", touchIdentifier: touch, timestamp: time, type: type,
      phase: phase, force: isUpdate ? 2 : 0.3, location: SIMD2(100 * time, 0),
      estimationUpdateIndex: expecting.isEmpty && !isUpdate ? nil : 1,
      estimatedProperties: expecting, estimatedPropertiesExpectingUpdates: expecting,
      isUpdate: isUpdate)
  }

  @discardableResult private func send(
    _ events: TouchEvent..., to controller: inout SketchController
  ) -> RecognizerOutcome {
    controller.receive(TouchBatch(events: events))
  }

  @Test func aPenStrokeIsDrawnTakenAndCorrected() {
    var controller = SketchController()
    send(event("P", .pencil, .began, 1, expecting: .force), to: &controller)
    #expect(controller.collection.activeStroke?.samples.count == 1)
    #expect(controller.isPencilMode)
    send(event("P", .pencil, .moved, 1.1), to: &controller)
    #expect(controller.collection.activeStroke?.samples.count == 2)
    send(event("P", .pencil, .ended, 1.2), to: &controller)
    #expect(controller.collection.activeStroke == nil)
    #expect(controller.collection.strokes.map(\.samples.count) == [3])
    #expect(controller.collection.strokes.map(\.state) == [.done])
    controller.clearUpdateInfo()
    #expect(controller.collection.strokesWithUpdates.isEmpty)
    let late = send(event("P", .pencil, .moved, 1, isUpdate: true), to: &controller)
    #expect(late.settled == controller.collection.strokes.map(\.identifier))
    #expect(controller.collection.strokes[0].samples[0].force == 2)
    #expect(controller.collection.strokesWithUpdates.map(\.updatedRanges) == [[0...0]])
  }

  @Test func aFingerStrokeIsDrawnWhenItBegins() {
    var controller = SketchController()
    send(event("F", .direct, .began, 1), to: &controller)
    send(event("F", .direct, .moved, 1.05), to: &controller)
    #expect(controller.collection.activeStroke == nil)
    _ = controller.advance(to: 1.1)
    #expect(controller.collection.activeStroke?.samples.count == 2)
    send(event("F", .direct, .ended, 1.2), to: &controller)
    #expect(controller.collection.strokes.map(\.samples.count) == [3])
    #expect(!controller.isPencilMode)
    #expect(controller.fingersToPan == 2)
  }

  @Test func aTapOfAFingerIsAStroke() {
    var controller = SketchController()
    send(event("F", .direct, .began, 1), to: &controller)
    send(event("F", .direct, .ended, 1.05), to: &controller)
    #expect(controller.collection.strokes.map(\.samples.count) == [2])
  }

  @Test func aCancelledStrokeIsDiscarded() {
    var controller = SketchController()
    send(event("P", .pencil, .began, 1), to: &controller)
    send(event("P", .pencil, .cancelled, 1.1), to: &controller)
    #expect(controller.collection == StrokeCollection())
    send(event("Q", .pencil, .began, 2), to: &controller)
    #expect(controller.collection.activeStroke?.samples.count == 1)
  }

  /// Palms come to the recognizer of fingers alone, and so never take a pen's stroke away.
  @Test func aPalmDoesNotCancelAPen() {
    var controller = SketchController()
    send(event("P", .pencil, .began, 1), to: &controller)
    let palm = send(event("H", .direct, .began, 1.02), to: &controller)
    #expect(palm.ignored.map(\.reason) == [.otherType])
    send(event("P", .pencil, .ended, 1.2), to: &controller)
    #expect(controller.collection.strokes.count == 1)
  }

  @Test func thePenTakesOverFromAFinger() {
    var controller = SketchController()
    send(event("F", .direct, .began, 1), to: &controller)
    _ = controller.advance(to: 1.1)
    let pen = send(event("P", .pencil, .began, 1.5), to: &controller)
    #expect(pen.notifications == [.cancelled, .began])
    #expect(controller.collection.activeStroke?.identifier.tool == .pencil)
    #expect(controller.fingersToPan == 1)
  }

  @Test func pencilModeEndsOnDemandOrAfterFiveMinutes() {
    var controller = SketchController()
    send(event("P", .pencil, .began, 1), to: &controller)
    send(event("P", .pencil, .ended, 2), to: &controller)
    controller.enterForeground(at: 302)
    #expect(controller.isPencilMode)
    controller.enterForeground(at: 302.1)
    #expect(!controller.isPencilMode)
    send(event("Q", .pencil, .began, 303), to: &controller)
    #expect(controller.isPencilMode)
    controller.leavePencilMode()
    #expect(!controller.isPencilMode)
  }

  /// A correction that comes late is no sign of a pen at work.
  @Test func aLateCorrectionLeavesTheFingerAlone() {
    var controller = SketchController()
    send(event("P", .pencil, .began, 1, expecting: .force), to: &controller)
    send(event("P", .pencil, .ended, 1.1), to: &controller)
    controller.leavePencilMode()
    send(event("F", .direct, .began, 2), to: &controller)
    _ = controller.advance(to: 2.2)
    send(event("P", .pencil, .moved, 1, isUpdate: true), to: &controller)
    #expect(!controller.isPencilMode)
    #expect(controller.collection.activeStroke?.identifier.tool == .finger)
    #expect(controller.collection.strokes.allSatisfy { $0.isSettled })
  }

  @Test func aFingerThatJoinsAPanDoesNotDraw() {
    var controller = SketchController()
    send(event("F", .direct, .began, 1), event("G", .direct, .began, 1), to: &controller)
    #expect(controller.finger.machine.state == .failed)
    send(event("F", .direct, .ended, 1.2), to: &controller)
    send(event("H", .direct, .began, 1.3), to: &controller)
    #expect(controller.finger.trackedTouch == "F")
    send(event("G", .direct, .ended, 1.4), event("H", .direct, .ended, 1.4), to: &controller)
    #expect(controller.finger.machine.state == .possible)
    send(event("I", .direct, .began, 1.5), to: &controller)
    #expect(controller.finger.trackedTouch == "I")
  }

  @Test func clearRemovesEverything() {
    var controller = SketchController()
    send(event("P", .pencil, .began, 1), to: &controller)
    send(event("P", .pencil, .ended, 1.1), to: &controller)
    controller.clear()
    #expect(controller.collection == StrokeCollection())
  }

  @Test func takingNothingDoesNothing() {
    var collection = StrokeCollection()
    collection.takeActiveStroke()
    #expect(collection.strokes.isEmpty)
    collection.activeStroke = LiveStroke()
    collection.takeActiveStroke()
    collection.takeActiveStroke()
    #expect(collection.strokes.count == 1)
    let stranger = StrokeIdentifier(tool: .finger, number: 9)
    let isHere = collection.apply(StrokeEdit(stroke: stranger, change: .state(.done)))
    #expect(!isHere)
  }

  /// A pen and a finger, each alone: only the fixed tool draws, whatever comes first.
  @Test(arguments: [SketchTool.pencil, .finger], [false, true])
  func aFixedToolAloneDraws(tool: SketchTool, penFirst: Bool) {
    var controller = SketchController(
      finger: StrokeRecognizer.Settings(tool: .finger), fixedTool: tool)
    let types: [TouchType] = penFirst ? [.pencil, .direct] : [.direct, .pencil]
    for (number, type) in types.enumerated() {
      let start = Double(number)
      let expecting: TouchProperties = type == .pencil ? .force : []
      send(event("\(number)", type, .began, start, expecting: expecting), to: &controller)
      send(event("\(number)", type, .moved, start + 0.2), to: &controller)
      let ignored = send(event("\(number)", type, .ended, start + 0.4), to: &controller).ignored
      #expect(ignored.allSatisfy { $0.reason == .otherType })
      #expect(ignored.isEmpty == (type == tool.touchType))
      let late = send(
        event("\(number)", type, .moved, start, isUpdate: type == .pencil), to: &controller)
      #expect(late.warnings.isEmpty || type == tool.touchType)
      controller.leavePencilMode()
      #expect(controller.isPencilMode == (tool == .pencil))
    }
    #expect(controller.collection.strokes.map(\.identifier.tool) == [tool])
    #expect(controller.collection.strokes.map(\.samples.count) == [3])
    #expect(controller.fingersToPan == (tool == .pencil ? 1 : 2))
  }
}
