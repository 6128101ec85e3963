import CLoops
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
  private var hasRates = false
  /// Whether every fit that was made is well conditioned as far as the number of its points allows.
  private var isWell = true

  /// What a row holds, as `fit_windows` has it: S_1 to S_6, T_0 to T_3 (or A_1 to A_4, on a steady clock) for x and y, the
  /// coefficients of degrees 0 to 3, from the constant on, for x and y, and two more.
  private enum Row {
    static let times = 0
    static let positions = 6
    static let rate = 34
    /// The highest degree that the sums can serve.
    static let reach = 35
    static let count = 36
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
    let bands = bands
    let options = FitOptions(
      degrees: degrees, degree: degree, least_pivot: GramFactor.leastPivot,
      least_square: GramFactor.leastSquare)
    isWell = rows.withUnsafeMutableBufferPointer { rows in
      rows.withMemoryRebound(to: Double.self) { numbers in
        guard let numbers = numbers.baseAddress else { return true }
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
        return fit_windows(
          numbers, bands, steady, isWanted.baseAddress, longest, steadyCount, options)
      }
    }
    hasRates = steadyCount > 0
  }

  /// The fits that were made last, for as long as nothing else is fitted.
  struct Reading {
    fileprivate let numbers: UnsafePointer<Double>
    /// The numbers in a row.
    fileprivate let stride: Int
    fileprivate let hasRates: Bool
    /// Whether every fit is well conditioned as far as the number of its points allows.
    let isWell: Bool

    /// Whether the sums are accurate enough for a degree and a number of points.
    func serves(_ degree: Int, count: Int) -> Bool {
      count > 0 && Double(degree) <= numbers[Row.reach * stride + count - 1]
    }

    /// Reads the fits of one degree at each horizon, four numbers of points at once.
    ///
    /// - Parameters:
    ///   - degree: The degree, one of those that are wanted.
    ///   - counts: The numbers of points.
    ///   - newest: The newest position.
    ///   - horizons: Seconds after it.
    ///   - result: By horizon, four times x and then four times y; not finite where there is no fit.
    ///   - kept: The lanes that are not written.
    /// - Returns: Whether all that was read is finite.
    func read(
      degree: Int, _ counts: SIMD4<Int>, _ newest: SIMD2<Double>,
      _ horizons: UnsafeBufferPointer<Double>, into result: UnsafeMutablePointer<SIMD8<Double>>,
      except kept: SIMDMask<SIMD4<Int64>>
    ) -> Bool {
      withUnsafePointer(to: counts) { counts in
        withUnsafePointer(to: kept) { kept in
          read_windows(
            numbers, stride, counts, degree, hasRates, newest.x, newest.y, horizons.baseAddress,
            horizons.count, kept, result)
        }
      }
    }
  }

  /// Calls `body` with what was fitted, so that the rows are not retained for each reading.
  func withReading(_ body: (Reading) -> Void) {
    rows.withUnsafeBytes { rows in
      guard let numbers = rows.baseAddress?.assumingMemoryBound(to: Double.self) else { return }
      body(Reading(numbers: numbers, stride: 4 * bands, hasRates: hasRates, isWell: isWell))
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

/// `GramFactor`s of four windows, as `fit_windows` reads them.
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
}
