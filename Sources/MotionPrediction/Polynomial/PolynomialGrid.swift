import MotionNumerics
import TouchInput

/// Many `polynomial` predictors over one stream, in one pass.
///
/// Answers for every configuration what a `PolynomialPredictor` with the same parameters would, to the
/// last bit, whatever is fed. What the configurations share is computed once: the samples are kept
/// once; the sums of a window, counted or timed, are on the way to those of every longer one
/// (`PolynomialMoments`); one factorization of a window serves all its degrees, and one fit all
/// horizons. Where the sums cannot carry a fit (degrees above 3, badly conditioned times), or the
/// solver is `lapack`, LAPACK makes it, as in the predictor.
///
/// Cost for windows up to N, C configurations and H horizons: `observe` is constant but for the count
/// of windows; `positions` takes N additions of the sums, and for each configuration about (d + 1)²
/// operations and H·d multiplications, each of both axes at once. Nothing is allocated but where
/// `result` has to be made longer.
public struct PolynomialGrid: Sendable {
  /// What is answered for, in the order of the answers.
  public let configurations: [PolynomialPredictor.Parameters]

  /// One of the configurations, in the order of its window and degree.
  private struct Slot {
    let degree: Int
    let configuration: Int
    /// Whether sums are tried first.
    let isSummed: Bool
  }

  /// The configurations of one window.
  private struct Window {
    /// The most samples that it can hold.
    let capacity: Int
    /// How much older than the newest these may be, in seconds.
    let seconds: Double
    let slots: Range<Int>
    /// The highest of their degrees that the sums can serve; −1 for none.
    let degree: Int
    /// How many samples a predictor of this window holds now.
    var count = 0
  }

  private let slots: [Slot]
  /// In the order of the samples that they hold now.
  private var windows: [Window]
  /// Whether some windows are measured in time, so that what they hold changes.
  private let isTimed: Bool
  private var track: PlanarTrack
  private let steadyFactors: [GramFactor]
  private var solver: PlanarPolynomialSolver

  /// Creates a grid for these configurations, in any order, repeated ones included.
  ///
  /// - Throws: What `PolynomialPredictor` throws for the first configuration that it refuses.
  public init(_ configurations: [PolynomialPredictor.Parameters]) throws(ParameterError) {
    for parameters in configurations { try parameters.validate() }
    self.configurations = configurations
    let order = configurations.indices.sorted {
      let (one, other) = (configurations[$0], configurations[$1])
      return (one.capacity, one.seconds, one.degree, $0)
        < (other.capacity, other.seconds, other.degree, $1)
    }
    slots = order.map {
      Slot(
        degree: configurations[$0].degree, configuration: $0,
        isSummed: configurations[$0].solver == .streaming)
    }
    windows = Self.windows(of: order.map { configurations[$0] })
    isTimed = windows.contains { $0.seconds < .infinity }
    let longest = windows.last?.capacity ?? 1
    track = PlanarTrack(capacity: longest)
    steadyFactors = GramFactor.steady(upTo: longest, degree: 3)
    solver = PlanarPolynomialSolver(
      maximumCount: longest, maximumDegree: configurations.map { $0.degree }.max() ?? 0)
  }

  /// Begins a new contact and forgets the positions before.
  public mutating func beginStroke() {
    track.removeAll()
    for index in windows.indices { windows[index].count = 0 }
  }

  /// Observes the next sample; nothing is fitted yet.
  public mutating func observe(_ sample: TouchSample) {
    let point = TimedPoint(time: sample.time, position: sample.position)
    guard let removed = track.append(point) else { return }
    for index in windows.indices {
      // A predictor with a short window has lost samples that are still here.
      let left = max(windows[index].count - removed, 0)
      windows[index].count = min(left + 1, windows[index].capacity)
    }
    if isTimed { dropOldSamples() }
  }

