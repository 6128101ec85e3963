import MotionNumerics
import Testing

@Suite("Double exponential smoothing")
struct DoubleExponentialSmoothingTests {
  /// Rounding of a few additions of numbers up to 100.
  static let tolerance = 1e-12

  @Test("the published values")
  func published() throws {
    var smoothing = DoubleExponentialSmoothing(weight: 0.5)
    #expect(smoothing.line == nil)
    for value in [0.0, 1, 2, 4, 8, 16] {
      smoothing.add(SIMD2(value, -value), after: 1, interval: 1)
    }
    let line = try #require(smoothing.line)
    for (steps, expected) in [(1.0, 17.8125), (2, 21.390625)] {
      let place = line.level + steps * line.slope
      #expect((place - SIMD2(expected, -expected)).length < Self.tolerance)
    }
  }

  @Test("steps of one interval are the published method, however they are counted")
  func evenSteps() throws {
    var random = Xoshiro256StarStar(seed: 4)
    for weight in [0.05, 0.3, 0.8, 0.99] {
      var counted = DoubleExponentialSmoothing(weight: weight)
      // A step that is nearly the interval takes the way of uneven steps.
      var timed = DoubleExponentialSmoothing(weight: weight)
      var (once, twice) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
      for index in 0..<200 {
        let place = SIMD2(Double(index) + random.nextNormal(), random.nextNormal())
        counted.add(place, after: 1, interval: 1)
        timed.add(place, after: 0.125 * (1 + 1e-15), interval: 0.125)
        once = index == 0 ? place : weight * place + (1 - weight) * once
        twice = index == 0 ? place : weight * once + (1 - weight) * twice
        guard index > 0 else { continue }
        let slope = weight / (1 - weight) * (once - twice)
        let line = try #require(counted.line)
        #expect((line.level - (2 * once - twice)).length < 1e-9)
        #expect((line.slope - slope).length < 1e-9 * (1 + slope.length))
        #expect((try #require(timed.line).level - line.level).length < 1e-9)
      }
    }
  }

  @Test("a steady motion on an uneven clock is found to be steady")
  func unevenLine() throws {
    var random = Xoshiro256StarStar(seed: 9)
    var smoothing = DoubleExponentialSmoothing(weight: 0.4)
    var time = 0.0
    func place(_ time: Double) -> SIMD2<Double> { SIMD2(3 + 50 * time, -20 * time) }
    smoothing.add(place(0), after: 0, interval: 0.01)
    // The rest before the first position fades like 0.6 to the power of the intervals.
    for _ in 0..<300 {
      let step = 0.002 + 0.02 * random.nextUnit()
      time += step
      smoothing.add(place(time), after: step, interval: 0.01)
    }
    let line = try #require(smoothing.line)
    #expect((line.level - place(time)).length < 1e-9)
    #expect((line.slope - SIMD2(50, -20)).length < 1e-9)
  }

  @Test("a position of the same moment has no weight")
  func sameMoment() {
    var smoothing = DoubleExponentialSmoothing(weight: 0.4)
    smoothing.add(.zero, after: 0, interval: 1)
    smoothing.add(SIMD2(1, 1), after: 1, interval: 1)
    let before = smoothing
    smoothing.add(SIMD2(100, 100), after: 0, interval: 1)
    #expect(smoothing == before)
  }
}
