import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// White noise through the whole harness: a contact at rest at zero with a noisy sensor.
///
/// With σ the noise of each axis and G the gain of the predictor's weights, the RMS error is
/// σ·√2·G, since the truth is 0 and both axes shake.
@Suite struct NoiseGainTests {
  /// A configuration of `polynomial` at a horizon, with √Σw² of its weights on equal spacing.
  struct Case: CustomTestStringConvertible {
    let frames: Double
    let degree: Int
    let window: Int
    let gain: Double
    var testDescription: String { "\(frames) ahead, degree \(degree), window \(window)" }
  }

  /// From the least-squares weights in closed form: touch-prediction's configurations and others.
  private static let cases = [
    Case(frames: 1, degree: 1, window: 2, gain: 2.23606797749979),
    Case(frames: 2, degree: 1, window: 2, gain: 3.605551275463989),
    Case(frames: 3, degree: 1, window: 2, gain: 5),
    Case(frames: 1, degree: 1, window: 3, gain: 1.5275252316519465),
    Case(frames: 2, degree: 1, window: 3, gain: 2.1984843263788196),
    Case(frames: 3, degree: 1, window: 3, gain: 2.8867513459481287),
    Case(frames: 2, degree: 1, window: 5, gain: 1.3416407864998738),
    Case(frames: 2, degree: 1, window: 8, gain: 0.9193683131575152),
    Case(frames: 2, degree: 2, window: 3, gain: 10.440306508910531),
    Case(frames: 2, degree: 2, window: 5, gain: 3.9749213828703436),
    Case(frames: 2, degree: 2, window: 7, gain: 2.507132682112033),
    Case(frames: 3, degree: 2, window: 8, gain: 3.0462701627994035),
    Case(frames: 3, degree: 3, window: 8, gain: 9.313328902067118),
    Case(frames: 0, degree: 1, window: 3, gain: 0.9128709291752768),
    Case(frames: 2, degree: 0, window: 4, gain: 0.5),
  ]

  /// The bar of the project: the measured gain is within 3 % of the closed form.
  private static let tolerance = 0.03
  private static let seed: UInt64 = 20_150_503
  private static let sigma = 0.25
  /// The deviation of the measured gain over seeds is then about 0.5 % at most.
  private static let sampleCount = 60_000

  /// Shared by the cases; a hundred strokes, so that no rounding of long times plays a part.
  private static let recording: Recording = {
    var random = Xoshiro256StarStar(seed: seed)
    let strokes = (0..<100).map { number in
      var stroke = Stroke.sampled("\(number)", count: sampleCount / 100) { _ in
        SIMD2(random.nextNormal(), random.nextNormal()) * sigma
      }
      stroke.exactPositions = Array(repeating: .zero, count: stroke.samples.count)
      return stroke
    }
    return .test(strokes)
  }()

  @Test(arguments: cases)
  func measuredGainIsTheClosedForm(_ given: Case) throws {
    let replay = EvaluationProtocol.sample {
      $0.truth = .exact
      $0.history = given.window
    }
    let subject = try EvaluationSubject.spelled(
      "polynomial:degree=\(given.degree),window=\(given.window)")
    let values = try scores(subject, on: [Self.recording], at: .frames(given.frames), replay)
    let rmse = try #require(values["error_rmse"])
    let gain = rmse / Self.sigma / 2.0.squareRoot()
    #expect(
      abs(gain - given.gain) <= Self.tolerance * given.gain,
      "seed \(Self.seed): \(gain) for \(given.gain)")
    #expect(values["abstention_share"] == 0)
  }

  /// √(1/N + 12 (H + (N − 1)/2)² / (N (N² − 1))), of which the cases of degree 1 are values.
  @Test(arguments: cases.filter { $0.degree == 1 })
  func theCasesOfDegreeOneAreTheirFormula(_ given: Case) {
    let n = Double(given.window)
    let reach = given.frames + (n - 1) / 2
    let square = 1 / n + 12 * reach * reach / (n * (n * n - 1))
    #expect(agree(square.squareRoot(), given.gain))
  }
}
