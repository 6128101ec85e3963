import MotionNumerics

/// The least-squares polynomials of degree 0 to 3 through the newest 1, 2, 3, … points of a track.
///
/// Bit for bit what `SteadySums`, `PolynomialMoments` and `GramFactor` give for each number of
/// points, but for four numbers in a row at once, a SIMD lane each, which every configuration of a
/// `PolynomialGrid` then reads.
struct PolynomialGridFits: Sendable {
  /// Numbers by row and count of points, a row after another: the sums, then the coefficients.
  private var rows: [SIMD4<Double>]
  /// The vectors of a row: vector b is of 4b + 1 to 4b + 4 points.
  private let bands: Int
  private let steady: [GramLanes]
  /// The degrees that are wanted, a bit each, and the highest of them, at most 3.
  private let degrees: UInt8
  private let degree: Int
  /// Whether some of the clock is steady, so that rates have to be read.
  private(set) var hasRates = false
  /// Whether every fit that was made is well conditioned as far as the number of its points allows.
  private(set) var isWell = true

  /// What a row holds: S_1 to S_6, T_0 to T_3 (or A_1 to A_4, on a steady clock) for x and y, the
  /// coefficients of degrees 0 to 3, from the constant on, for x and y, and two more.
  private enum Row {
    static let times = 0
    static let positions = 6
    static let paths = 14
    static let rate = 34
    /// The highest degree that the sums can serve.
    static let reach = 35
    static let count = 36

    static func path(degree: Int) -> Int { paths + degree * (degree + 1) }
  }

  /// Creates fits of up to `capacity` points.
  ///
  /// - Parameters:
  ///   - capacity: The most points, at least 1.
  ///   - factors: The factors of steady clocks, by the number of points.
  ///   - degrees: The degrees that will be read, 0 to 3.
  init(capacity: Int, factors: [GramFactor], degrees: some Sequence<Int>) {
    bands = (capacity + 3) / 4
    rows = Array(repeating: .zero, count: Row.count * bands)
    steady = (0..<bands).map { band in
      GramLanes((1...4).map { factors[min(4 * band + $0, factors.count - 1)] })
    }
    self.degrees = degrees.reduce(0) { $0 | 1 << UInt8($1) }
    degree = degrees.max() ?? -1
  }

  /// Fits the newest points, as many as the wanted numbers.
  ///
  /// - Parameters:
  ///   - points: The points, oldest first, at least one.
  ///   - clock: How long their clock has been steady.
  ///   - longest: The greatest wanted number, at least 1 and at most that of the points.
  ///   - isWanted: Whether some of 4b + 1 to 4b + 4 points are wanted, by b.
  mutating func fit(
    _ points: UnsafeBufferPointer<TimedPoint>, _ clock: SteadyClock, longest: Int,
    where isWanted: UnsafeBufferPointer<Bool>
  ) {
    guard degree >= 0 else { return }
    let steadyCount = clock.run > 0 ? min(clock.run + 1, longest) : 0
    let (bands, degree, degrees) = (bands, degree, degrees)
    var isWell = true
    rows.withUnsafeMutableBufferPointer { rows in
      steady.withUnsafeBufferPointer { steady in
        guard let base = rows.baseAddress else { return }
        rows.withMemoryRebound(to: Double.self) { numbers in
          guard let numbers = numbers.baseAddress else { return }
          let sums = numbers + Row.positions * 4 * bands
          if steadyCount > 0 {
            Self.sumSteadily(points, to: steadyCount, sums, 4 * bands)
            for count in 2...steadyCount {
              numbers[Row.rate * 4 * bands + count - 1] = points.steadyRate(over: count)
            }
          }
          if steadyCount < longest {
            Self.sum(points, steadyCount..<longest, numbers, 4 * bands)
            for count in steadyCount..<longest { numbers[Row.rate * 4 * bands + count] = 1 }
          }
        }
        for band in 0..<((longest + 3) / 4) where isWanted[band] {
          let counts = SIMD4<Double>(1, 2, 3, 4) + Double(4 * band)
          let column = LaneColumn(start: base + band, stride: bands)
          var (factor, moments) = (steady[band], column.moments(from: Row.positions))
          if 4 * band + 4 <= steadyCount || longest <= steadyCount {
            moments = moments.onSteadyClock(counts)
          } else {
            let uneven = GramLanes(column, inverseCounts: factor.inverse0, degree: degree)
            if 4 * band >= steadyCount {
              factor = uneven
            } else {
              let isSteady = counts .<= Double(steadyCount)
              moments.replace(with: moments.onSteadyClock(counts), where: isSteady)
              factor = uneven.replacing(with: factor, where: isSteady)
            }
          }
          column[Row.reach] = factor.reach
          let isShort =
            (factor.reach .< pointwiseMin(counts - 1, SIMD4(repeating: Double(degree))))
            .& (counts .<= Double(longest))
          if any(isShort) { isWell = false }
          if degrees & 1 != 0 {
            factor.write(moments, degree: 0, column, Row.path(degree: 0), band)
          }
          if degrees & 2 != 0 {
            factor.write(moments, degree: 1, column, Row.path(degree: 1), band)
          }
          if degrees & 4 != 0 {
            factor.write(moments, degree: 2, column, Row.path(degree: 2), band)
          }
          if degrees & 8 != 0 {
            factor.write(moments, degree: 3, column, Row.path(degree: 3), band)
          }
        }
      }
    }
    self.isWell = isWell
    hasRates = steadyCount > 0
  }

