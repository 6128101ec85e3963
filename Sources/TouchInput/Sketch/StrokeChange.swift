/// The name of a stroke that is being drawn, unique within a sketch.
public struct StrokeIdentifier: Hashable, Sendable, Codable {
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
public enum SketchTool: String, Hashable, Sendable, Codable, CaseIterable {
  /// A pen.
  case pencil
  /// A finger on the display.
  case finger

  /// The touches that it takes in.
  public var touchType: TouchType { self == .pencil ? .pencil : .direct }
}

/// One change of a stroke.
///
/// Strokes are values, and a late correction has to reach every copy: whoever keeps one applies the
/// changes that the recogniser reports, with `LiveStroke.apply`.
public enum StrokeChange: Hashable, Sendable {
  /// An actual sample was added, and the predicted ones are withdrawn.
  case added(StrokeSample)
  /// A predicted sample was added after the others of its set.
  case predicted(StrokeSample)
  /// The predicted samples are withdrawn.
  case predictionsWithdrawn
  /// The actual sample with that index has other values now.
  case updated(StrokeSample, at: Int)
  /// The stroke is active, done or cancelled.
  case state(LiveStroke.State)
}

/// A change together with the stroke that it is about and the event that it comes from.
public struct StrokeEdit: Hashable, Sendable {
  /// The stroke.
  public var stroke: StrokeIdentifier
  /// What changed.
  public var change: StrokeChange
  /// The identifier of the event whose values it brings; nil for a change without values.
  public var event: String?

  /// Makes an edit.
  public init(stroke: StrokeIdentifier, change: StrokeChange, event: String? = nil) {
    self.stroke = stroke
    self.change = change
    self.event = event
  }
}
