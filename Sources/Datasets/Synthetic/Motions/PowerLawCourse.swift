import Foundation
import MotionNumerics

/// A closed curve traversed by the power law v = γ (κ + ε)^(−β), once a period.
///
/// κ is the curvature; β = 1/3 and ε = 0 are the two-thirds law. γ follows from the period T:
/// γ = (1/T) ∫ (κ + ε)^β ds, once around. The curve's parameter u at a time solves
/// ∫₀^u (κ + ε)^β |c′| du = γ t, which has no closed form: the integral is tabulated by Simpson's
/// rule at 4096 places, and u is interpolated between them by cubics with the law's own slope.
/// Positions are on the curve to rounding; along it they are within 10⁻³ mm of the law, for curves
/// of a hand's size.
///
/// Sources: Lacquaniti, Terzuolo and Viviani, Acta Psychologica 54, 1983; for exponents that differ
/// with the shape, Huh and Sejnowski, "Spectrum of power laws for curved hand movements", PNAS
/// 112(29), 2015, doi:10.1073/pnas.1510208112. The offset ε, which keeps the speed finite where the
/// curve is straight, is this project's.
struct PowerLawCourse: Sendable {
  /// The curve.
  let curve: FourierCurve
  /// β, without unit.
  let exponent: Double
  /// ε, in 1/mm; above 0 for a curve with straight places.
  let curvatureOffset: Double
  /// The time of one turn, in seconds.
  let period: Double
  /// γ, in mm^(1−β) a second.
  let gain: Double

  /// The times at which the places of the table are passed, from 0 to the period.
  private let times: [Double]
  /// The rate of the parameter there, in radians a second.
  private let rates: [Double]

  private static let places = 4096
  private static let step = 2 * Double.pi / Double(places)

  /// Creates a course; O(places).
  ///
  /// - Precondition: `period` is above 0 and the curve nowhere stands still.
  init(curve: FourierCurve, exponent: Double, curvatureOffset: Double, period: Double) {
    self.curve = curve
    self.exponent = exponent
    self.curvatureOffset = curvatureOffset
    self.period = period
    func density(_ parameter: Double) -> Double {
      pow(curve.curvature(at: parameter) + curvatureOffset, exponent)
        * curve.derivatives(at: parameter).first.length
    }
    let densities = (0...(2 * Self.places)).map { density(Double($0) * Self.step / 2) }
    var sums = [0.0]
    for place in 0..<Self.places {
      let ends = densities[2 * place] + densities[2 * place + 2]
      sums.append(sums[place] + (ends + 4 * densities[2 * place + 1]) * Self.step / 6)
    }
    let gain = sums[Self.places] / period
    self.gain = gain
    times = sums.map { $0 / gain }
    rates = (0...Self.places).map { gain / densities[2 * $0] }
  }

  /// Returns the exact position, in millimeters; the same a period later.
  func position(at time: Double) -> SIMD2<Double> {
    curve.point(at: parameter(at: time))
  }

  /// Returns the parameter of the curve at a time, in 0...2π.
  func parameter(at time: Double) -> Double {
    let phase = time - (time / period).rounded(.down) * period
    let place = place(before: phase)
    let width = times[place + 1] - times[place]
    let share = (phase - times[place]) / width
    let (low, high) = (rates[place] * width, rates[place + 1] * width)
    // Hermite's cubic from 0 to the step, with these slopes at its ends.
    let cubic = low + high - 2 * Self.step
    let square = 3 * Self.step - 2 * low - high
    let way = share * (low + share * (square + share * cubic))
    return Double(place) * Self.step + way
  }

  private func place(before time: Double) -> Int {
    var (low, high) = (0, Self.places)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }
}
