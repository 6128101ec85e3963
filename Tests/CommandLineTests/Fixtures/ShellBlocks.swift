import Foundation

/// The commands of a Markdown text: the lines of its fenced `sh` blocks.
///
/// A comment `<!-- not run: reason -->` before a block, with nothing but empty lines between, marks
/// all its commands as not to be run.
struct ShellBlocks {
  /// One command, with its continued lines.
  struct Command: Equatable {
    /// The line on which it begins, 1 being the first.
    let line: Int
    /// The command, without the backslashes at the ends of its lines.
    let text: String
    /// Why it is not run; nil where it is.
    let notRun: String?

    /// Whether `nextpoint` is what it runs, as installed or by SwiftPM.
    var runsNextpoint: Bool { text.hasPrefix("nextpoint ") || swiftRun != nil }

    /// The command with `swift run … nextpoint` shortened to `nextpoint`.
    var withoutSwiftRun: String {
      guard let swiftRun else { return text }
      return "nextpoint" + text[swiftRun...]
    }

    /// The script of this repository that it runs.
    var script: String? {
      let word = text.split(separator: " ").first.map(String.init) ?? ""
      let path = word.hasPrefix("./") ? String(word.dropFirst(2)) : word
      return path.hasPrefix("scripts/") ? path : nil
    }

    private var swiftRun: String.Index? {
      text.prefixMatch(of: /swift run( -c release| --quiet| -q)* nextpoint(?= |$)/)?.range
        .upperBound
    }
  }

  let commands: [Command]

  init(markdown: String) {
    var commands: [Command] = []
    var (isInside, notRun, pending) = (false, String?.none, (line: 0, text: ""))
    for (index, line) in markdown.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if line.hasPrefix("```") {
        if isInside { notRun = nil }
        isInside = !isInside && line == "```sh"
        pending = (0, "")
      } else if isInside {
        if pending.text.isEmpty { pending.line = index + 1 }
        if line.hasSuffix("\\") {
          pending.text += line.dropLast()
          continue
        }
        let text = (pending.text + line).trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, !text.hasPrefix("#") {
          commands.append(Command(line: pending.line, text: text, notRun: notRun))
        }
        pending = (0, "")
      } else if let match = line.wholeMatch(of: /<!-- not run: (.+) -->/) {
        notRun = String(match.output.1)
      } else if !line.allSatisfy(\.isWhitespace) {
        notRun = nil
      }
    }
    self.commands = commands
  }
}
