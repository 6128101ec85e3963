import TouchInput

/// How much of a recording was read.
package struct StrokeCounts: Hashable, Sendable {
  /// The place of the recording among those of its file.
  package var place: Int
  /// The number of strokes.
  package var strokes = 0
  /// The number of samples.
  package var samples = 0
  /// The number of strokes of each kind.
  package var kinds: [Stroke.Kind: Int] = [:]

  /// Counts one more stroke.
  mutating func add(_ stroke: Stroke) {
    strokes += 1
    kinds[stroke.kind, default: 0] += 1
    samples += stroke.samples.count
  }
}

extension Dataset {
  /// Returns the size of all files of a dataset, in bytes; 0 for what cannot be read.
  package static func size(of reference: DatasetReference) -> Int {
    switch reference.location {
    case .file(let path): return (try? FileState(ofFile: path).size) ?? 0
    case .folder(let folder):
      let path = "\(folder)/\(DatasetDescription.fileName)"
      let described = try? DatasetDescription.read(path: path).files.map(\.path)
      let files = described ?? (try? UndescribedFolder(folder).paths) ?? []
      return files.reduce(0) { sum, file in
        sum + ((try? FileState(ofFile: "\(folder)/\(file)").size) ?? 0)
      }
    }
  }

  /// Reads a dataset through and keeps all that is known of it but the strokes, which are counted.
  ///
  /// As `load(_:)` otherwise: problems, hashes, rates. What is held at any time is a stroke of plain
  /// CSV, and a file of any other format or whose strokes are joined. `DatasetStrokes` reads the
  /// strokes.
  package static func survey(
    _ reference: DatasetReference, options: ReadingOptions = ReadingOptions()
  ) throws(ReadProblem) -> LoadedDataset {
    try load(reference, options, reading: Self.counted)
  }

  /// Reads a file and counts its strokes.
  private static func counted(_ format: RecordingFormat, _ source: RecordingSource) -> ReadResult {
    guard format.isReadByStrokes(source) else {
      var result = format.read(source)
      var tally = IntervalTally()
      result.counts = result.recordings.enumerated().map { place, recording in
        var counts = StrokeCounts(place: place)
        for stroke in recording.strokes {
          counts.add(stroke)
          tally.add(stroke)
        }
        return counts
      }
      result.intervals = tally
      for index in result.recordings.indices { result.recordings[index].strokes = [] }
      return result
    }
    do {
      var pass = try PlainCSVPass(source, streamsStrokes: true)
      var counts: [StrokeCounts] = []
      var tally = IntervalTally()
      while let (place, stroke) = try pass.nextStroke() {
        while counts.count <= place { counts.append(StrokeCounts(place: counts.count)) }
        counts[place].add(stroke)
        tally.add(stroke)
      }
      var result = try pass.run()
      result.counts = counts
      result.intervals = tally
      let adjustment = RecordingAdjustment(format, source)
      for index in result.recordings.indices where adjustment.isNeeded {
        adjustment.apply(to: &result.recordings[index])
      }
      return result
    } catch {
      return .failed(error)
    }
  }

  /// Returns the interval from sample to sample, in seconds; nil if there is none.
  ///
  /// Where strokes were only counted, and more intervals differ than an `IntervalTally` tells apart,
  /// the file is read again. Throws where that fails.
  static func sampleInterval(
    of result: ReadResult, _ format: RecordingFormat, _ source: RecordingSource
  ) throws(ReadProblem) -> Double? {
    guard let tally = result.intervals else {
      return RecordingStatistics.sampleInterval(result.recordings)
    }
    return try readingAgain(format, source) { tally.sampleInterval($0) }
  }

  /// Computes a value of the intervals above 0 of a file, which is read again as often as they are visited.
  static func readingAgain(
    _ format: RecordingFormat, _ source: RecordingSource,
    _ body: ((_ visit: (UnsafeBufferPointer<Double>) -> Void) -> Void) -> Double?
  ) throws(ReadProblem) -> Double? {
    var problem: ReadProblem?
    let value = body { visit in
      do throws(ReadProblem) {
        var strokes = try FileStrokes(format, source)
        while let (_, stroke) = try strokes.next() {
          stroke.positiveIntervals.withUnsafeBufferPointer(visit)
        }
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    return value
  }
}

extension ReadResult {
  /// Keeps some recordings, with their counts.
  ///
  /// - Parameter belongs: Whether a recording is kept; asked twice.
  package mutating func keep(_ belongs: (Recording) -> Bool) {
    counts = counts.map { counts in
      zip(counts, recordings).filter { belongs($1) }.map(\.0)
    }
    recordings.removeAll { !belongs($0) }
  }
}
