import Foundation
import TestSupport
import Testing
import TouchInput

@testable import MotionPrediction

/// Deliveries of the samples of a steady clock, which `regularise` must not make worse.
///
/// The law: whatever the delivery, the mean error with the stage is at most 5 % above that of `linear`, or
/// of the same predictor, on the recorded times.
@Suite("regularise is never much worse than the recorded clock")
struct RegularizationLawTests {
  /// A delivery of samples.
  enum Delivery: CustomTestStringConvertible {
    /// At the end of their frame of so many intervals, each so many seconds after the one before.
    case frames(Double, apart: Double)
    /// Now and then so many samples at once.
    case stalls(Int, apart: Double)
    /// Early or late by up to so many intervals.
    case jitter(Double)
    /// Late by up to so many intervals, in order.
    case lateness(Double)
    /// With some samples missing.
    case missing

    var testDescription: String {
      switch self {
      case .frames(let size, let apart): "frames of \(size), \(1000 * apart) ms apart"
      case .stalls(let size, let apart): "stalls of \(size), \(1000 * apart) ms apart"
      case .jitter(let share): "jitter of \(share)"
      case .lateness(let share): "lateness of \(share)"
      case .missing: "missing samples"
      }
    }

    static let all: [Delivery] =
      [1.25, 1.5, 2, 2.1, 2.5, 3, 3.3, 4].flatMap { size in
        [0, 0.0001, 0.0005, 0.001].map { .frames(size, apart: $0) }
      }
      + [2, 3, 6, 12].flatMap { size in [0, 0.0001, 0.001].map { .stalls(size, apart: $0) } }
      + [0, 0.1, 0.4, 0.8].map { .jitter($0) } + [0.3, 0.8, 2].map { .lateness($0) } + [.missing]

    /// Returns when samples are measured and delivered.
    func times(_ count: Int, interval: Double, seed: UInt64) -> [(
      measured: Double, delivered: Double
    )] {
      var random = TestRandom(seed: seed)
      let measured = (0..<count).map { (Double($0) + 0.3) * interval }
      switch self {
      case .frames(let size, let apart):
        var (frame, index) = (-1.0, 0.0)
        return measured.map { time in
          let end = (time / (size * interval) - 1e-9).rounded(.up) * size * interval
          (frame, index) = (end, end == frame ? index + 1 : 0)
          return (time, end + apart * index)
        }
      case .stalls(let size, let apart):
        var result: [(measured: Double, delivered: Double)] = []
        var start = 30 + random.integer(below: 30)
        for (index, time) in measured.enumerated() {
          let place = index - start
          let isStalled = (0..<size).contains(place) && start + size <= count
          let end = isStalled ? measured[start + size - 1] + apart * Double(place) : time
          result.append((time, max(end, result.last?.delivered ?? 0)))
          if place == size { start += size + 30 + random.integer(below: 60) }
        }
        return result
      case .jitter(let share):
        return measured.map { ($0, $0 + share * interval * (random.unit() - 0.5)) }
      case .lateness(let share):
        var latest = 0.0
        return measured.map { time in
          latest = max(latest, time + share * interval * random.unit())
          return (time, latest)
        }
      case .missing: return measured.filter { _ in random.unit() > 0.1 }.map { ($0, $0) }
      }
    }
  }

  private static let motions: [@Sendable (Double) -> SIMD2<Double>] = [
    { [500 * $0, 100 * $0] },
    { [100 * cos($0 * 4), 100 * sin($0 * 4)] },
    { [300 * $0 + 40 * sin(9 * $0), 60 * sin(5 * $0)] },
  ]

  /// The mean error against the track of recorded times, as it is scored.
  private func error(
    _ spelling: String, _ times: [(measured: Double, delivered: Double)], rate: Double,
    _ motion: (Double) -> SIMD2<Double>, ahead: Double
  ) throws -> Double {
    let samples = times.map { TouchSample(time: $0.delivered, position: motion($0.measured)) }
    var predictor = try PredictorCatalogue.standard.predictor(spelling)
      .make(PredictorContext(horizons: [ahead], nominalRate: rate))
    var track: [TouchSample] = []
    for sample in samples {
      while let last = track.last, last.time >= sample.time { track.removeLast() }
      track.append(sample)
    }
    predictor.beginStroke()
    var (sum, count, next) = (0.0, 0.0, 1)
    for sample in samples {
      predictor.observe(sample)
      let predicted = predictor.position(ahead: ahead) ?? sample.position
      let moment = sample.time + ahead
      next = max(1, min(next, track.count) - 1)
      while next > 1, track[next - 1].time > moment { next -= 1 }
      while next < track.count, track[next].time < moment { next += 1 }
      guard next < track.count else { continue }
      let (left, right) = (track[next - 1], track[next])
      let share = (moment - left.time) / (right.time - left.time)
      sum += (predicted - left.position - share * (right.position - left.position)).length
      count += 1
    }
    return sum / count
  }

  @Test("linear, polynomials and rls", arguments: Delivery.all)
  func law(delivery: Delivery) throws {
    for rate in [60.0, 120, 240] {
      for (index, motion) in Self.motions.enumerated() {
        for ahead in [0.0167, 0.05] {
          var sums: [String: Double] = [:]
          let others = rate == 120 ? ["polynomial:degree=2,window=5", "rls"] : []
          let chains = ["linear"] + others
          for seed in UInt64(1)...2 {
            let times = delivery.times(250, interval: 1 / rate, seed: seed)
            for spelling in chains.flatMap({ [$0, "regularise+\($0)"] }) {
              sums[spelling, default: 0] += try error(
                spelling, times, rate: rate, motion, ahead: ahead)
            }
          }
          for chain in chains {
            let (plain, regular) = (sums[chain] ?? 0, sums["regularise+\(chain)"] ?? .infinity)
            let bound = 1.05 * max(plain, sums["linear"] ?? 0) + 1e-6
            #expect(
              regular <= bound,
              "\(chain), \(rate) Hz, motion \(index), \(ahead) s, seeds 1 and 2: \(regular) against \(plain)"
            )
          }
        }
      }
    }
  }

  @Test(
    "equal times are one nominal interval apart, and the prediction is as good as on the right times"
  )
  func pairs() throws {
    var predictor = try PredictorCatalogue.standard.predictor("regularise+linear")
      .make(PredictorContext(horizons: [], nominalRate: 100))
    predictor.beginStroke()
    for index in 0..<20 {
      let frame = 0.02 * Double((index + 1) / 2)
      predictor.observe(TouchSample(time: frame, position: [Double(index), 0]))
      guard index > 3 else { continue }
      let found = try #require(predictor.position(ahead: 0.02))
      // The first of a pair is half a frame old.
      let measured = index.isMultiple(of: 2) ? Double(index) : Double(index) + 1
      #expect(abs(found.x - measured - 2) < 1e-6)
    }
  }

  @Test("a nominal rate of frames instead of samples is corrected", arguments: [2, 3, 4])
  func framesAsRate(size: Int) throws {
    var predictor = try PredictorCatalogue.standard.predictor("regularise+linear")
      .make(PredictorContext(horizons: [], nominalRate: 60))
    predictor.beginStroke()
    for index in 0..<60 {
      let frame = Double((index + size - 1) / size) / 60
      predictor.observe(TouchSample(time: frame, position: [Double(index), 0]))
    }
    let velocity = try #require(predictor.predict(ahead: 0)?.velocity)
    #expect(abs(velocity.x / Double(60 * size) - 1) < 0.01)
  }
}
