import TouchInput

/// Collects traces into strokes, and strokes into one recording for each unit and rate.
struct InkMLStrokes {
  private struct Group: Hashable {
    var scale: LengthScale?
    var rate: Double
  }

  private struct Entry {
    var group: Group
    var isHover: Bool
    var samples: [TouchSample]
  }

  /// The rate of which times were made; nil where all traces have a channel T.
  private(set) var assumedRate: Double?

  /// The unit in which the times of the first trace are read; nil if it has none.
  private(set) var readTimeUnit: TimeUnit?

  private let nominalRate: Double
  private let timeUnit: TimeUnit?
  private var entries: [Entry] = []
  private var places: [String: Int] = [:]

  init(nominalRate: Double, timeUnit: TimeUnit?) {
    (self.nominalRate, self.timeUnit) = (nominalRate, timeUnit)
  }

  /// Whether there is no stroke yet.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds the points of a trace.
  mutating func add(
    _ points: [[Double?]], attributes: [String: String], context: InkMLContext
  ) {
    guard let reader = InkMLSampleReader(context, timeUnit: timeUnit) else { return }
    let rate = context.source.sampleRate ?? nominalRate
    let group = Group(scale: reader.scale, rate: rate)
    let prior = priorEntry(attributes, group)
    let start = start(attributes, rate)
    let samples = points.enumerated().compactMap { index, values in
      reader.sample(values, time: reader.hasTime ? nil : start + Double(index) / rate)
    }
    guard !samples.isEmpty else { return }
    if entries.isEmpty { readTimeUnit = reader.timeUnit }
    if !reader.hasTime { assumedRate = rate }
    let place = prior ?? entries.count
    if place == entries.count {
      entries.append(
        Entry(group: group, isHover: attributes["type"] == "penUp", samples: samples))
    } else {
      entries[place].samples += samples
    }
    if let identifier = attributes["xml:id"] ?? attributes["id"] { places[identifier] = place }
  }

  /// Returns the stroke that the trace continues; nil where it begins one.
  private func priorEntry(_ attributes: [String: String], _ group: Group) -> Int? {
    guard ["middle", "end"].contains(attributes["continuation"]) else { return nil }
    let named = attributes["priorRef"].flatMap {
      places[$0.hasPrefix("#") ? String($0.dropFirst()) : $0]
    }
    let place = named ?? entries.count - 1
    return place >= 0 && entries[place].group == group ? place : nil
  }

  /// When a trace without times begins: at its offset in milliseconds, or an interval after the last.
  private func start(_ attributes: [String: String], _ rate: Double) -> Double {
    if let offset = attributes["timeOffset"].flatMap(DecimalNumber.value) { return offset / 1000 }
    return entries.last?.samples.last.map { $0.time + 1 / rate } ?? 0
  }

  /// One recording for each unit and rate, in order of first appearance.
  func recordings(_ source: RecordingSource) -> [Recording] {
    var order: [Group] = []
    var strokes: [Group: [Stroke]] = [:]
    for (index, entry) in entries.enumerated() {
      if strokes[entry.group] == nil { order.append(entry.group) }
      strokes[entry.group, default: []].append(
        Stroke(
          identifier: entry.isHover ? "hover-\(index + 1)" : "\(index + 1)",
          kind: entry.isHover ? .hover : .contact,
          samples: entry.samples.markedAsContact))
    }
    return order.map { group in
      Recording(
        source: source.name, participant: source.participant, task: source.task,
        scale: group.scale ?? source.scale, nominalRate: group.rate, tool: source.tool,
        device: source.device, strokes: strokes[group] ?? [])
    }
  }
}
