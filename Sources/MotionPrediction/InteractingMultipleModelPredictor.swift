import MotionNumerics
import TouchInput

/// Runs up to three Kalman filters side by side and weighs them by how well each explains the motion.
///
/// Interacting multiple models (`InteractingModels`): the motion follows one model at a time and
/// changes from each to any other at random, after `dwell` seconds on average. During a step T the
/// model stays with probability 1/k + (1 − 1/k)·exp(−(T/dwell)·k/(k − 1)) for k models and goes to
/// each other one with an equal share of the rest: the transition matrix of a Markov chain in
/// continuous time, which like the models does not mind how a span of time is divided into steps.
/// The answer is Σ μ_j·p̂_j(h), the model taken to stay as it is from now on; its covariance is the
/// mixture's, Σ μ_j·(P_j·I + d·dᵀ).
///
/// Noise is relative as for `kalman` (`response` of each model, `RelativeNoise`). The likelihoods need
/// the measurement noise itself: it is `measurement-noise`, or else estimated as the mean of
/// Σ μ_j·‖ν_j‖²/(2s_j) over the newest 32 innovations. The first innovations, as many as the longest
/// state has derivatives beside position, only find the states; the probabilities stay equal until
/// there is an estimate. With one model it is `kalman`.
///
/// Beginning, gaps, equal and backward times, confidence and the pen's attributes are as for `kalman`.
///
/// Cost of `observe`: about 3,000 operations for two models, 6,000 for three.
public struct InteractingMultipleModelPredictor: CataloguePredictor {
  /// The name in the catalogue.
  public static let kind = "imm"
  /// What it does, in one line.
  public static let summary = "Kalman filters of several models, weighed by their likelihood"
  /// Where the method comes from.
  public static let references = [
    "Blom, Bar-Shalom 1988, doi:10.1109/9.1299",
    "Bar-Shalom, Li, Kirubarajan 2001, Estimation with Applications to Tracking and Navigation, "
      + "doi:10.1002/0471221279",
  ]

  private let noises: [RelativeNoise]
  private let parameters: Parameters
  private let order: Int
  private var window = ObservationWindow(capacity: 16)
  private var origin = SIMD2<Double>.zero
  private var models: InteractingModels
  private var square = RunningMean(memory: 32)
  private var steps = 0

  /// Makes a fresh predictor.
  public init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    noises = parameters.noises()
    order = noises.map(\.model.order).max() ?? 2
    models = InteractingModels(filters: noises.map { $0.filter(at: .zero) })
  }

  /// Begins a new contact: everything goes.
  public mutating func beginStroke() {
    window.removeAll()
    steps = 0
  }

  /// Takes in the next sample.
  public mutating func observe(_ sample: TouchSample) {
    let previous = window.newest
    guard window.append(sample) else { return }
    if let previous, sample.time < previous.time {
      take(window[0], after: nil)
      for index in 1..<max(window.count, 1) { take(window[index], after: window[index - 1]) }
    } else {
      take(sample, after: previous)
    }
  }

  /// The probability of each model, in the order of the parameters.
  public var probabilities: [Double] { noises.indices.map { models.probabilities[$0] } }

  /// Where the contact will be `horizon` seconds after the newest sample; nil where not known.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, steps > 0, let newest = window.newest else { return nil }
    let measured = newest.position - origin
    let mean = models.mean { self.forecast($0, horizon, measured).position }
    let velocity = models.mean { self.forecast($0, horizon, measured).velocity }
    return Prediction(
      position: origin + mean, velocity: velocity,
      covariance: scale.map { covariance(horizon, measured, mean, $0) }
    )
    .confident(from: newest.position)
    .attributed(by: window, newest: PenAttributes.usualCount, ahead: horizon).ifFinite
  }

  /// Puts the predictor back as it was made.
  public mutating func reset() { beginStroke() }

  private var scale: Double? {
    parameters.measurementNoise > 0
      ? parameters.measurementNoise * parameters.measurementNoise : square.value.map { $0 / 2 }
  }

  private func forecast(
    _ filter: PlanarKalmanFilter, _ horizon: Double, _ measured: SIMD2<Double>
  ) -> PlanarKalmanFilter.Forecast {
    switch parameters.anchor {
    case .newest: filter.forecast(after: horizon, from: measured)
    case .state: filter.forecast(after: horizon)
    }
  }

  private func covariance(
    _ horizon: Double, _ measured: SIMD2<Double>, _ mean: SIMD2<Double>, _ scale: Double
  ) -> PositionCovariance {
    var result = PositionCovariance(xx: 0, xy: 0, yy: 0)
    for (index, filter) in models.filters.enumerated() {
      let weight = models.probabilities[index]
      let forecast = forecast(filter, horizon, measured)
      let spread = forecast.position - mean
      result.xx += weight * (scale * forecast.variance + spread.x * spread.x)
      result.xy += weight * spread.x * spread.y
      result.yy += weight * (scale * forecast.variance + spread.y * spread.y)
    }
    return result
  }

  private mutating func take(_ sample: TouchSample, after previous: TouchSample?) {
    guard let previous, sample.time - previous.time <= parameters.gap else {
      return start(at: sample)
    }
    let step = sample.time - previous.time
    let scale = usableScale
    if let scale, noises.count > 1 { models.mix(transition(over: step), scale: scale) }
    models.advance(by: step)
    let normalized = models.update(with: sample.position - origin, scale: scale)
    guard models.isFinite, normalized.isFinite else { return start(at: sample) }
    if steps >= order - 1 { square.add(normalized) }
    if step > 0 { steps += 1 }
  }

  /// The measurement variance, once the states have been found.
  private var usableScale: Double? {
    guard steps >= order - 1, let scale, scale >= .leastNormalMagnitude else { return nil }
    return scale
  }

  private mutating func start(at sample: TouchSample) {
    origin = sample.position
    let noises = noises
    models.restart { noises[$0].filter(at: .zero) }
    square.removeAll()
    steps = 0
  }

  private func transition(over step: Double) -> Matrix4 {
    let count = Double(noises.count)
    let decay = Elementary.exponential(-step / parameters.dwell * count / (count - 1))
    let stay = 1 / count + (1 - 1 / count) * decay
    let leave = (1 - decay) / count
    var matrix = Matrix4()
    for row in noises.indices {
      for column in noises.indices { matrix[row, column] = row == column ? stay : leave }
    }
    return matrix
  }
}
