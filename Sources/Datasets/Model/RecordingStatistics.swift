import TouchInput

/// What the clock of some recordings is like: counts that tell whether they can be trusted.
package struct RecordingStatistics: Hashable, Sendable {
  /// The number of strokes.
  package var strokes = 0
  /// The number of samples.
  package var samples = 0
  /// The strokes of one sample, which no predictor can use.
  package var singleSampleStrokes = 0
  /// The samples with the same time as the one before them in their stroke.
  package var duplicateTimes = 0
  /// The samples with an earlier time than the one before them in their stroke.
  package var backwardTimes = 0
  /// The intervals inside strokes that are longer than `gapIntervals` nominal ones.
  package var gaps = 0
  /// The longest interval inside a stroke, in seconds; nil where there is none.
  package var longestInterval: Double?
  /// The median of the intervals above 0 inside strokes, in seconds; nil where there is none.
  package var medianInterval: Double?
  /// The time from first to last sample, summed over strokes, in seconds.
  package var contactTime = 0.0

  /// So many nominal intervals without a sample are a gap.
  package static let gapIntervals = 4.0

  /// Counts over all strokes of the recordings; O(n log n) for n samples.
  package init(_ recordings: [Recording]) {
    for recording in recordings {
      for stroke in recording.strokes {
        add(stroke, gap: Self.gapIntervals / recording.nominalRate)
      }
    }
    medianInterval = Self.medianInterval(recordings)
  }

  /// Counts over all strokes of a file that was surveyed (`Dataset.survey(_:)`), which is read once more,
  /// and up to five times more if its intervals have very many lengths.
  ///
  /// - Throws: A problem if the file cannot be read any more, or has changed.
  package init(
    surveyed file: LoadedFile, of description: DatasetDescription
  ) throws(ReadProblem) {
    let counts = file.result.counts ?? []
    guard !counts.isEmpty, let format = RecordingFormat(rawValue: file.entry.format) else { return }
    let source = Dataset.source(of: file.entry, in: description, at: file.path)
    let rates = Dictionary(
      zip(counts.map(\.place), file.result.recordings.map(\.nominalRate)),
      uniquingKeysWith: { first, _ in first })
    var strokes = try FileStrokes(format, source)
    try file.state?.check(file.path, strokes.state)
    var tally = IntervalTally()
    while let (recording, stroke) = try strokes.next() {
      guard let rate = rates[recording] else { continue }
      add(stroke, gap: Self.gapIntervals / rate)
      tally.add(stroke)
    }
    medianInterval = try Dataset.readingAgain(format, source) { tally.median($0) }
  }

  private mutating func add(_ stroke: Stroke, gap: Double) {
    strokes += 1
    samples += stroke.samples.count
    if stroke.samples.count == 1 { singleSampleStrokes += 1 }
    for interval in stroke.intervals {
      if interval == 0 { duplicateTimes += 1 }
      if interval < 0 { backwardTimes += 1 }
      if interval > gap { gaps += 1 }
      longestInterval = max(longestInterval ?? interval, interval)
    }
    if let first = stroke.samples.first?.time, let last = stroke.samples.last?.time {
      contactTime += max(0, last - first)
    }
  }

  /// Returns the median of the intervals above 0 inside strokes, in seconds; nil where there is none.
  package static func medianInterval(_ recordings: [Recording]) -> Double? {
    Stroke.medianInterval(recordings.flatMap(\.strokes))
  }

  /// Returns the interval from sample to sample, in seconds; nil if there is none.
  ///
  /// The median of the intervals above 0, or the mean where samples are delivered in bunches; see
  /// `IntervalTally.sampleInterval(_:)`.
  package static func sampleInterval(_ recordings: [Recording]) -> Double? {
    var tally = IntervalTally()
    for stroke in recordings.lazy.flatMap(\.strokes) { tally.add(stroke) }
    return tally.sampleInterval { visit in
      for recording in recordings {
        for stroke in recording.strokes { stroke.positiveIntervals.withUnsafeBufferPointer(visit) }
      }
    }
  }
}
