import TestSupport
import Testing

@testable import Datasets

@Suite struct ProblemLogTests {
  @Test func theSameProblemIsOneLineWithACount() throws {
    var log = ProblemLog(file: "a.json")
    for line in 3...12 {
      log.add(
        line: line, field: "events[\(line)].x", value: "\(line)", message: "no number",
        remedy: "correct it")
    }
    log.add(line: 20, field: "y", value: "v", message: "no number", remedy: "correct it")
    #expect(log.problems.map(\.count) == [10, 1] && log.problems.map(\.line) == [3, 20])
    #expect(
      "\(log.problems[0])"
        == "a.json:3: no number (field 'events[3].x', value '3', 10 times, first here); correct it")
    #expect("\(log.problems[1])" == "a.json:20: no number (field 'y', value 'v'); correct it")
  }

  @Test func differentProblemsAreCapped() {
    var log = ProblemLog(file: "a")
    for number in 0..<50 { log.add(message: "problem \(number)", remedy: "none") }
    for _ in 0..<7 { log.add(message: "problem 0", remedy: "none") }
    #expect(log.problems.count == ProblemLog.capacity + 1 && log.problems[0].count == 8)
    #expect(log.problems.last?.message.hasPrefix("30 more problems") == true)
  }
}
