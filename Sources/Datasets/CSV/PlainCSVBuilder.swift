import TouchInput

/// Collects the rows of a plain CSV file into recordings.
///
/// Each stroke may have a clock of its own, so only time that falls inside a stroke, or where the name
/// of a stroke returns, is a restart (`ClockRestarts`): then another recording begins.
struct PlainCSVBuilder {
  private struct Key: Hashable {
    var participant: String
    var task: String
  }

  /// A row of the file, taken apart.
  struct Row {
    var line: Int
    var fields: [CSVFields.Field]
    var bytes: [UInt8]
    var labels: PlainCSVHeader.Labels
    /// The kind that the row states; nil if the stroke's name tells it.
    var kind: Stroke.Kind?

    /// Returns the bytes of a field; none where the file has no such column.
    fileprivate func field(_ index: Int?) -> ArraySlice<UInt8> {
      index.map { bytes[fields[$0].range] } ?? []
    }

    /// Returns a field as text; nil where the file has no such column.
    fileprivate func text(_ index: Int?) -> String? {
      index.map { CSVFields.text(fields[$0], in: bytes) }
    }
  }

  /// The stroke that a row names.
  private struct Label: Hashable {
    var key: Key
    var name: String
  }

  /// A row with its sample.
  private struct Entry {
    var sample: TouchSample
    var exact: SIMD2<Double>?
    var row: Row
  }

  /// The rows of a stroke so far.
  private struct Rows {
    var recordingIndex: Int
    var stroke: Stroke
    var exact: [SIMD2<Double>] = []

    /// The stroke that they make.
    var finished: Stroke {
      var result = stroke
      if exact.count == result.samples.count { result.exactPositions = exact }
      result.samples = result.samples.markedAsContact
      return result
    }
  }

  /// What is known of a stroke's name in a recording.
  private struct Name {
    /// How many strokes have it, with numbers behind it from the second on.
    var strokes = 1
    /// The storage for its rows, if they may continue later.
    var rows = 0
    /// The recording of its latest stroke: another one after a restart of the clock.
    var recordingIndex = 0
    /// The time of its latest sample.
    var latest = -Double.infinity
  }

  private let source: RecordingSource
  private var recordings: [Recording] = []
  private var recordingIndices: [Key: Int] = [:]
  /// By participant and task: the names of the strokes.
  private var names: [Key: [String: Name]] = [:]
  private var clock = ClockRestarts<Entry>()
  /// Whose rows are held while it is not known whether the clock restarted.
  private var heldKey: Key?
  private var openLabel = Label(key: Key(participant: "", task: ""), name: "")
  /// Where the clock restarted.
  private(set) var restarts = RestartLog()
  private var current: Rows?
  /// The rows of all strokes in order of their beginnings, if strokes may continue later; those of the open
  /// stroke are not among them.
  private var setAside: [Rows] = []
  private var currentRows = 0
  /// The complete strokes that `next` has not returned yet, when strokes are streamed.
  private var complete: [(recording: Int, stroke: Stroke)] = []
  private let streamsStrokes: Bool
  /// The labels of the stroke that is open, as bytes: comparing them costs less than making text.
  private var openStroke: [UInt8] = []
  private var openParticipant: [UInt8] = []
  private var openTask: [UInt8] = []
  private var openKind: Stroke.Kind?

  /// Where a stroke's name came back first, and the name.
  private(set) var firstReturn: (line: Int, name: String)?
  private var returned = (strokes: 0, pieces: 0)

  /// How many strokes came back, and how many pieces they have.
  var returnCounts: (strokes: Int, pieces: Int) { returned }

  /// - Parameters:
  ///   - source: What is known of the file.
  ///   - streamsStrokes: Whether strokes are taken by `next`, and are not in the recordings. Not where
  ///     strokes are joined: none is complete before the end of the file.
  init(_ source: RecordingSource, streamsStrokes: Bool = false) {
    self.source = source
    self.streamsStrokes = streamsStrokes
  }

  /// Returns the next stroke that is complete, with the index of its recording; nil if there is none yet.
  mutating func next() -> (recording: Int, stroke: Stroke)? {
    complete.isEmpty ? nil : complete.removeFirst()
  }

  mutating func add(_ sample: TouchSample, exact position: SIMD2<Double>?, _ row: Row) {
    let entry = Entry(sample: sample, exact: position, row: row)
    let isSame = isOpen(row)
    let label = isSame && heldKey == nil ? nil : label(row)
    // The rows of somebody else tell nothing of a clock.
    if let heldKey, heldKey != label?.key { useHeld(clock.finish()) }
    let previous = isSame ? current?.stroke.samples.last?.time : label.flatMap(latestTime(of:))
    let release = clock.add(entry, at: sample.time, after: previous)
    if let first = release.held.first, let fall = release.restart { restart(fall, at: first.row) }
    if !release.held.isEmpty { useHeld(release.held) }
    if release.passes {
      use(entry)
    } else if clock.isHolding {
      heldKey = label?.key ?? openLabel.key
    }
  }

