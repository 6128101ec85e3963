import TouchInput

/// The least sums of errors of each family so far, from which its floors follow.
///
/// Three numbers a stroke, horizon and family, whatever the number of settings. The least of parts is
/// the least of all, exactly, so that tallies of parts of a sweep, put together in the order of the
/// settings, equal the tally of the whole to the last bit.
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
    /// That of the best setting for everything, and which it is.
    var best: Double
    var parameters: String
    /// How many errors each sum has.
    var count: Int
    var byParticipant: [Double]
    var byStroke: [Double]

    mutating func take(_ other: Slot) {
      if other.best < best { (best, parameters) = (other.best, other.parameters) }
      byParticipant = zip(byParticipant, other.byParticipant).map { min($0, $1) }
      byStroke = zip(byStroke, other.byStroke).map { min($0, $1) }
    }
  }

  /// Makes an empty tally.
  package init() {}

  /// Takes in the tally of settings that come after those already here.
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

  /// The floors, by family, then by horizon; none where nothing was scored.
  ///
  /// - Parameters:
  ///   - dataset: The data set's name.
  ///   - horizons: Those of the plan.
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
