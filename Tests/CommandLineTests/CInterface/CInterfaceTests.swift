import Foundation
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// `nextpoint.h` and the shared library, from a program in C.
///
/// The program is compiled with the system's compiler under all its warnings, as C and as C++, since
/// applications include the header from both.
@Suite(.enabled(if: CProgram.compiler != nil, "there is no C compiler: cc"))
struct CInterfaceTests {
  @Test(arguments: ["c", "c++"])
  func everyFunctionDoesWhatTheHeaderSays(language: String) throws {
    let workspace = try Workspace()
    let program = try CProgram(in: workspace, language: language)
    let result = try program.run(in: workspace)
    result.expect(code: 0)
    #expect(result.standardOutput == "")
  }

  @Test func theExampleOfThePageRuns() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/embedding.md"), encoding: .utf8)
    let example = try #require(page.components(separatedBy: "```c\n").dropFirst().first)
    let workspace = try Workspace()
    try workspace.write("main.c", try #require(example.components(separatedBy: "```").first))
    let program = try CProgram(workspace.url("main.c"), in: workspace, language: "c")
    let result = try program.run(in: workspace)
    result.expect(code: 0)
    let lines = result.standardOutput.split(separator: "\n")
    // Along the line of the samples: 120 a second, 4 to the right and 1 up each.
    #expect(lines.last == "132.0 67.0")
  }

  /// A program built with the header as it was before it grew, `FirstHeader/nextpoint.h`.
  @Test func programsOfTheFirstHeaderRunUnchanged() throws {
    let workspace = try Workspace()
    let program = try CProgram(
      in: workspace, language: "c", headers: "Tests/CommandLineTests/CInterface/FirstHeader")
    let result = try program.run(in: workspace)
    result.expect(code: 0)
    #expect(result.standardOutput == "")
  }

  @Test(arguments: ["c", "c++"])
  func wholeStrokesAndNamesAreAsTheHeaderSays(language: String) throws {
    let workspace = try Workspace()
    let result = try CProgram(CProgram.strokes, in: workspace, language: language)
      .run(in: workspace)
    result.expect(code: 0)
    #expect(result.standardOutput == "")
  }

  /// Every predictor of the catalogue: one call for whole strokes against a call for each sample.
  @Test func oneCallSaysWhatManySay() throws {
    let rows = PredictorCatalogue.standard.rows.filter {
      $0.role == .predictor || $0.role == .bank
    }
    let chains = [
      "regularise+kalman+speed-gate", "rls+blend", "one-euro+polynomial+displacement-cap",
    ]
    let workspace = try Workspace()
    let program = try CProgram(CProgram.strokes, in: workspace, language: "c")
    let result = try program.run(in: workspace, arguments: rows.map(\.kind) + chains)
    result.expect(code: 0)
    #expect(result.standardOutput == "")
  }

  /// The same predictor, to the last bit.
  @Test(arguments: [
    "polynomial:degree=2,window=6", "arc", "rls", "kalman", "hedge", "linear+blend",
    "polynomial:degree=2,window-ms=50", "arc:window-ms=40",
    "polynomial:degree=2,window=6,solver=lapack", "arc:solver=lapack", "rls:solver=lapack",
  ])
  func saysWhatTheSwiftLibrarySays(spelling: String) throws {
    let workspace = try Workspace()
    let result = try CProgram(in: workspace, language: "c").run(in: workspace, spelling)
    result.expect(code: 0)
    #expect(result.standardOutput == (try Self.curve(spelling)))
  }

