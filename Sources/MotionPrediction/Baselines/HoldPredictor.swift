import TouchInput

/// Says that the contact stays where it is: the baseline of no prediction.
///
/// p̂(h) = p_n for every horizon h, the newest sample's position. Nothing before the first sample.
/// Constant time.
public struct HoldPredictor: CataloguePredictor {
  /// The name in the catalogue.
  public static let kind = "hold"
  /// What it does, in one line.
  public static let summary = "The newest position: no prediction, the baseline of every table"
  /// Where the method comes from.
  public static let references: [String] = []

  private var window = ObservationWindow(capacity: 1)

  /// `hold` has nothing to set.
  public struct Parameters: PredictorParameters {
    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = []

    /// Makes the parameters.
    public init() {}
  }

  /// Makes a fresh predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {}

  /// Begins a new contact: the history of positions goes.
  public mutating func beginStroke() { window.removeAll() }

  /// Takes in the next sample.
  public mutating func observe(_ sample: TouchSample) { window.append(sample) }

  /// Where the contact will be `horizon` seconds after the newest sample; nil where not known.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let newest = window.newest else { return nil }
    return Prediction(position: newest.position).carrying(newest).ifFinite
  }

  /// The position alone.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    horizon.isFinite ? window.newest?.position : nil
  }

  /// Puts the predictor back as it was made.
  public mutating func reset() { window.removeAll() }
}
