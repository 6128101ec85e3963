/// Which tool is chosen, and which was before: what the ring of a drawing app holds.
///
/// A double tap on the pen goes back to the tool before, and a second one returns. Choosing the tool
/// that is chosen already changes nothing, so that the one before is always another.
///
/// Source: Apple, Speed Sketch, its ring control and, in the later edition, the pen's double tap.
package struct ToolPicker<Tool: Hashable & Sendable>: Hashable, Sendable {
  /// The chosen tool.
  package private(set) var current: Tool
  /// The tool that was chosen before it; nil where there was none.
  package private(set) var previous: Tool?

  /// Makes a picker with a tool in hand.
  package init(_ tool: Tool) { current = tool }

  /// Chooses a tool.
  ///
  /// - Returns: Whether it is another one than before.
  @discardableResult package mutating func choose(_ tool: Tool) -> Bool {
    guard tool != current else { return false }
    previous = current
    current = tool
    return true
  }

  /// Goes back to the tool before.
  ///
  /// - Returns: Whether there was one; without, nothing changes.
  @discardableResult package mutating func doubleTap() -> Bool {
    guard let previous else { return false }
    return choose(previous)
  }
}
