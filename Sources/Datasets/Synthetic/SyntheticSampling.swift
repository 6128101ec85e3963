import MotionNumerics
import TouchInput

/// How a motion becomes samples: the rate and the noise.
struct SyntheticSampling {
  /// In hertz.
  let rate: Double
  /// Nil for none.
  let noise: SensorNoise?

  /// Positions and times are written in steps of 10⁻⁶ mm and 10⁻⁶ s, so that the last digit of a C
  /// library's sine does not reach the file.
  static let stepsPerUnit = 1e6

  /// The samples at 0, 1/rate, 2/rate … up to the motion's duration, as one stroke.
  ///
  /// Exact positions are those of the motion at each sample's recorded time.
  func stroke(
    _ motion: PlacedMotion, identifier: String, start: Double,
    using random: inout Xoshiro256StarStar
  ) -> Stroke {
    var samples: [TouchSample] = []
    var exact: [SIMD2<Double>] = []
    var earliest = -Double.infinity
    let count = sampleCount(motion.duration)
    for index in 0..<count {
      let elapsed = Double(index) / rate
      let time = max(recordedTime(start + elapsed, using: &random), earliest)
      let truth = Self.rounded(motion.position(at: time - start))
      let measured = noise.map { noise in
        Self.measured(motion.position(at: elapsed), noise, using: &random)
      }
      earliest = time
      exact.append(truth)
      samples.append(
        TouchSample(
          time: time, position: measured ?? truth,
          phase: index == 0 ? .began : index == count - 1 ? .ended : .moved))
    }
    return Stroke(identifier: identifier, samples: samples, exactPositions: exact)
  }

  private func sampleCount(_ duration: Double) -> Int {
    Int((duration * rate).rounded(.down)) + 1
  }

  private func recordedTime(
    _ time: Double, using random: inout Xoshiro256StarStar
  ) -> Double {
    guard let noise else { return Self.quantised(time, Self.stepsPerUnit) }
    let delivered = time + noise.timeDeviation * random.nextNormal()
    return Self.quantised(delivered, noise.timeStepsPerSecond ?? Self.stepsPerUnit)
  }

  private static func measured(
    _ position: SIMD2<Double>, _ noise: SensorNoise, using random: inout Xoshiro256StarStar
  ) -> SIMD2<Double> {
    let error = SIMD2(random.nextNormal(), random.nextNormal()) * noise.positionDeviation
    let steps = noise.positionStepsPerMillimetre ?? stepsPerUnit
    let noisy = position + error
    return SIMD2(quantised(noisy.x, steps), quantised(noisy.y, steps))
  }

  static func rounded(_ position: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(quantised(position.x, stepsPerUnit), quantised(position.y, stepsPerUnit))
  }

  /// The nearest multiple of 1/`steps`; divided and not multiplied, so that it is also the double
  /// nearest to the short decimal that is written.
  static func quantised(_ value: Double, _ steps: Double) -> Double {
    (value * steps).rounded() / steps
  }
}