  private mutating func useHeld(_ entries: [Entry]) {
    heldKey = nil
    for entry in entries { use(entry) }
  }

  private mutating func use(_ entry: Entry) {
    if !isOpen(entry.row) {
      closeStroke()
      open(entry.row)
    }
    current?.stroke.samples.append(entry.sample)
    if let position = entry.exact { current?.exact.append(position) }
  }

  /// Begins another recording of the participant and task of a row.
  private mutating func restart(_ fall: ClockFall, at row: Row) {
    restarts.add(fall, line: row.line)
    closeStroke()
    _ = makeRecording(label(row).key)
  }

  /// Indicates whether a row continues the open stroke.
  private func isOpen(_ row: Row) -> Bool {
    current != nil && row.field(row.labels.stroke).elementsEqual(openStroke)
      && row.field(row.labels.participant).elementsEqual(openParticipant)
      && row.field(row.labels.task).elementsEqual(openTask) && row.kind == openKind
  }

  private func label(_ row: Row) -> Label {
    let name = row.text(row.labels.stroke) ?? "1"
    return Label(
      key: Key(
        participant: row.text(row.labels.participant) ?? source.participant,
        task: row.text(row.labels.task) ?? source.task),
      // Hovering and contact of one name are two strokes.
      name: row.kind?.strokeName(name) ?? name)
  }

  /// The time of the latest sample of a stroke's name since the clock restarted; nil if there is none,
  /// since each stroke may have a clock of its own.
  private func latestTime(of label: Label) -> Double? {
    if current != nil, label == openLabel { return current?.stroke.samples.last?.time }
    guard let known = names[label.key]?[label.name],
      known.recordingIndex == recordingIndices[label.key]
    else {
      return nil
    }
    return known.latest
  }

  mutating func finished() -> [Recording] {
    useHeld(clock.finish())
    closeStroke()
    for rows in setAside { recordings[rows.recordingIndex].strokes.append(rows.finished) }
    setAside = []
    return recordings
  }

  private mutating func open(_ row: Row) {
    openStroke = Array(row.field(row.labels.stroke))
    openParticipant = Array(row.field(row.labels.participant))
    openTask = Array(row.field(row.labels.task))
    openKind = row.kind
    openLabel = label(row)
    let (key, name) = (openLabel.key, openLabel.name)
    let kind = row.kind ?? Stroke.Kind(ofStrokeNamed: name)
    let recordingIndex = recordingIndices[key] ?? makeRecording(key)
    guard let known = names[key]?[name] else {
      names[key, default: [:]][name] = Name(rows: setAside.count, recordingIndex: recordingIndex)
      return begin(name, kind, recordingIndex)
    }
    guard known.recordingIndex == recordingIndex else {
      names[key]?[name]?.rows = setAside.count
      names[key]?[name]?.recordingIndex = recordingIndex
      return begin(unusedName(name, known, key), kind, recordingIndex)
    }
    if source.options.returningStrokes == .join {
      currentRows = known.rows
      current = setAside[known.rows]
      // So that the samples have one owner, and appending does not copy them.
      setAside[known.rows].stroke.samples = []
      setAside[known.rows].exact = []
      return
    }
    firstReturn = firstReturn ?? (row.line, name)
    returned.strokes += known.strokes == 1 ? 1 : 0
    returned.pieces += known.strokes == 1 ? 2 : 1
    begin(unusedName(name, known, key), kind, recordingIndex)
  }

  private mutating func begin(_ name: String, _ kind: Stroke.Kind, _ recordingIndex: Int) {
    let rows = Rows(
      recordingIndex: recordingIndex, stroke: Stroke(identifier: name, kind: kind, samples: []))
    current = rows
    guard source.options.returningStrokes == .join else { return }
    currentRows = setAside.count
    setAside.append(rows)
  }

  private mutating func makeRecording(_ key: Key) -> Int {
    recordingIndices[key] = recordings.count
    recordings.append(
      Recording(
        source: source.name, participant: key.participant, task: key.task, scale: source.scale,
        nominalRate: source.nominalRate, tool: source.tool, device: source.device,
        strokes: []))
    return recordings.count - 1
  }

  /// A stroke that comes back after another one is a new contact and gets a name of its own.
  private mutating func unusedName(_ name: String, _ known: Name, _ key: Key) -> String {
    var strokes = known.strokes
    var candidate = name
    repeat {
      strokes += 1
      candidate = "\(name)#\(strokes)"
    } while names[key]?[candidate] != nil
    names[key]?[name]?.strokes = strokes
    names[key]?[candidate] = Name(recordingIndex: recordingIndices[key] ?? 0)
    return candidate
  }

  private mutating func closeStroke() {
    guard let rows = current else { return }
    current = nil
    if let latest = rows.stroke.samples.last?.time {
      names[openLabel.key]?[openLabel.name]?.latest = latest
    }
    if source.options.returningStrokes == .join {
      setAside[currentRows] = rows
    } else if streamsStrokes {
      complete.append((rows.recordingIndex, rows.finished))
    } else {
      recordings[rows.recordingIndex].strokes.append(rows.finished)
    }
  }
}
