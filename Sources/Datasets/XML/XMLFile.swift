import TouchInput

/// An XML file in memory, refused where it is too large or no text.
struct XMLFile {
  /// Where it is.
  let path: String
  /// Its content.
  let bytes: [UInt8]
  /// What was read over in the text as a whole; nothing was lost.
  let warnings: [ReadProblem]
  /// Indicates whether the file was in UTF-16.
  let wasUTF16: Bool

  /// Reads the file; throws above `limit` bytes, and for what is not UTF-8.
  ///
  /// `kind` names the file for messages, such as "a gesture file", and `remedy` says what to do where
  /// it is too big.
  init(path: String, limit: Int, kind: String, remedy: String) throws(ReadProblem) {
    self.path = path
    let file = try InputFile(path: path)
    guard file.size <= limit else {
      throw ReadProblem(
        file: path, value: "\(file.size) bytes", message: "\(kind) may have at most \(limit) bytes",
        remedy: remedy)
    }
    var text = TextInput(file)
    var bytes: [UInt8] = []
    while case let chunk = try text.read(upTo: file.size + 1), !chunk.isEmpty, bytes.count <= limit
    {
      bytes.append(contentsOf: chunk)
    }
    self.bytes = bytes
    warnings = text.warnings
    wasUTF16 = text.peculiarities.contains(.utf16)
    try checkText()
  }

  /// How many lines it has.
  var lineCount: Int { bytes.count { $0 == 0x0A } + (bytes.last == 0x0A ? 0 : 1) }

  /// Returns what was read, with the lines that were left out.
  func result(_ content: XMLContent, recordings: [Recording], empty: String) -> ReadResult {
    let lines = lineCount
    var problems = content.problems
    var rejected = content.rejectedLines.filter { $0 <= lines }
    if let line = content.brokenLine { rejected.formUnion(min(line, lines)...lines) }
    if recordings.isEmpty && problems.isEmpty {
      problems.add(message: empty, remedy: "it must be \(content.form)")
    }
    var result = ReadResult(
      recordings: recordings, problems: problems.problems, linesRead: lines - rejected.count,
      linesRejected: rejected.count, isComplete: content.brokenLine == nil)
    result.warnings = warnings + content.warnings
    return result
  }

  /// Refuses what is no text.
  private func checkText() throws(ReadProblem) {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw ReadProblem(
        file: path, value: ReadProblem.displayed(bytes.prefix(ReadProblem.binaryLength)),
        message: "the file is not text in UTF-8", remedy: "save it as UTF-8, or check the format")
    }
  }
}
