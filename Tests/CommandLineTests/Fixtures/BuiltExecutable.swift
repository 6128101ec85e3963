import Foundation
import TestSupport

/// The executable that was built beside these tests.
enum BuiltExecutable {
  /// `nextpoint` in the folder of the running test process, where SwiftPM puts all products.
  static let path: String = {
    let process = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let beside = URL(fileURLWithPath: process).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "nextpoint").path
    guard !FileManager.default.isExecutableFile(atPath: beside) else { return beside }
    return Repository.root.appending(path: ".build/debug/nextpoint").path
  }()

  /// The environment of this process for one of the executable: no data sets but those that a test
  /// names, help as wide as on a plain terminal, one thread inside BLAS.
  static func environment(_ changes: [String: String]) -> [String: String] {
    var result = ProcessInfo.processInfo.environment
    for name in [RealDatasets.variable, "NO_COLOR", "CLICOLOR_FORCE"] { result[name] = nil }
    result["COLUMNS"] = "80"
    result["OPENBLAS_NUM_THREADS"] = "1"
    return result.merging(changes) { $1 }
  }
}
