import Foundation
import PackagePlugin

/// Writes the model that is part of the package as a string literal, in base64.
///
/// A literal of bytes takes the compiler 16 to 35 s of processor time, one of text 0.01 s.
@main
struct StandardModel: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let model = target.directoryURL.appending(path: "Learned/Model/standard-model.npm")
    let source = context.pluginWorkDirectoryURL.appending(path: "StandardModelText.swift")
    let script = context.package.directoryURL.appending(path: "scripts/default-model")
    return [
      .buildCommand(
        displayName: "Standard model",
        executable: URL(filePath: "/usr/bin/env"),
        arguments: ["bash", script.path, "--source", model.path, source.path],
        inputFiles: [model, script],
        outputFiles: [source])
    ]
  }
}
