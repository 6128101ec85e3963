import Benchmark
import Foundation

/// What all suites have in common: what they measure, and for how long.
public enum SuiteSettings {
  /// Seconds that a benchmark may take.
  public static let variable = "NEXTPOINT_BENCHMARK_SECONDS"
  /// The tool runs nothing where no time is allowed, and once where there is any.
  private static let leastSeconds = 1e-6

  /// The settings of a benchmark.
  ///
  /// Time and throughput, since the tool exports one only together with the other. A benchmark ends
  /// after `seconds`, or what the environment says in their place, and is run once at least.
  ///
  /// - Parameters:
  ///   - seconds: How long it may take.
  ///   - steps: How many steps the work of one iteration has.
  /// - Returns: The settings.
  public static func configuration(
    seconds: Double = 1, steps: BenchmarkScalingFactor = .one
  ) -> Benchmark.Configuration {
    let asked = ProcessInfo.processInfo.environment[variable].flatMap(Double.init)
    let allowed = asked.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? seconds
    return Benchmark.Configuration(
      metrics: [.wallClock, .throughput], warmupIterations: 1, scalingFactor: steps,
      maxDuration: .seconds(max(allowed, leastSeconds)), maxIterations: 100_000)
  }
}
