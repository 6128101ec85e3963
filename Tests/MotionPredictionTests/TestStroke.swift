import Foundation
import MotionNumerics
import TouchInput

/// A stroke for tests, with the device's predictions by the sample after which they came.
struct TestStroke: Sendable {
  var samples: [TouchSample]
  var devicePredictions: [Int: [TouchSample]] = [:]

  func map(_ transform: (TouchSample) -> TouchSample) -> TestStroke {
    TestStroke(
      samples: samples.map(transform),
      devicePredictions: devicePredictions.mapValues { $0.map(transform) })
  }

  /// A curved motion on an uneven clock whose times are multiples of 1/4096 s, with device
  /// predictions after every fourth sample.
  static func smooth(_ random: inout Xoshiro256StarStar, count: Int) -> TestStroke {
    let radii = SIMD2(20 + 30 * random.nextUnit(), 10 + 20 * random.nextUnit())
    let speed = 2 + 6 * random.nextUnit()
    let phase = 6 * random.nextUnit()
    func position(_ time: Double) -> SIMD2<Double> {
      radii * SIMD2(cos(speed * time + phase), sin(1.3 * speed * time))
    }
    var stroke = TestStroke(samples: [])
    var tick = 0
    for index in 0..<count {
      let time = Double(tick) / 4096
      let noise = SIMD2(random.nextNormal(), random.nextNormal()) * 0.05
      stroke.samples.append(pen(at: time, position(time) + noise))
      if index % 4 == 3 {
        stroke.devicePredictions[index] = (1...3).map { step in
          let ahead = time + Double(step) * 32 / 4096
          return TouchSample(time: ahead, position: position(ahead), kind: .predicted)
        }
      }
      tick += 20 + random.nextInt(below: 60)
    }
    return stroke
  }

  /// A pen that presses harder and softer, is tilted, and turns through ±π.
  private static func pen(at time: Double, _ position: SIMD2<Double>) -> TouchSample {
    TouchSample(
      time: time, position: position, force: 0.6 + 0.3 * sin(9 * time),
      altitude: 0.9 + 0.2 * cos(5 * time), azimuth: (5 * time).remainder(dividingBy: 2 * .pi))
  }

  /// Everything that a broken device may send.
  static func hostile(_ random: inout Xoshiro256StarStar, count: Int) -> TestStroke {
    let oddities = [
      Double.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0, -0.0, 1e-300,
      1e15,
    ]
    func value(_ scale: Double) -> Double {
      random.nextInt(below: 5) == 0
        ? oddities[random.nextInt(below: oddities.count)] : scale * random.nextNormal()
    }
    var time = 0.0
    var stroke = TestStroke(samples: [])
    for index in 0..<count {
      switch random.nextInt(below: 6) {
      case 0: break
      case 1: time -= random.nextUnit()
      case 2: time += 1000 * random.nextUnit()
      case 3: time = value(1)
      default: time += 0.008
      }
      let sample = TouchSample(
        time: time, position: SIMD2(value(100), value(100)), force: value(1), altitude: value(1),
        azimuth: value(1))
      stroke.samples.append(sample)
      if !time.isFinite { time = 0 }
      if random.nextInt(below: 4) == 0 {
        stroke.devicePredictions[index] = (0..<3).map { _ in
          TouchSample(
            time: time + value(0.01), position: SIMD2(value(100), value(100)), kind: .predicted)
        }
      }
    }
    return stroke
  }
}

/// Sine and cosine of an angle in radians.
func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) { (sin(angle), cos(angle)) }
