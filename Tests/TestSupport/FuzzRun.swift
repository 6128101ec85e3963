import Foundation

/// The seeds of a fuzz test: a few on an ordinary day, or those that `scripts/fuzz` asks for.
///
/// `NEXTPOINT_FUZZ=PART:FIRST-LAST` names the seeds. The file that `NEXTPOINT_FUZZ_PROGRESS` names then
/// holds the seed that is tried, so that whoever started the tests knows which one ended the process
/// and goes on after it.
package struct FuzzRun {
  /// What is tried.
  let part: String
  /// How many seeds are tried on an ordinary day.
  let everyday: Int

  /// One attempt may take so long, in seconds.
  private static let longest: UInt32 = 10
  /// The process may take so much memory, in bytes.
  private static let mostMemory = 1 << 30

  /// The seeds of one part.
  package init(part: String, everyday: Int) { (self.part, self.everyday) = (part, everyday) }

  private var asked: ClosedRange<UInt64>? {
    let words = (ProcessInfo.processInfo.environment["NEXTPOINT_FUZZ"] ?? "").split(separator: ":")
    guard words.count == 2, words[0] == part else { return nil }
    let ends = words[1].split(separator: "-").compactMap { UInt64($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  /// Tries every seed.
  ///
  /// - Parameter attempt: Says what is wrong with a seed's outcome; nil where nothing is.
  /// - Returns: What was found, each with its part and seed.
  package func findings(
    _ attempt: (_ random: inout TestRandom) throws -> String?
  ) rethrows -> [String] {
    guard let asked else {
      return try (1...UInt64(everyday)).compactMap { seed in
        try Self.finding(seed, attempt).map { "\(part), seed \(seed): \($0)" }
      }
    }
    let progress = ProcessInfo.processInfo.environment["NEXTPOINT_FUZZ_PROGRESS"] ?? "/dev/null"
    let file = open(progress, O_WRONLY | O_CREAT, 0o644)
    defer { close(file) }
    var (findings, wasGreat) = ([String](), false)
    for seed in asked {
      Self.note(seed, in: file)
      // What hangs is ended by a signal, and found by the seed in the file.
      alarm(Self.longest)
      var finding = try Self.finding(seed, attempt)
      alarm(0)
      let isGreat = Self.memory > Self.mostMemory
      if isGreat, !wasGreat { finding = finding ?? "the process has \(Self.memory >> 20) MB" }
      wasGreat = isGreat
      guard let finding else { continue }
      findings.append("\(part), seed \(seed): \(finding)")
      print("fuzz finding: \(part), seed \(seed): \(finding)")
    }
    Self.note(asked.upperBound + 1, in: file)
    return findings
  }

  private static func finding(
    _ seed: UInt64, _ attempt: (_ random: inout TestRandom) throws -> String?
  ) rethrows -> String? {
    var random = TestRandom(seed: seed)
    return try attempt(&random)
  }

  private static func note(_ seed: UInt64, in file: Int32) {
    let text = Array("\(seed)\n".utf8)
    _ = text.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
  }

  /// The most memory that the process has had, in bytes.
  private static var memory: Int {
    var usage = rusage()
    // 0 is RUSAGE_SELF, which has another type on every system.
    getrusage(0, &usage)
    return usage.ru_maxrss * 1024
  }
}
