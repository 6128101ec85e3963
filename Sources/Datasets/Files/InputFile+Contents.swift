import Foundation

extension InputFile {
  /// All of its bytes.
  ///
  /// - Parameters:
  ///   - limit: The greatest size, in bytes.
  ///   - kind: What the file should be, with its article.
  /// - Returns: The bytes, up to the size that the file had when it was opened and one more.
  /// - Throws: A problem where the file has more than `limit` bytes, or cannot be read.
  func contents(atMost limit: Int, of kind: String) throws(ReadProblem) -> Data {
    guard size <= limit else {
      throw ReadProblem(
        file: path, value: "\(size) bytes", message: "\(kind) may have at most \(limit) bytes",
        remedy: "is this really \(kind)?")
    }
    var bytes = Data()
    while bytes.count <= size {
      let chunk = try read(upTo: size + 1)
      guard !chunk.isEmpty else { break }
      bytes.append(chunk)
    }
    return bytes
  }
}