  /// Whether the sums are accurate enough for a degree and a number of points.
  func serves(_ degree: Int, count: Int) -> Bool {
    count > 0 && self.degree >= 0
      && Double(degree) <= rows[Row.reach * bands + (count - 1) / 4][(count - 1) % 4]
  }

  /// Reads the fits of one degree at each horizon, four numbers of points at once.
  ///
  /// - Parameters:
  ///   - degree: The degree, one of those that are wanted.
  ///   - counts: The numbers of points.
  ///   - newest: The newest position.
  ///   - horizons: Seconds after it.
  ///   - result: By horizon, four times x and then four times y; not finite where there is no fit.
  ///   - kept: The lanes that are not written; nil for none.
  /// - Returns: Whether all that was read is finite.
  func read(
    degree: Int, _ counts: SIMD4<Int>, _ newest: SIMD2<Double>,
    _ horizons: UnsafeBufferPointer<Double>, into result: UnsafeMutablePointer<SIMD8<Double>>,
    except kept: SIMDMask<SIMD4<Int64>>? = nil
  ) -> Bool {
    let (bands, hasRates) = (bands, hasRates)
    return rows.withUnsafeBufferPointer { rows in
      rows.withMemoryRebound(to: Double.self) { numbers in
        let reading = Reading(
          numbers: numbers, stride: 4 * bands, counts: counts, hasRates: hasRates, kept: kept)
        return switch degree {
        case 0: reading.read(degree: 0, newest, horizons, into: result)
        case 1: reading.read(degree: 1, newest, horizons, into: result)
        case 2: reading.read(degree: 2, newest, horizons, into: result)
        default: reading.read(degree: 3, newest, horizons, into: result)
        }
      }
    }
  }

  /// The lanes of four numbers of points.
  private struct Reading {
    let numbers: UnsafeBufferPointer<Double>
    let stride: Int
    let counts: SIMD4<Int>
    let hasRates: Bool
    let kept: SIMDMask<SIMD4<Int64>>?

    @inline(__always)
    func row(_ row: Int) -> SIMD4<Double> {
      // Before the first number of the row, since counts begin at 1.
      let start = numbers.baseAddress.unsafelyUnwrapped + (row * stride - 1)
      return SIMD4(start[counts[0]], start[counts[1]], start[counts[2]], start[counts[3]])
    }

