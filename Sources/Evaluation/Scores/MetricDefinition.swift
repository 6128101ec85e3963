/// What a measure is: its name as a column, its dimension, and what a perfect predictor scores.
public struct MetricDefinition: Hashable, Sendable, Codable {
  /// The name as a column of `scores.csv`, in lower case with underscores.
  public let name: String
  /// The name on an axis or in a table, without unit.
  public let title: String
  /// Which of the families it belongs to.
  public let family: Family
  /// What it is measured in.
  public let dimension: Dimension
  /// The score of a predictor that is always right; nil if the measure only counts.
  public let perfect: Double?
  /// Which of two scores is the better one.
  public let order: Order
  /// The definition in one sentence, with its formula.
  public let formula: String
  /// Where the definition comes from.
  public let source: String

  /// The families of measures.
  public enum Family: String, Hashable, Sendable, Codable, CaseIterable {
    /// How far off.
    case error
    /// How far past.
    case overshoot
    /// How unsteady.
    case noise
    /// How late, how often in the wrong direction, how often silent.
    case behavior
  }

  /// What a measure is measured in.
  public enum Dimension: String, Hashable, Sendable, Codable, CaseIterable {
    /// A length, in the unit of the table.
    case length
    /// The square of a length, in the square of the table's unit.
    case lengthSquared = "length2"
    /// A time, in milliseconds.
    case milliseconds
    /// A length over which something lasts: the table's unit times seconds.
    case lengthSeconds = "length_s"
    /// An angle, in degrees.
    case degrees
    /// A share of cases, 0 to 1.
    case share
    /// Events a second.
    case perSecond = "per_s"
    /// A logarithm to base e of a probability density over the table's unit squared.
    case nats
    /// A pure number.
    case ratio
    /// A number of cases.
    case count
  }

  /// Which of two scores is the better one.
  public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
    /// The smaller.
    case lower
    /// The one nearer to the perfect score, from either side.
    case nearer
    /// Neither: the measure describes.
    case none
  }

  /// The source of measures that nextpoint defines itself.
  static let own = "nextpoint's own definition"

  /// Creates a definition, by default of a length of which less is better and 0 is perfect.
  package init(
    _ name: String, _ title: String, _ family: Family, _ dimension: Dimension = .length,
    perfect: Double? = 0, _ order: Order = .lower, formula: String, source: String = own
  ) {
    self.name = name
    self.title = title
    self.family = family
    self.dimension = dimension
    self.perfect = perfect
    self.order = order
    self.formula = formula
    self.source = source
  }

  /// The mean over events of something of which less is better, and its 95 % quantile.
  static func eventMeasures(
    _ name: String, _ title: String, _ family: Family, _ dimension: Dimension = .length,
    formula: String,
    source: String
  ) -> [MetricDefinition] {
    func measure(_ statistic: String, _ title: String, _ words: String) -> MetricDefinition {
      MetricDefinition(
        "\(name)_\(statistic)", title, family, dimension,
        formula: "\(words) over events of: \(formula)", source: source)
    }
    return [
      measure("mean", "mean \(title)", "mean"),
      measure("p95", "95th percentile of \(title)", "95 % quantile"),
    ]
  }

  /// How bad a score is, so that the least is the best.
  ///
  /// - Parameter value: The score.
  /// - Returns: The score where lower is better or neither is, its distance from the perfect score
  ///   where nearer is better.
  public func badness(_ value: Double) -> Double {
    switch order {
    case .lower, .none: value
    case .nearer: abs(value - (perfect ?? 0))
    }
  }
}
