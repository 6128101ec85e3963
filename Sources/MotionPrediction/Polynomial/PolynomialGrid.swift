import MotionNumerics
import TouchInput

/// Many `polynomial` predictors over one stream, in one pass.
///
/// Answers for every configuration what a `PolynomialPredictor` with the same parameters would, to the
/// last bit, whatever is fed. What the configurations share is computed once: the samples are kept
/// once; the sums of a window, counted or timed, are on the way to those of every longer one
/// (`PolynomialMoments`); one factorization of a window serves all its degrees, and one fit all
/// horizons. Windows and configurations are computed four at a time, a SIMD lane each. Where the sums
/// cannot carry a fit (degrees above 3, badly conditioned times), or the solver is `lapack`, LAPACK
/// makes it, as in the predictor.
///
/// It is fastest where each four configurations in a row have one degree and ascending windows.
///
/// Cost for windows up to N, C configurations and H horizons: `observe` is constant but for the count
/// of windows; `positions` takes N additions of the sums, and for each configuration about (d + 1)²
/// operations and H·d multiplications, each of both axes at once. Nothing is allocated but where
/// `result` has to be made longer.
public struct PolynomialGrid: Sendable {
  /// What is answered for, in the order of the answers.
  public let configurations: [PolynomialPredictor.Parameters]

  /// Four configurations in a row; places beyond the last repeat it.
  private struct Lanes {
    /// The places of their windows.
    let windows: SIMD4<Int>
    let degrees: SIMD4<Int64>
    /// The degrees that the sums can serve, a bit each.
    var summed: UInt8 = 0
    /// Those that only the solver serves, a bit each lane.
    var unsummed: UInt8 = 0
    /// Whether they may say the same as those before: all have one degree.
    let isAlike: Bool
    /// Whether all that was asked since the stroke began had the answers of the four before.
    var isRepeated = false
    /// How many samples each saw when it was fitted.
    var counts = SIMD4<Int>()
  }

  /// The samples that configurations with the same window see.
  private struct Window {
    /// The most samples that it can hold.
    let capacity: Int
    /// How much older than the newest these may be, in seconds.
    let seconds: Double
    /// How many samples a predictor of this window holds now.
    var count = 0
  }

  private var lanes: [Lanes] = []
  private var windows: [Window]
  /// Whether some windows are measured in time, so that what they hold changes.
  private let isTimed: Bool
  private var track: PlanarTrack
  private var fits: PolynomialGridFits
  /// Which bands of the fits are wanted now, and the greatest number of samples.
  private var isWanted: [Bool]
  private var longest = 0
  /// Whether windows hold as many samples as when they were fitted.
  private var hasSameCounts = false
  private var solver: PlanarPolynomialSolver
  /// The answers of four configurations by horizon.
  private var said: [SIMD8<Double>] = []

  /// Creates a grid for these configurations, in any order, repeated ones included.
  ///
  /// - Throws: What `PolynomialPredictor` throws for the first configuration that it refuses.
  public init(_ configurations: [PolynomialPredictor.Parameters]) throws(ParameterError) {
    for parameters in configurations { try parameters.validate() }
    self.configurations = configurations
    var windows: [Window] = []
    let places = configurations.map { parameters in
      let same = windows.firstIndex {
        $0.capacity == parameters.capacity && $0.seconds == parameters.seconds
      }
      if same == nil {
        windows.append(Window(capacity: parameters.capacity, seconds: parameters.seconds))
      }
      return same ?? windows.count - 1
    }
    self.windows = windows
    isTimed = windows.contains { $0.seconds < .infinity }
    let longest = windows.map { $0.capacity }.max() ?? 1
    track = PlanarTrack(capacity: longest)
    fits = PolynomialGridFits(
      capacity: longest, factors: GramFactor.steady(upTo: longest, degree: 3),
      degrees: configurations.lazy.filter(Self.isSummed).map { $0.degree })
    isWanted = Array(repeating: false, count: (longest + 3) / 4)
    solver = PlanarPolynomialSolver(
      maximumCount: longest, maximumDegree: configurations.map { $0.degree }.max() ?? 0)
    lanes = Self.lanes(of: configurations, windows: places)
  }

  private static func isSummed(_ parameters: PolynomialPredictor.Parameters) -> Bool {
    parameters.degree <= 3 && parameters.solver == .streaming
  }

  private static func lanes(
    of configurations: [PolynomialPredictor.Parameters], windows: [Int]
  ) -> [Lanes] {
    stride(from: 0, to: configurations.count, by: 4).map { first in
      let members = (0..<4).map { min(first + $0, configurations.count - 1) }
      let four = members.map { configurations[$0] }
      var lanes = Lanes(
        windows: SIMD4(members.map { windows[$0] }),
        degrees: SIMD4(four.map { Int64($0.degree) }),
        isAlike: four.allSatisfy { isSummed($0) && $0.degree == four[0].degree })
      for (lane, parameters) in four.enumerated() {
        if isSummed(parameters) {
          lanes.summed |= 1 << UInt8(parameters.degree)
        } else {
          lanes.unsummed |= 1 << UInt8(lane)
        }
      }
      return lanes
    }
  }

