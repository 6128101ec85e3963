import Foundation
import PackagePlugin

/// Writes the commit of the checkout into a source file, for `nextpoint --version` and manifests.
@main
struct BuildCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.pluginWorkDirectoryURL
    let script = """
      cd "$1" || exit 0
      commit=$(git rev-parse --short=12 HEAD 2>/dev/null)
      if [ -n "$commit" ] && [ -n "$(git status --porcelain -uno 2>/dev/null)" ]; then
        commit="$commit+"
      fi
      text="enum BuildCommit { static let text = \\"$commit\\" }"
      [ "$(cat "$2/BuildCommit.swift" 2>/dev/null)" = "$text" ] || echo "$text" > "$2/BuildCommit.swift"
      """
    return [
      .prebuildCommand(
        displayName: "Commit of the checkout",
        executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: ["-c", script, "sh", context.package.directoryURL.path, folder.path],
        outputFilesDirectory: folder)
    ]
  }
}