    /// `degree` is a constant here, for which the loop is compiled.
    @inline(__always)
    func read(
      degree: Int, _ newest: SIMD2<Double>, _ horizons: UnsafeBufferPointer<Double>,
      into result: UnsafeMutablePointer<SIMD8<Double>>
    ) -> Bool {
      let start = Row.path(degree: degree)
      let zero = SIMD4<Double>.zero
      let (x0, y0) = (row(start), row(start + 1))
      let (x1, y1) = degree >= 1 ? (row(start + 2), row(start + 3)) : (zero, zero)
      let (x2, y2) = degree >= 2 ? (row(start + 4), row(start + 5)) : (zero, zero)
      let (x3, y3) = degree >= 3 ? (row(start + 6), row(start + 7)) : (zero, zero)
      let rates = hasRates ? row(Row.rate) : SIMD4(repeating: 1)
      var differences = zero
      for index in horizons.indices {
        let time = horizons[index] * rates
        var (x, y) = (x0, y0)
        if degree == 1 { (x, y) = (x0 + time * x1, y0 + time * y1) }
        if degree == 2 { (x, y) = (x0 + time * (x1 + time * x2), y0 + time * (y1 + time * y2)) }
        if degree == 3 {
          x = x0 + time * (x1 + time * (x2 + time * x3))
          y = y0 + time * (y1 + time * (y2 + time * y3))
        }
        (x, y) = (newest.x + x, newest.y + y)
        // 0, or NaN where a number is not finite.
        differences += (x - x) + (y - y)
        if let kept {
          let before = result[index]
          x.replace(with: before.lowHalf, where: kept)
          y.replace(with: before.highHalf, where: kept)
        }
        result[index] = SIMD8(lowHalf: x, highHalf: y)
      }
      return differences.sum() == 0
    }
  }

  /// Stores A_1 to A_4 of 1 to `count` points.
  private static func sumSteadily(
    _ points: UnsafeBufferPointer<TimedPoint>, to count: Int, _ sums: UnsafeMutablePointer<Double>,
    _ stride: Int
  ) {
    let last = points.count - 1
    let newest = points[last].position
    var (first, second) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (third, fourth) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for place in 0..<count {
      if place > 0 {
        first += points[last - place].position - newest
        second += first
        third += second
        fourth += third
      }
      let sum = sums + place
      (sum[0], sum[stride]) = (first.x, first.y)
      (sum[2 * stride], sum[3 * stride]) = (second.x, second.y)
      (sum[4 * stride], sum[5 * stride]) = (third.x, third.y)
      (sum[6 * stride], sum[7 * stride]) = (fourth.x, fourth.y)
    }
  }

  /// Stores S and T of those of 1, 2, … points whose places are in `range`.
  private static func sum(
    _ points: UnsafeBufferPointer<TimedPoint>, _ range: Range<Int>,
    _ sums: UnsafeMutablePointer<Double>, _ stride: Int
  ) {
    let last = points.count - 1
    let newest = points[last]
    var moments = PolynomialMoments()
    for place in 0..<range.upperBound {
      if place > 0 {
        let point = points[last - place]
        moments.add(point.time - newest.time, point.position - newest.position, degree: 3)
      }
      guard place >= range.lowerBound else { continue }
      let sum = sums + place
      (sum[0], sum[stride]) = (moments.times1, moments.times2)
      (sum[2 * stride], sum[3 * stride]) = (moments.times3, moments.times4)
      (sum[4 * stride], sum[5 * stride]) = (moments.times5, moments.times6)
      let (first, second) = (moments.positions0, moments.positions1)
      let (third, fourth) = (moments.positions2, moments.positions3)
      (sum[6 * stride], sum[7 * stride]) = (first.x, first.y)
      (sum[8 * stride], sum[9 * stride]) = (second.x, second.y)
      (sum[10 * stride], sum[11 * stride]) = (third.x, third.y)
      (sum[12 * stride], sum[13 * stride]) = (fourth.x, fourth.y)
    }
  }
}

/// The vectors of one band, row by row.
private struct LaneColumn {
  let start: UnsafeMutablePointer<SIMD4<Double>>
  let stride: Int

  @inline(__always)
  subscript(_ row: Int) -> SIMD4<Double> {
    get { start[row * stride] }
    nonmutating set { start[row * stride] = newValue }
  }

