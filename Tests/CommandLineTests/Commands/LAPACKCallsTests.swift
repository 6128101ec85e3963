import Foundation
import TestSupport
import Testing

/// How often predictors call LAPACK, counted from outside: by a library that is loaded before it.
@Suite(.enabled(if: CallCounter.canCount, "there is no C compiler, or no LAPACKE header: cc"))
struct LAPACKCallsTests {
  private static let strokes = 2
  private static let samples = 40
  /// The first sample of a stroke from which `rls` learns: 8 displacements, and what came of them.
  private static let firstLesson = 10

  private static let input: String = {
    var text = ""
    for stroke in 0..<strokes {
      for index in 0..<samples {
        let time = Double(stroke) * 3 + Double(index) / 120
        let angle = 4 * time
        text += "\(time),\(50 * cos(angle)),\(30 * sin(1.3 * angle))\n"
      }
      text += "\n"
    }
    return text
  }()

  /// One for each sample of a stroke from a certain one on, and the routine that counts them.
  @Test(arguments: [
    ("polynomial:degree=1,window=3,solver=lapack", "dgelsy", 2),
    ("polynomial:degree=3,window=8,solver=lapack", "dgelsy", 4),
    ("weighted-polynomial", "dgelsy", 2), ("arc:solver=lapack", "dggev", 3),
    ("arc:fit=kasa,solver=lapack", "dgelsy", 3), ("rls:solver=lapack", "dtpqrt", firstLesson),
  ])
  func oneFactorizationForEachSample(spelling: String, routine: String, first: Int) throws {
    let counter = try CallCounter()
    let expected = Self.strokes * (Self.samples - first + 1)
    for horizons in ["33.3", "5,10,20,40,80,160"] {
      let calls = try counter.calls(of: spelling, horizons: horizons, input: Self.input)
      #expect(calls[routine] == expected, "\(spelling) at \(horizons) ms")
      let others = CallCounter.factorizations.subtracting([routine])
      #expect(others.allSatisfy { calls[$0] == 0 }, "\(spelling) at \(horizons) ms: \(calls)")
    }
  }

  /// In `direct` each horizon has weights of its own: one update for each that came due.
  @Test func directModeUpdatesEachHorizonOnce() throws {
    let counter = try CallCounter()
    let spelling = "rls:mode=direct,solver=lapack"
    let one = try counter.calls(of: spelling, horizons: "25", input: Self.input)
    let two = try counter.calls(of: spelling, horizons: "25,50", input: Self.input)
    // The horizon of 25 ms is three samples: the lessons begin two samples later than in `rollout`.
    let expected = Self.strokes * (Self.samples - Self.firstLesson - 1)
    #expect(one["dtpqrt"] == expected)
    #expect(two["dtpqrt"] == 2 * expected - Self.strokes * 3)
  }

  @Test(arguments: ["polynomial:degree=3,window=8", "arc", "rls"])
  func noneWithoutIt(spelling: String) throws {
    let calls = try CallCounter().calls(of: spelling, horizons: "5,33.3", input: Self.input)
    #expect(CallCounter.factorizations.allSatisfy { calls[$0] == 0 }, "\(spelling): \(calls)")
  }
}

/// `scripts/lapack-calls.c`, compiled; it counts what `nextpoint predict` calls.
private struct CallCounter {
  static let compiler = "/usr/bin/cc"
  static let factorizations: Set = ["dgelsy", "dggev", "dposv", "dtpqrt"]
  static let canCount =
    FileManager.default.isExecutableFile(atPath: compiler)
    && FileManager.default.fileExists(atPath: "/usr/include/lapacke.h")

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    let source = Repository.root.appending(path: "scripts/lapack-calls.c").path
    try workspace.shell(
      "\(Self.compiler) -Wall -Wextra -Werror -shared -fPIC -o counter.so '\(source)' -ldl"
    ).expect(code: 0)
  }

  /// Calls by the name of the routine.
  func calls(of spelling: String, horizons: String, input: String) throws -> [String: Int] {
    let result = try workspace.nextpoint(
      "predict", "--predictor", spelling, "--horizon-ms", horizons, input: input,
      environment: [
        "LD_PRELOAD": workspace.url("counter.so").path,
        "LAPACK_CALLS": workspace.url("calls").path,
      ])
    result.expect(code: 0)
    var calls: [String: Int] = [:]
    for line in try workspace.text("calls").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[1]) else { continue }
      calls[String(words[0]).replacing("_work", with: "")] = count
    }
    return calls
  }
}
