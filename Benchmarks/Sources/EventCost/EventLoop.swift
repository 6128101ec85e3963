import Foundation
import MotionNumerics
import MotionPrediction
import TouchInput

/// Plays a synthetic motion to a predictor, event by event, without allocating on the way.
struct EventLoop {
  /// What the predictor is asked after every event.
  enum Question: String, CaseIterable {
    /// The whole answer, `predict(ahead:)`.
    case predict
    /// The position alone, `position(ahead:)`.
    case position
    /// The whole answer at four horizons, from 16.7 to 100 ms.
    case horizons
  }

  /// How the events are timed.
  enum Clock: String, CaseIterable {
    /// At 120 Hz, to the microsecond.
    case steady
    /// The same with a normal error of a millisecond in each time.
    case uneven
    /// At 60 Hz, to the microsecond.
    case slow
    /// At 240 Hz, to the microsecond.
    case fast

    /// The number of reports per second.
    var rate: Double {
      switch self {
      case .steady, .uneven: 120
      case .slow: 60
      case .fast: 240
      }
    }
  }

  /// What is asked after every event.
  var question: Question
  /// The prediction horizons, in seconds.
  let horizons: [Double]
  /// The events of one round: two strokes of 120 events.
  private let round: [TouchSample]

  private static let strokeLength = 120
  private static let strokes = 2
  /// Seconds that a round lasts, the pauses between its strokes included.
  private let roundDuration: Double

  /// Makes the events.
  init(question: Question, clock: Clock) {
    self.question = question
    horizons = question == .horizons ? [1 / 60.0, 1 / 30.0, 1 / 15.0, 0.1] : [0.05]
    roundDuration = Double(Self.strokes * Self.strokeLength) / clock.rate + 1
    var random = Xoshiro256StarStar(seed: 1)
    let timing = clock == .uneven ? 0.001 : 0
    round = (0..<Self.strokes * Self.strokeLength).map { index in
      let pause = Double(index / Self.strokeLength) * 0.5
      let moment = Double(index) / clock.rate
      let late = timing * min(max(random.nextNormal(), -3), 3)
      return TouchSample(
        time: ((pause + moment + late) * 1e6).rounded() / 1e6,
        position: Self.place(at: moment) + 0.05 * [random.nextNormal(), random.nextNormal()])
    }
  }

  /// Loops whose speed and curvature change, in millimeters.
  private static func place(at time: Double) -> SIMD2<Double> {
    let turn = 5 * time + 0.4 * sin(3 * time)
    return [30 * cos(turn) + 8 * time, 20 * sin(1.3 * turn)]
  }

  /// A number in which everything that depends on the positions has its share.
  private static func size(_ answer: Prediction) -> Double {
    answer.position.sum() + (answer.velocity?.sum() ?? 0) + (answer.covariance?.xx ?? 0)
      + (answer.covariance?.xy ?? 0) + (answer.confidence ?? 0)
  }

  /// Plays so many events to a predictor of any kind.
  ///
  /// - Returns: The sum of the answers, so that none of them can be left out.
  func play(_ events: Int, to predictor: consuming some Predictor) -> Double {
    var sum = 0.0
    var index = 0
    var start = 0.0
    for _ in 0..<events {
      if index % Self.strokeLength == 0 { predictor.beginStroke() }
      var sample = round[index]
      sample.time += start
      predictor.observe(sample)
      switch question {
      case .predict: sum += predictor.predict(ahead: horizons[0]).map(Self.size) ?? 0
      case .position: sum += predictor.position(ahead: horizons[0])?.sum() ?? 0
      case .horizons:
        for horizon in horizons { sum += predictor.predict(ahead: horizon).map(Self.size) ?? 0 }
      }
      index += 1
      if index == round.count {
        index = 0
        start += roundDuration
      }
    }
    return sum
  }
}
