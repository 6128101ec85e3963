import TouchInput

/// A filter of polylines.
public protocol PolylineFilter: LineTransform where Source == Polyline, Result == Polyline {}

extension PolylineFilter {
  /// Returns a line of the same touch without points.
  public func emptyResult(for source: Polyline) -> Polyline {
    Polyline(touchIdentifier: source.touchIdentifier)
  }
}

/// Filtered polylines, where only what changed is recomputed; switched off, the polylines as they are.
///
/// Switching takes effect with the next input, an empty one included, and is told as an update of all
/// of every line.
public struct FilterStream<Filter: PolylineFilter>: InkStage {
  /// Whether it filters.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { isSwitched.toggle() } }
  }
  private var isSwitched = false
  private var filtered: LineStream<Filter>
  private var unfiltered = PagedArray<Polyline>()

  /// Makes a stream without lines.
  public init(_ filter: Filter) { filtered = LineStream(filter) }

  /// The filter; a change recomputes all lines with the next input.
  public var filter: Filter {
    get { filtered.transform }
    set { filtered.transform = newValue }
  }

  /// Its lines.
  public var lines: PagedArray<Polyline> { isFiltering ? filtered.lines : unfiltered }
  /// How many points were computed so far.
  public var recomputed: Int { filtered.recomputed }

  /// Takes in what changed before it, and says what that changed here.
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

  /// Forgets all lines; the filter and whether it is switched on stay.
  public mutating func reset() {
    filtered.reset()
    unfiltered = []
    isSwitched = false
  }

  /// Whether the lines at hand are filtered: what was switched since counts from the next input.
  private var isFiltering: Bool { isEnabled != isSwitched }

  private mutating func pass(_ input: LineUpdate<Polyline>) -> [LineChange] {
    unfiltered = input.lines
    return input.changes
  }

  /// An update of all of every line that was there, and what is passed on.
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
