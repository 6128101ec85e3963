import TouchInput

/// A line with how it is drawn.
public struct StyledLine<Line: InkLine>: InkLine {
  /// The line.
  public var line: Line
  /// How it is drawn.
  public var style: InkStyle

  /// Makes a styled line.
  package init(line: Line, style: InkStyle) {
    self.line = line
    self.style = style
  }

  /// How many parts the line has.
  public var count: Int { line.count }
  /// Whether nothing more will be added to it.
  public var isComplete: Bool { line.isComplete }
}

extension StyledLine: Equatable where Line: Equatable {}

/// Gives every line a style: a new line that of the tool that is chosen when it begins.
///
/// Choosing a tool changes nothing that is there. A line can be given another style at any time, which
/// is told with the next input, an empty one included, as an update of all of the line. Nothing is
/// recomputed; a batch costs what it changes.
///
/// Source: Inkable's AttributesStream, which was taken out in 2022.
public struct StyleStream<Line: InkLine>: InkStage {
  /// The style of lines that are still to begin: the chosen tool.
  public var tool: InkStyle
  /// Its lines.
  public private(set) var lines = PagedArray<StyledLine<Line>>()
  /// Nothing is ever computed here.
  public var recomputed: Int { 0 }

  private var restyled: [Int] = []

  /// Makes a stream without lines.
  public init(tool: InkStyle = InkStyle()) { self.tool = tool }

  /// Gives a line another style; one that is not there is passed over.
  public mutating func restyle(line: Int, as style: InkStyle) {
    guard line >= 0, line < lines.count, lines[line].style != style else { return }
    lines.set(StyledLine(line: lines[line].line, style: style), at: line)
    if !restyled.contains(line) { restyled.append(line) }
  }

  /// Takes in what changed before it, and says what that, and a change of style, changed here.
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

  /// Forgets all lines; the tool stays.
  public mutating func reset() {
    lines = []
    restyled = []
  }
}
