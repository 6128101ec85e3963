import TouchInput

/// How low the mean error of a family could have been, had one known beforehand what to choose.
///
/// A family is a kind of predictor with all of its settings that were evaluated. The best setting for
/// everything is a choice that can be made; the best for each participant, and for each stroke, can
/// be made in hindsight only. What lies between them is the head-room of choosing better: no choice
/// among these settings, however clever, falls below the last.
public struct OracleFloor: Hashable, Sendable {
  /// The data set's name.
  public var dataset: String
  /// The kind, or the kinds of a chain.
  public var predictor: String
  /// How many settings of it there are.
  public var settings: Int
  /// The horizon.
  public var horizon: Horizon
  /// What the errors are in.
  public var unit: LengthUnit
  /// The mean error of the best setting.
  public var bestSetting: Double
  /// That setting.
  public var bestParameters: String
  /// The mean error where each participant has the setting that is best for them.
  public var bestByParticipant: Double
  /// The mean error where each stroke has the setting that is best for it.
  public var bestByStroke: Double

  /// Makes a floor.
  public init(
    dataset: String, predictor: String, settings: Int, horizon: Horizon, unit: LengthUnit,
    bestSetting: Double, bestParameters: String, bestByParticipant: Double, bestByStroke: Double
  ) {
    self.dataset = dataset
    self.predictor = predictor
    self.settings = settings
    self.horizon = horizon
    self.unit = unit
    self.bestSetting = bestSetting
    self.bestParameters = bestParameters
    self.bestByParticipant = bestByParticipant
    self.bestByStroke = bestByStroke
  }
}

/// Finds the floors of all families on one data set, subject by subject.
///
/// What is kept is three numbers a stroke, horizon and family, whatever the number of settings.
public struct OracleFloors: Sendable {
  private let dataset: String
  private let horizons: [Horizon]
  private let units: [UnitStrokes]
  private var families: [Family] = []
  private var places: [String: Int] = [:]

  /// The strokes that are reported in one unit.
  private struct UnitStrokes: Sendable {
    let unit: LengthUnit
    /// The recordings, by place.
    let recordings: [Int]
    /// How many participants there are, and who made each recording.
    let participants: Int
    let participantOf: [Int: Int]
  }

  /// One family's least sums of errors so far, for one unit.
  private struct Family: Sendable {
    let predictor: String
    let unit: Int
    var settings = 0
    /// By horizon.
    var slots: [Slot]
  }

  private struct Slot: Sendable {
    var best: (sum: Double, parameters: String)?
    var counts = 0
    var byParticipant: [Double]
    var byStroke: [Double] = []
  }

  /// Makes floors for a data set's recordings.
  public init(plan: EvaluationPlan, dataset: String, recordings: [PreparedRecording]) {
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
  public mutating func add(_ result: SubjectResult, of subject: EvaluationSubject) {
    guard let errors = result.strokeErrors, !result.rows.contains(where: { $0.note != nil }) else {
      return
    }
    for unit in units.indices {
      let family = place(of: subject.name, unit: unit)
      families[family].settings += 1
      for slot in horizons.indices {
        add(
          units[unit].recordings.map { (errors[$0].slots[slot], participant(of: $0, unit)) },
          parameters: subject.parameters, to: &families[family].slots[slot])
      }
    }
  }

  private func participant(of recording: Int, _ unit: Int) -> Int {
    units[unit].participantOf[recording] ?? 0
  }

  private mutating func place(of predictor: String, unit: Int) -> Int {
    let key = "\(unit) \(predictor)"
    if let place = places[key] { return place }
    places[key] = families.count
    let empty = Slot(byParticipant: Array(repeating: .infinity, count: units[unit].participants))
    families.append(
      Family(
        predictor: predictor, unit: unit, slots: Array(repeating: empty, count: horizons.count)))
    return families.count - 1
  }

  private func add(
    _ recordings: [(strokes: [(sum: Double, count: Int)], participant: Int)], parameters: String,
    to slot: inout Slot
  ) {
    var total = CompensatedSum()
    var participants = [CompensatedSum](
      repeating: CompensatedSum(), count: slot.byParticipant.count)
    var strokes: [Double] = []
    var count = 0
    for recording in recordings {
      for stroke in recording.strokes {
        total += stroke.sum
        participants[recording.participant] += stroke.sum
        strokes.append(stroke.sum)
        count += stroke.count
      }
    }
    if slot.best.map({ total.value < $0.sum }) ?? true { slot.best = (total.value, parameters) }
    slot.counts = count
    slot.byParticipant = zip(slot.byParticipant, participants).map { min($0, $1.value) }
    slot.byStroke =
      slot.byStroke.isEmpty ? strokes : zip(slot.byStroke, strokes).map { min($0, $1) }
  }

  /// The floors, by family in order of first appearance, then by horizon; none where nothing was
  /// scored.
  public var floors: [OracleFloor] {
    families.flatMap { family in
      zip(horizons, family.slots).compactMap { horizon, slot in
        guard let best = slot.best, slot.counts > 0 else { return nil }
        let count = Double(slot.counts)
        return OracleFloor(
          dataset: dataset, predictor: family.predictor, settings: family.settings,
          horizon: horizon, unit: units[family.unit].unit, bestSetting: best.sum / count,
          bestParameters: best.parameters,
          bestByParticipant: slot.byParticipant.compensatedSum / count,
          bestByStroke: slot.byStroke.compensatedSum / count)
      }
    }
  }
}
