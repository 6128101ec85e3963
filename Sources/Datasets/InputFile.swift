import Foundation

/// A regular file that is open for reading, with clear words for every reason why it is not.
struct InputFile {
  /// Where it is.
  let path: String
  /// Its size when it was opened, in bytes.
  let size: Int
  private let handle: FileHandle

  /// Opens the file; throws where it is missing, empty, a folder, a device or not permitted.
  init(path: String) throws(ReadProblem) {
    self.path = path
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    guard let attributes else {
      throw ReadProblem(
        file: path, message: "there is no such file, or its folder is not accessible",
        remedy: "check the path and the permissions of its folder")
    }
    let type = attributes[.type] as? FileAttributeType
    guard type != .typeDirectory else {
      throw ReadProblem(
        file: path, message: "is a folder where a file is due",
        remedy: "name a file in it, or a folder that holds a dataset.json")
    }
    guard type == .typeRegular else {
      throw ReadProblem(
        file: path, message: "is not a regular file",
        remedy: "save what it delivers to a file and name that")
    }
    size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    guard size > 0 else {
      throw ReadProblem(
        file: path, message: "the file is empty",
        remedy: "restore it from its source, or take it out of the dataset")
    }
    do {
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw ReadProblem(
        file: path, message: "cannot be opened",
        remedy: "check that you may read it (chmod u+r) and that its disk is there")
    }
  }

  /// The next bytes, at most `count`; empty at the end.
  func read(upTo count: Int) throws(ReadProblem) -> Data {
    do {
      return try handle.read(upToCount: count) ?? Data()
    } catch {
      throw ReadProblem(
        file: path, message: "reading stopped with an error: \(SystemReason.text(error))",
        remedy: "check the disk, then try again")
    }
  }
}
