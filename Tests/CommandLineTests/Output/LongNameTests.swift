import Foundation
import Testing

/// Data sets with names as long as a file's may be.
@Suite struct LongNameTests {
  @Test func aRunOfASetWithALongNameIsReported() throws {
    let workspace = try Workspace()
    let name = String(repeating: "n", count: 250)
    try workspace.write("set/1.csv", SmallRecordings().csv())
    try workspace.write(
      "set/dataset.json",
      """
      {"schema": 1, "name": "\(name)", "unit": "px", "nominalRateHz": 60,
       "files": [{"path": "1.csv", "format": "plain-csv"}]}
      """)
    try workspace.nextpoint(
      "sweep", "--dataset", "set", "--predictor", "hold", "--predictor", "linear", "--raw",
      "--output", "run"
    ).expect(code: 0)
    let result = try workspace.nextpoint("report", "run", "--replay")
    result.expect(code: 0)
    #expect(!result.standardError.contains("warning"))
    let figures = workspace.names().filter { $0.hasPrefix("run/figures/nnn") }
    #expect(!figures.isEmpty)
    #expect(workspace.names().contains { $0.hasPrefix("run/replay/nnn") })
  }

  @Test func aNameThatIsTooLongForTheDiskSaysSo() throws {
    let workspace = try Workspace()
    try workspace.write("some.csv", SmallRecordings().csv())
    let name = String(repeating: "n", count: 256)
    let result = try workspace.nextpoint("replay", "some.csv", "--output", name)
    result.expectRefusal(code: 1, saying: "File name too long", "choose a shorter name")
  }
}
