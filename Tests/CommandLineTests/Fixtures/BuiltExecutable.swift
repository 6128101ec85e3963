import Foundation

/// The executable that was built beside these tests.
enum BuiltExecutable {
  /// The repository's folder.
  static let repository = sourceFolder.deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of these tests.
  static let sourceFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  /// `nextpoint` in the folder of the running test process, where SwiftPM puts all products.
  static let path: String = {
    let process = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let beside = URL(fileURLWithPath: process).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "nextpoint").path
    guard !FileManager.default.isExecutableFile(atPath: beside) else { return beside }
    return repository.appending(path: ".build/debug/nextpoint").path
  }()

  /// The environment of this process for one of the executable: no data sets but those that a test
  /// names, help as wide as on a plain terminal, one thread inside BLAS.
  static func environment(_ changes: [String: String]) -> [String: String] {
    var result = ProcessInfo.processInfo.environment
    for name in ["NEXTPOINT_DATASETS", "NO_COLOR", "CLICOLOR_FORCE"] { result[name] = nil }
    result["COLUMNS"] = "80"
    result["OPENBLAS_NUM_THREADS"] = "1"
    return result.merging(changes) { $1 }
  }
}

/// The real data sets, in the folders that `NEXTPOINT_DATASETS` names to the tests.
enum RealDatasets {
  static let variable = "NEXTPOINT_DATASETS"
  static let folders = ProcessInfo.processInfo.environment[variable] ?? ""

  /// Whether a folder of that name with a description is there.
  static func has(_ name: String) -> Bool { folder(of: name) != nil }

  /// The folder of that name with a description; nil where there is none.
  static func folder(of name: String) -> String? {
    folders.split(separator: ":").map { "\($0)/\(name)" }.first {
      FileManager.default.fileExists(atPath: "\($0)/dataset.json")
    }
  }
}
