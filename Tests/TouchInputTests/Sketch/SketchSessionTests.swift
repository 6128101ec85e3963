import Testing
import TouchInput

@Suite struct SketchSessionTests {
  private static let screen = StrokeRectangle(origin: .zero, size: [100, 100])

  private func batch(
    _ type: TouchType, _ phase: TouchPhase, _ time: Double, touch: String = "T",
    predicting: Int = 0
  ) -> TouchBatch {
    func event(_ name: String, _ time: Double, _ isPrediction: Bool) -> TouchEvent {
      TouchEvent(
        identifier: name, touchIdentifier: touch, timestamp: time, type: type, phase: phase,
        location: SIMD2(10 * time, 0), isPrediction: isPrediction)
    }
    let predicted = (0..<predicting).map { event("p\(time)-\($0)", time + Double($0 + 1), true) }
    return TouchBatch(events: [event("\(touch)\(time)", time, false)] + predicted)
  }

  @Test func theToolIsThatOfTheWholeDrawing() {
    var session = SketchSession(tool: "calligraphy", showing: Self.screen)
    _ = session.receive(batch(.pencil, .began, 1))
    session.perform(.choose("debug"), at: 1)
    _ = session.receive(batch(.pencil, .ended, 2))
    #expect(session.tools.current == "debug")
    session.perform(.doubleTap, at: 3)
    #expect(session.tools.current == "calligraphy")
    #expect(session.strokes.map(\.samples.count) == [2])
  }

  @Test func clearingRemovesWhatIsFinished() {
    var session = SketchSession(tool: 0, showing: Self.screen)
    _ = session.receive(batch(.pencil, .began, 1))
    _ = session.receive(batch(.pencil, .ended, 2))
    session.perform(.clear, at: 2)
    #expect(session.strokes.isEmpty)
    _ = session.receive(batch(.pencil, .began, 3, touch: "U"))
    #expect(session.strokes.map(\.samples.count) == [1])
  }

  @Test func zoomingAndScrollingMoveTheViewAndNoStroke() {
    var session = SketchSession(tool: 0, showing: Self.screen)
    _ = session.receive(batch(.pencil, .began, 1))
    let strokes = session.strokes
    session.perform(.zoom(2, around: .zero), at: 1)
    session.perform(.scroll([20, 10]), at: 1)
    #expect(session.view.part == StrokeRectangle(origin: [10, 5], size: [50, 50]))
    #expect(session.strokes == strokes)
  }

  @Test func pencilModeEndsOnDemandOrInTheForeground() {
    var session = SketchSession(tool: 0, showing: Self.screen)
    _ = session.receive(batch(.pencil, .began, 1))
    #expect(session.controller.isPencilMode)
    session.perform(.enterForeground, at: 301)
    #expect(session.controller.isPencilMode)
    session.perform(.enterForeground, at: 301.5)
    #expect(!session.controller.isPencilMode)
    _ = session.receive(batch(.pencil, .ended, 302))
    session.perform(.leavePencilMode, at: 303)
    #expect(!session.controller.isPencilMode)
  }

  /// What a callback changed is what was not drawn after it; all before it was.
  @Test func whatChangedIsThatOfTheLastCallback() {
    var session = SketchSession(tool: 0, showing: Self.screen)
    _ = session.receive(batch(.pencil, .began, 1, predicting: 2))
    _ = session.receive(batch(.pencil, .moved, 2, predicting: 1))
    let stroke = session.strokes.first
    #expect(stroke?.updatedRanges == [1...1])
    #expect(stroke?.previousPredictedSamples?.count == 2)
    #expect(stroke?.predictedSamples.count == 1)
  }

  @Test func timeAloneBeginsTheStrokeOfAFinger() {
    var session = SketchSession(tool: 0, showing: Self.screen)
    _ = session.receive(batch(.direct, .began, 1))
    #expect(session.strokes.isEmpty)
    _ = session.advance(to: 1.1)
    #expect(session.strokes.count == 1)
  }
}
