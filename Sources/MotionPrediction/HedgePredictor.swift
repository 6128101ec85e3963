import MotionNumerics
import TouchInput

/// Follows whichever of several predictors does best of late: Hedge with fixed share.
///
/// For each horizon h of the context it keeps weights w_i over its members. What member i said of
/// the moment t is compared with where the contact then was, once a sample at or after t has come:
/// its loss l_i is the length of its error by the greatest of the members' errors, in 0…1 (a member
/// that said nothing is scored as hold). Then
///
/// v_i ∝ w_i · exp(−`rate`·l_i),   w_i = (1 − `share`)·v_i + `share`/K.
///
/// p̂(h) is the mean of the members' answers weighted by the w of the nearest horizon, over those that
/// answer; the pen's attributes are the same mean over those that state them, azimuth as a mean
/// angle (`PenAttributesMean`). Weights stay across strokes, or not (`memory=cold`). Losses relative to the worst member
/// have no unit, so that no scale has to be known.
///
/// Cost: that of the members, and K multiplications a horizon.
///
/// Source: Freund, Schapire, J. Comput. Syst. Sci. 55 (1997) 119–139, doi:10.1006/jcss.1997.1504;
/// Herbster, Warmuth, Machine Learning 32 (1998) 151–178, doi:10.1023/A:1007424614876.
public struct HedgePredictor: PredictorBank {
  /// The name in the catalogue.
  public static let kind = "hedge"
  /// What it does, in one line.
  public static let summary = "Mean of a bank, weighted by how well each did of late"
  /// Where the method comes from.
  public static let references = [
    "Freund, Schapire 1997, doi:10.1006/jcss.1997.1504",
    "Herbster, Warmuth 1998, doi:10.1023/A:1007424614876",
  ]
  /// The members where none are given.
  public static let defaultMembers =
    "hold;linear;polynomial:degree=1,window=3;polynomial:degree=2,window=5"

  /// What can be set of `hedge`.
  public struct Parameters: PredictorParameters {
    /// How fast weights follow losses, above 0.
    public var rate = 0.5
    /// How much weight is shared among all after each loss, 0…1.
    public var share = 0.02
    /// Whether weights stay across strokes.
    public var memory = Memory.warm

    /// Makes the defaults.
    public init() {}

    /// The fields, in the order in which they are written.
    public static let fields: [ParameterField<Parameters>] = [
      .number(
        "rate", \.rate, in: 0...100, source: "nextpoint",
        "Learning rate η: how fast weights follow losses"),
      .number(
        "share", \.share, in: 0...1, source: "nextpoint",
        "Fixed share α: weight spread over all members after each loss, which lets it switch"),
      .choice(
        "memory", \.memory, source: "nextpoint", "Whether weights stay across strokes"),
    ]
  }

  /// Whether what was learned stays across strokes.
  public enum Memory: String, CaseIterable, Sendable, Codable {
    /// It stays.
    case warm
    /// It goes.
    case cold
  }

  /// What the members said of a moment that has not come yet.
  private struct Pending {
    let time: Double
    let positions: [SIMD2<Double>]
  }

  private let parameters: Parameters
  private let horizons: [Double]
  private let freshMembers: [any Predictor]
  private var members: [any Predictor]
  private var weights: [[Double]]
  private var pending: [[Pending]]
  private var window = ObservationWindow(capacity: 2)

  /// Moments closer than this, in seconds, are one, whatever the rounding of their sums.
  private static let sameMoment = 1e-9
  /// Moments waited for at most, a horizon: more than any horizon holds at any rate in use.
  private static let mostPending = 256

  /// Makes a fresh bank.
  ///
  /// - Throws: `ParameterError` for a value out of range or a bank without members.
  public init(
    _ parameters: Parameters, members: [any Predictor], context: PredictorContext
  ) throws(ParameterError) {
    try parameters.validate()
    guard !members.isEmpty else {
      throw ParameterError(field: "members", value: "[]", problem: "is an empty bank")
    }
    self.parameters = parameters
    let ahead = context.horizons.filter { $0 > 0 && $0.isFinite }
    horizons = ahead.isEmpty ? [1 / context.nominalRate] : ahead
    freshMembers = members
    self.members = members
    weights = horizons.map { _ in Self.even(members.count) }
    pending = horizons.map { _ in [] }
  }