  /// Eight rows from a first one on.
  @inline(__always)
  func moments(from row: Int) -> LaneMoments {
    LaneMoments(
      x: (self[row], self[row + 2], self[row + 4], self[row + 6]),
      y: (self[row + 1], self[row + 3], self[row + 5], self[row + 7]))
  }
}

/// T_0 to T_3, or A_1 to A_4, of four windows.
private struct LaneMoments {
  typealias Four = (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  var x: Four
  var y: Four

  /// T_0 to T_3 of n points from A_1 to A_4, as in `SteadySums`.
  @inline(__always)
  func onSteadyClock(_ n: SIMD4<Double>) -> LaneMoments {
    let (a, b): (SIMD4<Double>, SIMD4<Double>) = (2 * n + 1, n * (n + 1))
    let c: SIMD4<Double> = 3 * (n + 1)
    let d: SIMD4<Double> = 3 * n * (n + 2) + 2
    let e: SIMD4<Double> = b * (n + 2)
    func moments(_ sums: Four) -> Four {
      let first: SIMD4<Double> = sums.1 - n * sums.0
      let second: SIMD4<Double> = 2 * sums.2 - a * first - b * sums.0
      let third: SIMD4<Double> = 6 * sums.3 - c * second - d * first - e * sums.0
      return (sums.0, first, second, third)
    }
    return LaneMoments(x: moments(x), y: moments(y))
  }

  mutating func replace(with other: LaneMoments, where mask: SIMDMask<SIMD4<Int64>>) {
    func replace(_ four: inout Four, _ other: Four) {
      four.0.replace(with: other.0, where: mask)
      four.1.replace(with: other.1, where: mask)
      four.2.replace(with: other.2, where: mask)
      four.3.replace(with: other.3, where: mask)
    }
    replace(&x, other.x)
    replace(&y, other.y)
  }
}

/// `GramFactor`s of four windows.
private struct GramLanes: Sendable {
  /// The highest degree that could be factored.
  var reach = SIMD4<Double>.zero
  var inverse0 = SIMD4<Double>.zero
  var inverse1 = SIMD4<Double>.zero
  var inverse2 = SIMD4<Double>.zero
  var inverse3 = SIMD4<Double>.zero
  var l10 = SIMD4<Double>.zero
  var l20 = SIMD4<Double>.zero
  var l21 = SIMD4<Double>.zero
  var l30 = SIMD4<Double>.zero
  var l31 = SIMD4<Double>.zero
  var l32 = SIMD4<Double>.zero

  /// Four factors side by side.
  init(_ factors: [GramFactor]) {
    for (lane, factor) in factors.enumerated() {
      reach[lane] = Double(factor.degree)
      (inverse0[lane], inverse1[lane]) = (factor.inverse0, factor.inverse1)
      (inverse2[lane], inverse3[lane]) = (factor.inverse2, factor.inverse3)
      (l10[lane], l20[lane], l21[lane]) = (factor.l10, factor.l20, factor.l21)
      (l30[lane], l31[lane], l32[lane]) = (factor.l30, factor.l31, factor.l32)
    }
  }

  /// Factors the normal equations of S_1 to S_6 up to a degree; beyond `reach` the numbers are
  /// undefined.
  @inline(__always)
  init(_ sums: LaneColumn, inverseCounts: SIMD4<Double>, degree: Int) {
    inverse0 = inverseCounts
    guard degree >= 1 else { return }
    let (s1, s2) = (sums[0], sums[1])
    l10 = s1 * inverse0
    let d1 = s2 - l10 * s1
    inverse1 = 1 / d1
    let isLinear = Self.isSound(d1, s2)
    reach.replace(with: 1, where: isLinear)
    guard degree >= 2 else { return }
    let (s3, s4) = (sums[2], sums[3])
    l20 = s2 * inverse0
    let a21 = s3 - l20 * s1
    l21 = a21 * inverse1
    let d2 = s4 - l20 * s2 - l21 * a21
    inverse2 = 1 / d2
    let isQuadratic = isLinear .& Self.isSound(d2, s4)
    reach.replace(with: 2, where: isQuadratic)
    guard degree >= 3 else { return }
    let (s5, s6) = (sums[4], sums[5])
    l30 = s3 * inverse0
    let a31 = s4 - l30 * s1
    l31 = a31 * inverse1
    let a32 = s5 - l30 * s2 - l31 * a21
    l32 = a32 * inverse2
    let d3 = s6 - l30 * s3 - l31 * a31 - l32 * a32
    inverse3 = 1 / d3
    reach.replace(with: 3, where: isQuadratic .& Self.isSound(d3, s6))
  }

