/// Process noise covariances of a motion model over a time step.
///
/// Rows and columns are position, velocity, acceleration and jerk, as far as the model has them;
/// the rest of the matrix is 0. The matrix is for one axis; axes are independent.
package enum ProcessNoise {
  /// Continuous white noise in the highest derivative's rate of change.
  ///
  /// Q_ij = q·T^(a+b+1)/(a!·b!·(a+b+1)) with a = n − 1 − i and b = n − 1 − j: for n = 2
  /// q·[[T³/3, T²/2], [T²/2, T]], for n = 3 q·[[T⁵/20, T⁴/8, T³/6], [·, T³/3, T²/2], [·, ·, T]].
  /// It is consistent under division of a step, Q(s + t) = F(t)·Q(s)·F(t)ᵀ + Q(t), which makes it
  /// the right one for uneven clocks.
  ///
  /// - Parameters:
  ///   - order: n, the number of state variables, position included, 1…4.
  ///   - step: T, in seconds, at least 0.
  ///   - density: q, the power spectral density, in length² / s^(2n − 1).
  /// - Returns: Q.
  ///
  /// Source: Bar-Shalom, Li and Kirubarajan, Estimation with Applications to Tracking and
  /// Navigation, 2001, section 6.2, doi:10.1002/0471221279.
  package static func continuous(order: Int, step: Double, density: Double) -> Matrix4 {
    let unit = integratedNoise(order: order)
    let scale = density.squareRoot() * powers(order: order, step: step)
    return scaled(unit, by: scale)
  }

  /// White noise that is constant during each step (the discrete white noise acceleration family).
  ///
  /// Q = σ²·g·gᵀ with g = (T²/2, T) for n = 2, (T²/2, T, 1) for n = 3 and (T³/6, T²/2, T, 1) for
  /// n = 4, as published; σ is the standard deviation of the acceleration, of the acceleration's
  /// increment and of the jerk's increment. Not consistent under division of a step.
  ///
  /// - Parameters:
  ///   - order: n, the number of state variables, position included, 2…4.
  ///   - step: T, in seconds, at least 0.
  ///   - variance: σ².
  /// - Returns: Q.
  ///
  /// Source: as `continuous`, section 6.3.
  package static func discrete(order: Int, step: Double, variance: Double) -> Matrix4 {
    var factor = Matrix4()
    let gain = discreteGain(order: order, step: step)
    for index in 0..<4 { factor[index].x = gain[index] }
    return variance * factor.squared
  }

  /// Singer's exponentially correlated acceleration.
  ///
  /// Q = 2ασ²·[q_ij], α = 1/τ, with the entries of Singer's paper; the form used does not cancel
  /// for small αT.
  ///
  /// - Parameters:
  ///   - step: T, in seconds, at least 0.
  ///   - decayTime: τ, in seconds, above 0.
  ///   - accelerationVariance: σ², in length²/s⁴.
  /// - Returns: Q.
  ///
  /// Source: Singer 1970, doi:10.1109/TAES.1970.310128.
  package static func singer(
    step: Double, decayTime: Double, accelerationVariance: Double
  ) -> Matrix4 {
    let density = 2 * accelerationVariance / decayTime
    let scale = density.squareRoot() * powers(order: 3, step: step)
    return scaled(SingerModel.noise(step / decayTime), by: scale)
  }

  /// A velocity that is exponentially correlated, Singer's matrix a derivative lower.
  ///
  /// Q = 2σ²/τ·[[q₂₂, q₂₃], [q₂₃, q₃₃]] with Singer's q_ij.
  ///
  /// - Parameters:
  ///   - step: T, in seconds, at least 0.
  ///   - decayTime: τ, in seconds, above 0.
  ///   - velocityVariance: σ², in length²/s².
  /// - Returns: Q.
  ///
  /// Source: Uhlenbeck and Ornstein, Physical Review 36, 1930, doi:10.1103/PhysRev.36.823.
  package static func damped(
    step: Double, decayTime: Double, velocityVariance: Double
  ) -> Matrix4 {
    let density = 2 * velocityVariance / decayTime
    let scale = density.squareRoot() * powers(order: 2, step: step)
    return scaled(SingerModel.dampedNoise(step / decayTime), by: scale)
  }

  /// The matrix of `continuous` for a step and a density of 1.
  static func integratedNoise(order: Int) -> Matrix4 {
    let factorials = [1.0, 1, 2, 6]
    var result = Matrix4()
    for i in 0..<order {
      for j in 0..<order {
        let (a, b) = (order - 1 - i, order - 1 - j)
        result[i, j] = 1 / (factorials[a] * factorials[b] * Double(a + b + 1))
      }
    }
    return result
  }

  /// g of `discrete`.
  static func discreteGain(order: Int, step: Double) -> SIMD4<Double> {
    let half = step * step / 2
    return switch order {
    case 2: SIMD4(half, step, 0, 0)
    case 3: SIMD4(half, step, 1, 0)
    default: SIMD4(half * step / 3, half, step, 1)
    }
  }

  /// T^(n − ½ − i) for each row i of a model of n derivatives, 0 beyond.
  static func powers(order: Int, step: Double) -> SIMD4<Double> {
    let root = step.squareRoot()
    let (second, third) = (step * root, step * step * root)
    return switch order {
    case 1: SIMD4(root, 0, 0, 0)
    case 2: SIMD4(second, root, 0, 0)
    case 3: SIMD4(third, second, root, 0)
    default: SIMD4(third * step, third, second, root)
    }
  }

  private static func scaled(_ matrix: Matrix4, by scale: SIMD4<Double>) -> Matrix4 {
    Matrix4(
      scale.x * scale * matrix.row0, scale.y * scale * matrix.row1,
      scale.z * scale * matrix.row2, scale.w * scale * matrix.row3)
  }
}
