import TouchInput

/// Collects the rows of a plain CSV file into recordings.
struct PlainCSVBuilder {
  private struct Key: Hashable {
    var participant: String
    var task: String
  }

  private let source: RecordingSource
  private var recordings: [Recording] = []
  private var places: [Key: Int] = [:]
  private var usedNames: [Set<String>] = []
  private var stroke: Stroke?
  /// The strokes that are complete and not taken yet, where they are handed on one by one.
  private var complete: [(recording: Int, stroke: Stroke)] = []
  private let handsOn: Bool
  private var exact: [SIMD2<Double>] = []
  private var place = 0
  /// The labels of the stroke that is open, as bytes: comparing them costs less than making text.
  private var openStroke: [UInt8] = []
  private var openParticipant: [UInt8] = []
  private var openTask: [UInt8] = []

  /// - Parameters:
  ///   - source: What is known of the file.
  ///   - handsOn: Whether strokes are taken by `next`, and are not in the recordings.
  init(_ source: RecordingSource, handsOn: Bool = false) {
    self.source = source
    self.handsOn = handsOn
  }

  /// The next stroke that is complete, with the place of its recording; nil where there is none yet.
  mutating func next() -> (recording: Int, stroke: Stroke)? { complete.popLast() }

  mutating func add(
    _ sample: TouchSample, exact position: SIMD2<Double>?, row: [CSVFields.Field], bytes: [UInt8],
    header: PlainCSVHeader
  ) {
    let isSame =
      stroke != nil && bytes[row[header.stroke].range].elementsEqual(openStroke)
      && header.participant.map { bytes[row[$0].range].elementsEqual(openParticipant) } ?? true
      && header.task.map { bytes[row[$0].range].elementsEqual(openTask) } ?? true
    if !isSame {
      closeStroke()
      open(row: row, bytes: bytes, header: header)
    }
    stroke?.samples.append(sample)
    if let position { exact.append(position) }
  }

  mutating func finished() -> [Recording] {
    closeStroke()
    return recordings
  }

  private mutating func open(row: [CSVFields.Field], bytes: [UInt8], header: PlainCSVHeader) {
    openStroke = Array(bytes[row[header.stroke].range])
    openParticipant = header.participant.map { Array(bytes[row[$0].range]) } ?? []
    openTask = header.task.map { Array(bytes[row[$0].range]) } ?? []
    let key = Key(
      participant: header.participant.map { CSVFields.text(row[$0], in: bytes) }
        ?? source.participant,
      task: header.task.map { CSVFields.text(row[$0], in: bytes) } ?? source.task)
    place = places[key] ?? makeRecording(key)
    let name = CSVFields.text(row[header.stroke], in: bytes)
    stroke = Stroke(identifier: unusedName(name), samples: [])
  }

  private mutating func makeRecording(_ key: Key) -> Int {
    places[key] = recordings.count
    usedNames.append([])
    recordings.append(
      Recording(
        source: source.name, participant: key.participant, task: key.task, scale: source.scale,
        nominalRate: source.nominalRate, tool: source.tool, device: source.device,
        strokes: []))
    return recordings.count - 1
  }

  /// A stroke that comes back after another one is a new contact and gets a name of its own.
  private mutating func unusedName(_ name: String) -> String {
    var candidate = name
    var occurrence = 1
    while !usedNames[place].insert(candidate).inserted {
      occurrence += 1
      candidate = "\(name)#\(occurrence)"
    }
    return candidate
  }

  private mutating func closeStroke() {
    guard var closed = stroke else { return }
    if exact.count == closed.samples.count { closed.exactPositions = exact }
    closed.samples = closed.samples.markedAsContact
    if handsOn {
      complete.append((place, closed))
    } else {
      recordings[place].strokes.append(closed)
    }
    stroke = nil
    exact.removeAll(keepingCapacity: true)
  }
}
