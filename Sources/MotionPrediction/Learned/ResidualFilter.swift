import MotionNumerics

/// Two complex weights that say what is left of an error, by recursive least squares held near zero.
///
/// Vectors of the plane count as complex numbers, x + iy, so that a weight turns and stretches: what is
/// turned, mirrored or scaled comes out turned, mirrored or scaled. The weights minimise
/// Σ λ^(n−k)·ω_k·|e_k − φ_k·w|² + ρ·λ^n·|w|², beginning at w = 0; an error longer than 0.1 counts as if it
/// were squared no more (ω = 0.1/|e|). The trace of the matrix of gains is kept at three times that of the
/// start at most, so that a filter that has heard nothing new for long does not grow rash.
///
/// Cost: about 60 operations an update.
///
/// Source: Haykin, "Adaptive Filter Theory", 5th edition, 2014, chapter 10, for complex regressors.
struct ResidualFilter: Hashable, Sendable {
  /// Two complex numbers.
  struct Pair: Hashable, Sendable {
    var first = SIMD2<Double>.zero
    var second = SIMD2<Double>.zero
  }

  /// The weights.
  private(set) var weights = Pair()
  /// The Hermitian matrix of gains: its diagonal, and the entry above it.
  private var diagonal = SIMD2(1 / prior, 1 / prior)
  private var offDiagonal = SIMD2<Double>.zero

  /// ρ.
  private static let prior = 30.0
  /// λ.
  private static let forgetting = 0.995
  /// An error longer than this counts by its length, a shorter one by its square.
  private static let longError = 0.1
  private static let mostTrace = 3 * 2 / prior

  /// φ·w.
  func answer(_ regressor: Pair) -> SIMD2<Double> {
    regressor.first.times(weights.first) + regressor.second.times(weights.second)
  }

  /// Corrects the weights by what they should have said; nothing happens where a number is not finite.
  mutating func update(_ regressor: Pair, desired: SIMD2<Double>) {
    let error = desired - answer(regressor)
    let (first, second) = (regressor.first.conjugate, regressor.second.conjugate)
    let gain = Pair(
      first: diagonal.x * first + offDiagonal.times(second),
      second: offDiagonal.conjugate.times(first) + diagonal.y * second)
    let energy = regressor.first.times(gain.first).x + regressor.second.times(gain.second).x
    let size = error.length
    guard size.isFinite, energy.isFinite else { return }
    let trust = size > Self.longError ? Self.longError / size : 1
    let factor = 1 / (Self.forgetting / trust + energy)
    weights.first += factor * gain.first.times(error)
    weights.second += factor * gain.second.times(error)
    let taken = SIMD2(gain.first.squaredLength, gain.second.squaredLength)
    diagonal = (diagonal - factor * taken) / Self.forgetting
    offDiagonal =
      (offDiagonal - factor * gain.first.times(gain.second.conjugate)) / Self.forgetting
    let trace = diagonal.x + diagonal.y
    guard trace > Self.mostTrace else { return }
    diagonal *= Self.mostTrace / trace
    offDiagonal *= Self.mostTrace / trace
  }
}

extension SIMD2 where Scalar == Double {
  /// The product of x + iy with another complex number.
  fileprivate func times(_ other: Self) -> Self {
    Self(x * other.x - y * other.y, x * other.y + y * other.x)
  }

  /// x − iy.
  fileprivate var conjugate: Self { Self(x, -y) }
}
