/// The 1€ filter: a low-pass filter whose cutoff rises with speed.
///
/// With f the rate, α(f_c) = 1/(1 + f/(2π·f_c)): ẋ = (x − x̂_prev)·f, smoothed with α(f_d) to ẋ̂;
/// f_c = f_min + β·|ẋ̂|; x̂ = α(f_c)·x + (1 − α(f_c))·x̂_prev. x̂_prev is the previous *filtered*
/// value, and the first value passes unchanged with ẋ = 0.
///
/// In the plane one cutoff, from the length of the smoothed velocity, serves both axes, so that the
/// filter is equivariant under rotation; along one axis, or with `.perAxis`, it is the published
/// filter. A constant input is returned exactly.
///
/// Cost: about 30 operations, nothing allocated.
///
/// Source: Casiez, Roussel and Vogel, "1€ filter: a simple speed-based low-pass filter for noisy
/// input in interactive systems", CHI 2012, doi:10.1145/2207676.2208639.
public struct OneEuroFilter: Hashable, Sendable {
  /// The speed that raises the cutoff.
  public enum Speed: String, Hashable, Sendable, CaseIterable {
    /// The length of the velocity: one cutoff for both axes.
    case magnitude
    /// The velocity along each axis: one filter per axis, as most implementations do.
    case perAxis
  }

  /// f_min, the cutoff at rest, in hertz; above 0.
  public let minimumCutoff: Double
  /// β, the increase of the cutoff with speed, in hertz per (length/second); at least 0.
  public let beta: Double
  /// f_d, the cutoff of the velocity's own filter, in hertz; above 0.
  public let derivativeCutoff: Double
  /// The sample rate until timestamps reveal it, in hertz; above 0.
  public let nominalRate: Double
  /// The speed that raises the cutoff.
  public let speed: Speed

  private var rate: Double
  private var previousTime: Double?
  private var smoothed: SIMD2<Double>?
  private var smoothedVelocity = SIMD2<Double>.zero

  /// Creates a filter without data.
  ///
  /// - Parameters:
  ///   - minimumCutoff: The cutoff at rest, in hertz. Default 1, as published.
  ///   - beta: The rise with speed, in hertz per (length/second). Default 0, as published.
  ///   - derivativeCutoff: The cutoff of the velocity, in hertz. Default 1, as published.
  ///   - nominalRate: The sample rate until timestamps reveal it, in hertz.
  ///   - speed: The speed that raises the cutoff. Default: the length of the velocity.
  public init(
    minimumCutoff: Double = 1, beta: Double = 0, derivativeCutoff: Double = 1, nominalRate: Double,
    speed: Speed = .magnitude
  ) {
    self.minimumCutoff = minimumCutoff
    self.beta = beta
    self.derivativeCutoff = derivativeCutoff
    self.nominalRate = nominalRate
    self.speed = speed
    rate = nominalRate
  }

  /// The newest filtered position; nil before the first.
  public var position: SIMD2<Double>? { smoothed }

  /// The newest smoothed velocity, in length units per second.
  public var velocity: SIMD2<Double> { smoothedVelocity }

  /// Filters a position.
  ///
  /// - Parameters:
  ///   - position: The position; one that is not finite is returned as is and otherwise ignored.
  ///   - time: Its time, in seconds. The rate is 1/(time − previous time) if that is positive;
  ///     a duplicate, backward or missing time keeps the old rate.
  /// - Returns: The filtered position.
  public mutating func filter(_ position: SIMD2<Double>, at time: Double?) -> SIMD2<Double> {
    guard position.x.isFinite, position.y.isFinite else { return position }
    observe(time)
    guard let last = smoothed else {
      smoothed = position
      return position
    }
    let velocity = (position - last) * rate
    smoothedVelocity += share(SIMD2(repeating: derivativeCutoff)) * (velocity - smoothedVelocity)
    let speeds: SIMD2<Double> =
      switch speed {
      case .magnitude: SIMD2(repeating: smoothedVelocity.length)
      case .perAxis: SIMD2(abs(smoothedVelocity.x), abs(smoothedVelocity.y))
      }
    let next = last + share(minimumCutoff + beta * speeds) * (position - last)
    guard next.x.isFinite, next.y.isFinite, smoothedVelocity.squaredLength.isFinite else {
      // An overflow would persist forever: restart here.
      removeAll()
      smoothed = position
      previousTime = time
      return position
    }
    smoothed = next
    return next
  }

  /// Resets to the initial state, as at the start of a contact.
  public mutating func removeAll() {
    rate = nominalRate
    previousTime = nil
    smoothed = nil
    smoothedVelocity = .zero
  }

  private mutating func observe(_ time: Double?) {
    guard let time, time.isFinite else { return }
    if let previousTime, time > previousTime {
      let measured = 1 / (time - previousTime)
      // Times nearer than the smallest normal number have no finite rate.
      if measured.isFinite, measured > 0 { rate = measured }
    }
    previousTime = time
  }

  /// α(f_c).
  private func share(_ cutoff: SIMD2<Double>) -> SIMD2<Double> {
    1 / (1 + rate / (2 * .pi * cutoff))
  }
}
