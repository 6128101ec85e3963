/// The definition of a measure: its name, dimension, order and formula.
public struct MetricDefinition: Hashable, Sendable, Codable {
  /// The name as a column of `scores.csv`, in lower case with underscores.
  public let name: String
  /// The name on an axis or in a table, without unit.
  public let title: String
  /// The family.
  public let family: Family
  /// The dimension.
  public let dimension: Dimension
  /// The score of a perfect predictor; nil if the measure has none.
  public let perfect: Double?
  /// Which scores are better.
  public let order: Order
  /// The definition in one sentence, with its formula.
  public let formula: String
  /// Where the definition comes from.
  public let source: String

  /// The families of measures.
  public enum Family: String, Hashable, Sendable, Codable, CaseIterable {
    /// Prediction errors.
    case error
    /// Overshoot and undershoot.
    case overshoot
    /// Jitter and roughness.
    case noise
    /// Lag, wrong directions, abstentions and the like.
    case behavior
  }

  /// The dimensions of measures.
  public enum Dimension: String, Hashable, Sendable, Codable, CaseIterable {
    /// A length, in the unit of the table.
    case length
    /// The square of a length, in the square of the table's unit.
    case lengthSquared = "length2"
    /// A time, in milliseconds.
    case milliseconds
    /// A length times a duration: the table's unit times seconds.
    case lengthSeconds = "length_s"
    /// An angle, in degrees.
    case degrees
    /// A share of cases, 0 to 1.
    case share
    /// Events per second.
    case perSecond = "per_s"
    /// The natural logarithm of a probability density per squared unit of the table.
    case nats
    /// A dimensionless number.
    case ratio
    /// A count.
    case count
  }

  /// Which scores are better.
  public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
    /// Lower is better.
    case lower
    /// Nearer to the perfect score is better.
    case nearer
    /// Descriptive: neither is better.
    case none
  }

  /// The source of measures that nextpoint defines itself.
  static let own = "nextpoint's own definition"

  /// Creates a definition, by default of a length where lower is better and 0 is perfect.
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

  /// Returns the mean and the 95 % quantile over events, where lower is better.
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

  /// Returns the badness of a score; the least is the best.
  ///
  /// - Parameter value: The score.
  /// - Returns: The distance from the perfect score if nearer is better; otherwise the score
  ///   itself.
  public func badness(_ value: Double) -> Double {
    switch order {
    case .lower, .none: value
    case .nearer: abs(value - (perfect ?? 0))
    }
  }
}
