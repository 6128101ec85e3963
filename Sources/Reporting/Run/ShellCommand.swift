/// Commands as they are typed.
enum ShellCommand {
  /// A program and its arguments, the program by its name alone wherever it was.
  static func text(program: String, arguments: [String]) -> String {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    return text([name] + arguments)
  }

  /// The words with spaces between them, quoted for a POSIX shell where that is needed.
  static func text(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "_@%+=:,./-".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
