import TouchInput

/// A line with its style.
public struct StyledLine<Line: InkLine>: InkLine {
  /// The line.
  public var line: Line
  /// The style.
  public var style: InkStyle

  /// Creates a styled line.
  public init(line: Line, style: InkStyle) {
    self.line = line
    self.style = style
  }

  /// The number of parts of the line.
  public var count: Int { line.count }
  /// Whether the line is complete.
  public var isComplete: Bool { line.isComplete }
}

extension StyledLine: Equatable where Line: Equatable {}

/// A stream stage that gives every line a style: a new line gets the style of the current tool.
///
/// Changing the tool affects no existing line. A line can be restyled at any time, which is
/// reported with the next input, even an empty one, as an update of the whole line. Nothing is
/// recomputed; a batch costs what it changes.
///
/// Source: Inkable's AttributesStream, removed in 2022.
public struct StyleStream<Line: InkLine>: InkStage {
  /// The style of new lines: the current tool.
  public var tool: InkStyle
  /// The lines.
  public private(set) var lines = PagedArray<StyledLine<Line>>()
  /// Always 0: nothing is computed here.
  public var recomputed: Int { 0 }

  private var restyled: [Int] = []

  /// Creates a stream without lines.
  public init(tool: InkStyle = InkStyle()) { self.tool = tool }

  /// Changes the style of a line; an unknown line is ignored.
  public mutating func restyle(line: Int, as style: InkStyle) {
    guard line >= 0, line < lines.count, lines[line].style != style else { return }
    lines.set(StyledLine(line: lines[line].line, style: style), at: line)
    if !restyled.contains(line) { restyled.append(line) }
  }

  /// Processes an update of the previous stage, and returns its changes together with restyled
  /// lines.
  public mutating func process(_ input: LineUpdate<Line>) -> [LineChange] {
    var changes = input.changes
    while lines.count < input.lines.count {
      let line = lines.count
      lines.append(StyledLine(line: input.lines[line], style: tool))
      if !changes.contains(.added(line: line)) { changes.append(.added(line: line)) }
    }
    for change in input.changes {
      switch change {
      case .added(let line), .updated(let line, _), .completed(let line):
        lines.set(StyledLine(line: input.lines[line], style: lines[line].style), at: line)
      case .unhandled: break
      }
    }
    for line in restyled {
      let all = ChangedIndices(0..<lines[line].count)
      if !all.isEmpty { changes.append(.updated(line: line, indices: all)) }
    }
    restyled = []
    return changes
  }

  /// Removes all lines; keeps the tool.
  public mutating func reset() {
    lines = []
    restyled = []
  }
}
