extension CircleFit {
  /// Fits a circle by Newton's method on the characteristic polynomial of the eigenproblem.
  ///
  /// The points are moved to their mean, turned into their principal axes and divided by their
  /// standard deviation along each: x = σ·X, y = σ·ε·Y. With the moments of X, Y and
  /// z = X² + ε²·Y² (Mz its mean, 1 + ε², and Vz its variance; the others about the mean) the
  /// smallest root η ≥ 0 is sought of det S = 0,
  ///
  ///     S(η) = ⎡ v     Mxz      Myz ⎤   v = Vz − 4ε²Mz·η              Taubin
  ///            ⎢ Mxz   1 − ε²η  Mxy ⎥   v = Vz − 4ε²Mz·η − 4ε⁴·η²     Pratt, Hyper
  ///            ⎣ Myz   Mxy      1 − η⎦
  ///
  /// from η = 0; (A, B, C) is the null vector of S(η), D = −A·(Mz + k·ε²·η) with k = 0 for Taubin,
  /// 2 for Pratt, −2 for Hyper. Kåsa's fit is the null vector of the last two rows at η = 0. In
  /// this form, unlike in that of the raw moments, nothing cancels as the points approach a line:
  /// the curvature keeps the accuracy that the points have.
  ///
  /// Points on a line give that line. The cost is about 60·n operations and four to six Newton
  /// steps; nothing is allocated.
  ///
  /// Source: Chernov, Circular and Linear Regression, 2010, chapter 5, doi:10.1201/EBK1439835906.
  ///
  /// - Parameters:
  ///   - points: At least three; repeated points count as often as they occur.
  ///   - method: The condition.
  /// - Throws: `CircleFitError` for fewer than three points, for points of one place, for those of
  ///   two places only (through which many circles go), and for numbers that are not finite.
  public init(
    _ points: ArraySlice<SIMD2<Double>>, method: CircleFitMethod
  ) throws(CircleFitError) {
    let fit = points.withUnsafeBufferPointer { points in
      Result { () throws(CircleFitError) in try CircleFit(points, method: method) }
    }
    self = try fit.get()
  }

  /// The same for points where they lie, or by LAPACK (`byEigenvectors`).
  package init(
    _ points: UnsafeBufferPointer<SIMD2<Double>>, method: CircleFitMethod,
    solver: FitSolver = .streaming
  ) throws(CircleFitError) {
    if solver == .lapack {
      self = try CircleFit.byEigenvectors(points, method: method)
      return
    }
    let frame = try PrincipalFrame(points)
    guard let arc = try frame.circle(points, method).arc() else { throw .undetermined }
    try self.init(arc: frame.original(arc), points: points)
  }
}

/// The points' mean, principal axes and spread.
private struct PrincipalFrame {
  let mean: SIMD2<Double>
  /// Half the points' extent, by which they are divided first: squares then neither underflow nor
  /// overflow.
  let extent: Double
  /// The direction of greatest spread.
  let axis: SIMD2<Double>
  /// The standard deviation along the axis, in units of the extent.
  let deviation: Double
  /// The standard deviation across the axis, divided by that along it; 0 for points in a row.
  let ratio: Double

  /// A spread across the axis below this share of that along it counts as 0: far below what the
  /// coordinates can hold (1e-16), far above where squares underflow.
  static let leastRatio = 1e-100

  init(_ points: UnsafeBufferPointer<SIMD2<Double>>) throws(CircleFitError) {
    guard points.count >= 3 else { throw .tooFewPoints(points.count) }
    let count = Double(points.count)
    var mean = SIMD2<Double>.zero
    for index in 0..<points.count { mean += points[index] / count }
    // A mean that is not quite the common place would make a spread of rounding.
    var (extents, areSame) = (SIMD2<Double>.zero, true)
    for index in 0..<points.count {
      let offset = points[index] - mean
      guard (offset * 0).sum() == 0 else { throw .notFinite }
      extents = extents.replacing(with: offset, where: offset .> extents)
      extents = extents.replacing(with: -offset, where: -offset .> extents)
      areSame = areSame && points[index] == points[0]
    }
    let extent = max(extents.x, extents.y)
    guard extent > 0, !areSame else { throw .coincident }
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for index in 0..<points.count {
      let offset = (points[index] - mean) / extent
      xx += offset.x * offset.x
      xy += offset.x * offset.y
      yy += offset.y * offset.y
    }
    axis = Self.principalAxis(xx, xy, yy)
    var (along, across) = (0.0, 0.0)
    for index in 0..<points.count {
      let offset = (points[index] - mean) / extent
      let turned = SIMD2(offset.dot(axis), axis.cross(offset))
      along += turned.x * turned.x
      across += turned.y * turned.y
    }
    self.mean = mean
    self.extent = extent
    deviation = (along / count).squareRoot()
    let ratio = (across / along).squareRoot()
    self.ratio = ratio > Self.leastRatio ? ratio : 0
  }

  /// The eigenvector of the greater eigenvalue of [xx xy; xy yy], without cancellation.
  private static func principalAxis(_ xx: Double, _ xy: Double, _ yy: Double) -> SIMD2<Double> {
    let half = (xx - yy) / 2
    let root = SIMD2(half, xy).length
    let axis = half >= 0 ? SIMD2(half + root, xy) : SIMD2(xy, root - half)
    return axis.normalized ?? SIMD2(1, 0)
  }