  /// The places of configurations by degree and then window, the order in which a grid is fastest.
  package static func fastestOrder(of configurations: [PolynomialPredictor.Parameters]) -> [Int] {
    configurations.indices.sorted {
      let (one, other) = (configurations[$0], configurations[$1])
      return (one.degree, one.capacity, one.seconds, $0)
        < (other.degree, other.capacity, other.seconds, $1)
    }
  }

  /// Begins a new contact and forgets earlier positions.
  public mutating func beginStroke() {
    track.removeAll()
    for index in windows.indices { windows[index].count = 0 }
    hasSameCounts = false
    for index in lanes.indices.dropFirst() {
      lanes[index].isRepeated =
        lanes[index].isAlike && lanes[index - 1].isAlike
        && lanes[index].degrees == lanes[index - 1].degrees
    }
  }

  /// Observes the next sample; nothing is fitted yet.
  public mutating func observe(_ sample: TouchSample) {
    let point = TimedPoint(time: sample.time, position: sample.position)
    guard let removed = track.append(point) else { return }
    for index in windows.indices {
      // A predictor with a short window has lost samples that are still here.
      let left = max(windows[index].count - removed, 0)
      let count = min(left + 1, windows[index].capacity)
      guard count != windows[index].count else { continue }
      windows[index].count = count
      hasSameCounts = false
    }
    if isTimed { dropOldSamples() }
  }

  /// Drops what is too old for windows measured in time.
  private mutating func dropOldSamples() {
    track.withPoints { points in
      guard let newest = points.last?.time else { return }
      for index in windows.indices {
        let oldest = newest - windows[index].seconds - TimeTolerance.seconds
        while windows[index].count > 1, points[points.count - windows[index].count].time < oldest {
          windows[index].count -= 1
          hasSameCounts = false
        }
      }
    }
  }

  /// Where the contact will be at each of the horizons, for every configuration.
  ///
  /// - Parameters:
  ///   - horizons: Seconds after the newest sample.
  ///   - result: Made as long as there are configurations times horizons. The answer of
  ///     configuration c for horizon h stands at c · horizons.count + h; both its numbers are NaN
  ///     where the predictor would say nil, and finite elsewhere.
  public mutating func positions(ahead horizons: [Double], into result: inout [SIMD2<Double>]) {
    let count = configurations.count * horizons.count
    if result.count != count {
      result = Array(repeating: SIMD2(repeating: .nan), count: count)
    }
    guard count > 0 else { return }
    let last = configurations.count
    fit()
    result.withUnsafeMutableBufferPointer { result in
      forEachFour(ahead: horizons) { number, answers, _ in
        for lane in 0..<min(4, last - 4 * number) {
          let start = (4 * number + lane) * horizons.count
          for index in horizons.indices {
            result[start + index] = SIMD2(answers[index][lane], answers[index][lane + 4])
          }
        }
      }
    }
  }

  /// The number of four configurations in a row, the last of which may be fewer.
  package var fourCount: Int { lanes.count }

  /// Whether four configurations have given the same answers as those before since the stroke began,
  /// because all their windows hold all of it.
  package func isRepeated(_ number: Int) -> Bool { lanes[number].isRepeated }

  /// Fits all windows to what they hold now.
  package mutating func fit() {
    if !hasSameCounts { takeCounts() }
    let (clock, longest) = (track.clock, longest)
    guard longest > 0 else { return }
    track.withPoints { points in
      isWanted.withUnsafeBufferPointer { isWanted in
        fits.fit(points, clock, longest: longest, where: isWanted)
      }
    }
  }

  /// Takes down how many samples each configuration sees.
  private mutating func takeCounts() {
    hasSameCounts = true
    for index in isWanted.indices { isWanted[index] = false }
    longest = 0
    for window in windows where window.count > 0 {
      isWanted[(window.count - 1) / 4] = true
      longest = max(longest, window.count)
    }
    for index in lanes.indices {
      let places = lanes[index].windows
      let own = SIMD4(
        windows[places[0]].count, windows[places[1]].count, windows[places[2]].count,
        windows[places[3]].count)
      lanes[index].counts = own
      if lanes[index].isRepeated {
        lanes[index].isRepeated =
          own == SIMD4(repeating: own[0]) && own == lanes[index - 1].counts
      }
    }
  }

