import TouchInput

/// A filter of polylines.
public protocol PolylineFilter: LineTransform where Source == Polyline, Result == Polyline {}

extension PolylineFilter {
  /// Returns a line of the same touch without points.
  public func emptyResult(for source: Polyline) -> Polyline {
    Polyline(touchIdentifier: source.touchIdentifier)
  }
}

/// A stream stage that filters polylines and recomputes only what changed; when disabled, it passes
/// them on unchanged.
///
/// Enabling or disabling takes effect with the next input, even an empty one, and is reported as an
/// update of every line as a whole.
public struct FilterStream<Filter: PolylineFilter>: InkStage {
  /// Whether the filter is enabled.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { isSwitched.toggle() } }
  }
  private var isSwitched = false
  private var filtered: LineStream<Filter>
  private var unfiltered = PagedArray<Polyline>()

  /// Creates a stream without lines.
  public init(_ filter: Filter) { filtered = LineStream(filter) }

  /// The filter; a change recomputes all lines with the next input.
  public var filter: Filter {
    get { filtered.transform }
    set { filtered.transform = newValue }
  }

  /// The lines.
  public var lines: PagedArray<Polyline> { isFiltering ? filtered.lines : unfiltered }
  /// The number of points computed so far.
  public var recomputed: Int { filtered.recomputed }

  /// Processes an update of the previous stage, and returns the changes of this one.
  public mutating func process(_ input: LineUpdate<Polyline>) -> [LineChange] {
    guard isSwitched else { return isEnabled ? filtered.process(input) : pass(input) }
    let former = lines.map(\.count)
    isSwitched = false
    if isEnabled {
      unfiltered = []
      filtered.reset()
      _ = filtered.process(LineUpdate(lines: input.lines, changes: []))
    } else {
      filtered.reset()
      unfiltered = input.lines
    }
    return changes(since: former, passing: input.changes)
  }

  /// Removes all lines; keeps the filter and whether it is enabled.
  public mutating func reset() {
    filtered.reset()
    unfiltered = []
    isSwitched = false
  }

  /// Whether the current lines are filtered; a switch takes effect with the next input.
  private var isFiltering: Bool { isEnabled != isSwitched }

  private mutating func pass(_ input: LineUpdate<Polyline>) -> [LineChange] {
    unfiltered = input.lines
    return input.changes
  }

  /// Returns an update of every existing line as a whole, and the changes that are passed on.
  private func changes(since former: [Int], passing input: [LineChange]) -> [LineChange] {
    var changes: [LineChange] = []
    for (line, polyline) in lines.enumerated() {
      guard line < former.count else {
        changes.append(.added(line: line))
        continue
      }
      let all = ChangedIndices(0..<max(former[line], polyline.count))
      if !all.isEmpty { changes.append(.updated(line: line, indices: all)) }
    }
    return changes + input.filter(\.isCompletionOrUnhandled)
  }
}
