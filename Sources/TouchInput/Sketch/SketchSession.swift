/// An action on a sketch other than drawing.
public enum SketchAction<Tool: Hashable & Sendable>: Hashable, Sendable {
  /// Chooses a tool.
  case choose(Tool)
  /// A double tap on the pen: back to the previous tool.
  case doubleTap
  /// Removes all strokes.
  case clear
  /// Sets the zoom around a point of the drawing; nil is the middle of the screen.
  case zoom(Double, around: SIMD2<Double>?)
  /// Moves the view by a distance on the screen.
  case scroll(SIMD2<Double>)
  /// Leaves pencil mode.
  case leavePencilMode
  /// Brings the app back to the foreground, which ends pencil mode after five minutes without a
  /// pen.
  case enterForeground
}

/// A drawing app without a screen: strokes, current tool and view.
///
/// As in Speed Sketch, the tool determines how the whole drawing is drawn, existing strokes
/// included; `StyleStream` is for apps in which each line keeps its tool.
public struct SketchSession<Tool: Hashable & Sendable>: Sendable {
  /// The controller that turns touches into strokes.
  public private(set) var controller: SketchController
  /// The current tool and the previous one.
  public private(set) var tools: ToolPicker<Tool>
  /// The visible part of the drawing.
  public private(set) var view: SketchView

  /// Creates a session without strokes.
  ///
  /// - Parameters:
  ///   - tool: The current tool.
  ///   - part: The part of the drawing shown at first, at zoom 1.
  ///   - controller: The controller that turns touches into strokes.
  public init(
    tool: Tool, showing part: StrokeRectangle, controller: SketchController = SketchController()
  ) {
    tools = ToolPicker(tool)
    view = SketchView(showing: part)
    self.controller = controller
  }

  /// The strokes, finished ones first.
  public var strokes: [LiveStroke] {
    let collection = controller.collection
    return collection.strokes + [collection.activeStroke].compactMap { $0 }
  }

  /// The parts of the drawing that the last callback changed; see `LiveStroke.dirtyRectangles`
  /// and `LiveStroke.movedRectangle`.
  public var changedParts: [StrokeRectangle] {
    strokes.filter { $0.hasUpdates }.flatMap {
      $0.dirtyRectangles() + [$0.movedRectangle].compactMap { $0 }
    }
  }

  /// Processes the events of one callback.
  ///
  /// The changes of the previous callback count as drawn, so `LiveStroke.updatedRanges` covers this
  /// one.
  public mutating func receive(_ batch: TouchBatch) -> RecognizerOutcome {
    controller.clearUpdateInfo()
    return controller.receive(batch)
  }

  /// Advances the clock, in seconds, which may start a finger's stroke.
  public mutating func advance(to time: Double) -> RecognizerOutcome {
    controller.advance(to: time)
  }

  /// Performs an action at a time in seconds.
  public mutating func perform(_ action: SketchAction<Tool>, at time: Double) {
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
