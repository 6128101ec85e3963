import Foundation
import MotionNumerics
import TestSupport
import Testing

@Suite("Circle fits")
struct CircleFitTests {
  /// Published values are given to seven digits.
  static let published = 1e-6
  /// Newton against LAPACK on well-posed points of extent 1.
  static let agreement = 1e-9

  struct Golden: Sendable, CustomTestStringConvertible {
    var method: CircleFitMethod
    var center: SIMD2<Double>
    var radius: Double
    var rootMeanSquare: Double?
    var testDescription: String { "\(method) \(radius)" }
  }

  /// Gander, Golub and Strebel 1994, doi:10.1007/BF01934268.
  static let ganderGolubStrebel: [SIMD2<Double>] = [
    SIMD2(1, 7), SIMD2(2, 6), SIMD2(5, 8), SIMD2(7, 7), SIMD2(9, 5), SIMD2(3, 7),
  ]
  /// Pratt 1987, doi:10.1145/37402.37420: nearly a line.
  static let pratt: [SIMD2<Double>] = [
    SIMD2(-1, 0), SIMD2(-0.3, -0.06), SIMD2(0.3, 0.1), SIMD2(1, 0),
  ]

  static let golden: [(points: [SIMD2<Double>], golden: Golden)] = [
    (
      ganderGolubStrebel,
      .init(
        method: .kasa, center: SIMD2(4.742331, 3.835123), radius: 4.108762, rootMeanSquare: 0.482751
      )
    ),
    (
      ganderGolubStrebel,
      .init(
        method: .taubin, center: SIMD2(4.613933, 2.795209), radius: 4.879213,
        rootMeanSquare: 0.4572958)
    ),
    (
      ganderGolubStrebel,
      .init(
        method: .pratt, center: SIMD2(4.615482, 2.807354), radius: 4.911302,
        rootMeanSquare: 0.4610572)
    ),
    (
      ganderGolubStrebel,
      .init(
        method: .hyper, center: SIMD2(4.615482, 2.807354), radius: 4.827575,
        rootMeanSquare: 0.4571757)
    ),
    (pratt, .init(method: .kasa, center: SIMD2(0.0163917, -0.7244545), radius: 1.0430686)),
    (pratt, .init(method: .taubin, center: SIMD2(0.4909211, -22.15598), radius: 22.18378)),
    (pratt, .init(method: .pratt, center: SIMD2(0.4908357, -22.15212), radius: 22.18006)),
    (pratt, .init(method: .hyper, center: SIMD2(0.4908357, -22.15212), radius: 22.17979)),
  ]

  @Test("published circles, by Newton and by LAPACK", arguments: golden.indices)
  func published(index: Int) throws {
    let (points, golden) = Self.golden[index]
    for fit in [
      try CircleFit(points[...], method: golden.method),
      try CircleFit.byEigenvectors(points, method: golden.method),
    ] {
      let center = try #require(fit.arc.center)
      let tolerance = Self.published * golden.radius
      #expect((center - golden.center).length < tolerance, "\(golden.method) \(center)")
      #expect(abs(fit.arc.radius - golden.radius) < tolerance, "\(golden.method)")
      if let published = golden.rootMeanSquare {
        #expect(abs(fit.rootMeanSquareDistance - published) < Self.published)
      }
    }
  }

