import Foundation
import MotionNumerics
import Testing

@testable import Datasets

/// The sigma-lognormal model, against its own definition integrated numerically.
@Suite struct SigmaLognormalMotionTests {
  /// Parameters extracted from a real stroke: σ 0.2265, μ −1.0756.
  private static let extracted = LognormalStroke(
    onset: 0, length: 20, logTimeDelay: -1.0756, logResponseTime: 0.2265, startAngle: 0.3,
    endAngle: 1.7)

  /// The midpoint rule over 20,000 cells of a smooth bump that is flat at both ends.
  private static let quadratureTolerance = 1e-7
  /// A central difference over 10⁻⁵ s of positions of about 20 mm.
  private static let derivativeTolerance = 1e-5

  private static let strokes = [
    extracted,
    LognormalStroke(
      onset: 0.4, length: 5, logTimeDelay: -2, logResponseTime: 0.15, startAngle: -2,
      endAngle: -2),
    LognormalStroke(
      onset: -0.2, length: 30, logTimeDelay: -0.9, logResponseTime: 0.45, startAngle: 1,
      endAngle: -0.6),
  ]

  @Test func theExtractedExampleHasItsPublishedTimes() {
    // The source states them to a millisecond.
    #expect(abs(Self.extracted.support.lowerBound - 0.173) < 0.0005)
    #expect(abs(Self.extracted.support.upperBound - 0.673) < 0.0005)
    #expect(abs(Self.extracted.peakTime - 0.324) < 0.0005)
    let peak = Self.extracted.speed(at: Self.extracted.peakTime)
    for offset in [-0.01, 0.01] {
      #expect(Self.extracted.speed(at: Self.extracted.peakTime + offset) < peak)
    }
  }

  @Test(arguments: strokes)
  func theSpeedIntegratesToTheLength(stroke: LognormalStroke) {
    // Eight deviations: all but 10⁻¹⁵ of the way.
    let end = exp(stroke.logTimeDelay + 8 * stroke.logResponseTime)
    let cells = 20_000
    let width = end / Double(cells)
    let sum = (0..<cells).reduce(0.0) {
      $0 + width * stroke.speed(at: stroke.onset + (Double($1) + 0.5) * width)
    }
    #expect(abs(sum - stroke.length) < stroke.length * Self.quadratureTolerance)
    #expect(abs(stroke.share(at: stroke.onset + end) - 1) < Self.quadratureTolerance)
  }

  @Test(arguments: strokes)
  func thePositionChangesAtTheSpeedInTheDirection(stroke: LognormalStroke) {
    let step = 1e-5
    let support = stroke.support
    for index in 1..<20 {
      let share = Double(index) / 20
      let time = support.lowerBound + share * (support.upperBound - support.lowerBound)
      let velocity =
        (stroke.displacement(at: time + step) - stroke.displacement(at: time - step)) / (2 * step)
      let direction = stroke.direction(at: time)
      let expected = stroke.speed(at: time) * SIMD2(cos(direction), sin(direction))
      let peak = stroke.speed(at: stroke.peakTime)
      #expect(velocity.distance(to: expected) < peak * Self.derivativeTolerance)
    }
  }

  /// The form in the literature, D/(θ_e − θ_s) (sin φ − sin θ_s, cos θ_s − cos φ).
  @Test func thePositionIsThePublishedOne() {
    let stroke = Self.extracted
    for time in [0.2, 0.3, 0.4, 0.6] {
      let angle = stroke.direction(at: time)
      let published =
        stroke.length / (stroke.endAngle - stroke.startAngle)
        * SIMD2(sin(angle) - sin(stroke.startAngle), cos(stroke.startAngle) - cos(angle))
      #expect(stroke.displacement(at: time).distance(to: published) < 1e-12 * stroke.length)
    }
  }

  @Test func nearlyStraightIsNearlyTheLine() {
    var line = Self.extracted
    line.endAngle = line.startAngle
    var bent = line
    // The published form has no digit left here.
    bent.endAngle += 1e-13
    for time in [0.2, 0.35, 0.7, 3] {
      let expected =
        line.length * line.share(at: time) * SIMD2(cos(line.startAngle), sin(line.startAngle))
      #expect(line.displacement(at: time).distance(to: expected) < 1e-12 * line.length)
      #expect(bent.displacement(at: time).distance(to: expected) < 1e-12 * line.length)
    }
  }

  @Test func beforeItsOnsetAStrokeIsAtRest() {
    #expect(Self.extracted.displacement(at: 0) == .zero && Self.extracted.speed(at: -1) == 0)
    #expect(Self.extracted.displacement(at: 1e-9) == .zero)
  }

  @Test func strokesAddAndWhatIsDrawnKeepsItsRanges() {
    for seed in 0..<200 as Range<UInt64> {
      var random = Xoshiro256StarStar(seed: seed)
      let motion = SigmaLognormalMotion.drawn(size: 1, pace: 1, using: &random)
      #expect((3...7).contains(motion.strokes.count), "seed \(seed)")
      for stroke in motion.strokes {
        #expect((0.15...0.45).contains(stroke.logResponseTime), "seed \(seed)")
        #expect((-2...(-0.9)).contains(stroke.logTimeDelay), "seed \(seed)")
        #expect((3...30).contains(stroke.length), "seed \(seed)")
        #expect(abs(stroke.endAngle - stroke.startAngle) <= .pi / 2 + 1e-12, "seed \(seed)")
      }
      // Contact begins where the first support does, when less than 0.3 % of any way is made.
      #expect(abs(motion.strokes.map(\.support.lowerBound).min() ?? 1) < 1e-12, "seed \(seed)")
      #expect(motion.position(at: 0).length < 0.003 * 30, "seed \(seed)")
      let sum = motion.strokes.reduce(SIMD2<Double>.zero) { $0 + $1.displacement(at: 0.5) }
      #expect(motion.position(at: 0.5) == sum, "seed \(seed)")
    }
  }
}

extension LognormalStroke {
  /// The time of the greatest speed, t₀ + exp(μ − σ²), in seconds.
  fileprivate var peakTime: Double {
    onset + exp(logTimeDelay - logResponseTime * logResponseTime)
  }
}
