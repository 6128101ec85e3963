import MotionNumerics
import TouchInput

/// Follows whichever of several predictors has done best recently: Hedge with fixed share.
///
/// For each horizon h of the context it keeps weights w_i over its members (`ExpertShares`, with η =
/// `rate` and α = `share`). A member that abstained is scored as hold.
///
/// p̂(h) is the mean of the members' answers weighted by the w of the nearest horizon, over those
/// that answer; the pen's attributes are the same mean over those that state them, azimuth as a
/// mean angle (`PenAttributesMean`). Weights stay across strokes, or not (`memory=cold`). Losses
/// relative to the worst member have no unit, so no scale has to be known.
///
/// Cost: that of the members, and K multiplications a horizon.
///
/// Source: Freund, Schapire, J. Comput. Syst. Sci. 55 (1997) 119–139, doi:10.1006/jcss.1997.1504;
/// Herbster, Warmuth, Machine Learning 32 (1998) 151–178, doi:10.1023/A:1007424614876.
package struct HedgePredictor: PredictorBank {
  /// The name in the catalogue.
  package static let kind = "hedge"
  /// A one-line summary.
  package static let summary = "Mean of a bank, weighted by how well each did of late"
  /// The sources of the method.
  package static let references = [
    "Freund, Schapire 1997, doi:10.1006/jcss.1997.1504",
    "Herbster, Warmuth 1998, doi:10.1023/A:1007424614876",
  ]
  /// The members where none are given.
  package static let defaultMembers =
    "hold;linear;polynomial:degree=1,window=3;polynomial:degree=2,window=5"

  /// The parameters of `hedge`.
  package struct Parameters: PredictorParameters {
    /// How fast weights follow losses, above 0.
    package var rate = 0.5
    /// How much weight is shared among all after each loss, 0…1.
    package var share = 0.02
    /// Whether weights stay across strokes.
    package var memory = Memory.warm

    /// Creates the default parameters.
    package init() {}

    /// The fields, in the order in which they are written.
    package static let fields: [ParameterField<Parameters>] = [
      .number(
        "rate", get: { $0.rate }, set: { $0.rate = $1 }, in: 0...100, source: "nextpoint",
        "Learning rate η: how fast weights follow losses"),
      .number(
        "share", get: { $0.share }, set: { $0.share = $1 }, in: 0...1, source: "nextpoint",
        "Fixed share α: weight spread over all members after each loss, which lets it switch"),
      .choice(
        "memory", get: { $0.memory }, set: { $0.memory = $1 }, source: "nextpoint",
        "Whether weights stay across strokes"),
    ]
  }

  /// Whether what was learned stays across strokes.
  package enum Memory: String, CaseIterable, Sendable {
    /// It stays.
    case warm
    /// It goes.
    case cold
  }

  private let parameters: Parameters
  private let freshMembers: [AnyPredictor]
  private var members: [AnyPredictor]
  private var shares: ExpertShares
  private var pending: PendingAnswers
  /// A row of `pending`, and the errors in it; reused storage.
  private var row: [SIMD2<Double>]
  private var errors: [Double]
  private var newest: TouchSample?

  /// Creates a fresh bank.
  ///
  /// - Throws: `ParameterError` for a value out of range or a bank without members.
  package init(
    _ parameters: Parameters, members: [AnyPredictor], context: PredictorContext
  ) throws(ParameterError) {
    try parameters.validate()
    guard !members.isEmpty else {
      throw ParameterError(field: "members", value: "[]", problem: "is an empty bank")
    }
    self.parameters = parameters
    freshMembers = members
    self.members = members
    let ahead = context.horizons.filter { $0 > 0 && $0.isFinite }
    let horizons = ahead.isEmpty ? [1 / context.nominalRate] : ahead
    shares = ExpertShares(
      experts: members.count, horizons: horizons.count, rate: parameters.rate,
      share: parameters.share)
    pending = PendingAnswers(horizons: horizons, columns: members.count)
    row = Array(repeating: .zero, count: members.count)
    errors = Array(repeating: 0, count: members.count)
  }

  /// Begins a new contact: discards pending predictions, and keeps the weights unless `memory` is `cold`.
  package mutating func beginStroke() {
    for index in members.indices { members[index].beginStroke() }
    newest = nil
    pending.beginStroke()
    if parameters.memory == .cold { shares.reset() }
  }

  /// Observes the next sample: scores the predictions for times up to it, then records new ones.
  package mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    newest = sample
    settle(at: sample)
    for index in members.indices { members[index].observe(sample) }
    for (slot, horizon) in pending.horizons.enumerated() {
      for index in members.indices {
        row[index] = members[index].position(ahead: horizon) ?? sample.position
      }
      pending.append(slot, at: sample.time, row)
    }
  }

  private mutating func settle(at sample: TouchSample) {
    pending.arrive(sample)
    for slot in pending.horizons.indices {
      while let moment = pending.next(slot, into: &row) {
        for index in row.indices { errors[index] = (row[index] - moment.truth).length }
        shares.learn(slot, errors)
      }
    }
  }

  /// Passes the device's predictions to the members.
  package mutating func observeDevicePredictions(_ samples: [TouchSample]) {
    for index in members.indices { members[index].observeDevicePredictions(samples) }
  }

  /// Ends the contact for the members.
  package mutating func endStroke(at time: Double) {
    for index in members.indices { members[index].endStroke(at: time) }
  }

  /// The weighted mean of the members that answer; nil if none does.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite else { return nil }
    let slot = pending.slot(nearestTo: horizon)
    var (sum, total) = (SIMD2<Double>.zero, 0.0)
    var attributes = PenAttributesMean()
    let anchor = newest?.position ?? .zero
    for index in members.indices {
      guard let answer = members[index].predict(ahead: horizon) else { continue }
      let weight = shares[slot, index]
      sum += weight * (answer.position - anchor)
      total += weight
      attributes.add(answer, weight: weight)
    }
    guard total > 0 else { return nil }
    return attributes.attributing(Prediction(position: anchor + sum / total)).ifFinite
  }

  /// Resets the bank to its initial state.
  package mutating func reset() {
    members = freshMembers
    newest = nil
    pending.beginStroke()
    shares.reset()
  }
}
