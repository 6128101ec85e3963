import Evaluation
import MotionPrediction
import Testing

/// The weights of predictors that are fixed linear filters.
@Suite struct FixedLinearFilterTests {
  /// Steps of one sample are differences of positions near 1, and good to 1e-15 of them; times of half
  /// a second add 1e-13.
  private static let tolerance = 1e-11

  private static func filters(
    _ spelling: String, rate: Double = 100, horizons: [Double] = [0.02]
  ) throws -> [FixedLinearFilter] {
    try FixedLinearFilter.all(
      of: PredictorCatalogue.standard.predictor(spelling),
      in: PredictorContext(horizons: horizons, nominalRate: rate))
  }

  private static func expect(_ filter: FixedLinearFilter, _ weights: [Double]) {
    #expect(filter.weights.count == weights.count, "\(filter.weights)")
    for (weight, expected) in zip(filter.weights, weights) {
      #expect(abs(weight - expected) <= tolerance)
    }
  }

  @Test func twoSamplesAhead() throws {
    let filters = try Self.filters("linear", horizons: [0.02, 0.01, -0.005])
    #expect(filters.map(\.horizon) == [0.02, 0.01, -0.005])
    Self.expect(filters[0], [3, -2])
    Self.expect(filters[1], [2, -1])
    Self.expect(filters[2], [0.5, 0.5])
    Self.expect(try Self.filters("hold")[0], [1])
  }

  /// Least squares: w_k = 1/N + (n̄ − k)(n̄ + H)/Σ(n̄ − k)², k the age and n̄ the mean age.
  @Test(arguments: [3, 8, 31]) func theLineOfLeastSquares(window: Int) throws {
    let mean = Double(window - 1) / 2
    let ages = (0..<window).map(Double.init)
    let squares = ages.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let weights = ages.map { 1 / Double(window) + (mean - $0) * (mean + 2) / squares }
    Self.expect(try Self.filters("polynomial:degree=1,window=\(window)")[0], weights)
  }

  /// A filter with endless memory: older weights die away, and steady motion is not lagged behind.
  @Test func doubleExponentialSmoothing() throws {
    let filter = try Self.filters("desp")[0]
    #expect((10..<FixedLinearFilter.longest).contains(filter.weights.count))
    #expect(abs(filter.weights.reduce(0, +) - 1) <= Self.tolerance)
    let lead = filter.weights.enumerated().reduce(0) { $0 - Double($1.offset) * $1.element }
    #expect(abs(lead - 2) <= 1e-9)
  }

  @Test(arguments: ["rls", "arc", "linear+speed-gate", "one-euro+linear", "hedge"])
  func whatIsNoneIsRefused(spelling: String) throws {
    let error = #expect(throws: FixedLinearFilterError.self) { try Self.filters(spelling) }
    #expect(error?.description.contains("is not a fixed linear filter") == true)
  }

  @Test func whatSaysNothingIsRefused() throws {
    let error = #expect(throws: FixedLinearFilterError.self) { try Self.filters("recorded") }
    #expect(error?.description.contains("makes no prediction 20.0 ms ahead") == true)
  }
}
