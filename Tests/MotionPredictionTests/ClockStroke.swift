import MotionNumerics
import TouchInput

/// A smooth noisy motion whose clock changes its kind every few samples: steady, uneven, standing
/// still, or going back.
enum ClockStroke {
  static func samples(_ random: inout Xoshiro256StarStar, count: Int) -> [TouchSample] {
    var time = 10 * random.nextUnit()
    var (kind, left, interval) = (0, 0, 0.0)
    return (0..<count).map { index in
      if left == 0 {
        kind = random.nextInt(below: 8)
        left = 1 + random.nextInt(below: 40)
        interval = 1 / (60 + 180 * random.nextUnit())
      }
      left -= 1
      switch kind {
      case 0...2: time += interval
      case 3...5: time += interval * (0.3 + random.nextUnit())
      case 6: time += random.nextInt(below: 3) == 0 ? interval : 0
      default:
        time += random.nextInt(below: 6) == 0 ? -4 * interval * random.nextUnit() : interval
      }
      let phase = Double(index) / 9
      let place = 40 * SIMD2(sineAndCosine(phase).sine, sineAndCosine(1.3 * phase).cosine)
      return TouchSample(
        time: time, position: place + 0.1 * SIMD2(random.nextNormal(), random.nextNormal()))
    }
  }
}
