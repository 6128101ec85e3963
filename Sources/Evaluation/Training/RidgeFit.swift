import MotionNumerics
import MotionPrediction

/// Fits the regressors that are linear in their weights, towards mean Euclidean error.
///
/// Weighted ridge regression, again and again: after each fit an example's weight is divided by the
/// length of its error (iteratively reweighted least squares), which makes mean squared error mean
/// error. Inputs are standardised; λ is a share of the mean weight, so that the number of examples does
/// not change what it means; offsets are not held back. Where Cholesky's factorisation fails, λ is
/// raised a hundredfold, three times at most.
///
/// Source: Holland and Welsch, Communications in Statistics 6(9), 1977,
/// doi:10.1080/03610927708827533.
struct RidgeFit {
  private let rows: TrainingRows
  private let settings: TrainingSettings
  /// Row by row: ω (inputs × waves).
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
    let scale = settings.bandwidth / Double(rows.inputCount).squareRoot()
    frequencies = (0..<(rows.inputCount * waves)).map { _ in
      Float(scale * generator.nextNormal())
    }
    phases = (0..<waves).map { _ in Float(2 * .pi * generator.nextUnit()) }
  }

  private var linearCount: Int { LinearRegressorColumns.count(rows.motionCount) }
  private var columnCount: Int { linearCount + phases.count }

  /// The weights as the model orders them.
  func weights(progress: (Int, Double) -> Void) throws(TrainingError) -> [Float] {
    var factors = rows.weights.map { $0 * $0 }
    var solution: [[Double]] = []
    for pass in 0...settings.reweightings {
      solution = try solve(factors)
      let loss = reweigh(&factors, by: solution)
      progress(pass + 1, loss)
    }
    return ordered(solution)
  }

  private func solve(_ factors: [Float]) throws(TrainingError) -> [[Double]] {
    var equations = RidgeRegression(features: columnCount, sides: 2)
    var (features, desired) = ([Double](), [Double]())
    for row in 0..<rows.count {
      let root = Double(factors[row]).squareRoot()
      appendColumns(row, times: root, to: &features)
      desired += [root * Double(rows.targets[row].x), root * Double(rows.targets[row].y)]
      guard (row + 1) % Self.block == 0 || row + 1 == rows.count else { continue }
      equations.add(features: features, desired: desired)
      features.removeAll(keepingCapacity: true)
      desired.removeAll(keepingCapacity: true)
    }
    let total = factors.reduce(0.0) { $0 + Double($1) }
    var strength = settings.ridge * total
    var attempt = 0
    while true {
      let penalties = (0..<columnCount).map { isOffset($0) ? 1e-12 * total : strength }
      do { return try equations.solve(penalties: penalties) } catch {
        guard attempt < 3, case .rankDeficient = error else { throw .solver(error) }
        strength = max(100 * strength, 1e-9 * total)
        attempt += 1
      }
    }
  }

  /// Divides weights by the lengths of errors; the mean loss.
  private func reweigh(_ factors: inout [Float], by solution: [[Double]]) -> Double {
    var (loss, columns) = (0.0, [Double]())
    for row in 0..<rows.count {
      columns.removeAll(keepingCapacity: true)
      appendColumns(row, times: 1, to: &columns)
      var error = -SIMD2<Double>(rows.targets[row])
      for (index, column) in columns.enumerated() {
        error += column * SIMD2(solution[0][index], solution[1][index])
      }
      let size = Float(error.length)
      loss += Double(rows.weights[row] * size)
      factors[row] = rows.weights[row] / max(size, Self.leastError)
    }
    return loss / Double(max(rows.count, 1))
  }

  private func isOffset(_ column: Int) -> Bool {
    column < linearCount && column % (rows.motionCount + 1) == rows.motionCount
  }

  /// Linear columns, each basis with its offset last, then waves.
  private func appendColumns(_ row: Int, times factor: Double, to columns: inout [Double]) {
    let start = Int(rows.samples[row]) * rows.motionCount
    let horizon = rows.horizons[row]
    for basis in 0...HorizonFeatures.count {
      let value = factor * (basis == 0 ? 1 : Double(horizon[basis - 1]))
      for index in 0..<rows.motionCount { columns.append(value * Double(rows.motion[start + index])) }
      columns.append(value)
    }
    for wave in phases.indices {
      var argument = phases[wave]
      for index in 0..<rows.motionCount {
        argument += rows.motion[start + index] * frequencies[index * phases.count + wave]
      }
      for index in 0..<HorizonFeatures.count {
        let place = (rows.motionCount + index) * phases.count + wave
        argument += horizon[index] * frequencies[place]
      }
      columns.append(factor * Elementary.cosine(Double(argument)))
    }
  }

  private func ordered(_ solution: [[Double]]) -> [Float] {
    let pairs = (0..<columnCount).flatMap { [Float(solution[0][$0]), Float(solution[1][$0])] }
    guard !phases.isEmpty else { return pairs }
    return Array(pairs[..<(2 * linearCount)]) + frequencies + phases
      + Array(pairs[(2 * linearCount)...])
  }
}

/// How the columns of a linear regressor are counted.
private enum LinearRegressorColumns {
  static func count(_ motion: Int) -> Int { (1 + HorizonFeatures.count) * (motion + 1) }
}
