import Foundation
import TestSupport
import Testing

/// The tests of the Python package, with the library and the executable that are built already.
@Suite(.enabled(if: PythonForTests.path != nil, "no Python with NumPy, pytest and Hypothesis"))
struct PythonTests {
  @Test func everyTestOfThePackagePasses() throws {
    let workspace = try Workspace()
    let root = Repository.root
    let library = URL(fileURLWithPath: BuiltExecutable.path).deletingLastPathComponent()
      .appending(path: "libnextpoint-c.so").path
    let python = try #require(PythonForTests.path)
    let result = try workspace.shell(
      "'\(python)' -m pytest '\(root.appending(path: "python").path)' -rs",
      environment: [
        "NEXTPOINT_EXECUTABLE": BuiltExecutable.path,
        "NEXTPOINT_LIBRARY": library,
        "PYTHONPATH": root.appending(path: "python/src").path,
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_STORAGE_DIRECTORY": workspace.url("examples").path,
      ])
    #expect(result.code == 0, "\(result.standardOutput.suffix(4000))\(result.standardError)")
  }
}

/// A Python that can run the tests: the one that is named, that of `scripts/python`, or the system's.
private enum PythonForTests {
  static let path: String? = {
    let named = ProcessInfo.processInfo.environment["NEXTPOINT_PYTHON"]
    let installed = Repository.root.appending(path: ".build/python/bin/python").path
    return [named, installed, "python3"].compactMap(\.self).first { python in
      guard let workspace = try? Workspace() else { return false }
      let needed = "'\(python)' -c 'import numpy, pytest, hypothesis'"
      return (try? workspace.shell(needed))?.code == 0
    }
  }()
}
