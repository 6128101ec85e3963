// What reading a file of 10,000 samples costs, for every format.

import Benchmark
import Datasets
import Foundation
import SuiteSettings

let benchmarks: @Sendable () -> Void = {
  for format in RecordingFormat.allCases { register(format) }
}

/// The samples of each file; a description of a device has none.
private let sampleCount = 10_000
/// The share of samples that has to be read: in some formats a lift has no position of its own.
private let leastShare = 0.98

private func register(_ format: RecordingFormat) {
  let file = FileManager.default.temporaryDirectory.appending(
    path: "nextpoint-\(format.rawValue)-\(UUID().uuidString)")
  Benchmark(format.rawValue, configuration: SuiteSettings.configuration()) {
    (_: Benchmark, source: RecordingSource) in
    blackHole(format.reader.read(source).recordings.count)
  } setup: {
    try WrittenText.text(of: format, samples: sampleCount)
      .write(to: file, atomically: true, encoding: .utf8)
    let source = RecordingSource(path: file.path)
    try check(format.reader.read(source), of: format)
    return source
  } teardown: {
    try FileManager.default.removeItem(at: file)
  }
}

/// Whether what is timed is the reading of all samples, and not of a file that is given up.
private func check(_ result: ReadResult, of format: RecordingFormat) throws {
  let read = result.recordings.reduce(0) { $0 + $1.sampleCount }
  let expected = format == .evemuDescription ? 0 : leastShare * Double(sampleCount)
  guard result.problems.isEmpty, result.isComplete, Double(read) >= expected else {
    throw UnreadText(format: format, samples: read, problems: result.problems)
  }
}

/// A written file that its reader does not read.
private struct UnreadText: Error {
  let format: RecordingFormat
  let samples: Int
  let problems: [ReadProblem]
}
