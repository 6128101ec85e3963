import Foundation
import TouchInput

/// Finds the floors of all families on one data set, subject by subject.
///
/// Memory holds three numbers per stroke, horizon and family, whatever the number of settings.
package struct OracleFloors: Sendable {
  private let dataset: String
  private let horizons: [Horizon]
  private let units: [UnitStrokes]
  /// The tally so far.
  package private(set) var tally = FloorTally()

  /// The strokes that are reported in one unit.
  private struct UnitStrokes: Sendable {
    let unit: LengthUnit
    /// The indices of the recordings.
    let recordings: [Int]
    /// The number of participants, and the participant of each recording.
    let participants: Int
    let participantOf: [Int: Int]
  }

  /// Creates floors for a data set's recordings.
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

  /// Adds a subject's result.
  ///
  /// Ignores a subject that failed on a recording, or whose scores are meaningless for the data.
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
      for stroke in errors[recording].strokes(slot) {
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

  /// The floors, by family in order of first appearance, then by horizon.
  package var floors: [OracleFloor] { tally.floors(dataset: dataset, horizons: horizons) }
}

/// The lowest mean error that a family of predictors could have reached with settings chosen in
/// hindsight.
///
/// A family is a kind of predictor with all its evaluated settings. The best overall setting can be
/// chosen in practice; the best per participant and per stroke can be chosen in hindsight only. The
/// gap between them is the headroom: no choice among these settings falls below the best per
/// stroke.
package struct OracleFloor: Hashable, Sendable {
  /// The data set's name.
  package var dataset: String
  /// The kind, or the kinds of a chain.
  package var predictor: String
  /// The number of settings.
  package var settings: Int
  /// The horizon.
  package var horizon: Horizon
  /// The unit of the errors.
  package var unit: LengthUnit
  /// The mean error of the best setting.
  package var bestSetting: Double
  /// The best setting.
  package var bestParameters: String
  /// The mean error with the best setting for each participant.
  package var bestByParticipant: Double
  /// The mean error with the best setting for each stroke.
  package var bestByStroke: Double

  /// Creates a floor.
  package init(
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

/// The least sums of errors of each family so far, which give its floors.
///
/// It holds three numbers per stroke, horizon and family, whatever the number of settings. Tallies
/// of parts of a sweep, merged in the order of the settings, are bit-identical to the tally of the
/// whole.
package struct FloorTally: Hashable, Sendable, Codable {
  /// By family in order of first appearance.
  private(set) var families: [Family] = []

  /// One family's least sums of errors, for one unit.
  struct Family: Hashable, Sendable, Codable {
    let predictor: String
    let unit: LengthUnit
    var settings: Int
    /// By horizon.
    var slots: [Slot]
  }

  /// The least sums of errors at one horizon.
  struct Slot: Hashable, Sendable {
    /// The sum of the best overall setting, and that setting.
    var best: Double
    var parameters: String
    /// The number of errors in each sum.
    var count: Int
    var byParticipant: [Double]
    var byStroke: [Double]

    mutating func take(_ other: Slot) {
      if other.best < best { (best, parameters) = (other.best, other.parameters) }
      byParticipant = zip(byParticipant, other.byParticipant).map { min($0, $1) }
      byStroke = zip(byStroke, other.byStroke).map { min($0, $1) }
    }
  }

  /// Creates an empty tally.
  package init() {}

  /// Merges the tally of settings that come after those already here.
  package mutating func add(_ other: FloorTally) {
    for family in other.families { add(family) }
  }

  mutating func add(_ family: Family) {
    let place = families.firstIndex {
      $0.predictor == family.predictor && $0.unit == family.unit
    }
    guard let place else { return families.append(family) }
    let (sum, overflow) = families[place].settings.addingReportingOverflow(family.settings)
    families[place].settings = overflow ? .max : sum
    for slot in family.slots.indices where slot < families[place].slots.count {
      families[place].slots[slot].take(family.slots[slot])
    }
  }

  /// Returns the floors, by family, then by horizon.
  ///
  /// - Parameters:
  ///   - dataset: The data set's name.
  ///   - horizons: The horizons of the plan.
  /// - Returns: A floor for each family and horizon at which something was scored.
  package func floors(dataset: String, horizons: [Horizon]) -> [OracleFloor] {
    families.flatMap { family in
      zip(horizons, family.slots).compactMap { horizon, slot in
        guard slot.count > 0 else { return nil }
        let count = Double(slot.count)
        return OracleFloor(
          dataset: dataset, predictor: family.predictor, settings: family.settings,
          horizon: horizon, unit: family.unit, bestSetting: slot.best / count,
          bestParameters: slot.parameters,
          bestByParticipant: slot.byParticipant.compensatedSum / count,
          bestByStroke: slot.byStroke.compensatedSum / count)
      }
    }
  }
}

extension FloorTally.Slot: Codable {
  private enum Key: String, CodingKey { case best, parameters, count, byParticipant, byStroke }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let best = try values.decode(PackedNumbers.self, forKey: .best).values
    guard let best = best.first else {
      throw DecodingError.dataCorruptedError(
        forKey: .best, in: values, debugDescription: "the number is missing")
    }
    self.init(
      best: best, parameters: try values.decode(String.self, forKey: .parameters),
      count: try values.decode(Int.self, forKey: .count),
      byParticipant: try values.decode(PackedNumbers.self, forKey: .byParticipant).values,
      byStroke: try values.decode(PackedNumbers.self, forKey: .byStroke).values)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(PackedNumbers(values: [best]), forKey: .best)
    try values.encode(parameters, forKey: .parameters)
    try values.encode(count, forKey: .count)
    try values.encode(PackedNumbers(values: byParticipant), forKey: .byParticipant)
    try values.encode(PackedNumbers(values: byStroke), forKey: .byStroke)
  }
}

/// Numbers encoded as text that decodes to the same bits.
///
/// The text is the little-endian IEEE 754 bit patterns in base64: eleven characters per number, and
/// about a hundred times faster than a JSON array of decimals.
struct PackedNumbers: Hashable, Sendable, Codable {
  let values: [Double]

  init(values: [Double]) { self.values = values }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let width = MemoryLayout<UInt64>.size
    guard let data = Data(base64Encoded: try container.decode(String.self)),
      data.count.isMultiple(of: width)
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "is not a text of packed numbers")
    }
    let bytes = Array(data)
    values = stride(from: 0, to: bytes.count, by: width).map { start in
      let bits = bytes[start..<start + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      return Double(bitPattern: bits)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * MemoryLayout<UInt64>.size)
    for value in values {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes).base64EncodedString())
  }
}
