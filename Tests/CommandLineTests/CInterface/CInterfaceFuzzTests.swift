import CInterface
import CNextpoint
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// Odd calls through `nextpoint.h`, in the process of the tests: nothing but answers.
@Suite struct CInterfaceFuzzTests {
  @Test func oddCallsDoNoHarm() {
    let findings = FuzzRun(part: "c-interface", everyday: 60).findings { random in
      var message = [CChar](repeating: 1, count: 64)
      let capacity = random.pick([0, 1, 2, 63, 64])
      let spec = OddInput.spelling(&random)
      let predictor = Self.create(spec, &message, capacity, &random)
      defer { nextpoint_free(predictor) }
      if capacity > 0, !message[..<capacity].contains(0) { return "\(spec): a message without end" }
      if message[capacity...].contains(where: { $0 != 1 }) { return "\(spec): a message too long" }
      let calls = random.integer(below: 40)
      for number in 0..<calls {
        if let finding = Self.call(predictor, number, &random) { return "\(spec): \(finding)" }
      }
      return nil
    }
    #expect(findings.isEmpty, "\(findings)")
  }

  private static func create(
    _ spec: String, _ message: inout [CChar], _ capacity: Int, _ random: inout TestRandom
  ) -> OpaquePointer? {
    let horizons = (0..<random.integer(below: 4)).map { _ in random.pick(OddInput.values) }
    let isBare = random.integer(below: 3) == 0
    let (rate, units, refresh) = (
      random.pick(OddInput.values), random.pick(OddInput.values), random.pick(OddInput.values)
    )
    return horizons.withUnsafeBufferPointer { horizons in
      var context = nextpoint_context(
        nominal_rate_hz: rate, units_per_millimetre: units, refresh_rate_hz: refresh,
        horizons_s: horizons.baseAddress, horizon_count: horizons.count)
      return isBare
        ? nextpoint_create(spec, nil, &message, capacity)
        : nextpoint_create(spec, &context, &message, capacity)
    }
  }

  private static func call(
    _ predictor: OpaquePointer?, _ number: Int, _ random: inout TestRandom
  ) -> String? {
    switch random.integer(below: 16) {
    case 0: nextpoint_begin_stroke(predictor)
    case 1: nextpoint_end_stroke(predictor, random.pick(OddInput.values))
    case 2 where random.integer(below: 4) == 0: nextpoint_reset(predictor)
    case 3: nextpoint_observe(predictor, nil)
    case 4:
      let samples = (0..<random.integer(below: 4)).map { sample(number + $0, &random) }
      nextpoint_observe_device_predictions(predictor, samples, samples.count)
    case 5:
      let copy = nextpoint_copy(predictor)
      defer { nextpoint_free(copy) }
      return answer(copy, &random)
    case 6...8: return answer(predictor, &random)
    case 9: return region(predictor, &random)
    case 10: return batch(predictor, number, &random)
    default:
      var sample = sample(number, &random)
      nextpoint_observe(predictor, &sample)
    }
    return nil
  }

  private static func sample(_ number: Int, _ random: inout TestRandom) -> nextpoint_sample {
    let sample = OddInput.sample(number, &random)
    return nextpoint_sample(
      time_s: sample.time, x: sample.position.x, y: sample.position.y, force: sample.force ?? .nan,
      altitude_rad: sample.altitude ?? .nan, azimuth_rad: sample.azimuth ?? .nan)
  }

  private static func region(_ predictor: OpaquePointer?, _ random: inout TestRandom) -> String? {
    let (horizon, level) = (
      random.pick(OddInput.values + [0.0333]), random.pick([0.5, 0.99, 1, .nan])
    )
    var region = nextpoint_region()
    region.size = random.pick([0, 8, MemoryLayout<nextpoint_region>.size, .max])
    guard nextpoint_predict_region(predictor, horizon, level, &region) else {
      return region.semi_major == 0 ? nil : "no region, and one of \(region.semi_major)"
    }
    let isOrdered = region.semi_major >= region.semi_minor && region.semi_minor >= 0
    return isOrdered && region.x.isFinite && region.y.isFinite
      ? nil : "a region of \(region.semi_major) × \(region.semi_minor)"
  }

  /// A few samples in one call, with counts, offsets and flags that need not fit.
  private static func batch(
    _ predictor: OpaquePointer?, _ number: Int, _ random: inout TestRandom
  ) -> String? {
    let samples = (0..<random.integer(below: 5)).map { sample(number + $0, &random) }
    let offsets = [0, random.integer(below: 4), random.pick([samples.count, 3, 1, -1])]
    let horizons = [random.pick(OddInput.values), 0.0333]
    var positions = [Double](repeating: -7, count: 4 * samples.count + 1)
    let hasAnswers = samples.withUnsafeBufferPointer { samples in
      offsets.withUnsafeBufferPointer { offsets in
        horizons.withUnsafeBufferPointer { horizons in
          positions.withUnsafeMutableBufferPointer { positions in
            var strokes = nextpoint_strokes()
            strokes.size = random.pick([MemoryLayout<nextpoint_strokes>.size, 0, -1])
            strokes.sample_count = samples.count
            let start = samples.baseAddress.map { UnsafeRawPointer($0) }
            func column(_ field: Int) -> nextpoint_column {
              nextpoint_column(
                values: start.map { ($0 + 8 * field).assumingMemoryBound(to: Double.self) },
                stride_bytes: MemoryLayout<nextpoint_sample>.stride)
            }
            (strokes.time_s, strokes.x, strokes.y) = (column(0), column(1), column(2))
            strokes.force = column(3)
            if random.integer(below: 2) == 0 {
              strokes.stroke_offsets = offsets.baseAddress
              strokes.stroke_count = 2
            }
            strokes.flags = random.integer(below: 5)
            var answers = nextpoint_answers()
            answers.size = MemoryLayout<nextpoint_answers>.size
            (answers.horizons_s, answers.horizon_count) = (horizons.baseAddress, 2)
            answers.position = positions.baseAddress
            return nextpoint_predict_strokes(predictor, &strokes, &answers, nil, 0)
          }
        }
      }
    }
    if positions.last != -7 { return "an answer beyond the array" }
    if !hasAnswers { return positions.allSatisfy { $0 == -7 } ? nil : "a refusal, and answers" }
    let areKnown = positions.dropLast().allSatisfy { $0.isNaN || $0.isFinite }
    return areKnown && !positions.dropLast().contains(-7) ? nil : "answers \(positions)"
  }

  private static func answer(_ predictor: OpaquePointer?, _ random: inout TestRandom) -> String? {
    let horizon = random.pick(OddInput.values + [0.0333, 0.0333, 0.0333])
    var (x, y) = (-7.0, -7.0)
    var said = nextpoint_prediction()
    let answers = (
      nextpoint_position(predictor, horizon, &x, &y), nextpoint_predict(predictor, horizon, &said)
    )
    if answers.0 != answers.1 { return "answers \(answers) at \(horizon) s" }
    if !answers.0 { return x == -7 && y == -7 ? nil : "no answer, and \(x), \(y)" }
    if !(x.isFinite && y.isFinite) { return "predicts \(x), \(y) at \(horizon) s" }
    return said.x == x && said.y == y ? nil : "says \(said.x), \(said.y) and \(x), \(y)"
  }
}
