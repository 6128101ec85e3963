/// The strokes of a sketch: the finished ones in order, and the active one.
///
/// Source: Apple, Speed Sketch (2016).
public struct StrokeCollection: Hashable, Sendable {
  /// The finished strokes, in the order in which they ended.
  public private(set) var strokes: [LiveStroke] = []
  /// The stroke being drawn, or nil.
  ///
  /// Setting nil discards it, as for a canceled one.
  public var activeStroke: LiveStroke?

  /// Creates a collection without strokes.
  public init() {}

  /// Moves the active stroke to the end of the finished ones, if there is one.
  public mutating func takeActiveStroke() {
    guard let activeStroke else { return }
    strokes.append(activeStroke)
    self.activeStroke = nil
  }

  /// Applies an edit to its stroke, finished or active.
  ///
  /// - Returns: Whether the collection contains that stroke.
  /// - Complexity: O(n) for n finished strokes; those that ended last are found first.
  @discardableResult public mutating func apply(_ edit: StrokeEdit) -> Bool {
    if activeStroke?.identifier == edit.stroke {
      activeStroke?.apply(edit.change)
      return true
    }
    guard let index = strokes.lastIndex(where: { $0.identifier == edit.stroke }) else {
      return false
    }
    strokes[index].apply(edit.change)
    return true
  }

  /// The strokes that changed since the last drawing, the active one last.
  public var strokesWithUpdates: [LiveStroke] {
    (strokes + [activeStroke].compactMap { $0 }).filter { $0.hasUpdates }
  }

  /// Clears the record of changes, after drawing them.
  public mutating func clearUpdateInfo() {
    for index in strokes.indices where strokes[index].hasUpdates {
      strokes[index].clearUpdateInfo()
    }
    activeStroke?.clearUpdateInfo()
  }
}