  /// Drops what is too old for windows measured in time, and puts all in the order of their counts.
  ///
  /// The sharing of sums needs that order. They are nearly in it from the sample before.
  private mutating func dropOldSamples() {
    track.withPoints { points in
      guard let newest = points.last?.time else { return }
      for index in windows.indices {
        let oldest = newest - windows[index].seconds
        while windows[index].count > 1, points[points.count - windows[index].count].time < oldest {
          windows[index].count -= 1
        }
      }
    }
    for index in windows.indices.dropFirst() {
      var place = index
      while place > 0, windows[place - 1].count > windows[place].count {
        windows.swapAt(place - 1, place)
        place -= 1
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
    let clock = track.clock
    result.withUnsafeMutableBufferPointer { result in
      horizons.withUnsafeBufferPointer { horizons in
        let answers = Answers(horizons: horizons, result: result)
        track.withPoints { points in
          fitAll(points, clock: clock, answers)
        }
        answers.silenceEndlessHorizons()
      }
    }
  }

  private mutating func fitAll(
    _ points: UnsafeBufferPointer<TimedPoint>, clock: SteadyClock, _ answers: Answers
  ) {
    var (even, uneven) = (SteadySums(), PolynomialMoments())
    var (evenCount, unevenCount) = (1, 1)
    for window in windows {
      let used = UnsafeBufferPointer(rebasing: points.suffix(window.count))
      if clock.isSteady(over: window.count) {
        even.add(points, evenCount..<window.count, degree: 3)
        evenCount = window.count
        fit(
          window, used, even.moments(count: window.count, degree: 3), steadyFactors[window.count],
          rate: points.steadyRate(over: window.count), answers)
      } else {
        if window.count > unevenCount {
          uneven.add(points, unevenCount..<window.count, degree: 3)
          unevenCount = window.count
        }
        let factor =
          window.count > 0
          ? GramFactor(
            uneven, inverseCount: steadyFactors[window.count].inverse0, degree: window.degree)
          : GramFactor()
        fit(window, used, uneven, factor, rate: 1, answers)
      }
    }
  }

  /// Fits the configurations of one window and reads them at every horizon.
  private mutating func fit(
    _ window: Window, _ points: UnsafeBufferPointer<TimedPoint>, _ sums: PolynomialMoments,
    _ factor: GramFactor, rate: Double, _ answers: Answers
  ) {
    // By index: a slice would be retained and released for every window.
    for index in window.slots {
      let slot = slots[index]
      guard points.count > slot.degree, let newest = points.last?.position else {
        answers.silence(slot.configuration)
        continue
      }
      if slot.isSummed, slot.degree <= factor.degree {
        let path = factor.coefficients(sums, degree: slot.degree)
        answers.write(slot.configuration, newest, path, rate: rate, degree: slot.degree)
      } else if solver.fit(points, degree: slot.degree) {
        answers.write(slot.configuration, newest, solver)
      } else {
        answers.silence(slot.configuration)
      }
    }
  }

  private static func windows(of sorted: [PolynomialPredictor.Parameters]) -> [Window] {
    var windows: [Window] = []
    var start = 0
    while start < sorted.count {
      let (capacity, seconds) = (sorted[start].capacity, sorted[start].seconds)
      var end = start
      while end < sorted.count, sorted[end].capacity == capacity, sorted[end].seconds == seconds {
        end += 1
      }
      let degree =
        sorted[start..<end].filter { $0.degree <= 3 && $0.solver == .streaming }.map { $0.degree }
        .max()
        ?? -1
      windows.append(
        Window(capacity: capacity, seconds: seconds, slots: start..<end, degree: degree))
      start = end
    }
    return windows
  }
}

/// Receives the answers of a grid.
private struct Answers {
  let horizons: UnsafeBufferPointer<Double>
  let result: UnsafeMutableBufferPointer<SIMD2<Double>>

  /// Reads a polynomial at every horizon, in units of time of `rate` a second.
  @inline(__always)
  func write(
    _ configuration: Int, _ newest: SIMD2<Double>, _ path: CubicPath, rate: Double, degree: Int
  ) {
    let start = configuration * horizons.count
    for index in horizons.indices {
      let value = newest + path.value(at: horizons[index] * rate, degree: degree)
      result[start + index] = value.orNaN
    }
  }

  func write(
    _ configuration: Int, _ newest: SIMD2<Double>, _ solver: PlanarPolynomialSolver
  ) {
    let start = configuration * horizons.count
    for index in horizons.indices {
      result[start + index] = (newest + solver.read(ahead: horizons[index]).value).orNaN
    }
  }

  /// Says nothing for a configuration.
  func silence(_ configuration: Int) {
    let start = configuration * horizons.count
    for index in horizons.indices { result[start + index] = SIMD2(repeating: .nan) }
  }

  /// Says nothing for horizons that are not finite, which a polynomial of degree 0 would not notice.
  func silenceEndlessHorizons() {
    for index in horizons.indices where !horizons[index].isFinite {
      for answer in stride(from: index, to: result.count, by: horizons.count) {
        result[answer] = SIMD2(repeating: .nan)
      }
    }
  }
}

extension SIMD2<Double> {
  /// The point itself where both numbers are finite, else NaN in both.
  @inline(__always)
  fileprivate var orNaN: Self { isFinite ? self : Self(repeating: .nan) }
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