  /// Calls `body` with the number of each four configurations, their answers by horizon, four times
  /// x and then four times y, and whether some of the answers are missing; these are NaN in both.
  ///
  /// What `fit` found is read. The answers may be changed, and are gone after the call.
  ///
  /// - Parameters:
  ///   - horizons: Seconds after the newest sample.
  ///   - skipsRepeated: Whether to leave out those that say the same as those before.
  ///   - body: What to do with the answers.
  package mutating func forEachFour(
    ahead horizons: [Double], skippingRepeated skipsRepeated: Bool = false,
    _ body: (Int, UnsafeMutablePointer<SIMD8<Double>>, Bool) -> Void
  ) {
    let count = horizons.count
    if said.count < count { said = Array(repeating: .zero, count: count) }
    let isEndless = !horizons.allSatisfy { $0.isFinite }
    // Taken out, so that the rest can be read meanwhile.
    var said: [SIMD8<Double>] = []
    swap(&said, &self.said)
    let newest = longest > 0 ? track.newest?.position : nil
    // Pointers, since arrays would be retained for each four configurations.
    horizons.withUnsafeBufferPointer { horizons in
      said.withUnsafeMutableBufferPointer { said in
        lanes.withUnsafeBufferPointer { lanes in
          fits.withReading { reading in
            guard let said = said.baseAddress else { return }
            for (number, lanes) in lanes.enumerated() where !(skipsRepeated && lanes.isRepeated) {
              var isWhole = false
              if let newest {
                isWhole = Self.read(lanes, reading, newest, horizons, into: said) && !isEndless
                if !reading.isWell || lanes.unsummed != 0 {
                  Self.solve(lanes, reading, track, newest, horizons, into: said, with: &solver)
                  isWhole = false
                }
              } else {
                for index in horizons.indices { said[index] = SIMD8(repeating: .nan) }
              }
              if !isWhole { Self.silence(said, horizons) }
              body(number, said, !isWhole)
            }
          }
        }
      }
    }
    swap(&said, &self.said)
  }

  /// Reads the fits of those of four configurations that the sums serve at every horizon.
  ///
  /// - Returns: Whether all answers are finite.
  private static func read(
    _ lanes: Lanes, _ fits: PolynomialGridFits.Reading, _ newest: SIMD2<Double>,
    _ horizons: UnsafeBufferPointer<Double>, into said: UnsafeMutablePointer<SIMD8<Double>>
  ) -> Bool {
    var isWhole = true
    var isFirst = true
    var degree = 0
    while lanes.summed >> UInt8(degree) != 0 {
      if lanes.summed >> UInt8(degree) & 1 == 1 {
        let isRead = fits.read(
          degree: degree, lanes.counts, newest, horizons, into: said,
          except: isFirst ? SIMDMask(repeating: false) : lanes.degrees .!= Int64(degree))
        isWhole = isWhole && isRead
        isFirst = false
      }
      degree += 1
    }
    return isWhole
  }

  /// Solves the fits of those of four configurations that the sums cannot serve.
  private static func solve(
    _ lanes: Lanes, _ fits: PolynomialGridFits.Reading, _ track: PlanarTrack,
    _ newest: SIMD2<Double>, _ horizons: UnsafeBufferPointer<Double>,
    into said: UnsafeMutablePointer<SIMD8<Double>>, with solver: inout PlanarPolynomialSolver
  ) {
    for lane in 0..<4 {
      let (degree, count) = (Int(lanes.degrees[lane]), lanes.counts[lane])
      let isSummed = lanes.unsummed >> UInt8(lane) & 1 == 0
      if isSummed, count <= degree || fits.serves(degree, count: count) { continue }
      let isSolved = track.withPoints { points in
        solver.fit(UnsafeBufferPointer(rebasing: points.suffix(count)), degree: degree)
      }
      for index in horizons.indices {
        let answer =
          isSolved
          ? newest + solver.read(ahead: horizons[index]).value : SIMD2(repeating: .nan)
        (said[index][lane], said[index][lane + 4]) = (answer.x, answer.y)
      }
    }
  }

  /// Makes both numbers NaN of answers that are not finite, and of all for horizons without end,
  /// which a polynomial of degree 0 would not notice.
  private static func silence(
    _ said: UnsafeMutablePointer<SIMD8<Double>>, _ horizons: UnsafeBufferPointer<Double>
  ) {
    for index in horizons.indices {
      for lane in 0..<4 {
        let answer = SIMD2(said[index][lane], said[index][lane + 4])
        guard !answer.isFinite || !horizons[index].isFinite else { continue }
        (said[index][lane], said[index][lane + 4]) = (.nan, .nan)
      }
    }
  }
}

extension ConfiguredPredictor {
  /// The parameters of a plain `polynomial` of the catalogue, as `PolynomialGrid` takes them.
  ///
  /// One with `solver=lapack` is not plain: a grid shares sums, and LAPACK has none to share.
  ///
  /// - Parameter context: What it would be made for.
  /// - Returns: The parameters; nil for any other predictor, for a chain, for one that LAPACK solves,
  ///   and where it cannot be made.
  package func polynomialParameters(in context: PredictorContext) -> PolynomialPredictor.Parameters?
  {
    guard spec.stages.count == 1, kind == PolynomialPredictor.kind,
      let made = try? make(context), made is PolynomialPredictor
    else { return nil }
    var parameters = PolynomialPredictor.Parameters()
    for setting in settings {
      guard
        let field = PolynomialPredictor.Parameters.fields.first(where: { $0.name == setting.key })
      else { return nil }
      do { try field.assign(&parameters, setting.value) } catch { return nil }
    }
    return parameters.solver == .streaming ? parameters : nil
  }
}
