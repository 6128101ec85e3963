import Evaluation
import MotionNumerics
import TouchInput

extension Stroke {
  /// A motion given as a function of time, sampled `count` times at `rate` hertz from `start` on.
  static func sampled(
    _ identifier: String = "1", rate: Double = 60, count: Int, from start: Double = 0,
    _ position: (Double) -> SIMD2<Double>
  ) -> Stroke {
    let samples = (0..<count).map { index in
      let time = start + Double(index) / rate
      return TouchSample(time: time, position: position(time))
    }
    return Stroke(identifier: identifier, samples: samples)
  }

  /// A motion along x through the given places, one each 1/60 s.
  static func places(_ places: [Double], named identifier: String = "1") -> Stroke {
    let moments = places.enumerated().map { (time: Double($0.offset) / 60, x: $0.element) }
    return timed(moments, named: identifier)
  }

  /// A motion along x with the given times and places.
  static func timed(
    _ places: [(time: Double, x: Double)], named identifier: String = "1"
  ) -> Stroke {
    Stroke(
      identifier: identifier,
      samples: places.map { TouchSample(time: $0.time, position: SIMD2($0.x, 0)) })
  }

  /// A curved and noisy motion with pauses and turns, on a clock of uneven intervals.
  static func random(
    _ identifier: String, _ random: inout Xoshiro256StarStar, count: Int, noise: Double = 0.05
  ) -> Stroke {
    var velocity = SIMD2<Double>.zero
    var position = SIMD2(100 * random.nextUnit(), 100 * random.nextUnit())
    var time = random.nextUnit()
    var samples: [TouchSample] = []
    for index in 0..<count {
      if index % 25 == 0 {
        let isPause = random.nextInt(below: 4) == 0
        velocity =
          isPause ? .zero : SIMD2(random.nextNormal(), random.nextNormal()) * 120
      }
      let step = (0.7 + 0.6 * random.nextUnit()) / 60
      time += step
      velocity += SIMD2(random.nextNormal(), random.nextNormal()) * 5
      position += velocity * step
      let shaken = position + SIMD2(random.nextNormal(), random.nextNormal()) * noise
      let force = 0.2 + 0.1 * Double(index % 7)
      samples.append(TouchSample(time: time, position: shaken, force: force))
    }
    return Stroke(identifier: identifier, samples: samples)
  }

  /// The same stroke made with a pen that turns and presses: the azimuth goes round and round.
  var withPen: Stroke {
    var result = self
    for index in samples.indices {
      let phase = Double(index) / 8
      result.samples[index].force = 1 + phase.remainder(dividingBy: 0.7)
      result.samples[index].altitude = 0.8 + phase.remainder(dividingBy: 1.1) / 2
      result.samples[index].azimuth = phase.remainder(dividingBy: 2 * .pi)
    }
    return result
  }

  /// The same stroke with every position moved by `transform`.
  func mapPositions(_ transform: (SIMD2<Double>) -> SIMD2<Double>) -> Stroke {
    var moved = self
    for index in moved.samples.indices {
      moved.samples[index].position = transform(samples[index].position)
    }
    moved.exactPositions = exactPositions?.map(transform)
    return moved
  }
}

extension Recording {
  /// A recording in millimeters at 60 Hz, unless said otherwise.
  static func test(
    _ strokes: [Stroke], participant: String = "", task: String = "",
    scale: LengthScale = LengthScale(unit: .millimeter), rate: Double = 60
  ) -> Recording {
    Recording(
      source: "\(participant)\(task).csv", participant: participant, task: task, scale: scale,
      nominalRate: rate, strokes: strokes)
  }

  /// The same recording with every stroke changed by `transform`.
  func mapStrokes(_ transform: (Stroke) -> Stroke) -> Recording {
    var changed = self
    changed.strokes = strokes.map(transform)
    return changed
  }
}

extension Horizon {
  /// A horizon of `count` frames of 1/60 s.
  static func frames(_ count: Double) -> Horizon { Horizon(frames: count, rate: 60) }
}

extension EvaluationProtocol {
  /// The protocol `sample` with some of its choices changed.
  static func sample(_ change: (inout EvaluationProtocol) -> Void) -> EvaluationProtocol {
    var result = EvaluationProtocol.sample
    change(&result)
    return result
  }
}
