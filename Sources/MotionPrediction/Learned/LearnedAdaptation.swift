import MotionNumerics
import TouchInput

/// Shares a learned prediction with an adaptive filter, by how well each did of late for the person and
/// the device in hand.
///
/// The filter is `rls` at its defaults, which learns the motion of the device from its first stroke on and
/// knows nothing else; the model knows many motions and never changes. For each horizon of the context
/// both are two experts of `ExpertShares`, with the rate and the share that `hedge` has by default: the
/// prediction is the mean of both, weighed by their shares at the nearest of those horizons. Where one
/// of them says nothing the other one speaks alone. What is learned stays from stroke to stroke.
struct LearnedAdaptation: Sendable {
  private var filter: RLSPredictor
  private var shares: ExpertShares
  /// The answers of the model and the filter at the horizons of the shares; nil if they abstain.
  private var ofModel: [SIMD2<Double>?]
  private var ofFilter: [SIMD2<Double>?]

  /// The experts' numbers.
  private static let (model, filter) = (0, 1)
  /// For how far ahead both are compared where nothing is said about it, in seconds: 1 to 6 frames.
  private static let usualHorizons = [1 / 60.0, 1 / 30.0, 1 / 15.0, 1 / 10.0]

  init(_ context: PredictorContext) throws(ParameterError) {
    filter = try RLSPredictor(.init(), context: context)
    let hedge = HedgePredictor.Parameters()
    let asked = Set(context.horizons.filter { $0.isFinite && $0 > 0 }).sorted()
    shares = ExpertShares(
      experts: 2, horizons: asked.isEmpty ? Self.usualHorizons : asked, rate: hedge.rate,
      share: hedge.share)
    ofModel = Array(repeating: nil, count: shares.horizons.count)
    ofFilter = ofModel
  }

  /// Begins a new contact and forgets the positions before.
  mutating func beginStroke() {
    filter.beginStroke()
    shares.beginStroke()
    forget()
  }

  /// Puts everything back as it was made.
  mutating func reset() {
    filter.reset()
    shares.beginStroke()
    shares.makeEqual()
    forget()
  }

  private mutating func forget() {
    for slot in ofModel.indices { (ofModel[slot], ofFilter[slot]) = (nil, nil) }
  }

  /// Compares what was said of the moments since the sample before, and keeps what is said now.
  ///
  /// - Parameters:
  ///   - sample: The newest sample, finite.
  ///   - position: What the model says at a horizon; nil if nothing.
  mutating func observe(_ sample: TouchSample, position: (Double) -> SIMD2<Double>?) {
    shares.settle(at: sample)
    filter.observe(sample)
    for slot in shares.horizons.indices { ofModel[slot] = position(shares.horizons[slot]) }
    readFilter()
    let (ofModel, ofFilter) = (ofModel, ofFilter)
    shares.expect(from: sample.time) { slot, expert in
      (expert == Self.model ? ofModel[slot] : ofFilter[slot]) ?? sample.position
    }
  }

  private mutating func readFilter() {
    let horizons = shares.horizons
    ofFilter.withUnsafeMutableBufferPointer { places in
      filter.positions(ahead: horizons) { places[$0] = $1 }
    }
  }

  /// The shared prediction.
  ///
  /// - Parameters:
  ///   - horizon: Seconds, above 0.
  ///   - position: What the model says there; nil if nothing.
  /// - Returns: The mean of both; nil if both say nothing.
  func position(ahead horizon: Double, model position: SIMD2<Double>?) -> SIMD2<Double>? {
    let slot = shares.slot(nearestTo: horizon)
    let filtered =
      shares.horizons[slot] == horizon ? ofFilter[slot] : filter.position(ahead: horizon)
    guard let position else { return filtered }
    guard let filtered else { return position }
    let (mine, other) = (shares[slot, Self.model], shares[slot, Self.filter])
    return position + (other / (mine + other)) * (filtered - position)
  }
}
