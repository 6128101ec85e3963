/// What a person does to a sketch beside drawing.
package enum SketchAction<Tool: Hashable & Sendable>: Hashable, Sendable {
  /// Chooses a tool, as on the ring.
  case choose(Tool)
  /// Taps the pen twice: back to the tool before.
  case doubleTap
  /// Removes all strokes.
  case clear
  /// Sets the zoom around a place of the drawing; nil is the middle of the screen.
  case zoom(Double, around: SIMD2<Double>?)
  /// Moves the view by a way on the screen.
  case scroll(SIMD2<Double>)
  /// Lets fingers draw again.
  case leavePencilMode
  /// Brings the app back to the foreground, which ends pencil mode after five minutes without a pen.
  case enterForeground
}

/// A drawing app without a screen: strokes, the tool in hand, and the view.
///
/// As in Speed Sketch the tool says how the whole drawing is drawn, strokes that were there before
/// included; `StyleStream` is for apps in which each line keeps the tool that it began with.
package struct SketchSession<Tool: Hashable & Sendable>: Sendable {
  /// What makes strokes of touches.
  package private(set) var controller: SketchController
  /// The tool in hand, and the one before.
  package private(set) var tools: ToolPicker<Tool>
  /// What is on the screen.
  package private(set) var view: SketchView

  /// Makes a session without strokes.
  ///
  /// - Parameters:
  ///   - tool: The tool in hand.
  ///   - part: The part of the drawing that is shown at first, unit for unit.
  ///   - controller: What makes strokes.
  package init(
    tool: Tool, showing part: StrokeRectangle, controller: SketchController = SketchController()
  ) {
    tools = ToolPicker(tool)
    view = SketchView(showing: part)
    self.controller = controller
  }

  /// The strokes, finished ones first.
  package var strokes: [LiveStroke] {
    let collection = controller.collection
    return collection.strokes + [collection.activeStroke].compactMap { $0 }
  }

  /// The parts of the drawing that the last callback changed; see `LiveStroke.dirtyRectangles`
  /// and `LiveStroke.movedRectangle`.
  package var changedParts: [StrokeRectangle] {
    strokes.filter { $0.hasUpdates }.flatMap {
      $0.dirtyRectangles() + [$0.movedRectangle].compactMap { $0 }
    }
  }

  /// Takes in the events of one callback.
  ///
  /// What the callback before changed counts as drawn, so that `LiveStroke.updatedRanges` are those of
  /// this one.
  package mutating func receive(_ batch: TouchBatch) -> RecognizerOutcome {
    controller.clearUpdateInfo()
    return controller.receive(batch)
  }

  /// Lets time pass, in seconds, which may begin a finger's stroke.
  package mutating func advance(to time: Double) -> RecognizerOutcome {
    controller.advance(to: time)
  }

  /// Does something beside drawing, at a time in seconds.
  package mutating func perform(_ action: SketchAction<Tool>, at time: Double) {
    switch action {
    case .choose(let tool): tools.choose(tool)
    case .doubleTap: tools.doubleTap()
    case .clear: controller.clear()
    case .zoom(let zoom, let position): view.setZoom(zoom, around: position)
    case .scroll(let way): view.scroll(by: way)
    case .leavePencilMode: controller.leavePencilMode()
    case .enterForeground: controller.enterForeground(at: time)
    }
  }
}
