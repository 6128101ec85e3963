import Foundation
import PackagePlugin

/// Writes a target's scripts and style sheets as string literals: `live-page.js` becomes
/// `EmbeddedText.live_page_js`.
///
/// What SwiftPM embeds itself are literals of bytes, which took a third of the time in which the
/// optimizer compiled `Reporting`; literals of text take none.
@main
struct EmbeddedText: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let files = module.sourceFiles.map(\.url)
      .filter { ["css", "js", "py"].contains($0.pathExtension) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let source = context.pluginWorkDirectoryURL.appending(path: "EmbeddedText.swift")
    // A raw literal of several lines leaves out its last line break.
    let script = #####"""
      {
        printf 'enum EmbeddedText {\n'
        for file in "${@:2}"; do
          name=$(basename "$file" | tr -c 'A-Za-z0-9\n' _)
          printf '  static let %s: String = ####"""\n' "$name"
          cat "$file"
          printf '\n"""####\n'
        done
        printf '}\n'
      } >"$1"
      """#####
    return [
      .buildCommand(
        displayName: "Scripts and style sheets of \(target.name)",
        executable: URL(filePath: "/usr/bin/env"),
        arguments: ["bash", "-euo", "pipefail", "-c", script, "bash", source.path]
          + files.map(\.path),
        inputFiles: files,
        outputFiles: [source])
    ]
  }
}
