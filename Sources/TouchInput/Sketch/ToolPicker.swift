/// The current tool and the previous one.
///
/// A double tap on the pen returns to the previous tool, and a second one switches back. Choosing
/// the current tool changes nothing, so the previous one always differs.
///
/// Source: Apple, Speed Sketch, its ring control and, in the later edition, the pen's double tap.
public struct ToolPicker<Tool: Hashable & Sendable>: Hashable, Sendable {
  /// The current tool.
  public private(set) var current: Tool
  /// The previous tool; nil if there was none.
  public private(set) var previous: Tool?

  /// Creates a picker with a current tool.
  public init(_ tool: Tool) { current = tool }

  /// Chooses a tool.
  ///
  /// - Returns: Whether the tool changed.
  @discardableResult public mutating func choose(_ tool: Tool) -> Bool {
    guard tool != current else { return false }
    previous = current
    current = tool
    return true
  }

  /// Returns to the previous tool.
  ///
  /// - Returns: Whether there was one; otherwise nothing changes.
  @discardableResult public mutating func doubleTap() -> Bool {
    guard let previous else { return false }
    return choose(previous)
  }
}
