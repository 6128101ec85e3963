import Datasets
import Evaluation
import TouchInput

/// The scores of one data set, or of one group of it, by configuration and horizon.
struct DatasetScores: Sendable {
  /// The subject of a table's rows: one data set or a group of it, aggregated in one way.
  struct Group: Hashable, Sendable {
    let dataset: String
    let participant: String
    let task: String
    let aggregation: ScoreRow.Aggregation
    let part: StrokePart?

    var isWhole: Bool { participant.isEmpty && task.isEmpty && part == nil }
  }

  /// One predictor with one set of parameters.
  struct Configuration: Sendable {
    let spelling: String
    let kind: String
    let parameters: String
    /// Its swept settings by name.
    let swept: [String: String]
    /// The index of its row for each horizon; nil where the table has none.
    var rows: [Int?]

    /// The swept observation window; nil if none was swept.
    var window: SweptWindow? {
      for key in [Landmark.window, Landmark.timedWindow] {
        guard let text = swept[key], let length = DecimalNumber.number(text) else { continue }
        return SweptWindow(
          setting: "\(key)=\(text)", length: length, isTimed: key == Landmark.timedWindow)
      }
      return nil
    }
  }

  /// An observation window that a sweep varied.
  struct SweptWindow: Sendable {
    /// As the spelling has it.
    let setting: String
    /// In samples, or in milliseconds if `isTimed`.
    let length: Double
    let isTimed: Bool
  }

  let group: Group
  let metrics: [MetricDefinition]
  let unit: LengthUnit
  /// The horizons, nearest first.
  let moments: [Horizon]
  /// The configurations, in the order of the table.
  let configurations: [Configuration]
  private let rows: [ScoreRow]
  private let placeOfSpelling: [String: Int]

  /// Creates the scores of one group; nil for no rows.
  init?(group: Group, rows: [ScoreRow], metrics: [MetricDefinition], sweptNames: [String]) {
    guard let first = rows.first else { return nil }
    self.group = group
    self.rows = rows
    self.metrics = metrics
    unit = first.unit
    var framesOf: [Double: Double?] = [:]
    for row in rows where framesOf[row.horizon] == nil { framesOf[row.horizon] = row.framesAhead }
    let moments = framesOf.keys.sorted().map { Horizon(seconds: $0, frames: framesOf[$0] ?? nil) }
    let placeOf = Dictionary(
      moments.enumerated().map { ($0.element.seconds, $0.offset) }, uniquingKeysWith: { $1 })
    var configurations: [Configuration] = []
    var placeOfSpelling: [String: Int] = [:]
    for (index, row) in rows.enumerated() {
      let spelling = row.spelling
      if placeOfSpelling[spelling] == nil {
        placeOfSpelling[spelling] = configurations.count
        let named = zip(sweptNames, row.swept).filter { !$0.1.isEmpty }
        configurations.append(
          Configuration(
            spelling: spelling, kind: row.predictor, parameters: row.parameters,
            swept: Dictionary(named, uniquingKeysWith: { first, _ in first }),
            rows: Array(repeating: nil, count: moments.count)))
      }
      guard let place = placeOfSpelling[spelling], let moment = placeOf[row.horizon] else {
        continue
      }
      configurations[place].rows[moment] = index
    }
    self.moments = moments
    self.configurations = configurations
    self.placeOfSpelling = placeOfSpelling
  }

  /// The definition of a measure; nil where the table does not have it.
  func metric(_ name: String) -> MetricDefinition? { metrics.first { $0.name == name } }

  /// How a measure is shown in the unit of these scores.
  func format(_ metric: MetricDefinition) -> MeasureFormat {
    MeasureFormat(metric: metric, lengthUnit: unit)
  }

  /// How a headline measure is shown; nil where the table does not have it.
  func format(_ measure: HeadlineMeasure) -> MeasureFormat? { metric(measure.name).map(format) }

  /// Returns a finite score; nil where it is missing.
  func value(_ configuration: Configuration, at moment: Int, _ measure: Int?) -> Double? {
    guard let measure, let row = configuration.rows[moment] else { return nil }
    return finite(measure, of: rows[row])
  }

  private func finite(_ measure: Int, of row: ScoreRow) -> Double? {
    guard measure < row.values.count, let value = row.values[measure], value.isFinite else {
      return nil
    }
    return value
  }

  /// Returns a finite score by the measure's name; nil where it is missing.
  func value(_ configuration: Configuration, at moment: Int, named name: String) -> Double? {
    value(configuration, at: moment, index(of: name))
  }

  /// Returns the index of a measure; nil where the table does not have it.
  func index(of name: String) -> Int? { metrics.firstIndex { $0.name == name } }

  /// The configuration that holds still; nil where it was not scored.
  var hold: Configuration? { configuration(Landmark.hold) }

