import TouchInput

/// Finds the floors of all families on one data set, subject by subject.
///
/// What is kept is three numbers a stroke, horizon and family, whatever the number of settings.
package struct OracleFloors: Sendable {
  private let dataset: String
  private let horizons: [Horizon]
  private let units: [UnitStrokes]
  /// What was found so far.
  package private(set) var tally = FloorTally()

  /// The strokes that are reported in one unit.
  private struct UnitStrokes: Sendable {
    let unit: LengthUnit
    /// The recordings, by place.
    let recordings: [Int]
    /// How many participants there are, and who made each recording.
    let participants: Int
    let participantOf: [Int: Int]
  }

  /// Makes floors for a data set's recordings.
  package init(plan: EvaluationPlan, dataset: String, recordings: [PreparedRecording]) {
    self.dataset = dataset
    horizons = plan.horizons
    var units: [LengthUnit] = []
    for recording in recordings where !units.contains(recording.unit) {
      units.append(recording.unit)
    }
    self.units = units.map { unit in
      let members = recordings.indices.filter { recordings[$0].unit == unit }
      var names: [String: Int] = [:]
      var participantOf: [Int: Int] = [:]
      for member in members {
        let next = names.count
        participantOf[member] = names[recordings[member].participant, default: next]
        names[recordings[member].participant] = participantOf[member]
      }
      return UnitStrokes(
        unit: unit, recordings: members, participants: names.count, participantOf: participantOf)
    }
  }

  /// Takes in a subject's result; one that could not be evaluated on every recording is left out,
  /// and so is one whose scores mean nothing here.
  package mutating func add(_ result: SubjectResult, of subject: EvaluationSubject) {
    guard let errors = result.strokeErrors, !result.rows.contains(where: { $0.note != nil }) else {
      return
    }
    for unit in units.indices {
      let slots = horizons.indices.map { slot in
        sums(of: errors, slot: slot, unit: units[unit], parameters: subject.parameters)
      }
      tally.add(
        FloorTally.Family(
          predictor: subject.name, unit: units[unit].unit, settings: 1, slots: slots))
    }
  }

  private func sums(
    of errors: [StrokeErrors], slot: Int, unit: UnitStrokes, parameters: String
  ) -> FloorTally.Slot {
    var total = CompensatedSum()
    var participants = [CompensatedSum](repeating: CompensatedSum(), count: unit.participants)
    var strokes: [Double] = []
    var count = 0
    for recording in unit.recordings {
      let participant = unit.participantOf[recording] ?? 0
      for stroke in errors[recording].slots[slot] {
        total += stroke.sum
        participants[participant] += stroke.sum
        strokes.append(stroke.sum)
        count += stroke.count
      }
    }
    return FloorTally.Slot(
      best: total.value, parameters: parameters, count: count,
      byParticipant: participants.map(\.value), byStroke: strokes)
  }

  /// The floors, by family in order of first appearance, then by horizon; none where nothing was
  /// scored.
  package var floors: [OracleFloor] { tally.floors(dataset: dataset, horizons: horizons) }
}
