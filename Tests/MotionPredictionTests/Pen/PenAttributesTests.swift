import MotionNumerics
import Testing
import TouchInput

@testable import MotionPrediction

@Suite("Pen attributes")
struct PenAttributesTests {
  /// Rounding of a least-squares line through a few values of order 1.
  private static let tolerance = 1e-12

  /// The kinds that predict force, altitude and azimuth.
  static let kinds = [
    "linear", "polynomial", "weighted-polynomial", "arc", "lms", "nlms", "rls", "windows-rls",
    "lms:mode=direct", "kalman", "imm", "desp", "hedge:[linear;polynomial]",
  ]

  private func sample(
    _ index: Int, force: Double? = nil, altitude: Double? = nil, azimuth: Double? = nil
  ) -> TouchSample {
    TouchSample(
      time: Double(index) / 128, position: SIMD2(3 * Double(index), 1), force: force,
      altitude: altitude, azimuth: azimuth)
  }

  private func window(_ samples: [TouchSample]) -> ObservationWindow {
    var window = ObservationWindow(capacity: max(samples.count, 1))
    for sample in samples { window.append(sample) }
    return window
  }

  private func attributes(_ samples: [TouchSample], ahead steps: Double) -> PenAttributes {
    PenAttributes(of: window(samples), ahead: steps / 128)
  }

  private func answer(
    _ spelling: String, _ samples: [TouchSample], ahead steps: Double
  ) throws -> Prediction {
    var predictor = try PredictorCatalogue.standard.predictor(spelling).make(
      PredictorContext(horizons: [1.0 / 128, 4.0 / 128], nominalRate: 128))
    predictor.beginStroke()
    for sample in samples { predictor.observe(sample) }
    return try #require(predictor.predict(ahead: steps / 128))
  }

  @Test("a ramp is continued", arguments: [-3.0, 0, 0.5, 2, 5])
  func ramp(steps: Double) {
    let samples = (0..<6).map {
      let index = Double($0)
      return sample(
        $0, force: 0.2 + 0.05 * index, altitude: 1.2 - 0.04 * index, azimuth: 0.5 + 0.1 * index)
    }
    let said = attributes(samples, ahead: steps)
    let at = 5 + steps
    #expect(abs((said.force ?? .nan) - (0.2 + 0.05 * at)) < Self.tolerance)
    #expect(abs((said.altitude ?? .nan) - (1.2 - 0.04 * at)) < Self.tolerance)
    #expect(abs((said.azimuth ?? .nan) - (0.5 + 0.1 * at)) < Self.tolerance)
  }

  @Test("every kind continues a ramp of force by one step", arguments: kinds)
  func everyKind(spelling: String) throws {
    let samples = (0..<20).map {
      sample($0, force: 0.1 + 0.01 * Double($0), altitude: 1, azimuth: -3 + 0.02 * Double($0))
    }
    let said = try answer(spelling, samples, ahead: 1)
    #expect(abs(try #require(said.force) - 0.3) < Self.tolerance)
    #expect(said.altitude == 1)
    #expect(abs(try #require(said.azimuth) - -2.6) < Self.tolerance)
  }

  @Test("what was never reported is not said", arguments: kinds)
  func missing(spelling: String) throws {
    let said = try answer(spelling, (0..<20).map { sample($0) }, ahead: 2)
    #expect(said.force == nil && said.altitude == nil && said.azimuth == nil)
  }

  @Test("a constant is continued exactly", arguments: kinds)
  func constant(spelling: String) throws {
    let samples = (0..<20).map { sample($0, force: 0.1, altitude: 0.7, azimuth: .pi) }
    let said = try answer(spelling, samples, ahead: 2.7)
    #expect(said.force == 0.1 && said.altitude == 0.7 && said.azimuth == .pi)
  }

  @Test("the line is the least-squares one, not through the last values")
  func leastSquares() {
    // Values 0, 1, 0 at 0, 1, 2 after an offset: mean 1/3, slope 0.
    let said = attributes(
      [0.0, 1, 0].enumerated().map { sample($0.offset, force: 1 + $0.element) }, ahead: 3)
    #expect(abs((said.force ?? .nan) - 4.0 / 3) < Self.tolerance)
  }

  @Test("azimuth goes on through half a turn, both ways", arguments: [1.0, -1])
  func azimuthWraps(sign: Double) {
    let angles = [2.8, 2.9, 3.0, 3.1].map { sign * $0 }
    let samples = angles.enumerated().map { sample($0.offset, azimuth: $0.element) }
    let ahead = attributes(samples, ahead: 1).azimuth ?? .nan
    #expect(abs(ahead - sign * (3.2 - 2 * .pi)) < Self.tolerance)
    let crossed = [3.0, 3.1, 3.2 - 2 * .pi, 3.3 - 2 * .pi].map { sign * $0 }
    let after = attributes(
      crossed.enumerated().map { sample($0.offset, azimuth: $0.element) }, ahead: 1)
    #expect(abs((after.azimuth ?? .nan) - sign * (3.4 - 2 * .pi)) < Self.tolerance)
  }