  /// The fitted circle in the frame of mean and axes, in units of the extent.
  func circle(
    _ points: UnsafeBufferPointer<SIMD2<Double>>, _ method: CircleFitMethod
  ) throws(CircleFitError) -> AlgebraicCircle {
    let (square, count) = (ratio * ratio, Double(points.count))
    let meanOfZ = 1 + square
    var moments = CircleMoments(squaredRatio: square)
    // To units of the two standard deviations.
    let share = 1 / count
    for index in 0..<points.count {
      let offset = (points[index] - mean) / extent
      let across = ratio == 0 ? 0 : axis.cross(offset) / ratio
      let at = SIMD2(offset.dot(axis), across) / deviation
      moments.add(at, z: at.x * at.x + square * at.y * at.y - meanOfZ, share: share)
    }
    if ratio == 0 { return try moments.line() }
    guard let (vector, eta) = moments.minimum(method) else { throw .undetermined }
    let shift: Double =
      switch method {
      case .taubin, .kasa: 0
      case .pratt: 2
      case .hyper: -2
      }
    return AlgebraicCircle(
      a: vector.a * ratio / deviation, b: vector.b * ratio, c: vector.c,
      d: -vector.a * (meanOfZ + shift * square * eta) * ratio * deviation)
  }

  /// An arc of the frame in the points' own coordinates.
  func original(_ arc: CircularArc) -> CircularArc {
    func turned(_ vector: SIMD2<Double>) -> SIMD2<Double> {
      vector.x * axis + vector.y * axis.perpendicular
    }
    return CircularArc(
      point: mean + extent * turned(arc.point), tangent: turned(arc.tangent),
      curvature: arc.curvature / extent)
  }
}

/// The moments of standardized points, and the matrix S(η) made of them.
private struct CircleMoments {
  let squaredRatio: Double
  var zz = 0.0
  var xz = 0.0
  var yz = 0.0
  var xy = 0.0

  init(squaredRatio: Double) { self.squaredRatio = squaredRatio }

  mutating func add(_ point: SIMD2<Double>, z: Double, share: Double) {
    zz += z * z * share
    xz += point.x * z * share
    yz += point.y * z * share
    xy += point.x * point.y * share
  }

  /// The vector (A, B, C) of the least criterion, and η; nil if more than one vector has it.
  func minimum(
    _ method: CircleFitMethod
  ) -> (vector: (a: Double, b: Double, c: Double), eta: Double)? {
    let eta = method == .kasa ? 0 : smallestRoot(quadratic: method == .taubin ? 0 : 4)
    let (e, quadratic) = (squaredRatio, method == .taubin ? 0.0 : 4.0)
    let corner = zz - 4 * e * (1 + e) * eta - quadratic * e * e * eta * eta
    let first = SIMD3(corner, xz, yz)
    let second = SIMD3(xz, 1 - e * eta, xy)
    let third = SIMD3(yz, xy, 1 - eta)
    var best = Self.cross(second, third)
    if method != .kasa {
      // All three products are the null vector; the longest has the least rounding in it.
      for other in [Self.cross(first, third), Self.cross(first, second)]
      where (other * other).sum() > (best * best).sum() { best = other }
    }
    guard (best * best).sum() > Self.leastSquaredProduct else { return nil }
    return ((best.x, best.y, best.z), eta)
  }

  /// The line along the axis, for points without any spread across it.
  func line() throws(CircleFitError) -> AlgebraicCircle {
    let product = zz - xz * xz
    guard product * product > Self.leastSquaredProduct else { throw .undetermined }
    return AlgebraicCircle(a: 0, b: 0, c: 1, d: 0)
  }

  /// Newton from 0 towards the smallest root of det S(η) that is not negative.
  private func smallestRoot(quadratic: Double) -> Double {
    let e = squaredRatio
    var eta = 0.0
    for _ in 0..<Self.mostSteps {
      let corner = zz - 4 * e * (1 + e) * eta - quadratic * e * e * eta * eta
      let cornerSlope = -4 * e * (1 + e) - 2 * quadratic * e * e * eta
      let (p, q) = (1 - e * eta, 1 - eta)
      let minor = p * q - xy * xy
      let value = corner * minor - xz * xz * q - yz * yz * p + 2 * xy * xz * yz
      let slope = cornerSlope * minor - corner * (e * q + p) + xz * xz + yz * yz * e
      // The determinant falls from 0 to its first root: a rise is rounding at a root of order two.
      guard slope < 0 else { break }
      let next = eta - value / slope
      // On exact circles the root is 0 and rounding may set it below; past it, it only wavers.
      guard next > eta else { break }
      eta = next
    }
    return min(eta, 1)
  }

  /// Below it the two independent rows of S, whose entries are about 1, count as one: the points
  /// then lie at two places, to 1e-6 of their extent.
  private static let leastSquaredProduct = 1e-26

  /// Newton's method doubles the digits at each step near a single root and halves the distance to
  /// a double one: enough for either to reach the last digit.
  private static let mostSteps = 60

  private static func cross(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
  }
}
