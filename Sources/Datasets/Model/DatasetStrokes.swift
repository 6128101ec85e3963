import TouchInput

/// The strokes of a surveyed dataset, read one after another in the order of its files.
///
/// What is held is a stroke of plain CSV, and a file of any other format or whose strokes are joined.
/// Every file must be the one that was surveyed: one that was written to, replaced or taken away since
/// then, or that gives other strokes, ends the reading with a problem.
package struct DatasetStrokes {
  /// A stroke with the place of its recording among those of the dataset.
  package typealias Element = (recording: Int, stroke: Stroke)

  private struct Part {
    let file: LoadedFile
    let format: RecordingFormat
    let source: RecordingSource
    /// The place in the dataset of each recording that belongs to it, by its place in the file.
    let places: [Int: Int]
  }

  private var parts: ArraySlice<Part>
  private var strokes: FileStrokes?
  private var check: FileCheck?
  private var places: [Int: Int] = [:]

  /// The strokes of a dataset that was surveyed (`Dataset.survey(_:)`).
  package init(_ dataset: LoadedDataset) {
    var parts: [Part] = []
    var next = 0
    for file in dataset.files {
      let counts = file.result.counts ?? []
      let places = counts.enumerated().map { ($1.place, next + $0) }
      next += counts.count
      guard !counts.isEmpty, let format = RecordingFormat(rawValue: file.entry.format) else {
        continue
      }
      parts.append(
        Part(
          file: file, format: format,
          source: Dataset.source(of: file.entry, in: dataset.description, at: file.path),
          places: Dictionary(places, uniquingKeysWith: { first, _ in first })))
    }
    self.parts = parts[...]
  }

  /// Returns the next stroke; nil at the end.
  ///
  /// - Throws: A problem where a file cannot be read any more, or is another one than was surveyed:
  ///   what was made of its strokes so far does not count.
  package mutating func next() throws(ReadProblem) -> Element? {
    while true {
      while let (place, stroke) = try strokes?.next() {
        guard let recording = places[place] else { continue }
        check?.count(stroke, place)
        return (recording, stroke)
      }
      if let strokes { try check?.finish(strokes) }
      (strokes, check) = (nil, nil)
      guard let part = parts.popFirst() else { return nil }
      places = part.places
      let begun = try FileStrokes(
        part.format, part.source, hashes: !part.file.sha256.isEmpty)
      check = try FileCheck(part.file, begun)
      strokes = begun
    }
  }
}

/// Holds a reading of a file to what was surveyed of it.
private struct FileCheck {
  private let file: LoadedFile
  private var counts: [Int: StrokeCounts] = [:]

  init(_ file: LoadedFile, _ strokes: FileStrokes) throws(ReadProblem) {
    self.file = file
    try file.state?.check(file.path, strokes.state)
  }

  mutating func count(_ stroke: Stroke, _ place: Int) {
    counts[place, default: StrokeCounts(place: place)].add(stroke)
  }

  /// Looks at what was read in all.
  func finish(_ strokes: FileStrokes) throws(ReadProblem) {
    for expected in file.result.counts ?? [] {
      let found = counts[expected.place] ?? StrokeCounts(place: expected.place)
      guard found != expected else { continue }
      throw FileState.changed(
        file.path,
        "\(found.strokes) strokes of \(found.samples) samples, which were \(expected.strokes) of "
          + "\(expected.samples) before")
    }
    try file.state?.check(file.path)
    let hash = strokes.contentHash
    guard hash == nil || file.sha256.isEmpty || hash == file.sha256 else {
      throw FileState.changed(file.path, "its SHA-256 is \(hash ?? "") and was \(file.sha256)")
    }
  }
}

/// The strokes of one file, with the place of their recording.
struct FileStrokes {
  /// The file as it was when it was opened.
  let state: FileState
  /// The SHA-256 of what was read; nil where it was not asked for.
  var contentHash: String? { wholeHash ?? pass?.contentHash }

  private var pass: PlainCSVPass?
  /// The adjustment of the strokes of plain CSV, with their scale.
  private var adjustment: (RecordingAdjustment, LengthScale)?
  private var wholeHash: String?
  private var recordings: ArraySlice<(place: Int, strokes: [Stroke])> = []
  private var strokes: ArraySlice<Stroke> = []
  private var place = 0

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - format: Its format.
  ///   - source: What is known of it.
  ///   - hashes: Whether `contentHash` is wanted at the end.
  /// - Throws: A problem where it cannot be opened or hashed.
  init(
    _ format: RecordingFormat, _ source: RecordingSource, hashes: Bool = false
  ) throws(ReadProblem) {
    if format.isReadByStrokes(source) {
      let pass = try PlainCSVPass(source, streamsStrokes: true, hashes: hashes)
      (self.pass, state) = (pass, pass.state)
      let adjustment = RecordingAdjustment(format, source)
      if adjustment.isNeeded { self.adjustment = (adjustment, source.scale) }
      return
    }
    state = try FileState(ofFile: source.path)
    recordings = format.read(source).recordings.enumerated().map { ($0, $1.strokes) }[...]
    if hashes { wholeHash = try ContentHash.text(ofFile: source.path) }
  }

  /// Returns the next stroke; nil at the end.
  mutating func next() throws(ReadProblem) -> (recording: Int, stroke: Stroke)? {
    if pass != nil {
      var next = try pass?.nextStroke()
      if let (adjustment, scale) = adjustment, var stroke = next?.stroke {
        adjustment.apply(to: &stroke, of: scale)
        next?.stroke = stroke
      }
      return next
    }
    while strokes.isEmpty, let recording = recordings.popFirst() {
      (place, strokes) = (recording.place, recording.strokes[...])
    }
    return strokes.popFirst().map { (place, $0) }
  }
}

extension RecordingFormat {
  /// Returns whether the strokes of a file can be taken one by one as it is read.
  func isReadByStrokes(_ source: RecordingSource) -> Bool {
    self == .plainCSV && source.options.returningStrokes != .join
  }
}
