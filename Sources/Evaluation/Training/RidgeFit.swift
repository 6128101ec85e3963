import MotionNumerics
import MotionPrediction

/// Fits the regressors that are linear in their weights, towards mean Euclidean error.
///
/// Each knot of `HorizonBasis` has a weighted ridge regression of its own, over the examples whose
/// horizons lie about it, weighed by how near they lie. Again and again: after each fit an
/// example's weight is divided by the length of its error (iteratively reweighted least squares),
/// which makes mean squared error mean error. Features are standardized; λ is a share of the mean
/// weight, so that the number of examples does not change what it means; offsets are not held back.
/// Where Cholesky's factorization fails, λ is raised a hundredfold, three times at most. A knot
/// without examples has the weights of the nearest one that has some.
///
/// Source: Holland and Welsch, Communications in Statistics 6(9), 1977,
/// doi:10.1080/03610927708827533.
struct RidgeFit {
  private let rows: TrainingRows
  private let settings: TrainingSettings
  /// Row by row: ω (features × waves).
  private let frequencies: [Float]
  private let phases: [Float]

  /// An error shorter than this share of the frame's scale counts as this long.
  private static let leastError: Float = 0.01
  private static let block = 512

  init(_ rows: TrainingRows, settings: TrainingSettings) {
    self.rows = rows
    self.settings = settings
    let waves = settings.kind == "fourier" ? settings.waves : 0
    var generator = Xoshiro256StarStar(seed: settings.seed)
    let scale = settings.bandwidth / Double(rows.motionCount).squareRoot()
    frequencies = (0..<(rows.motionCount * waves)).map { _ in
      Float(scale * generator.nextNormal())
    }
    phases = (0..<waves).map { _ in Float(2 * .pi * generator.nextUnit()) }
  }

  /// Features, the offset, waves.
  private var columnCount: Int { rows.motionCount + 1 + phases.count }

  /// The weights as the model orders them.
  func weights(progress: (Int, Double) -> Void) throws(TrainingError) -> [Float] {
    var factors = rows.weights.map { $0 * $0 }
    var solution: [[[Double]]?] = []
    for pass in 0...settings.reweightings {
      solution = []
      for knot in 0..<HorizonBasis.count { solution.append(try solve(knot, factors)) }
      progress(pass + 1, reweigh(&factors, by: filled(solution)))
    }
    return ordered(filled(solution))
  }

  /// How near a row's horizon lies to a knot, 0…1.
  private func nearness(_ row: Int, to knot: Int) -> Float {
    let place = rows.places[row]
    if place.knot == knot { return 1 - place.share }
    return place.knot + 1 == knot ? place.share : 0
  }

  /// The coefficients of a knot, along and across; nil if no example is near.
  private func solve(_ knot: Int, _ factors: [Float]) throws(TrainingError) -> [[Double]]? {
    var equations = RidgeRegression(features: columnCount, sides: 2)
    var (features, desired, total) = ([Double](), [Double](), 0.0)
    var columns = [Double](repeating: 0, count: columnCount)
    for row in 0..<rows.count {
      let weight = Double(factors[row] * nearness(row, to: knot))
      guard weight > 0 else { continue }
      total += weight
      let root = weight.squareRoot()
      write(row, to: &columns)
      for column in columns { features.append(root * column) }
      desired += [root * Double(rows.targets[row].x), root * Double(rows.targets[row].y)]
      guard desired.count >= 2 * Self.block else { continue }
      equations.add(features: features, desired: desired)
      features.removeAll(keepingCapacity: true)
      desired.removeAll(keepingCapacity: true)
    }
    equations.add(features: features, desired: desired)
    guard total > 0 else { return nil }
    return try solve(equations, total: total)
  }

  private func solve(
    _ equations: RidgeRegression, total: Double
  ) throws(TrainingError) -> [[Double]] {
    var (strength, attempt) = (settings.ridge * total, 0)
    while true {
      let penalties = (0..<columnCount).map { $0 == rows.motionCount ? 1e-12 * total : strength }
      do { return try equations.solve(penalties: penalties) } catch {
        guard attempt < 3, case .rankDeficient = error else { throw .solver(error) }
        strength = max(100 * strength, 1e-9 * total)
        attempt += 1
      }
    }
  }

  /// Every knot's coefficients, those of the nearest for one that has none.
  private func filled(_ solution: [[[Double]]?]) -> [[[Double]]] {
    let known = solution.indices.filter { solution[$0] != nil }
    let zeros = [[Double]](repeating: Array(repeating: 0, count: columnCount), count: 2)
    return solution.indices.map { knot in
      let nearest = known.min { abs($0 - knot) < abs($1 - knot) }
      return nearest.flatMap { solution[$0] } ?? zeros
    }
  }

  /// Divides weights by the lengths of errors; the mean loss.
  private func reweigh(_ factors: inout [Float], by solution: [[[Double]]]) -> Double {
    var (loss, columns) = (0.0, [Double](repeating: 0, count: columnCount))
    for row in 0..<rows.count {
      write(row, to: &columns)
      let place = rows.places[row]
      let (left, right) = (solution[place.knot], solution[place.knot + 1])
      let after = Double(place.share)
      var error = -SIMD2<Double>(rows.targets[row])
      for (index, column) in columns.enumerated() {
        let before = SIMD2(left[0][index], left[1][index])
        error += column * (before + after * (SIMD2(right[0][index], right[1][index]) - before))
      }
      let size = Float(error.length)
      loss += Double(rows.weights[row] * size)
      factors[row] = rows.weights[row] / max(size, Self.leastError)
    }
    return loss / Double(max(rows.count, 1))
  }

  private func write(_ row: Int, to columns: inout [Double]) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: rows.motionCount) { features in
      guard let start = features.baseAddress else { return }
      rows.write(row, to: start)
      for index in 0..<rows.motionCount { columns[index] = Double(start[index]) }
      columns[rows.motionCount] = 1
      for wave in phases.indices {
        var argument = phases[wave]
        for index in 0..<rows.motionCount {
          argument += start[index] * frequencies[index * phases.count + wave]
        }
        columns[rows.motionCount + 1 + wave] = Elementary.cosine(Double(argument))
      }
    }
  }

  private func ordered(_ solution: [[[Double]]]) -> [Float] {
    let columns = (0..<columnCount).map { column in
      (0..<2).flatMap { side in solution.map { Float($0[side][column]) } }
    }
    let linear = columns[...rows.motionCount].flatMap(\.self)
    guard !phases.isEmpty else { return linear }
    return linear + frequencies + phases + columns[(rows.motionCount + 1)...].flatMap(\.self)
  }
}
