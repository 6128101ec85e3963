import Testing

@testable import MotionNumerics

@Suite("Steps that a clock repeats")
struct KinematicStepsTests {
  /// A step that is off by the rounding of a time moves the state by this share of itself.
  private static let rounding = 1e-11

  private func filter(_ kind: KinematicModel.Kind) -> PlanarKalmanFilter {
    PlanarKalmanFilter(
      model: KinematicModel(kind: kind, density: 1e5, decayTime: 0.2), position: .zero,
      measurementVariance: 1, derivativeDeviations: [100, 1e4, 1e6])
  }

  /// Plays the times with and without the store; the greatest relative difference of the states.
  private func difference(_ kind: KinematicModel.Kind, _ times: [Double]) -> Double {
    var (kept, plain, steps) = (filter(kind), filter(kind), KinematicSteps())
    var greatest = 0.0
    for (before, after) in zip(times, times.dropFirst()) {
      steps.advance(&kept, by: after - before, to: after)
      plain.advance(by: after - before)
      let place = SIMD2(40 * after, 3 * after * after)
      kept.update(with: place)
      plain.update(with: place)
      greatest = max(greatest, (kept.position - plain.position).length / place.length)
    }
    return greatest
  }

  @Test("an uneven clock is computed step by step", arguments: KinematicModel.Kind.allCases)
  func uneven(kind: KinematicModel.Kind) {
    var random = Xoshiro256StarStar(seed: 3)
    var time = 1.0
    let times = (0..<200).map { _ in
      time += 0.004 + 0.01 * random.nextUnit()
      return time
    }
    #expect(difference(kind, times) == 0)
  }

  @Test("steady and millisecond clocks differ by rounding", arguments: KinematicModel.Kind.allCases)
  func steady(kind: KinematicModel.Kind) {
    #expect(difference(kind, (1...300).map { Double($0) / 120 }) < Self.rounding)
    let milliseconds = (1...300).map { (Double($0) * 1000 / 60).rounded() / 1000 }
    #expect(difference(kind, milliseconds) < Self.rounding)
  }

  @Test("what was forgotten is computed anew")
  func forgets() {
    var (first, second, steps) = (filter(.damped), filter(.damped), KinematicSteps())
    steps.advance(&first, by: 0.01, to: 1)
    steps.removeAll()
    first = filter(.damped)
    steps.advance(&first, by: 0.01.nextUp, to: 1)
    second.advance(by: 0.01.nextUp)
    #expect(first == second)
  }
}
