import Foundation
import MotionNumerics
import Testing

@Suite("Circular arc")
struct CircularArcTests {
  /// A few roundings of numbers about 1.
  static let rounding = 1e-14

  private func arc(_ curvature: Double) -> CircularArc {
    CircularArc(point: SIMD2(2, -1), tangent: SIMD2(0.6, 0.8), curvature: curvature)
  }

  @Test("points lie on the circle, at their arc length", arguments: [-3.0, -0.4, 0.5, 2])
  func points(curvature: Double) throws {
    let arc = arc(curvature)
    let center = try #require(arc.center)
    for length in stride(from: -5.0, through: 5, by: 0.37) {
      let point = arc.position(at: length)
      #expect(abs((point - center).length - arc.radius) < Self.rounding)
      #expect(abs(arc.signedDistance(to: point)) < Self.rounding)
      let direction = arc.direction(at: length)
      #expect(abs(direction.length - 1) < Self.rounding)
      // A chord of ±δ is parallel to the tangent between, and 2δ long to second order.
      let delta = 1e-5
      let chord = arc.position(at: length + delta) - arc.position(at: length - delta)
      #expect((chord / (2 * delta) - direction).length < 1e-9)
    }
    #expect((arc.position(at: 2 * .pi / curvature) - arc.point).length < Self.rounding)
  }

  @Test("a positive curvature turns x towards y")
  func sense() {
    let arc = CircularArc(point: .zero, tangent: SIMD2(1, 0), curvature: 2)
    #expect(arc.center == SIMD2(0, 0.5))
    #expect((arc.position(at: .pi / 4) - SIMD2(0.5, 0.5)).length < Self.rounding)
    #expect((arc.direction(at: .pi / 4) - SIMD2(0, 1)).length < Self.rounding)
    #expect(arc.signedDistance(to: SIMD2(0, 0.5)) == 0.5)
    #expect(arc.signedDistance(to: SIMD2(0, -1)) == -1)
  }

  @Test("a line is curvature 0 and the limit of circles")
  func line() {
    let line = arc(0)
    #expect(line.center == nil && line.radius == .infinity)
    #expect(line.position(at: 10) == SIMD2(8, 7))
    #expect(line.direction(at: 10) == line.tangent)
    #expect(line.sagitta(ofLength: 3) == 0)
    let aside = SIMD2(1.0, 5)
    for exponent in 0...40 {
      let curvature = pow(10, -Double(exponent) / 2)
      let near = arc(curvature)
      // What is left is the curve's own deviation, which to leading order is proportional to κ.
      let limit = 100 * curvature + Self.rounding * 100
      #expect((near.position(at: 3) - line.position(at: 3)).length < limit)
      #expect(abs(near.signedDistance(to: aside) - line.signedDistance(to: aside)) < limit)
      let length = near.arcLength(from: near.point, to: near.position(at: 0.7))
      #expect(abs(length - 0.7) < Self.rounding, "curvature \(curvature)")
      #expect(abs(near.sagitta(ofLength: 2) / curvature - 0.5) < 0.05 * curvature + 1e-12)
    }
  }

  @Test("arc length is measured the shorter way and sums up to a turn")
  func arcLength() {
    let arc = arc(0.25)
    for (start, end) in [(0.0, 3.0), (1, -2), (5, 5), (-4, 8)] {
      let length = arc.arcLength(from: arc.position(at: start), to: arc.position(at: end))
      #expect(abs(length - (end - start)) < 1e-13)
    }
    // 13 of a circumference of 8π ≈ 25.13 is more than half of it: the other way is shorter.
    let other = arc.arcLength(from: arc.point, to: arc.position(at: 13))
    #expect(abs(other - (13 - 8 * .pi)) < 1e-13)
    let steps = (0..<9).map { arc.position(at: Double($0) * .pi) }
    let turn = zip(steps, steps.dropFirst()).reduce(0) { $0 + arc.arcLength(from: $1.0, to: $1.1) }
    #expect(abs(turn - 8 * .pi) < 1e-12)
  }

  @Test("the nearest point is the foot of the normal", arguments: [-1.5, 0, 1e-9, 0.3])
  func nearest(curvature: Double) {
    let arc = arc(curvature)
    for position in [SIMD2(0.3, 4.0), SIMD2(2, -1), SIMD2(-3, -3), SIMD2(2.1, -0.8)] {
      let based = arc.based(nearest: position)
      #expect(abs(arc.signedDistance(to: based.point)) < 1e-13)
      let foot = position - based.point
      #expect(abs(foot.dot(based.tangent)) < 1e-13)
      #expect(abs(foot.dot(based.normal) - arc.signedDistance(to: position)) < 1e-13)
      #expect(based.curvature == curvature)
    }
  }

  @Test("from the center every point is nearest, and one of them is given")
  func center() throws {
    let arc = CircularArc(point: SIMD2(1, 0), tangent: SIMD2(0, 1), curvature: 1)
    let based = arc.based(nearest: .zero)
    #expect(based == arc)
    #expect(arc.signedDistance(to: .zero) == 1)
  }

  @Test("the sagitta grows to the diameter and no further")
  func sagitta() {
    let arc = arc(-0.5)
    #expect(abs(arc.sagitta(ofLength: 2 * .pi) - 2) < Self.rounding)
    #expect(abs(arc.sagitta(ofLength: 4 * .pi) - 4) < Self.rounding)
    #expect(abs(arc.sagitta(ofLength: 100) - 4) < Self.rounding)
    #expect(abs(arc.sagitta(ofLength: 0.8) - 2 * (1 - cos(0.2))) < 1e-15)
  }

  @Test("short steps by the series are those of the arctangent, and of either sign")
  func shortSteps() {
    // Both are within an ulp or two of the true length.
    let tolerance = 1e-14
    var random = Xoshiro256StarStar(seed: 11)
    for trial in 0..<2000 {
      let curvature = 2 * random.nextUnit() - 1
      let arc = CircularArc(point: [3, -4], tangent: [0.6, 0.8], curvature: curvature)
      // Turns up to 0.3 either way, so that both sides of the limit at a tangent of 0.25 are met.
      let length = 0.3 * (2 * random.nextUnit() - 1) / max(abs(curvature), 1e-3)
      let start = random.nextUnit()
      let step = arc.arcLength(from: arc.position(at: start), to: arc.position(at: start + length))
      #expect(
        abs(step - length) <= tolerance * (1 + 1 / max(abs(curvature), 1e-3)), "trial \(trial)")
    }
  }

  @Test("position and direction together are the two alone")
  func together() {
    let tolerance = 1e-14
    for curvature in [-2.0, -0.1, -1e-9, 0, 1e-300, 1e-3, 0.7] {
      let arc = CircularArc(point: [1, 2], tangent: [0.8, -0.6], curvature: curvature)
      for length in [-3.0, -1e-6, 0, 0.2, 2.9] {
        let (position, direction) = arc.positionAndDirection(at: length)
        #expect((position - arc.position(at: length)).length <= 4 * tolerance)
        #expect((direction - arc.direction(at: length)).length <= tolerance)
      }
    }
  }
}
