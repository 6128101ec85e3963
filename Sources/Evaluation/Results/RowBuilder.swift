import TouchInput

/// Puts the parts of a subject together into rows: pooled, as the mean over participants, by group.
struct RowBuilder: Sendable {
  private let plan: EvaluationPlan
  private let dataset: String
  private let sweptNames: [String]
  private let groups: [Group]
  private let metrics: [MetricDefinition]

  /// Recordings whose scores are pooled in a row.
  private struct Group: Sendable {
    let task: String
    let device: DeviceClass?
    let unit: LengthUnit
    /// The file of its only recording; empty for a group of them.
    var recording = ""
    /// The indices of each participant's recordings, in order of first appearance.
    let participants: [(name: String, recordings: [Int])]
    let recordings: [Int]
    /// Whether a recording's scale is unknown.
    let lacksScale: Bool

    /// Whether its strokes can be divided this way: speeds need a scale.
    func has(_ part: StrokePart?) -> Bool {
      if case .speed = part { return !lacksScale }
      return true
    }
  }

  init(
    plan: EvaluationPlan, dataset: String, sweptNames: [String], recordings: [PreparedRecording]
  ) {
    self.plan = plan
    self.dataset = dataset
    self.sweptNames = sweptNames
    metrics = plan.metrics
    let units = unique(recordings.map(\.unit))
    let tasks = plan.groupBy.contains(.task) ? [nil] + unique(recordings.map(\.task)) : [nil]
    let devices = plan.groupBy.contains(.device) ? [nil] + unique(recordings.map(\.device)) : [nil]
    var members: [Kind: [Int]] = [:]
    for (index, recording) in recordings.enumerated() {
      for device in plan.groupBy.contains(.device) ? [nil, recording.device] : [nil] {
        for task in plan.groupBy.contains(.task) ? [nil, recording.task] : [nil] {
          members[Kind(unit: recording.unit, device: device, task: task), default: []].append(index)
        }
      }
    }
    let pooled = units.flatMap { unit in
      devices.flatMap { device in
        tasks.compactMap { task in
          let kind = Kind(unit: unit, device: device, task: task)
          return members[kind].map { Self.group(recordings, $0, kind) }
        }
      }
    }
    guard plan.groupBy.contains(.recording) else {
      groups = pooled
      return
    }
    groups =
      pooled
      + recordings.indices.map { index in
        let kind = Kind(unit: recordings[index].unit, device: nil, task: nil)
        var group = Self.group(recordings, [index], kind)
        group.recording = recordings[index].source
        return group
      }
  }

  /// What the recordings of a group have in common; nil for any.
  private struct Kind: Hashable {
    let unit: LengthUnit
    let device: DeviceClass?
    let task: String?
  }

  private static func group(
    _ recordings: [PreparedRecording], _ members: [Int], _ kind: Kind
  ) -> Group {
    let byName = Dictionary(grouping: members) { recordings[$0].participant }
    return Group(
      task: kind.task ?? "", device: kind.device, unit: kind.unit,
      participants: unique(members.map { recordings[$0].participant }).map { name in
        (name, byName[name] ?? [])
      },
      recordings: members,
      lacksScale: members.contains { recordings[$0].context.unitsPerMillimeter == nil })
  }

  /// Builds the rows of a subject from its parts, one per recording in order.
  func result(of subject: EvaluationSubject, parts: [RecordingPart]) -> SubjectResult {
    var rows: [ScoreRow] = []
    for group in groups {
      for (place, part) in plan.parts.enumerated() where group.has(part) {
        for slot in plan.horizons.indices {
          rows += self.rows(
            of: subject, parts: parts, group: group, strokePart: part,
            sheet: (part: place, slot: slot))
        }
      }
    }
    return SubjectResult(
      rows: rows, failures: parts.compactMap(\.failure), raw: parts.flatMap(\.raw),
      replaySeconds: parts.reduce(0) { $0 + $1.replaySeconds },
      predictions: parts.reduce(0) { $0 + $1.predictions },
      strokeErrors: parts.contains { $0.strokeErrors == nil }
        ? nil : parts.compactMap(\.strokeErrors))
  }

  private func rows(
    of subject: EvaluationSubject, parts: [RecordingPart], group: Group, strokePart: StrokePart?,
    sheet: SheetPlace
  ) -> [ScoreRow] {
    guard let pooled = merged(parts, group.recordings, sheet) else { return [] }
    let byParticipant = group.participants.compactMap { participant in
      merged(parts, participant.recordings, sheet).map { (participant.name, $0.values()) }
    }
    func row(
      _ values: [Double?], participant: String = "",
      aggregation: ScoreRow.Aggregation = .pooled
    ) -> ScoreRow {
      ScoreRow(
        dataset: dataset, participant: participant, task: group.task, predictor: subject.name,
        parameters: subject.parameters, swept: swept(subject),
        framesAhead: plan.horizons[sheet.slot].frames,
        horizon: plan.horizons[sheet.slot].seconds,
        aggregation: aggregation, unit: group.unit, device: group.device, part: strokePart,
        recording: group.recording,
        note: group.lacksScale && subject.needsScale ? .scaleUnknown : nil, values: values)
    }
    var result = [row(pooled.values())]
    // One recording is of one participant, who would get the same row again.
    guard group.recording.isEmpty else { return result.filter(isKept) }
    result.append(row(mean(byParticipant.map(\.1)), aggregation: .participantMean))
    if plan.groupBy.contains(.participant) {
      result += byParticipant.map { row($0.1, participant: ScoreRow.participantName($0.0)) }
    }
    return result.filter(isKept)
  }

  /// Indicates whether a row belongs into the table.
  ///
  /// The moments that a device predicted may all lie after the end of their strokes; such a row has no
  /// truth and is left out.
  private func isKept(_ row: ScoreRow) -> Bool {
    guard plan.replay.targets == .recorded else { return true }
    let scored = metrics.firstIndex { $0.name == "scored" }
    return scored.map { (row.values[$0] ?? 0) > 0 } ?? row.values.contains { $0 != nil }
  }

  /// Where a sheet stands among those of a recording.
  private typealias SheetPlace = (part: Int, slot: Int)

  private func merged(
    _ parts: [RecordingPart], _ members: [Int], _ place: SheetPlace
  ) -> ScoreSheet? {
    var result: ScoreSheet?
    for member in members {
      guard let sheet = parts[member].sheets?[place.part][place.slot] else { continue }
      if result == nil { result = sheet } else { result?.merge(sheet) }
    }
    return result
  }

  /// The mean of each measure over the participants that have it; counts are summed.
  private func mean(_ participants: [[Double?]]) -> [Double?] {
    metrics.indices.map { metric in
      let values = participants.compactMap { $0[metric] }
      if metrics[metric].dimension == .count {
        return values.isEmpty ? nil : values.reduce(0, +)
      }
      return values.mean.flatMap { $0.isFinite ? $0 : nil }
    }
  }

  private func swept(_ subject: EvaluationSubject) -> [String] {
    sweptNames.map { name in subject.settings.first { $0.key == name }?.value ?? "" }
  }
}

/// The distinct elements, in order of first appearance.
private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var seen: Set<Element> = []
  return elements.filter { seen.insert($0).inserted }
}