  /// Begins a new contact: what was expected goes; the weights stay unless they are cold.
  public mutating func beginStroke() {
    for index in members.indices { members[index].beginStroke() }
    window.removeAll()
    for slot in pending.indices { pending[slot].removeAll(keepingCapacity: true) }
    if parameters.memory == .cold { resetWeights() }
  }

  /// Takes in the next sample: losses of what has come due, then new expectations.
  public mutating func observe(_ sample: TouchSample) {
    guard sample.isFinite else { return }
    let previous = window.newest
    window.append(sample)
    let isBackward = previous.map { sample.time < $0.time } ?? false
    for slot in horizons.indices {
      if isBackward { pending[slot].removeAll(keepingCapacity: true) }
      settle(slot, from: previous, to: sample)
    }
    for index in members.indices { members[index].observe(sample) }
    for slot in horizons.indices { expect(slot, from: sample) }
  }

  /// Hands the device's predictions to the members.
  public mutating func observeDevicePredictions(_ samples: [TouchSample]) {
    for index in members.indices { members[index].observeDevicePredictions(samples) }
  }

  /// Ends the contact for the members.
  public mutating func endStroke(at time: Double) {
    for index in members.indices { members[index].endStroke(at: time) }
  }

  /// The weighted mean of the members that answer; nil where none does.
  public func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite else { return nil }
    let slot = nearestSlot(to: horizon)
    var (sum, total) = (SIMD2<Double>.zero, 0.0)
    var attributes = PenAttributesMean()
    let anchor = window.newest?.position ?? .zero
    for (member, weight) in zip(members, weights[slot]) {
      guard let answer = member.predict(ahead: horizon) else { continue }
      sum += weight * (answer.position - anchor)
      total += weight
      attributes.add(answer, weight: weight)
    }
    guard total > 0 else { return nil }
    return attributes.attributing(Prediction(position: anchor + sum / total)).ifFinite
  }

  /// Puts the bank back as it was made.
  public mutating func reset() {
    members = freshMembers
    window.removeAll()
    for slot in pending.indices { pending[slot].removeAll(keepingCapacity: true) }
    resetWeights()
  }

  private static func even(_ count: Int) -> [Double] {
    Array(repeating: 1 / Double(count), count: count)
  }

  private mutating func resetWeights() {
    for slot in weights.indices { weights[slot] = Self.even(members.count) }
  }

  private func nearestSlot(to horizon: Double) -> Int {
    horizons.indices.min { abs(horizons[$0] - horizon) < abs(horizons[$1] - horizon) } ?? 0
  }

  private mutating func expect(_ slot: Int, from sample: TouchSample) {
    if pending[slot].count == Self.mostPending { pending[slot].removeFirst() }
    let positions = members.map {
      $0.predict(ahead: horizons[slot])?.position ?? sample.position
    }
    pending[slot].append(Pending(time: sample.time + horizons[slot], positions: positions))
  }

  /// Scores what was said of moments up to the new sample, where the contact is now known to be.
  private mutating func settle(_ slot: Int, from previous: TouchSample?, to sample: TouchSample) {
    guard let previous, sample.time > previous.time else { return }
    var due = 0
    while due < pending[slot].count, pending[slot][due].time <= sample.time + Self.sameMoment {
      let expected = pending[slot][due]
      let share = max((expected.time - previous.time) / (sample.time - previous.time), 0)
      let truth = previous.position + share * (sample.position - previous.position)
      learn(slot, expected.positions.map { ($0 - truth).length })
      due += 1
    }
    pending[slot].removeFirst(due)
  }

  private mutating func learn(_ slot: Int, _ errors: [Double]) {
    guard let worst = errors.max(), worst > 0, worst.isFinite else { return }
    var updated = zip(weights[slot], errors).map { weight, error in
      weight * Elementary.exponential(-parameters.rate * error / worst)
    }
    let total = updated.reduce(0, +)
    guard total > 0 else {
      weights[slot] = Self.even(members.count)
      return
    }
    let even = parameters.share / Double(updated.count)
    for index in updated.indices {
      updated[index] = (1 - parameters.share) * updated[index] / total + even
    }
    weights[slot] = updated
  }
}
