import MotionPrediction
import Testing

@Suite("Spelling and catalogue")
struct SpellingTests {
  @Test(
    "a spelling reads back as itself",
    arguments: [
      "hold", "polynomial:degree=1,window=3", "regularise+polynomial:degree=1,window=3+gate",
      "hedge:[linear;rls:taps=4;arc],share=0.1", "a:[b:[c;d];e]", "k:v=1e-5",
      #"external:command="python3 my predictor.py, \"quoted\" + more""#, "p:w=2..12/2,f=0.9|0.95",
    ])
  func roundTrip(text: String) throws {
    #expect(try PredictorSpec(text).description == text)
  }

  @Test(
    "messages about long spellings are short",
    arguments: [
      String(repeating: "a", count: 1_000_000), String(repeating: "a", count: 100_000),
      "linear:" + String(repeating: "a", count: 100_000) + "=1",
      "polynomial:degree=" + String(repeating: "9", count: 100_000),
      "polynomial:degree=1.." + String(repeating: "9", count: 100_000),
      "polynomial:" + String(repeating: "a", count: 100_000),
      String(repeating: "linear+", count: 30) + String(repeating: "a", count: 100_000),
    ])
  func longSpellings(text: String) throws {
    let error = #expect(throws: CatalogueError.self) {
      try PredictorCatalogue.standard.expand(text)
    }
    let message = try #require(error?.description)
    #expect(message.utf8.count < 1500, "\(message.prefix(300))")
    #expect(message.contains("131072 bytes") == (text.utf8.count > 131_072))
  }

  @Test("a plus sign in a number joins no stages")
  func exponents() throws {
    let spec = try PredictorSpec("k:v=1e+5")
    #expect(spec.stages[0].settings == [.init(key: "v", value: "1e+5")])
    #expect(try PredictorSpec(spec.description) == spec)
  }

  @Test("chains and banks are bounded, so that none exhausts the stack")
  func longChains() throws {
    let longest = "linear" + String(repeating: "+blend", count: 63)
    _ = try PredictorCatalogue.standard.predictor(longest)
    func nested(_ depth: Int, _ chain: String) -> String {
      (0..<depth).reduce(chain) { inner, _ in "hedge:[\(inner)]" }
    }
    for text in [
      longest + "+blend", "linear" + String(repeating: "+blend", count: 8000),
      String(repeating: "regularise+", count: 64) + "linear", "hedge:[\(longest)]",
      "hedge:[linear+blend]" + String(repeating: "+blend", count: 62), nested(17, "linear"),
      nested(8, "linear" + String(repeating: "+blend", count: 57)),
      "hedge:[linear" + String(repeating: ";linear", count: 100_000) + "]",
    ] {
      let error = #expect(throws: CatalogueError.self) {
        try PredictorCatalogue.standard.predictor(text)
      }
      let message = error?.description ?? ""
      #expect(
        message.contains("at most 64 stages") || message.contains("131072 bytes")
          || message.contains("nested deeper")
          || message.contains("at most 1024 members"), "\(message)")
      #expect(message.count < 500)
    }
    _ = try PredictorCatalogue.standard.predictor(nested(15, "linear"))
  }

  @Test(
    "errors show the place",
    arguments: [
      ("", "the name of a predictor is missing (at character 1)"),
      ("polynomial:", "the name of a parameter is missing (at character 12)"),
      ("polynomial:degree", "'=' and a value must follow 'degree' (at character 18)"),
      ("polynomial:degree=", "'degree=' has no value (at character 19)"),
      ("polynomial:degree=1,degree=2", "'degree' is given twice (at character 27)"),
      ("linear+", "the name of a predictor is missing (at character 8)"),
      ("hedge:[linear", "']' is missing (at character 14)"),
      ("linear]", "']' is not expected here (at character 7)"),
      ("x:a=\"b", "the closing quotation mark is missing (at character 7)"),
    ])
  func errors(text: String, problem: String) {
    let error = #expect(throws: SpecError.self) { try PredictorSpec(text) }
    #expect(error?.description == "predictor '\(text)': \(problem)")
  }

  @Test("banks nested without end are refused, not a crash")
  func deepNesting() {
    let text = String(repeating: "a:[", count: 100_000)
    #expect(throws: SpecError.self) { try PredictorSpec(text) }
  }

  @Test(
    "ranges",
    arguments: [
      ("2..5", ["2", "3", "4", "5"]), ("2..7/2", ["2", "4", "6"]), ("3..3", ["3"]),
      ("0.9..0.93/0.01", ["0.9", "0.91", "0.92", "0.93"]), ("1|4..5|9", ["1", "4", "5", "9"]),
      ("-1..1", ["-1", "0", "1"]), ("warm|cold", ["warm", "cold"]), ("plain", ["plain"]),
      ("0..0.3/0.1", ["0", "0.1", "0.2", "0.3"]),
    ])
  func ranges(text: String, values: [String]) throws {
    #expect(try NumberRange.values(text) == values)
  }

  @Test(
    "ranges that cannot be", arguments: ["5..2", "1..2/0", "1..x", "1..2/-1", "1|", "0..1e12"])
  func badRanges(text: String) {
    #expect(throws: NumberRange.Failure.self) { try NumberRange.values(text) }
  }

  @Test("a sweep leaves out windows too short for their degree, and says so")
  func leavesOut() throws {
    let expansion = try PredictorCatalogue.standard.expand("polynomial:degree=1..3,window=2..12")
    #expect(expansion.predictors.count == 30)
    #expect(
      expansion.leftOut.map(\.spelling) == [
        "polynomial:degree=2,window=2", "polynomial:degree=3,window=2",
        "polynomial:degree=3,window=3",
      ])
    #expect(expansion.predictors[0].swept.map(\.description) == ["degree=1", "window=2"])
  }

  @Test(
    "the catalogue says what is wrong and what there is",
    arguments: [
      ("nothing", "no predictor is called 'nothing'; there are hold, linear, polynomial"),
      (
        "polynomial:degre=1",
        "'polynomial' has no parameter 'degre'; did you mean 'degree'? The names are degree"
      ),
      ("hold:a=1", "'hold' has no parameter 'a': it has none at all"),
      ("polynomial:degree=99", "'polynomial': degree=99 is outside 0 to 8"),
      ("polynomial:degree=x", "'polynomial': degree=x is not a whole number"),
      ("polynomial:degree=2,window=2", "'polynomial': window=2 is smaller than degree + 1 = 3"),
      ("hold+linear", "'hold+linear' chains the predictors hold and linear"),
      ("linear:[hold]", "'linear' takes no bank"),
      ("regularise", "'regularise' has no predictor in it; a chain has exactly one"),
      ("linear+regularise", "stands before the predictor: 'regularise+linear'"),
      ("blend+linear", "stands after the predictor: 'linear+blend'"),
      ("polynomial:degree=2|3,window=2", "stands for no predictor that can be"),
    ])
  func catalogueErrors(text: String, message: String) {
    let error = #expect(throws: CatalogueError.self) {
      try PredictorCatalogue.standard.expand(text)
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test(arguments: ["", "+", "++"])
  func columnsWithoutAKindAreSpelledAsTheyAre(kinds: String) {
    #expect(
      PredictorSpec.spelling(kinds: kinds, parameters: "degree=1,window=4")
        == "\(kinds):degree=1,window=4")
  }

  @Test("every kind is spelled with its principal parameters and described")
  func rows() throws {
    for row in PredictorCatalogue.standard.rows {
      let chain =
        switch row.role {
        case .predictor, .bank: row.spelling
        case .filter: "\(row.spelling)+linear"
        case .modifier: "linear+\(row.spelling)"
        }
      let configured = try PredictorCatalogue.standard.predictor(chain)
      let again = try PredictorCatalogue.standard.predictor(configured.spelling)
      #expect(again.spelling == configured.spelling)
      #expect(
        PredictorSpec.spelling(kinds: configured.kind, parameters: configured.parameters)
          == configured.spelling)
      #expect(!row.summary.isEmpty)
      #expect(row.parameters.allSatisfy { !$0.summary.isEmpty && !$0.defaultText.isEmpty })
    }
    let polynomial = try PredictorCatalogue.standard.predictor("polynomial")
    #expect(polynomial.spelling == "polynomial:degree=1,window=3")
  }

  /// Half a million banks of 40 members each would need gigabytes.
  @Test func longSpellingsStandForFewer() throws {
    let members = Array(repeating: "hold", count: 40).joined(separator: ";")
    let spec = try PredictorSpec("hedge:[\(members);desp:smoothing=0..1/0.000002]")
    #expect(throws: SpecError.self) { try SpecRange.expand(spec) }
    let short = try PredictorSpec("desp:smoothing=0..1/0.0001")
    #expect(try SpecRange.expand(short).count == 10_001)
  }

  /// Numbers that no whole number of the machine can hold.
  @Test(arguments: [
    "99999999999999999999..99999999999999999999", "-1e300..-1e300", "1e300..1e300|1",
    "9223372036854775807..9223372036854775808",
  ])
  func rangesBeyond64BitsHaveTheirValues(range: String) throws {
    let values = try NumberRange.values(range)
    #expect(!values.isEmpty && values.allSatisfy { Double($0) != nil })
  }

  @Test func alternativesTogetherAreBounded() {
    let text = Array(repeating: "1..999999", count: 3).joined(separator: "|")
    #expect(throws: NumberRange.Failure.self) { try NumberRange.values(text) }
  }
}
