import TouchInput

/// Times of a file that are probably in another unit than they are read in.
struct TimeDoubt: Hashable, Sendable {
  /// The median interval inside strokes, in seconds as read.
  let median: Double
  /// The unit in which the times are read.
  let unit: TimeUnit
  /// The unit in which they probably are.
  let probable: TimeUnit

  /// So many intervals are needed for a judgment.
  static let leastIntervals = 3

  /// Judges the intervals of a result; nil if they are plausible, or in no unit.
  ///
  /// The median is computed only if more than half of the intervals are implausible.
  init?(
    _ result: ReadResult, _ counts: IntervalCounts, _ format: RecordingFormat,
    _ source: RecordingSource
  ) throws(ReadProblem) {
    guard counts.areDoubtful,
      let median = try Dataset.sampleInterval(of: result, format, source)
    else { return nil }
    self.init(
      median: median,
      time: result.recordings.lazy.compactMap(\.strokes.first?.samples.first?.time)
        .first,
      unit: result.timeUnit ?? format.timeUnit(source.options))
  }

  /// Judges a median interval, in seconds as read; nil if it is plausible, or in no unit.
  init?(median: Double, time: Double?, unit: TimeUnit) {
    guard !TimeUnitGuess.plausibleIntervals.contains(median),
      let probable = TimeUnitGuess.unit(
        median: median * unit.perSecond, time: time.map { $0 * unit.perSecond },
        among: TimeUnit.allCases.filter { $0 != unit })
    else { return nil }
    (self.median, self.unit, self.probable) = (median, unit, probable)
  }

  /// The warning about a file, or about the first of several.
  func warning(file: String, files: Int = 1, isDescribable: Bool = true) -> ReadProblem {
    let others =
      files > 1 ? " (and \(files - 1) other \(files == 2 ? "file" : "files") like it)" : ""
    return ReadProblem(
      file: file,
      message:
        "the median interval is \(TimeUnitGuess.text(median))\(others): the times are probably in "
        + "\(probable.name), and are read as \(unit.name)",
      remedy: "give --time-unit \(probable.rawValue)"
        + (isDescribable ? ", or \"timeUnit\": \"\(probable.rawValue)\" in dataset.json" : ""))
  }
}

/// How many intervals inside strokes are shorter or longer than those of input devices.
struct IntervalCounts: Hashable, Sendable {
  private var positive = 0
  /// The number of intervals of 0.
  private(set) var equal = 0
  /// The number of intervals below 0.
  private(set) var backward = 0
  private var short = 0
  private var long = 0

  /// Counts nothing yet.
  init() {}

  /// Counts the intervals of recordings, in O(n) for n samples.
  init(_ recordings: [Recording]) {
    for recording in recordings {
      for stroke in recording.strokes { add(stroke) }
    }
  }

  /// With more equal times than this for each interval the clock is coarse, whatever its unit.
  private static let mostDuplicates = 4

  /// The number of all intervals.
  var all: Int { positive + equal + backward }

  /// Indicates whether the median of the intervals above 0 may be implausible.
  var areDoubtful: Bool {
    positive >= TimeDoubt.leastIntervals && equal <= Self.mostDuplicates * positive
      && (2 * short >= positive || 2 * long >= positive)
  }

  /// Counts the intervals of one more stroke.
  mutating func add(_ stroke: Stroke) {
    stroke.samples.withUnsafeBufferPointer { samples in
      for index in samples.indices.dropFirst() {
        let interval = samples[index].time - samples[index - 1].time
        guard interval > 0 else {
          if interval == 0 { equal += 1 } else if interval < 0 { backward += 1 }
          continue
        }
        positive += 1
        if interval < TimeUnitGuess.plausibleIntervals.lowerBound { short += 1 }
        if interval > TimeUnitGuess.plausibleIntervals.upperBound { long += 1 }
      }
    }
  }
}
