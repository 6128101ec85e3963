/// The settings that change how the files of a data set are read.
///
/// Nil leaves a setting to `dataset.json`, or to the format.
public struct ReadingOptions: Hashable, Sendable {
  /// The unit of the times in the files.
  public var timeUnit: TimeUnit?
  /// The columns of tables, by their meaning.
  public var columns: ColumnMapping?
  /// The treatment of strokes of plain CSV that resume after rows of others.
  ///
  /// If nil, such a stroke is another stroke, and a problem says so.
  public var returningStrokes: ReturningStrokes?

  /// Creates options; all are open by default.
  public init(
    timeUnit: TimeUnit? = nil, columns: ColumnMapping? = nil,
    returningStrokes: ReturningStrokes? = nil
  ) {
    self.timeUnit = timeUnit
    self.columns = columns
    self.returningStrokes = returningStrokes
  }

  /// Returns these options, with those of a description where these are open.
  package func filled(from described: ReadingOptions) -> ReadingOptions {
    var result = ReadingOptions(
      timeUnit: timeUnit, columns: columns ?? described.columns,
      returningStrokes: returningStrokes ?? described.returningStrokes)
    // A unit from outside outweighs the unit that a description gives in either way.
    if columns == nil, timeUnit != nil { result.columns?.timeUnit = nil }
    if timeUnit == nil, columns?.timeUnit == nil { result.timeUnit = described.timeUnit }
    return result
  }
}

/// A unit of the times in a file.
public enum TimeUnit: String, Hashable, Sendable, Codable, CaseIterable {
  /// Seconds.
  case seconds = "s"
  /// Milliseconds.
  case milliseconds = "ms"
  /// Microseconds.
  case microseconds = "us"
  /// Nanoseconds.
  case nanoseconds = "ns"

  /// Reads a unit as people write it, such as `us` or `µs`; nil for anything else.
  public init?(spelling: some StringProtocol) {
    switch spelling {
    case "µs", "μs": self = .microseconds
    default: self.init(rawValue: String(spelling))
    }
  }

  /// The power of ten of the unit in seconds, such as -3 for milliseconds.
  package var exponent: Int {
    switch self {
    case .seconds: 0
    case .milliseconds: -3
    case .microseconds: -6
    case .nanoseconds: -9
    }
  }

  /// The number of units per second.
  package var perSecond: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    }
  }

  /// The name in a sentence, such as `milliseconds`.
  package var name: String {
    switch self {
    case .seconds: "seconds"
    case .milliseconds: "milliseconds"
    case .microseconds: "microseconds"
    case .nanoseconds: "nanoseconds"
    }
  }

  /// The spellings, for messages.
  package static let spellings = "s, ms, us or ns"
}