  @Test("Newton agrees with LAPACK", arguments: CircleFitMethod.allCases)
  func agrees(method: CircleFitMethod) throws {
    var random = Xoshiro256StarStar(seed: 5)
    for trial in 0..<TestSize.of(400, full: 100_000) {
      let count = 4 + random.nextInt(below: 20)
      let turn = 0.3 + 6 * random.nextUnit()
      let noise = 0.02 * random.nextUnit()
      let points = Self.points(&random, count: count, turn: turn, radius: 1, noise: noise)
      let newton = try CircleFit(points[...], method: method)
      let oracle = try CircleFit.byEigenvectors(points, method: method)
      let label: Comment = "trial \(trial): \(count) points over \(turn), noise \(noise)"
      #expect(
        abs(abs(newton.arc.curvature) - abs(oracle.arc.curvature)) < Self.agreement, label)
      #expect((newton.arc.point - oracle.arc.point).length < Self.agreement, label)
      #expect(
        abs(newton.arc.tangent.cross(oracle.arc.tangent)) < Self.agreement, label)
    }
  }

  @Test("three points have one circle, whatever the condition", arguments: CircleFitMethod.allCases)
  func interpolates(method: CircleFitMethod) throws {
    let points = [SIMD2(3.0, 4), SIMD2(-5, 0), SIMD2(0, -5)]
    let fit = try CircleFit(points[...], method: method)
    #expect((try #require(fit.arc.center)).length < 1e-14)
    #expect(abs(fit.arc.radius - 5) < 1e-14)
    #expect(fit.rootMeanSquareDistance < 1e-14)
  }

  @Test("exact circles, over arcs of 0.001° to 360°", arguments: CircleFitMethod.allCases)
  func exact(method: CircleFitMethod) throws {
    var random = Xoshiro256StarStar(seed: 7)
    for degrees in [0.001, 0.01, 0.1, 1, 10, 90, 179, 180, 270, 360] {
      let turn = degrees * .pi / 180
      let points = Self.points(&random, count: 9, turn: turn, radius: 40, noise: 0)
      let fit = try CircleFit(points[...], method: method)
      // Coordinates of 40 are rounded to 7e-15, and a sagitta of 40·turn²/8 carries the curvature.
      let rounding = 7e-15 / (40 * min(turn * turn, 1) / 8)
      #expect(abs(fit.arc.radius / 40 - 1) < 10 * rounding, "\(degrees)°")
    }
  }

  @Test(
    "the curvature is right through twelve decades of radius", arguments: CircleFitMethod.allCases)
  func towardsTheLine(method: CircleFitMethod) throws {
    for exponent in stride(from: 0.0, through: 12, by: 0.25) {
      let curvature = pow(10, -exponent)
      let arc = CircularArc(point: .zero, tangent: SIMD2(0.28, 0.96), curvature: curvature)
      let points = [-0.5, -0.37, -0.1, 0.02, 0.25, 0.5].map { arc.position(at: $0) }
      let fit = try CircleFit(points[...], method: method)
      let same = fit.arc.tangent.dot(arc.tangent) > 0 ? 1.0 : -1
      // Rounding of the points, 1e-16, in a parabola over a unit of length.
      #expect(abs(same * fit.arc.curvature - curvature) < 1e-14, "1e-\(exponent)")
      for point in points { #expect(abs(fit.arc.signedDistance(to: point)) < 1e-15) }
    }
  }

  @Test("points on a line give the line", arguments: CircleFitMethod.allCases)
  func line(method: CircleFitMethod) throws {
    let axis = (0..<6).map { SIMD2(Double($0 * $0), 3) }
    let along = try CircleFit(axis[...], method: method)
    #expect(along.arc.curvature == 0)
    #expect(abs(along.arc.tangent.x) == 1 && along.rootMeanSquareDistance == 0)
    let there = [0.0, 3, 1, 2, 0.5].map { SIMD2(1, 2) + $0 * SIMD2(0.3, -0.4) }
    let fit = try CircleFit(there[...], method: method)
    #expect(abs(fit.arc.curvature) < 1e-14 && fit.rootMeanSquareDistance < 1e-15)
    guard method != .kasa else { return }
    let oracle = try CircleFit.byEigenvectors(axis, method: method)
    #expect(abs(oracle.arc.curvature) < 1e-14 && oracle.rootMeanSquareDistance < 1e-14)
  }

  @Test("an inflected row of points has a line for its best circle")
  func inflection() throws {
    // The cubic pattern is orthogonal to 1, x and x²: Myz is 0 and one row of S vanishes at the root.
    let points = [SIMD2(-3.0, -0.1), SIMD2(-1, 0.3), SIMD2(1, -0.3), SIMD2(3, 0.1)]
    for method in [CircleFitMethod.taubin, .pratt, .hyper] {
      let fit = try CircleFit(points[...], method: method)
      #expect(abs(fit.arc.curvature) < 1e-12, "\(method)")
    }
    // Kåsa's condition admits no line: it puts a circle about the middle, through hardly any point.
    let kasa = try CircleFit(points[...], method: .kasa)
    #expect(abs(kasa.arc.radius - 5.05.squareRoot()) < 1e-12)
  }

  @Test("the fit moves, turns and scales with the points", arguments: CircleFitMethod.allCases)
  func equivariance(method: CircleFitMethod) throws {
    var random = Xoshiro256StarStar(seed: 21)
    for scale in [1e-150, 1e-6, 1, 1e6, 1e140] {
      let points = Self.points(&random, count: 8, turn: 1.3, radius: 1, noise: 0.01)
      let (sine, cosine) = (sin(0.8), cos(0.8))
      let moved = points.map {
        scale * SIMD2(cosine * $0.x - sine * $0.y + 3, sine * $0.x + cosine * $0.y - 2)
      }
      let (fit, other) = (
        try CircleFit(points[...], method: method), try CircleFit(moved[...], method: method)
      )
      #expect(abs(abs(other.arc.curvature) * scale - abs(fit.arc.curvature)) < 1e-12)
      #expect(
        abs(other.rootMeanSquareDistance / scale - fit.rootMeanSquareDistance) < 1e-13, "\(scale)")
    }
  }

  @Test("noise biases Kåsa's circle on a short arc, and the others hardly")
  func bias() throws {
    // 10° of arc with a noise of 1e-3 R: the medians are published as 0.757 and 0.99.
    let medians = try CircleFitMethod.allCases.map { method in
      var random = Xoshiro256StarStar(seed: 99)
      let radii = try (0..<1500).map { _ in
        let points = Self.even(&random, count: 8, turn: 10 * .pi / 180, noise: 1e-3)
        return try CircleFit(points[...], method: method).arc.radius
      }
      return (method, radii.sorted()[750])
    }
    for (method, median) in medians {
      let expected = method == .kasa ? 0.757 : 0.99
      // The median of 1500 scatters by about 1 %.
      #expect(abs(median - expected) < 0.03, "\(method): \(median)")
    }
  }

  @Test("points without a circle are refused, with the reason")
  func refusals() throws {
    let (a, b) = (SIMD2(1.0, 2), SIMD2(4.0, -1))
    let cases: [([SIMD2<Double>], CircleFitError)] = [
      ([], .tooFewPoints(0)), ([a, b], .tooFewPoints(2)), ([a, a, a], .coincident),
      ([a, b, a, b], .undetermined), ([a, a, b], .undetermined),
      ([a, b, SIMD2(.nan, 0)], .notFinite), ([a, b, SIMD2(.infinity, 0)], .notFinite),
      ([SIMD2(1.7e308, 0), SIMD2(1.7e308, 1), SIMD2(-1.7e308, 0)], .notFinite),
    ]
    for (points, expected) in cases {
      for method in CircleFitMethod.allCases {
        #expect(throws: expected, "\(points) \(method)") {
          try CircleFit(points[...], method: method)
        }
        guard expected != .undetermined else { continue }
        #expect(throws: expected, "\(points) \(method)") {
          try CircleFit.byEigenvectors(points, method: method)
        }
      }
    }
    #expect(throws: CircleFitError.undetermined) {
      try CircleFit.byEigenvectors([a, b, a, b], method: .taubin)
    }
    #expect("\(CircleFitError.tooFewPoints(2))".contains("by 2 points: give at least three"))
  }

  /// Points over a turn at uneven angles, both ends among them.
  static func points(
    _ random: inout Xoshiro256StarStar, count: Int, turn: Double, radius: Double, noise: Double
  ) -> [SIMD2<Double>] {
    let start = 6 * random.nextUnit()
    var shares = [0.0, 1] + (2..<count).map { _ in random.nextUnit() }
    shares.sort()
    return shares.map { share in
      let angle = start + turn * share
      return radius * SIMD2(cos(angle), sin(angle))
        + noise * SIMD2(random.nextNormal(), random.nextNormal())
    }
  }

  /// Points over a turn at even angles on the unit circle.
  static func even(
    _ random: inout Xoshiro256StarStar, count: Int, turn: Double, noise: Double
  ) -> [SIMD2<Double>] {
    (0..<count).map { index in
      let angle = turn * Double(index) / Double(count - 1)
      return SIMD2(cos(angle), sin(angle))
        + noise * SIMD2(random.nextNormal(), random.nextNormal())
    }
  }
}
