import Foundation
import PackagePlugin

/// Writes the WebAssembly module of the live page as a string literal: compressed by gzip, in base64.
///
/// A literal of bytes takes the compiler minutes, one of text well below a second.
@main
struct LiveModule: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let module = target.directoryURL.appending(path: "Live/live.wasm")
    let source = context.pluginWorkDirectoryURL.appending(path: "LiveModuleText.swift")
    let script = """
      { printf 'enum LiveModuleText {\\n  static let gzip: StaticString = "'
        gzip -9nc "$1" | base64 | tr -d '\\n'
        printf '"\\n}\\n'
      } >"$2"
      """
    return [
      .buildCommand(
        displayName: "Module of the live page",
        executable: URL(filePath: "/usr/bin/env"),
        arguments: ["bash", "-euo", "pipefail", "-c", script, "bash", module.path, source.path],
        inputFiles: [module],
        outputFiles: [source])
    ]
  }
}