  /// A model that the command line has trained, and the features of two layouts.
  @Test func learnedModelsAndFeaturesAreThoseOfTheSwiftLibrary() throws {
    let workspace = try Workspace()
    try workspace.writeDataset(
      "set", files: [(name: "0.csv", text: SmallRecordings(start: 0).csv())])
    try workspace.nextpoint("train", "set", "--kind", "linear", "--output", "mine.npm")
      .expect(code: 0)
    let result = try CProgram(CProgram.learned, in: workspace, language: "c")
      .run(in: workspace, "mine.npm")
    result.expect(code: 0)
    let samples = (0..<60).map { number in
      let time = Double(number) / 64
      return TouchSample(
        time: time, position: SIMD2(time * time * 128, time * (1 - time) * 64))
    }
    let model = try LearnedModel(bytes: Array(try workspace.data("mine.npm")))
    var predictor = try LearnedPredictor(
      model, .withoutAdaptation, context: PredictorContext(horizons: [0.0333]))
    var expected: [Double] = []
    for sample in samples {
      predictor.observe(sample)
      guard let position = predictor.position(ahead: 0.0333) else { continue }
      expected += [position.x, position.y]
    }
    for layout in [
      MotionFeatureLayout(displacements: 10, velocities: 2), .lags(velocities: 20, steps: 6),
    ] {
      var reader = FeatureReader(layout, unitsPerMillimeter: nil, nominalRate: 60)
      for (number, sample) in samples.enumerated() {
        reader.observe(sample)
        guard number > 0 else { continue }
        let frame = try #require(reader.frame)
        let (along, across) = (
          frame.displacement(SIMD2(1, 0)), frame.displacement(SIMD2(0, 1))
        )
        expected += reader.values.map { Double($0) }
        expected += [along.x, along.y, across.x, across.y, reader.greatestSpeed]
      }
    }
    let found = result.standardOutput.split { $0 == "\n" || $0 == "," }.map { Double($0) }
    #expect(found == expected)
  }

  /// What `print_a_curve` of the program prints.
  private static func curve(_ spelling: String) throws -> String {
    var predictor = try PredictorCatalogue.standard.predictor(spelling)
      .make(PredictorContext(horizons: [0.0333]))
    var lines = ""
    predictor.beginStroke()
    for n in 0..<60 {
      let time = Double(n) / 120
      predictor.observe(
        TouchSample(time: time, position: SIMD2(time * time * 100, time * (1 - time) * 50)))
      guard let position = predictor.position(ahead: 0.025) else { continue }
      lines += withVaList([position.x, position.y]) {
        NSString(format: "%a,%a\n", arguments: $0) as String
      }
    }
    return lines
  }
}

extension LearnedPredictor.Parameters {
  fileprivate static var withoutAdaptation: Self {
    var parameters = Self()
    parameters.adapt = false
    return parameters
  }
}

/// `interface.c`, compiled against the header and the library that was built beside these tests.
private struct CProgram {
  static let compiler: String? = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let libraries = URL(fileURLWithPath: BuiltExecutable.path)
    .deletingLastPathComponent().path

  static let interface = Repository.root.appending(
    path: "Tests/CommandLineTests/CInterface/interface.c")
  static let learned = Repository.root.appending(
    path: "Tests/CommandLineTests/CInterface/learned.c")
  static let strokes = Repository.root.appending(
    path: "Tests/CommandLineTests/CInterface/strokes.c")

  init(
    _ source: URL = interface, in workspace: Workspace, language: String,
    headers: String = "Sources/CNextpoint"
  ) throws {
    let headers = Repository.root.appending(path: headers).path
    let standard = language == "c" ? "-std=c99 -pedantic" : "-std=c++11"
    let result = try workspace.shell(
      "\(Self.compiler ?? "cc") -x \(language) \(standard) -Wall -Wextra -Werror -I'\(headers)' "
        + "'\(source.path)' -o interface -L'\(Self.libraries)' -lnextpoint-c -lm")
    result.expect(code: 0)
  }

  func run(in workspace: Workspace, _ arguments: String...) throws -> CommandResult {
    try run(in: workspace, arguments: arguments)
  }

  func run(in workspace: Workspace, arguments: [String]) throws -> CommandResult {
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try workspace.shell(
      "./interface \(words)", environment: ["LD_LIBRARY_PATH": Self.libraries])
  }
}
