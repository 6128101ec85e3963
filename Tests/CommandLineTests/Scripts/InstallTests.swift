import Foundation
import TestSupport
import Testing

/// `scripts/install` into a temporary prefix, with the executable that is built already.
@Suite struct InstallTests {
  /// A generate-manual that was built before; man pages are checked where there is one.
  private static let manualTool: String? = {
    let built = Repository.root.appending(path: ".build/manual/debug/generate-manual")
    let named = ProcessInfo.processInfo.environment["NEXTPOINT_MANUAL_TOOL"]
    return [named, built.path].compactMap(\.self).first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  @Test func whatIsInstalledWorksAndUninstallLeavesNothing() throws {
    let workspace = try Workspace()
    let script = Repository.root.appending(path: "scripts/install").path
    let environment = [
      "NEXTPOINT_EXECUTABLE": BuiltExecutable.path,
      "NEXTPOINT_MANUAL_TOOL": Self.manualTool ?? "none",
    ]
    // Twice: an installation is replaced.
    for _ in 1...2 {
      try workspace.shell("'\(script)' 'a prefix'", environment: environment).expect(code: 0)
    }
    let list = try workspace.shell(
      "cd / && '\(workspace.path)/a prefix/bin/nextpoint' datasets list")
    list.expect(code: 0)
    #expect(list.standardOutput.contains("a prefix/lib/nextpoint/datasets/synthetic/"))
    let completions = [
      ("bash", "bash-completion/completions/nextpoint"), ("zsh", "zsh/site-functions/_nextpoint"),
      ("fish", "fish/vendor_completions.d/nextpoint.fish"),
    ]
    for (shell, path) in completions {
      let text = try workspace.text("a prefix/share/\(path)")
      #expect(text.contains("evaluate") && text.contains("synthesize"), "\(shell)")
    }
    try workspace.shell("bash -n 'a prefix/share/\(completions[0].1)'").expect(code: 0)
    if Self.manualTool != nil {
      let page = try workspace.text("a prefix/share/man/man1/nextpoint.datasets.fetch.1")
      #expect(page.contains("Download public data sets"))
      #expect(workspace.exists("a prefix/share/man/man1/nextpoint.1"))
    }
    try workspace.shell("'\(script)' uninstall 'a prefix'", environment: environment)
      .expect(code: 0)
    let folders = FileManager.default.enumerator(atPath: workspace.url("a prefix").path)
    for name in folders?.compactMap({ $0 as? String }) ?? [] {
      var isFolder: ObjCBool = false
      let path = workspace.url("a prefix/\(name)").path
      #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
      #expect(isFolder.boolValue, "\(name) was left")
    }
  }
}
