extension CircleFit {
  /// Fits a circle by LAPACK: `dggev` on the generalized eigenproblem, `dgelsy` for Kåsa.
  ///
  /// The points are moved to their mean and divided by their extent. With φ = (x² + y², x, y, 1),
  /// M the mean of φ·φᵀ and N the matrix of the condition, the solution of M·v = η·N·v with the
  /// smallest η that is not negative is sought: Taubin's three finite ones are not negative,
  /// Pratt's and Hyper's are one negative and three that are not.
  ///
  /// It shares no step with `init(_:method:)` but the measure of distance, which makes it that
  /// one's oracle. Cost: a 4 × 4 QZ iteration, some microseconds, and several allocations.
  ///
  /// Source: as for `init(_:method:)`, and Anderson et al., LAPACK Users' Guide, section 2.3.5.2,
  /// doi:10.1137/1.9780898719604.
  ///
  /// - Parameters:
  ///   - points: At least three.
  ///   - method: The condition.
  /// - Returns: The fit.
  /// - Throws: `CircleFitError` as `init(_:method:)`, and `.undetermined` for points of two places.
  package static func byEigenvectors(
    _ points: [SIMD2<Double>], method: CircleFitMethod
  ) throws(CircleFitError) -> CircleFit {
    try points.withUnsafeBufferPointer { points in
      Result { () throws(CircleFitError) in try byEigenvectors(points, method: method) }
    }.get()
  }

  /// The same for points where they lie.
  static func byEigenvectors(
    _ points: UnsafeBufferPointer<SIMD2<Double>>, method: CircleFitMethod
  ) throws(CircleFitError) -> CircleFit {
    guard points.count >= 3 else { throw .tooFewPoints(points.count) }
    let mean = points.reduce(into: SIMD2<Double>.zero) { $0 += $1 / Double(points.count) }
    var extent = 0.0
    for point in points {
      let offset = point - mean
      guard offset.x.isFinite && offset.y.isFinite else { throw .notFinite }
      extent = Swift.max(extent, abs(offset.x), abs(offset.y))
    }
    guard points.contains(where: { $0 != points[0] }) else { throw .coincident }
    let vector =
      method == .kasa
      ? try linear(points, mean: mean, extent: extent)
      : try leastEigenvector(points, mean: mean, extent: extent, method)
    let circle = AlgebraicCircle(a: vector[0], b: vector[1], c: vector[2], d: vector[3])
    guard let arc = circle.arc() else { throw .undetermined }
    let original = CircularArc(
      point: mean + extent * arc.point, tangent: arc.tangent, curvature: arc.curvature / extent)
    return try CircleFit(arc: original, points: points)
  }

  /// Kåsa: x² + y² = −B·x − C·y − D in the sense of least squares.
  private static func linear(
    _ points: UnsafeBufferPointer<SIMD2<Double>>, mean: SIMD2<Double>, extent: Double
  ) throws(CircleFitError) -> [Double] {
    let scaled = points.map { ($0 - mean) / extent }
    do {
      let solution = try LeastSquares.solve(
        design: scaled.map { [$0.x, $0.y, 1] }, rightHandSides: [scaled.map { -$0.squaredLength }])
      return [1] + solution.coefficients[0]
    } catch {
      switch error {
      case .solver(let status): throw .solver(routine: "dgelsy", status: status)
      case .rankDeficient: throw .undetermined
      case .size, .unequalLengths, .notFinite: throw .notFinite
      }
    }
  }

  private static func leastEigenvector(
    _ points: UnsafeBufferPointer<SIMD2<Double>>, mean: SIMD2<Double>, extent: Double,
    _ method: CircleFitMethod
  ) throws(CircleFitError) -> [Double] {
    // M, column by column.
    var scatter = [Double](repeating: 0, count: 16)
    for point in points {
      let at = (point - mean) / extent
      let row = SIMD4(at.squaredLength, at.x, at.y, 1)
      for column in 0..<4 {
        let products = row * (row[column] / Double(points.count))
        for line in 0..<4 { scatter[line + 4 * column] += products[line] }
      }
    }
    var condition = matrix(of: method, meanSquare: scatter[12])
    var (real, imaginary) = ([Double](repeating: 0, count: 4), [Double](repeating: 0, count: 4))
    var (divisor, vectors) = (real, [Double](repeating: 0, count: 16))
    let status = LinearAlgebra.solveGeneralizedEigenproblem(
      order: 4, a: &scatter, b: &condition, real: &real, imaginary: &imaginary,
      divisor: &divisor, vectors: &vectors)
    guard status == 0 else { throw .solver(routine: "dggev", status: status) }
    // Taubin's fourth eigenvalue is infinite: its divisor is 0 but for rounding.
    let finite = (0..<4).filter { abs(divisor[$0]) > 1e-12 * abs(real[$0]) }
      .sorted { real[$0] / divisor[$0] < real[$1] / divisor[$1] }
    let place = method == .taubin ? 0 : 1
    guard finite.count > place + 1 else { throw .undetermined }
    let (least, next) = (finite[place], finite[place + 1])
    let gap = real[next] / divisor[next] - real[least] / divisor[least]
    guard imaginary[least] == 0, gap > 1e-14 else { throw .undetermined }
    return Array(vectors[(4 * least)..<(4 * least + 4)])
  }

  /// N, column by column, for points about their mean; `meanSquare` is the mean of x² + y².
  private static func matrix(of method: CircleFitMethod, meanSquare: Double) -> [Double] {
    switch method {
    case .taubin: [4 * meanSquare, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    case .pratt: [0, 0, 0, -2, 0, 1, 0, 0, 0, 0, 1, 0, -2, 0, 0, 0]
    case .hyper: [8 * meanSquare, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0]
    case .kasa: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    }
  }
}
