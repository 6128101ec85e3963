import Datasets
import Foundation
import Reporting

/// Turns SVG into PNG by `rsvg-convert`, librsvg's program.
struct PNGRenderer {
  /// The name of the program, and Debian's package that has it.
  private static let name = "rsvg-convert"
  private static let package = "librsvg2-bin"

  private let program: URL

  /// Finds the program.
  ///
  /// - Throws: `CommandFailure` with the remedy where it is not on the path.
  init() throws(CommandFailure) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.lazy.map { "\($0)/\(Self.name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let found else {
      throw .failed(
        "PNG needs \(Self.name), which is not on the path; install Debian's \(Self.package) "
          + "(scripts/install-dependencies does), or write SVG")
    }
    program = URL(fileURLWithPath: found)
  }

  /// Renders a picture and writes it, whole or not at all.
  ///
  /// - Parameters:
  ///   - svg: The picture.
  ///   - zoom: Pixels to a unit of the picture.
  ///   - path: Where the PNG goes.
  ///   - replacing: Whether a file of that name may be replaced.
  /// - Throws: `CommandFailure` with the message of the program or the system.
  func write(_ svg: String, zoom: Double, to path: String, replacing: Bool) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "nextpoint-png-\(UUID().uuidString)")
    defer { UnfinishedOutput.remove(folder.path) }
    let pixels: Data
    do { pixels = try render(svg, zoom: zoom, in: folder) } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure.failed("\(path): cannot be rendered: \(error)")
    }
    try AtomicFile.write(pixels, to: path, replacing: replacing)
  }

  /// Runs the program on files, so that no pipe can fill up and block it.
  private func render(_ svg: String, zoom: Double, in folder: URL) throws -> Data {
    try UnfinishedOutput.begin(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let (source, target) = (folder.appending(path: "in.svg"), folder.appending(path: "out.png"))
    let complaint = folder.appending(path: "complaint.txt")
    try Data(svg.utf8).write(to: source)
    try Data().write(to: complaint)
    let process = Process()
    process.executableURL = program
    // Large sheets are past the parser's default limit on the length of a file.
    process.arguments = [
      "--unlimited", "--format", "png", "--zoom", "\(zoom)", "--output", target.path, source.path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: complaint)
    try process.run()
    let group = process.processIdentifier
    let watch = Interruption.onInterrupt {
      kill(-group, SIGKILL)
      return nil
    }
    process.waitUntilExit()
    Interruption.forget(watch)
    guard process.terminationStatus == 0 else {
      let text = try String(contentsOf: complaint, encoding: .utf8)
      throw CommandFailure.failed(
        "\(Self.name) failed with code \(process.terminationStatus): \(ShownText(text[...])); "
          + "ask for a smaller --zoom or fewer strokes, or write SVG")
    }
    return try Data(contentsOf: target)
  }
}
