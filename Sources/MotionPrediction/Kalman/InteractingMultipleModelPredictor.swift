import MotionNumerics
import TouchInput

/// Combines up to three Kalman filters, each weighted by how well it explains the motion.
///
/// Interacting multiple models (`InteractingModels`): the motion follows one model at a time and
/// changes from each to any other at random, after `dwell` seconds on average. During a step T the
/// model stays with probability 1/k + (1 − 1/k)·exp(−(T/dwell)·k/(k − 1)) for k models and goes to
/// each other one with an equal share of the rest: the transition matrix of a Markov chain in
/// continuous time, which like the models does not mind how a span of time is divided into steps.
/// The answer is Σ μ_j·p̂_j(h), assuming that the model does not change from now on; its covariance is the
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
package struct InteractingMultipleModelPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "imm"
  /// A one-line summary.
  package static let summary = "Kalman filters of several models, weighed by their likelihood"
  /// The sources of the method.
  package static let references = [
    "Blom, Bar-Shalom 1988, doi:10.1109/9.1299",
    "Bar-Shalom, Li, Kirubarajan 2001, Estimation with Applications to Tracking and Navigation, "
      + "doi:10.1002/0471221279",
  ]

  private let noises: [RelativeNoise]
  private let parameters: Parameters
  private let order: Int
  private var trail = SampleTrail(capacity: 16)
  private var origin = SIMD2<Double>.zero
  private var models: InteractingModels
  private var square = RunningMean(memory: 32)
  private var steps = 0

  /// Creates a predictor.
  package init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    self.parameters = parameters
    noises = parameters.noises()
    order = noises.map { $0.model.order }.max() ?? 2
    models = InteractingModels(filters: noises.map { $0.filter(at: .zero) })
  }

  /// Begins a new contact and clears all state.
  package mutating func beginStroke() {
    trail.removeAll()
    steps = 0
  }

  /// Observes the next sample.
  package mutating func observe(_ sample: TouchSample) {
    let previous = trail.count > 0 ? trail.newest : nil
    switch trail.append(sample) {
    case .refused: return
    case .inOrder: take(trail.newest, after: previous)
    case .late:
      take(trail[0], after: nil)
      for index in 1..<trail.count { take(trail[index], after: trail[index - 1]) }
    }
  }

  /// The probability of each model, in the order of the parameters.
  package var probabilities: [Double] { noises.indices.map { models.probabilities[$0] } }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, steps > 0 else { return nil }
    let newest = trail.newest.position
    let (mean, velocity, covariance) = combined(horizon, newest - origin)
    var prediction = Prediction(position: origin + mean)
    prediction.velocity = velocity
    if let covariance {
      prediction.covariance = covariance
      prediction.gainConfidence(from: newest)
    }
    trail.attribute(&prediction, newest: PenAttributes.usualCount, ahead: horizon)
    return prediction.isFinite ? prediction : nil
  }

  /// Returns only the position of `predict(ahead:)`, without noise and covariance.
  package func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard abs(horizon) <= KalmanSafety.longestHorizon, steps > 0,
      (scale ?? 0) < KalmanSafety.greatestSquare,
      models.filters.allSatisfy({ $0.isFarFromOverflow })
    else { return predict(ahead: horizon)?.position }
    let measured = trail.newest.position - origin
    return switch parameters.anchor {
    case .newest: origin + models.mean { $0.position(after: horizon, from: measured) }
    case .state: origin + models.mean { $0.position(after: horizon) }
    }
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() { beginStroke() }

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

  /// Mean, mean velocity and covariance of what the filters expect, each filter being asked once.
  private func combined(
    _ horizon: Double, _ measured: SIMD2<Double>
  ) -> (SIMD2<Double>, SIMD2<Double>, PositionCovariance?) {
    withUnsafeTemporaryAllocation(
      of: PlanarKalmanFilter.Forecast.self, capacity: InteractingModels.maximumCount
    ) { forecasts in
      let count = models.filters.count
      var (mean, velocity) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
      for index in 0..<count {
        let forecast = forecast(models.filters[index], horizon, measured)
        forecasts.initializeElement(at: index, to: forecast)
        mean += models.probabilities[index] * forecast.position
        velocity += models.probabilities[index] * forecast.velocity
      }
      guard let scale else { return (mean, velocity, nil) }
      var covariance = PositionCovariance(xx: 0, xy: 0, yy: 0)
      for index in 0..<count {
        let weight = models.probabilities[index]
        let own = weight * scale * forecasts[index].variance
        covariance.xx += own
        covariance.yy += own
        covariance.add(forecasts[index].position - mean, weight: weight)
      }
      return (mean, velocity, covariance)
    }
  }

  private mutating func take(_ sample: SampleTrail.Point, after previous: SampleTrail.Point?) {
    guard let previous, sample.time - previous.time <= parameters.gap + TimeTolerance.seconds
    else {
      return start(at: sample.position)
    }
    let step = sample.time - previous.time
    let scale = usableScale
    if let scale, noises.count > 1 { models.mix(transition(over: step), scale: scale) }
    models.advance(by: step, to: sample.time)
    let normalized = models.update(with: sample.position - origin, scale: scale)
    guard models.isFinite, normalized.isFinite else { return start(at: sample.position) }
    if steps >= order - 1 { square.add(normalized) }
    if step > 0 { steps += 1 }
  }

  /// The measurement variance, once the states have been found.
  private var usableScale: Double? {
    guard steps >= order - 1, let scale, scale >= .leastNormalMagnitude else { return nil }
    return scale
  }

  private mutating func start(at position: SIMD2<Double>) {
    origin = position
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

extension InteractingMultipleModelPredictor {
  /// A model in its place, or none.
  package enum Member: String, Hashable, Sendable, CaseIterable {
    /// No model.
    case none
    /// Constant velocity.
    case velocity
    /// Constant acceleration.
    case acceleration
    /// Constant jerk.
    case jerk
    /// Acceleration that decays (Singer).
    case singer
    /// Velocity that decays.
    case damped

    var kind: KinematicModel.Kind? { KinematicModel.Kind(rawValue: rawValue) }
  }

  /// The parameters of `imm`.
  package struct Parameters: PredictorParameters {
    /// The first model.
    package var first = Member.damped
    /// ρ of the first model, in seconds, 1e-4…10; see `RelativeNoise`.
    package var firstResponse = 0.006
    /// τ of the first model, where it decays, in seconds, 1e-3…100.
    package var firstDecay = 0.07
    /// The second model.
    package var second = Member.acceleration
    /// ρ of the second model, in seconds, 1e-4…10.
    package var secondResponse = 0.03
    /// τ of the second model, where it decays, in seconds, 1e-3…100.
    package var secondDecay = 0.1
    /// The third model.
    package var third = Member.none
    /// ρ of the third model, in seconds, 1e-4…10.
    package var thirdResponse = 0.02
    /// τ of the third model, where it decays, in seconds, 1e-3…100.
    package var thirdDecay = 0.1
    /// How long a model lasts on average, in seconds, 1e-3…1e9.
    package var dwell = 3.0
    /// The standard deviation of a reported position, in the recording's unit; 0 = estimated.
    package var measurementNoise = 0.0
    /// From where the displacement is counted.
    package var anchor = KalmanAnchor.newest
    /// The longest step that the filters are carried over, in seconds, 1e-3…10.
    package var gap = 0.25
    /// What is known of the derivatives at first, in units of √R/ρ, √R/ρ² and √R/ρ³, 1…1e6.
    package var prior = 100.0

    /// Creates the default parameters.
    package init() {}

    /// The noise of each model that is not `none`.
    func noises() -> [RelativeNoise] {
      let members = [
        (first, firstResponse, firstDecay), (second, secondResponse, secondDecay),
        (third, thirdResponse, thirdDecay),
      ]
      return members.compactMap { member, response, decay in
        member.kind.map {
          RelativeNoise(kind: $0, response: response, decay: decay, prior: prior)
        }
      }
    }

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .choice(
        "first", get: { $0.first }, set: { $0.first = $1 }, source: kalmanTuning, "First model"),
      .number(
        "first-response", get: { $0.firstResponse }, set: { $0.firstResponse = $1 }, in: 1e-4...10,
        unit: "s", dimension: .time,
        source: kalmanTuning, "Process noise of the first model, as a time"),
      .number(
        "first-decay", get: { $0.firstDecay }, set: { $0.firstDecay = $1 }, in: 1e-3...100,
        unit: "s", dimension: .time,
        source: kalmanTuning,
        "Time in which the first model's acceleration (singer) or velocity (damped) decays to 1/e"),
      .choice(
        "second", get: { $0.second }, set: { $0.second = $1 }, source: kalmanTuning, "Second model"),
      .number(
        "second-response", get: { $0.secondResponse }, set: { $0.secondResponse = $1 },
        in: 1e-4...10, unit: "s", dimension: .time,
        source: kalmanTuning, "Process noise of the second model, as a time"),
      .number(
        "second-decay", get: { $0.secondDecay }, set: { $0.secondDecay = $1 }, in: 1e-3...100,
        unit: "s", dimension: .time,
        source: kalmanTuning,
        "Time in which the second model's acceleration (singer) or velocity (damped) decays to 1/e"),
      .choice(
        "third", get: { $0.third }, set: { $0.third = $1 }, source: kalmanTuning, "Third model"),
      .number(
        "third-response", get: { $0.thirdResponse }, set: { $0.thirdResponse = $1 }, in: 1e-4...10,
        unit: "s", dimension: .time,
        source: kalmanTuning, "Process noise of the third model, as a time"),
      .number(
        "third-decay", get: { $0.thirdDecay }, set: { $0.thirdDecay = $1 }, in: 1e-3...100,
        unit: "s", dimension: .time,
        source: kalmanTuning,
        "Time in which the third model's acceleration (singer) or velocity (damped) decays to 1/e"),
      .number(
        "dwell", get: { $0.dwell }, set: { $0.dwell = $1 }, in: 1e-3...1e9, unit: "s",
        dimension: .time, source: kalmanTuning,
        "How long a model lasts on average before another takes its place"),
      .measurementNoise(get: { $0.measurementNoise }, set: { $0.measurementNoise = $1 }),
      .anchor(get: { $0.anchor }, set: { $0.anchor = $1 }),
      .carriedGap(get: { $0.gap }, set: { $0.gap = $1 }),
      .prior(get: { $0.prior }, set: { $0.prior = $1 }),
    ]

    /// Checks that there is a model.
    package func validateRelations() throws(ParameterError) {
      guard !noises().isEmpty else {
        throw ParameterError(
          field: "first", value: first.rawValue,
          problem: "leaves no model at all; give at least one", isRelation: true)
      }
    }
  }
}
