/// The name of a stroke that is being drawn, unique within a sketch.
public struct StrokeIdentifier: Hashable, Sendable {
  /// What it is drawn with.
  public var tool: SketchTool
  /// Which of the tool's strokes it is, counted from 0.
  public var number: Int

  /// Makes a name.
  public init(tool: SketchTool = .pencil, number: Int) {
    self.tool = tool
    self.number = number
  }
}

/// What a stroke is drawn with.
public enum SketchTool: String, Hashable, Sendable, CaseIterable {
  /// A pen.
  case pencil
  /// A finger on the display.
  case finger

  /// The touches that it takes in.
  public var touchType: TouchType { self == .pencil ? .pencil : .direct }
}
