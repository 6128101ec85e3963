import TouchInput

/// The strokes of a surveyed dataset, read one after another in the order of its files.
///
/// What is held is a stroke of plain CSV, and a file of any other format.
public struct DatasetStrokes: Sequence, IteratorProtocol {
  /// A stroke with the place of its recording among those of the dataset.
  public typealias Element = (recording: Int, stroke: Stroke)

  private struct Part {
    let format: RecordingFormat
    let source: RecordingSource
    /// The place in the dataset of each recording that belongs to it, by its place in the file.
    let places: [Int: Int]
  }

  private var parts: ArraySlice<Part>
  private var strokes: FileStrokes?
  private var places: [Int: Int] = [:]

  /// The strokes of a dataset that was surveyed (`Dataset.survey(_:)`).
  public init(_ dataset: LoadedDataset) {
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
          format: format,
          source: Dataset.source(of: file.entry, in: dataset.description, at: file.path),
          places: Dictionary(places, uniquingKeysWith: { first, _ in first })))
    }
    self.parts = parts[...]
  }

  /// The next stroke; nil at the end.
  public mutating func next() -> Element? {
    while true {
      while let (place, stroke) = strokes?.next() {
        if let recording = places[place] { return (recording, stroke) }
      }
      guard let part = parts.popFirst() else { return nil }
      places = part.places
      strokes = FileStrokes(part.format, part.source)
    }
  }
}

/// The strokes of one file, with the place of their recording; none after a problem.
struct FileStrokes: Sequence, IteratorProtocol {
  private var pass: PlainCSVPass?
  private var recordings: ArraySlice<(place: Int, strokes: [Stroke])> = []
  private var strokes: ArraySlice<Stroke> = []
  private var place = 0

  init(_ format: RecordingFormat, _ source: RecordingSource) {
    guard format == .plainCSV else {
      recordings = format.reader.read(source).recordings.enumerated().map { ($0, $1.strokes) }[...]
      return
    }
    pass = try? PlainCSVPass(source, handsOn: true)
  }

  mutating func next() -> (recording: Int, stroke: Stroke)? {
    // What cannot be read was a problem in the survey already.
    if pass != nil { return (try? pass?.nextStroke()) ?? nil }
    while strokes.isEmpty, let recording = recordings.popFirst() {
      (place, strokes) = (recording.place, recording.strokes[...])
    }
    return strokes.popFirst().map { (place, $0) }
  }
}
