/// An adaptive linear filter of points in the plane.
///
/// The output is ŷ = Σ w_k · u_k for a regressor of points u_0, u_1, …; one vector of weights
/// serves both axes, so rotating or mirroring regressor and desired output rotates or mirrors the
/// output. A scalar filter is the case of points with y = 0.
///
/// Source of the family: Haykin, "Adaptive Filter Theory", 4th edition, Prentice Hall 2002.
public protocol AdaptiveFilter: Sendable {
  /// The weights w, as many as the regressor has points.
  var weights: [Double] { get }

  /// Updates the weights from the error of the output for `regressor`.
  ///
  /// - Parameters:
  ///   - regressor: u, as many points as there are weights.
  ///   - desired: d.
  /// - Returns: The error before the update, ξ = d − Σ w_k · u_k; nil, without any change, if
  ///   the number of points differs or a value is not finite or too large to be squared.
  mutating func update(regressor: [SIMD2<Double>], desired: SIMD2<Double>) -> SIMD2<Double>?

  /// Resets to the initial state.
  mutating func reset()
}

extension AdaptiveFilter {
  /// The output for a regressor: Σ w_k · u_k over the points that both share.
  public func output(for regressor: [SIMD2<Double>]) -> SIMD2<Double> {
    weights.withUnsafeBufferPointer { weights in
      regressor.withUnsafeBufferPointer { regressor in
        var sum = SIMD2<Double>.zero
        for index in 0..<min(weights.count, regressor.count) {
          sum += weights[index] * regressor[index]
        }
        return sum
      }
    }
  }

  /// The error before an update and the regressor's energy Σ |u_k|²; nil if either cannot be
  /// used.
  func assess(
    _ regressor: [SIMD2<Double>], _ desired: SIMD2<Double>
  ) -> (innovation: SIMD2<Double>, energy: Double)? {
    guard regressor.count == weights.count else { return nil }
    let squares = regressor.withUnsafeBufferPointer { regressor in
      var sum = SIMD2<Double>.zero
      for index in 0..<regressor.count { sum += regressor[index] * regressor[index] }
      return sum
    }
    let energy = squares.sum()
    let innovation = desired - output(for: regressor)
    guard energy < Self.greatestEnergy, innovation.squaredLength < Self.greatestEnergy else {
      return nil
    }
    return (innovation, energy)
  }

  /// Steps against the gradient: w ← kept·w + gain·(u·ξ), over both axes at once.
  static func descend(
    _ weights: inout [Double], keeping kept: Double, along regressor: [SIMD2<Double>],
    _ innovation: SIMD2<Double>, gain: Double
  ) {
    weights.withUnsafeMutableBufferPointer { weights in
      regressor.withUnsafeBufferPointer { regressor in
        for index in 0..<min(weights.count, regressor.count) {
          weights[index] = kept * weights[index] + gain * regressor[index].dot(innovation)
        }
      }
    }
  }

  /// Products of three numbers whose squares are below this stay finite.
  private static var greatestEnergy: Double { 1e200 }
}
