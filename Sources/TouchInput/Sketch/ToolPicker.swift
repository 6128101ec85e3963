/// The current tool and the previous one.
///
/// A double tap on the pen returns to the previous tool, and a second one switches back. Choosing
/// the current tool changes nothing, so the previous one always differs.
///
/// Source: Apple, Speed Sketch, its ring control and, in the later edition, the pen's double tap.
package struct ToolPicker<Tool: Hashable & Sendable>: Hashable, Sendable {
  /// The current tool.
  package private(set) var current: Tool
  /// The previous tool; nil if there was none.
  package private(set) var previous: Tool?

  /// Creates a picker with a current tool.
  package init(_ tool: Tool) { current = tool }

  /// Chooses a tool.
  ///
  /// - Returns: Whether the tool changed.
  @discardableResult package mutating func choose(_ tool: Tool) -> Bool {
    guard tool != current else { return false }
    previous = current
    current = tool
    return true
  }

  /// Returns to the previous tool.
  ///
  /// - Returns: Whether there was one; otherwise nothing changes.
  @discardableResult package mutating func doubleTap() -> Bool {
    guard let previous else { return false }
    return choose(previous)
  }
}
