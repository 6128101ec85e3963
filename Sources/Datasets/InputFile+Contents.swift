import Foundation

extension InputFile {
  /// All of its bytes.
  ///
  /// Throws where it has more than `limit` bytes, or cannot be read.
  ///
  /// - Parameters:
  ///   - limit: The greatest size, in bytes.
  ///   - kind: What the file should be, with its article.
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
