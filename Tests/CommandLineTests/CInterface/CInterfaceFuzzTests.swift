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
    switch random.integer(below: 14) {
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
