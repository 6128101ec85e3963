import MotionNumerics
import TouchInput

/// Samples of a smooth noisy motion at 120 Hz, on a steady clock or an uneven one.
enum HotPathStroke {
  static func samples(count: Int, isSteady: Bool) -> [TouchSample] {
    var random = Xoshiro256StarStar(seed: 7)
    var place = SIMD2<Double>(200, 300)
    var (time, velocity) = (0.0, SIMD2<Double>(4, 1))
    return (0..<count).map { index in
      time =
        isSteady ? Double(index) / 120 : time + (0.6 + 0.8 * random.nextUnit()) / 120
      velocity = 0.98 * velocity + 0.4 * SIMD2(random.nextNormal(), random.nextNormal())
      place += velocity
      return TouchSample(time: time, position: place)
    }
  }
}
