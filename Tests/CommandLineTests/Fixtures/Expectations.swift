import Testing

/// What every test says of a command's end.
extension CommandResult {
  /// Ended with the code; what it wrote is shown where it did not.
  func expect(code expected: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      code == expected, "\(command)\n\(standardOutput.prefix(2000))\n\(standardError.prefix(4000))",
      sourceLocation: sourceLocation)
  }

  /// Refused: the code, a sentence on standard error with all the parts, and no result.
  func expectRefusal(
    code expected: Int32, saying parts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(code: expected, sourceLocation: sourceLocation)
    #expect(standardOutput.isEmpty, "\(command)", sourceLocation: sourceLocation)
    expectError(parts, sourceLocation: sourceLocation)
  }

  /// Finished with something left out: code 3, results, and a warning with all the parts.
  func expectIncomplete(
    saying parts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(code: 3, sourceLocation: sourceLocation)
    #expect(!standardOutput.isEmpty, "\(command)", sourceLocation: sourceLocation)
    expectError(parts, sourceLocation: sourceLocation)
  }

  private func expectError(_ parts: [String], sourceLocation: SourceLocation) {
    for part in parts {
      #expect(
        standardError.contains(part), "\(command)\n\(standardError.prefix(4000))",
        sourceLocation: sourceLocation)
    }
    // A crash or a raw error object is no message.
    for token in ["Fatal error", "NSCocoaErrorDomain", "DecodingError", "Optional("] {
      #expect(
        !standardError.contains(token), "\(command)\n\(standardError.prefix(4000))",
        sourceLocation: sourceLocation)
    }
  }
}

extension Workspace {
  /// Runs the body and expects that no file or folder came or went.
  func expectNothingWritten(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) rethrows {
    let before = names()
    try body()
    #expect(names() == before, sourceLocation: sourceLocation)
  }

  /// Expects that no temporary file or folder is left.
  func expectNothingHalfWritten(sourceLocation: SourceLocation = #_sourceLocation) {
    let left = names().filter { name in
      [".tmp", ".partial", ".old"].contains { name.contains($0) }
    }
    #expect(left.isEmpty, "\(left)", sourceLocation: sourceLocation)
  }
}