  /// The configuration of a spelling.
  func configuration(_ spelling: String) -> Configuration? {
    placeOfSpelling[spelling].map { configurations[$0] }
  }

  /// The row of a configuration at a horizon; nil where the table has none.
  func row(_ configuration: Configuration, at moment: Int) -> ScoreRow? {
    configuration.rows[moment].map { rows[$0] }
  }

  /// The row of a spelling at a horizon in seconds; nil where the table has none.
  func row(of spelling: String, at seconds: Double) -> ScoreRow? {
    guard let configuration = configuration(spelling),
      let moment = moments.firstIndex(where: { $0.seconds == seconds })
    else { return nil }
    return row(configuration, at: moment)
  }

  /// A finite score of a spelling at a horizon in seconds; nil where it is missing.
  func value(of spelling: String, at seconds: Double, named name: String) -> Double? {
    guard let row = row(of: spelling, at: seconds), let place = index(of: name) else { return nil }
    return finite(place, of: row)
  }

  /// How far below holding still a configuration's mean error is, in percent; nil where unknown.
  func gainOverHolding(_ configuration: Configuration, at moment: Int) -> Double? {
    let error = HeadlineMeasure.error.name
    guard let held = hold.flatMap({ value($0, at: moment, named: error) }), held > 0,
      let value = value(configuration, at: moment, named: error)
    else { return nil }
    return (1 - value / held) * 100
  }

  /// Why no configuration has a value of a measure at some horizons; nil where one has.
  func missingReason(_ metric: MetricDefinition, at moments: Range<Int>) -> String? {
    let hasValue = configurations.contains { configuration in
      moments.contains { value(configuration, at: $0, named: metric.name) != nil }
    }
    return hasValue ? nil : format(metric).missingReason
  }

  /// The data set's name in the rows, without the unit that `group` may add.
  var rowDataset: String { rows.first?.dataset ?? group.dataset }

  /// The horizon nearest to the one at which reports compare; the shorter of two.
  var headlineMoment: Int {
    moments.indices.min { distance($0) < distance($1) } ?? 0
  }

  /// The headline horizon in words.
  var headlineHorizon: String { HorizonText.full(moments[headlineMoment]) }

  /// The horizon in the middle, by which lines are chosen.
  var middleMoment: Int { (moments.count - 1) / 2 }

  private func distance(_ moment: Int) -> Double {
    abs(moments[moment].seconds - HeadlineMeasure.horizon)
  }

  /// Returns the best configuration by a measure at a horizon, the first of equals; nil for none.
  func best(by metric: MetricDefinition, at moment: Int) -> Configuration? {
    guard let place = index(of: metric.name), metric.order != .none else { return nil }
    let ranked = configurations.compactMap { configuration in
      value(configuration, at: moment, place).map { (configuration, metric.badness($0)) }
    }
    guard let least = ranked.map(\.1).min() else { return nil }
    return ranked.first { EqualScores.areEqual($0.1, least) }?.0
  }

  /// Returns the configurations whose score equals that of the best, in the order of the table.
  func equals(of best: Configuration, by metric: MetricDefinition, at moment: Int)
    -> [Configuration]
  {
    guard let place = index(of: metric.name), let value = value(best, at: moment, place) else {
      return []
    }
    return configurations.filter { other in
      self.value(other, at: moment, place).map {
        EqualScores.areEqual(metric.badness($0), metric.badness(value))
      } ?? false
    }
  }
}

extension DatasetScores {
  /// Returns the groups of a table in the order of its rows, parts of strokes separately.
  ///
  /// Recordings of one data set may differ in unit, since only some state their resolution. Such a
  /// data set appears once per unit, with the unit in its name.
  static func groups(of table: ScoreTable) -> [DatasetScores] {
    var unitsOf: [String: Set<LengthUnit>] = [:]
    for row in table.rows { unitsOf[row.dataset, default: []].insert(row.unit) }
    var order: [Group] = []
    var rowsOf: [Group: [ScoreRow]] = [:]
    // A row whose scale is not known takes no part in figures and rankings; rows by class of device
    // and by recording are left to scores.csv.
    for row in table.rows
    where row.note == nil && row.device == nil && row.recording.isEmpty {
      let isMixed = (unitsOf[row.dataset]?.count ?? 0) > 1
      let group = Group(
        dataset: isMixed ? "\(row.dataset) (\(row.unit.rawValue))" : row.dataset,
        participant: row.participant, task: row.task,
        aggregation: row.aggregation, part: row.part)
      if rowsOf[group] == nil { order.append(group) }
      rowsOf[group, default: []].append(row)
    }
    return order.compactMap {
      DatasetScores(
        group: $0, rows: rowsOf[$0] ?? [], metrics: table.metrics, sweptNames: table.sweptNames)
    }
  }
}
