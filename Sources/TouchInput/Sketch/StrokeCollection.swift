/// The strokes of a sketch: the finished ones in order, and the one that is being drawn.
///
/// Source: Apple, Speed Sketch (2016).
public struct StrokeCollection: Hashable, Sendable {
  /// The finished strokes, in the order in which they ended.
  public private(set) var strokes: [LiveStroke] = []
  /// The stroke that is being drawn; nil where none is.
  ///
  /// Setting nil discards it, as is done with a cancelled one.
  public var activeStroke: LiveStroke?

  /// Makes a collection without strokes.
  package init() {}

  /// Puts the active stroke behind the finished ones; does nothing where none is.
  package mutating func takeActiveStroke() {
    guard let activeStroke else { return }
    strokes.append(activeStroke)
    self.activeStroke = nil
  }

  /// Makes a change to the stroke that it names, finished or not.
  ///
  /// - Returns: Whether that stroke is here.
  /// - Complexity: O(n) for n finished strokes; those that ended last are found first.
  @discardableResult package mutating func apply(_ edit: StrokeEdit) -> Bool {
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

  /// Forgets what changed, after a drawing of all that did.
  package mutating func clearUpdateInfo() {
    for index in strokes.indices where strokes[index].hasUpdates {
      strokes[index].clearUpdateInfo()
    }
    activeStroke?.clearUpdateInfo()
  }
}
