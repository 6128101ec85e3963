// What scoring a grid of polynomials costs: together, as a sweep does it, and one by one.

import Benchmark
import SuiteSettings

let benchmarks: @Sendable () -> Void = {
  sweep("one by one") { await $0.evaluateAlone() }
  sweep("together") { await $0.evaluateTogether(jobs: 1) }
  sweep("together by two workers") { await $0.evaluateTogether(jobs: 2) }
  sweep("one configuration") { await $0.evaluateFirst() }
}

private func sweep(_ name: String, _ work: @escaping (SweepTrial) async -> Void) {
  Benchmark(name, configuration: SuiteSettings.configuration(seconds: 5)) {
    (_: Benchmark, trial: SweepTrial) async in
    await work(trial)
  } setup: {
    try await SweepTrial.prepared()
  }
}
