import Foundation
import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Circular-arc predictor")
struct CircularArcPredictorTests {
  typealias Parameters = CircularArcPredictor.Parameters

  /// Of the radius: the bar of the project's issue for noiseless circles.
  static let circleBar = 1e-6
  /// Of the window's length: the bar for noiseless lines and the way to them.
  static let lineBar = 1e-9

  static func predictor(
    _ change: (inout Parameters) -> Void = { _ in }
  ) throws -> CircularArcPredictor {
    var parameters = Parameters()
    change(&parameters)
    return try CircularArcPredictor(parameters, context: PredictorContext(horizons: []))
  }

  static func feed(_ predictor: inout CircularArcPredictor, _ samples: [TouchSample]) {
    predictor.beginStroke()
    for sample in samples { predictor.observe(sample) }
  }

  /// Settings that must all be exact without noise, `noise=0` in each.
  static let exact: [@Sendable (inout Parameters) -> Void] = [
    { _ in },
    { $0.noiseSource = .given },
    {
      $0.fit = .pratt
      $0.anchor = .projection
    },
    {
      $0.fit = .hyper
      $0.anchor = .fit
      $0.span = 1
    },
    { $0.fit = .kasa },
    {
      $0.acceleration = 1
      $0.window = 12
    },
  ]

  @Test("noiseless circles over 2° to 360°, uneven clocks", arguments: exact.indices)
  func circles(setting: Int) throws {
    var random = Xoshiro256StarStar(seed: 17)
    for degrees in [2.0, 3, 5, 10, 30, 90, 179, 270, 360] {
      for _ in 0..<40 {
        let count = max(3 + random.nextInt(below: 10), degrees > 170 ? 5 : 3)
        let radius = pow(10, -2 + 5 * random.nextUnit())
        let center = radius * SIMD2(random.nextNormal(), random.nextNormal())
        let (start, sense) = (6 * random.nextUnit(), random.nextInt(below: 2) == 0 ? 1.0 : -1)
        let times = Self.unevenTimes(&random, count: count)
        let turn = degrees * .pi / 180
        let rate = turn / (times[count - 1] - times[0])
        guard zip(times, times.dropFirst()).allSatisfy({ ($1 - $0) * rate < 3.1 }) else { continue }
        func place(_ time: Double) -> SIMD2<Double> {
          let angle = start + sense * rate * (time - times[0])
          return center + radius * SIMD2(cos(angle), sin(angle))
        }
        var predictor = try Self.predictor(Self.exact[setting])
        Self.feed(&predictor, times.map { TouchSample(time: $0, position: place($0)) })
        let quarter = (.pi / 2) / rate
        for share in [-0.1, 0, 0.2, 0.5, 1] {
          let answer = try #require(predictor.predict(ahead: share * quarter))
          let truth = place(times[count - 1] + share * quarter)
          #expect(
            (answer.position - truth).length < Self.circleBar * radius,
            "setting \(setting), \(degrees)°, \(count) samples, share \(share)")
          let speed = try #require(answer.velocity).length
          #expect(abs(speed / (rate * radius) - 1) < 1e-6)
        }
      }
    }
  }

  struct Worked: Sendable {
    var radius: Double
    var rate: Double
    var count: Int
  }

  @Test(
    "the worked circles at 60 Hz, one to three frames ahead",
    arguments: [
      Worked(radius: 60, rate: 12, count: 5), Worked(radius: 200, rate: 3, count: 8),
      Worked(radius: 15, rate: 20, count: 6),
    ])
  func worked(circle: Worked) throws {
    func place(_ frame: Int) -> SIMD2<Double> {
      let angle = circle.rate * Double(frame) / 60
      return SIMD2(300, 300) + circle.radius * SIMD2(cos(angle), sin(angle))
    }
    var predictor = try Self.predictor()
    Self.feed(
      &predictor,
      (0..<circle.count).map { TouchSample(time: Double($0) / 60, position: place($0)) })
    for frames in 1...3 {
      let answer = try #require(predictor.predict(ahead: Double(frames) / 60))
      #expect((answer.position - place(circle.count - 1 + frames)).length < 1e-6)
    }
  }

  @Test("noiseless lines, and circles on the way to them", arguments: exact.indices)
  func linesAndLimit(setting: Int) throws {
    var random = Xoshiro256StarStar(seed: 23)
    // Twelve decades of radius in units of the window's length, then the line.
    let curvatures = stride(from: 0.0, through: 12, by: 0.1).map { pow(10, -$0) } + [0]
    for curvature in curvatures {
      let count = 3 + random.nextInt(below: 6)
      let times = Self.unevenTimes(&random, count: count)
      let duration = times[count - 1] - times[0]
      let direction = 6 * random.nextUnit()
      let path = CircularArc(
        point: SIMD2(0.3, -0.2), tangent: SIMD2(cos(direction), sin(direction)),
        curvature: curvature)
      func place(_ time: Double) -> SIMD2<Double> {
        path.position(at: (time - times[0]) / duration)
      }
      var predictor = try Self.predictor(Self.exact[setting])
      Self.feed(&predictor, times.map { TouchSample(time: $0, position: place($0)) })
      for horizon in [-0.01, 0, 0.008, 0.033, duration] {
        let answer = try #require(predictor.predict(ahead: horizon))
        // Kåsa's circle and the window's first samples: the length is 1 or a good part of it.
        #expect(
          (answer.position - place(times[count - 1] + horizon)).length < Self.lineBar,
          "setting \(setting), curvature \(curvature), \(count) samples, \(horizon) s")
      }
    }
  }

  @Test("curvature fades with the sagitta over the noise, without a jump")
  func fades() throws {
    // 8 samples over an arc of length 1: the sagitta is κ/8 to first order.
    func answer(_ curvature: Double, noise: Double) throws -> SIMD2<Double> {
      let path = CircularArc(point: .zero, tangent: SIMD2(1, 0), curvature: curvature)
      var predictor = try Self.predictor {
        $0.window = 8
        $0.noise = noise
        $0.noiseSource = .given
      }
      Self.feed(
        &predictor,
        (0..<8).map {
          TouchSample(time: Double($0) * 0.01, position: path.position(at: Double($0) / 7))
        })
      return try #require(predictor.predict(ahead: 0.02)).position
    }
    let curvature = 0.2
    let sagitta = CircularArc(point: .zero, tangent: SIMD2(1, 0), curvature: curvature)
      .sagitta(ofLength: 1)
    let (arc, line) = (try answer(curvature, noise: 0), try answer(curvature, noise: 1))
    #expect((arc - line).length > 1e-3)
    let trusted = try answer(curvature, noise: sagitta / 15.01)
    let doubtful = try answer(curvature, noise: sagitta / 3.99)
    #expect((trusted - arc).length < 1e-12 && (doubtful - line).length < 1e-12)
    let half = try answer(curvature, noise: sagitta / 9.5)
    #expect((half - (arc + line) / 2).length < 1e-9)
    var previous = arc
    for step in 0...3980 {
      let now = try answer(curvature, noise: sagitta / (20 - 0.005 * Double(step)))
      // A 4000th of the way from 20 to 0 is a 2200th of the ramp from 15 to 4.
      #expect((now - previous).length <= 1.01 * (arc - line).length / 2200)
      previous = now
    }
  }

  @Test("noise estimated from the residuals makes a line of a noisy line")
  func residuals() throws {
    var random = Xoshiro256StarStar(seed: 31)
    var (arcError, trustingError) = (0.0, 0.0)
    for _ in 0..<300 {
      let samples = (0..<8).map { index in
        TouchSample(
          time: Double(index) / 120,
          position: SIMD2(Double(index), 0) + 0.1 * SIMD2(random.nextNormal(), random.nextNormal()))
      }
      var careful = try Self.predictor { $0.window = 8 }
      var trusting = try Self.predictor {
        $0.window = 8
        $0.noiseSource = .given
      }
      Self.feed(&careful, samples)
      Self.feed(&trusting, samples)
      // The truth has y = 0; along x both go on at the same fitted speed.
      arcError += abs(try #require(careful.predict(ahead: 0.1)).position.y)
      trustingError += abs(try #require(trusting.predict(ahead: 0.1)).position.y)
    }
    #expect(arcError < 0.75 * trustingError, "\(arcError / 300), \(trustingError / 300)")
  }

  @Test("two samples, and two places, are a line")
  func twoPlaces() throws {
    let (a, b) = (SIMD2(1.0, 2), SIMD2(4.0, 6))
    var predictor = try Self.predictor()
    Self.feed(&predictor, [TouchSample(time: 0, position: a)])
    #expect(predictor.predict(ahead: 0.01) == nil)
    predictor.observe(TouchSample(time: 0, position: b))
    #expect(predictor.predict(ahead: 0.01) == nil, "one time has no speed")
    Self.feed(
      &predictor, [TouchSample(time: 0, position: a), TouchSample(time: 0.01, position: b)])
    let answer = try #require(predictor.predict(ahead: 0.02))
    #expect((answer.position - (b + 2 * (b - a))).length < 1e-12)
    Self.feed(
      &predictor,
      [a, b, a, b, a, b].enumerated().map { TouchSample(time: Double($0) / 100, position: $1) })
    let swung = try #require(predictor.predict(ahead: 0.02)).position
    #expect(abs((swung - a).cross(b - a)) < 1e-9, "it stays on the line through both")
  }

  @Test("standing still is exact, after a move too")
  func standing() throws {
    let place = SIMD2(17.3, -4.25)
    var predictor = try Self.predictor()
    let approach = (0..<5).map {
      TouchSample(time: Double($0) / 100, position: place - Double(5 - $0) * SIMD2(1, 0.3))
    }
    let still = (5..<16).map { TouchSample(time: Double($0) / 100, position: place) }
    Self.feed(&predictor, approach + still)
    let answer = try #require(predictor.predict(ahead: 0.1))
    #expect(answer.position == place && answer.velocity == .zero)
  }

  @Test("reversals on a line and on a circle stay sane")
  func reversals() throws {
    var predictor = try Self.predictor {
      $0.window = 8
      $0.noiseSource = .given
    }
    let line = [0.0, 1, 2, 3, 4, 3, 2, 1].enumerated().map {
      TouchSample(time: Double($0.offset) / 100, position: SIMD2($0.element, 2 * $0.element))
    }
    Self.feed(&predictor, line)
    let back = try #require(predictor.predict(ahead: 0.02)).position
    #expect((back - SIMD2(-1, -2)).length < 1e-9, "the newest samples alone tell the speed")
    let circle = [0.0, 0.2, 0.4, 0.6, 0.8, 0.6, 0.4, 0.2].enumerated().map {
      TouchSample(
        time: Double($0.offset) / 100, position: 10 * SIMD2(cos($0.element), sin($0.element)))
    }
    Self.feed(&predictor, circle)
    let answer = try #require(predictor.predict(ahead: 0.02)).position
    #expect((answer - 10 * SIMD2(cos(-0.2), sin(-0.2))).length < 1e-9)
  }

  @Test("a motion that brakes stops and does not turn back")
  func braking() throws {
    // s = 3t − t²/2 in units of 10 ms stands at t = 3; the newest sample is at t = 2.
    var predictor = try Self.predictor {
      $0.acceleration = 1
      $0.window = 5
    }
    func place(_ t: Double) -> SIMD2<Double> {
      let length = 3 * t - t * t / 2
      return 20 * SIMD2(cos(length / 20), sin(length / 20))
    }
    Self.feed(
      &predictor,
      [-2.0, -1, 0, 1, 2].map { TouchSample(time: $0 / 100, position: place($0)) })
    for (ahead, time) in [(-0.01, 1.0), (0.005, 2.5), (0.01, 3), (0.02, 3), (1, 3)] {
      let answer = try #require(predictor.predict(ahead: ahead))
      #expect((answer.position - place(time)).length < 1e-9, "\(ahead) s ahead")
    }
    #expect(try #require(predictor.predict(ahead: 0.02)).velocity == .zero)
  }

  @Test("a step of half a turn, whose direction cannot be told, is a line")
  func halfTurns() throws {
    var predictor = try Self.predictor { $0.noiseSource = .given }
    let samples = [0.0, 1, 2, 2.5].map {
      TouchSample(time: $0 / 100, position: SIMD2(cos($0 * .pi), sin($0 * .pi)))
    }
    Self.feed(&predictor, samples)
    let mirrored = samples.map {
      TouchSample(time: $0.time, position: SIMD2($0.position.x, -$0.position.y))
    }
    let answer = try #require(predictor.predict(ahead: 0.01)).position
    Self.feed(&predictor, mirrored)
    let other = try #require(predictor.predict(ahead: 0.01)).position
    #expect((answer - SIMD2(other.x, -other.y)).length < 1e-9)
  }

  @Test("random streams stay within a few times what their speed allows", arguments: exact.indices)
  func bounded(setting: Int) throws {
    var worst = 0.0
    for seed in UInt64(1)...200 {
      var random = Xoshiro256StarStar(seed: seed)
      var predictor = try Self.predictor {
        Self.exact[setting](&$0)
        $0.acceleration = 0
      }
      predictor.beginStroke()
      var samples: [TouchSample] = []
      for index in 0..<40 {
        let place = SIMD2(random.nextNormal(), random.nextNormal())
        samples.append(TouchSample(time: Double(index) / 60, position: place))
        predictor.observe(samples[index])
        let recent = samples.suffix(13)
        guard recent.count > 1, let answer = predictor.predict(ahead: 0.05) else { continue }
        let speed =
          zip(recent, recent.dropFirst()).map { ($1.position - $0.position).length * 60 }
          .max() ?? 0
        let reach = recent.map { ($0.position - place).length }.max() ?? 0
        // Along a circle through noise an arc may be longer than its chord, by what a fitted
        // circle's far side adds.
        worst = max(worst, (answer.position - place).length / (speed * 0.05 + reach))
      }
    }
    #expect(worst < 3, "setting \(setting): \(worst)")
  }

  @Test("parameters out of their range are refused by name and value")
  func refusals() {
    for (spelling, message) in [
      ("arc:window=2", "window=2 is outside 3 to 256"),
      ("arc:span=-1", "span=-1 is outside 0 to 10"),
      ("arc:noise=-0.5", "noise=-0.5 is outside"), ("arc:fit=circle", "fit=circle is none of"),
      ("arc:acceleration=2", "acceleration=2 is outside 0 to 1"),
    ] {
      let error = #expect(throws: CatalogueError.self) {
        try PredictorCatalogue.standard.predictor(spelling)
      }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }

  /// Intervals of 3 to 30 ms after one another.
  private static func unevenTimes(_ random: inout Xoshiro256StarStar, count: Int) -> [Double] {
    var time = 5.0
    return (0..<count).map { _ in
      time += 0.003 + 0.027 * random.nextUnit()
      return time
    }
  }
}
