import Datasets
import Foundation

/// `nextpoint-record`, the program that serves a page and takes uploads.
struct RecordServerProgram {
  static let name = "nextpoint-record"

  /// Its arguments other than the page.
  let arguments: [String]

  /// Turns this process into the server: it has the terminal and its signals.
  ///
  /// The page travels in a file that has no name any more.
  ///
  /// - Throws: How to build the server where it is not beside this executable; exit code 1.
  func become(serving page: String) throws(CommandFailure) {
    let folder = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
      .resolvingSymlinksInPath().deletingLastPathComponent()
    let program = folder.appending(path: Self.name).path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw .failed(
        "there is no \(Self.name) in \(folder.path); build both programs with swift build -c release "
          + "--traits Record")
    }
    let descriptor = try Self.unnamedFile(page)
    let words = [program, "--page", "/dev/fd/\(descriptor)"] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    execv(program, &pointers)
    throw .failed("\(program) cannot be started (\(SystemReason.text(errno)))")
  }

  /// Returns the descriptor of a file with a content, which programs that are started inherit.
  private static func unnamedFile(_ content: String) throws(CommandFailure) -> Int32 {
    let folder = FileManager.default.temporaryDirectory.path
    var path = Array("\(folder)/nextpoint-page.XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      throw .failed("no file can be made in \(folder) (\(SystemReason.text(errno)))")
    }
    unlink(path)
    var content = content
    guard let failure = content.withUTF8({ WholeWrite.write($0, to: descriptor) }) else {
      return descriptor
    }
    throw .failed("a file in \(folder) cannot be written (\(SystemReason.text(failure)))")
  }
}
