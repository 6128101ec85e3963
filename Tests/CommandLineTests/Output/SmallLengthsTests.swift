import Foundation
import Testing

/// Coordinates of any scale, such as shares of a screen, give numbers that can be told apart.
@Suite struct SmallLengthsTests {
  /// Writes strokes whose coordinates are divided, such that 200 units become one.
  private static func write(scale: Double, in workspace: Workspace) throws {
    let text = SmallRecordings().csv { _, _, fields in
      [fields[0], fields[1]] + fields[2...].map { "\((Double($0) ?? .nan) * scale)" }
    }
    try workspace.write("small.csv", text)
  }

  /// The shown numbers are those of the CSV, to three digits.
  @Test(arguments: [5e-9, 5e-3, 1, 2e5])
  func everyScaleIsShownToThreeDigits(scale: Double) throws {
    let workspace = try Workspace()
    try Self.write(scale: scale, in: workspace)
    let arguments = [
      "evaluate", "small.csv", "--predictor", "hold", "--predictor", "linear", "--horizon-ms",
      "16.7,33.3",
    ]
    let exact = try CSVTable(
      workspace.nextpoint(arguments: arguments + ["--format", "csv"]).standardOutput)
    let errors = exact.rows.compactMap { $0["error_mean"].flatMap(Double.init) }
    // Pooled and by participants: two predictors, two horizons.
    try #require(errors.count == 8)
    for format in ["table", "markdown"] {
      let shown = try workspace.nextpoint(arguments: arguments + ["--format", format])
        .standardOutput
      let numbers = shown.split { " |\n".contains($0) }.compactMap { Double($0) }
      for error in errors {
        #expect(
          numbers.contains { abs($0 - error) <= error * 0.00501 },
          "\(error) is not in the \(format)\n\(shown)")
      }
    }
  }

  @Test func reportsOfSmallCoordinatesHaveNoZeros() throws {
    let workspace = try Workspace()
    try Self.write(scale: 5e-7, in: workspace)
    try workspace.writeDataset(
      "small", files: [(name: "small.csv", text: workspace.text("small.csv"))])
    try workspace.nextpoint(
      "sweep", "--dataset", "small", "--predictor", "hold", "--predictor", "linear", "--predictor",
      "polynomial:degree=1,window=3..5", "--horizon-ms", "16.7,33.3", "--raw", "--output", "run"
    ).expect(code: 0)
    try workspace.nextpoint("report", "run").expect(code: 0)
    let latex = try workspace.text("run/table.tex")
    #expect(latex.contains("\\cdot10^{-"), "\(latex)")
    #expect(latex.firstMatch(of: #/ 0\.0+ /#) == nil, "\(latex)")
    let figures = workspace.names().filter { $0.hasSuffix(".svg") }
    #expect(!figures.isEmpty)
    for figure in figures {
      let labels = try workspace.text(figure).matches(of: /<text[^>]*>([^<]+)<\/text>/)
      let zeros = labels.filter { $0.1.wholeMatch(of: /-?0?\.0+/) != nil }
      #expect(zeros.count <= 2, "\(figure) has ticks that all are 0")
    }
  }

  @Test func metersAreAUnit() throws {
    let workspace = try Workspace()
    let millimeters = try evaluated(unit: "mm", scale: 1, in: workspace)
    let meters = try evaluated(unit: "m", scale: 1e-3, in: workspace)
    for (meter, millimeter) in zip(meters, millimeters) {
      #expect(meter["unit"] == "mm" && millimeter["unit"] == "mm")
      for name in ["error_mean", "overshoot_p95", "jitter_mean"] {
        let (one, other) = (Double(meter[name] ?? "") ?? .nan, Double(millimeter[name] ?? "") ?? 0)
        #expect(abs(one - other) <= 1e-9 * abs(other), "\(name)")
      }
    }
    let native = try workspace.nextpoint(
      "evaluate", "m", "--predictor", "linear", "--horizon-ms", "33.3", "--unit",
      "native")
    #expect(native.standardOutput.contains("mean error (m)"))
  }

  private func evaluated(
    unit: String, scale: Double, in workspace: Workspace
  ) throws -> [[String: String]] {
    try Self.write(scale: scale, in: workspace)
    try workspace.write("\(unit)/small.csv", workspace.text("small.csv"))
    try workspace.write(
      "\(unit)/dataset.json",
      """
      {"schema": 1, "name": "\(unit)", "unit": "\(unit)", "nominalRateHz": 60,
       "files": [{"path": "small.csv", "format": "plain-csv"}]}
      """)
    let result = try workspace.nextpoint(
      "evaluate", unit, "--predictor", "linear", "--horizon-ms", "33.3", "--format",
      "csv")
    result.expect(code: 0)
    return CSVTable(result.standardOutput).rows
  }
}