  @Test("azimuth from 0 to 2π is taken too, and given within half a turn")
  func azimuthConvention() {
    let samples = (0..<4).map { sample($0, azimuth: 2 * .pi - 0.4 + 0.1 * Double($0)) }
    let azimuth = attributes(samples, ahead: 2).azimuth ?? .nan
    #expect(abs(azimuth - 0.1) < Self.tolerance)
    #expect(attributes([sample(0, azimuth: -.pi)], ahead: 1).azimuth == .pi)
  }

  @Test("force is not below 0, altitude within 0 and π/2")
  func clamps() {
    let falling = (0..<4).map {
      sample($0, force: 0.35 - 0.1 * Double($0), altitude: 0.3 - 0.09 * Double($0))
    }
    let low = attributes(falling, ahead: 3)
    #expect(low.force == 0 && low.altitude == 0)
    let rising = (0..<4).map { sample($0, altitude: 1.2 + 0.1 * Double($0)) }
    #expect(attributes(rising, ahead: 3).altitude == .pi / 2)
  }

  @Test("no farther from the newest value than the window's values are apart")
  func bounded() {
    let samples = [0.5, 0.6].enumerated().map { sample($0.offset, force: $0.element) }
    #expect(abs((attributes(samples, ahead: 50).force ?? .nan) - 0.7) < Self.tolerance)
    #expect(abs((attributes(samples, ahead: -50).force ?? .nan) - 0.5) < Self.tolerance)
    #expect(attributes(samples, ahead: 1e300).force?.isFinite == true)
  }

  @Test("missing and non-finite values are passed over")
  func passesOver() {
    let forces: [Double?] = [0.1, nil, 0.3, .nan, 0.5, .infinity, nil]
    let samples = forces.enumerated().map { sample($0.offset, force: $0.element) }
    // The line goes on from the newest sample, which carries none.
    #expect(abs((attributes(samples, ahead: 1).force ?? .nan) - 0.8) < Self.tolerance)
    let none = attributes([sample(0, force: .nan), sample(1, force: -.infinity)], ahead: 1)
    #expect(none.force == nil)
    #expect(PenAttributes(of: ObservationWindow(capacity: 3), ahead: 0.1).force == nil)
  }

  @Test("a broken attribute does not silence the position", arguments: kinds + ["hold"])
  func brokenAttribute(spelling: String) throws {
    let values = [Double.nan, .infinity, 1e308, -1e308, 0.5]
    let samples = (0..<20).map {
      sample($0, force: values[$0 % 5], altitude: values[($0 + 1) % 5], azimuth: values[$0 % 4])
    }
    for steps in [-1.0, 0.5, 3] where steps > 0 || spelling != "hold" {
      #expect(try answer(spelling, samples, ahead: steps).isFinite)
    }
  }

  @Test("samples of one time give their mean")
  func oneTime() {
    let samples = [0.2, 0.4, 0.9].map { TouchSample(time: 1, position: .zero, force: $0) }
    #expect(abs((attributes(samples, ahead: 1).force ?? .nan) - 0.5) < Self.tolerance)
  }

  @Test("only the newest samples asked for count")
  func newestCount() {
    let samples = [9.0, 9, 0.1, 0.2, 0.3].enumerated().map {
      sample($0.offset, force: $0.element)
    }
    let said = PenAttributes(of: window(samples), newest: 3, ahead: 1.0 / 128)
    #expect(abs((said.force ?? .nan) - 0.4) < Self.tolerance)
  }

  @Test("hedge takes the mean of its members, azimuth as an angle")
  func hedgeMean() {
    var mean = PenAttributesMean()
    mean.add(Prediction(position: .zero, force: 0.2, azimuth: 3), weight: 0.5)
    mean.add(Prediction(position: .zero, force: 0.6, altitude: 0.4, azimuth: -3), weight: 0.5)
    mean.add(Prediction(position: .zero), weight: 7)
    let said = mean.attributing(Prediction(position: .zero))
    #expect(abs((said.force ?? .nan) - 0.4) < Self.tolerance)
    #expect(said.altitude == 0.4)
    #expect(abs((said.azimuth ?? .nan) - .pi) < Self.tolerance)
    var opposite = PenAttributesMean()
    opposite.add(Prediction(position: .zero, azimuth: 1), weight: 1)
    opposite.add(Prediction(position: .zero, azimuth: 1 - .pi), weight: 1)
    #expect(opposite.attributing(Prediction(position: .zero)).azimuth == 1)
  }
}