  /// Whether pivots are large enough, as in `GramFactor`.
  @inline(__always)
  private static func isSound(
    _ pivot: SIMD4<Double>, _ square: SIMD4<Double>
  ) -> SIMDMask<SIMD4<Int64>> {
    (pivot .> GramFactor.leastPivot * square) .& (square .> GramFactor.leastSquare)
  }

  /// The factors, with those of other lanes where the mask is true.
  func replacing(with other: GramLanes, where mask: SIMDMask<SIMD4<Int64>>) -> GramLanes {
    var result = self
    result.reach.replace(with: other.reach, where: mask)
    result.inverse0.replace(with: other.inverse0, where: mask)
    result.inverse1.replace(with: other.inverse1, where: mask)
    result.inverse2.replace(with: other.inverse2, where: mask)
    result.inverse3.replace(with: other.inverse3, where: mask)
    result.l10.replace(with: other.l10, where: mask)
    result.l20.replace(with: other.l20, where: mask)
    result.l21.replace(with: other.l21, where: mask)
    result.l30.replace(with: other.l30, where: mask)
    result.l31.replace(with: other.l31, where: mask)
    result.l32.replace(with: other.l32, where: mask)
    return result
  }

  /// Writes the coefficients of the fits of a degree, a constant, into rows from `row` on; NaN where
  /// there are too few points.
  @inline(__always)
  func write(
    _ moments: LaneMoments, degree: Int, _ column: LaneColumn, _ row: Int, _ band: Int
  ) {
    var (x, y) = (
      coefficients(moments.x, degree: degree), coefficients(moments.y, degree: degree)
    )
    if band == 0, degree > 0 {
      let isMissing = SIMD4<Double>(1, 2, 3, 4) .<= Double(degree)
      x.0.replace(with: .nan, where: isMissing)
      y.0.replace(with: .nan, where: isMissing)
    }
    (column[row], column[row + 1]) = (x.0, y.0)
    if degree >= 1 { (column[row + 2], column[row + 3]) = (x.1, y.1) }
    if degree >= 2 { (column[row + 4], column[row + 5]) = (x.2, y.2) }
    if degree >= 3 { (column[row + 6], column[row + 7]) = (x.3, y.3) }
  }

  @inline(__always)
  private func coefficients(_ t: LaneMoments.Four, degree: Int) -> LaneMoments.Four {
    let zero = SIMD4<Double>.zero
    let y0 = t.0
    if degree == 0 { return (inverse0 * y0, zero, zero, zero) }
    let y1 = t.1 - l10 * y0
    if degree == 1 {
      let c1 = inverse1 * y1
      return (inverse0 * y0 - l10 * c1, c1, zero, zero)
    }
    let y2 = t.2 - l20 * y0 - l21 * y1
    if degree == 2 {
      let c2 = inverse2 * y2
      let c1 = inverse1 * y1 - l21 * c2
      return (inverse0 * y0 - l20 * c2 - l10 * c1, c1, c2, zero)
    }
    let y3 = t.3 - l30 * y0 - l31 * y1 - l32 * y2
    let c3 = inverse3 * y3
    let c2 = inverse2 * y2 - l32 * c3
    let c1 = inverse1 * y1 - l31 * c3 - l21 * c2
    return (inverse0 * y0 - l30 * c3 - l20 * c2 - l10 * c1, c1, c2, c3)
  }
}
