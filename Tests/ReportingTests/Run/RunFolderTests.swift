import Datasets
import Evaluation
import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite struct RunFolderTests {
  @Test func readsBackARun() throws {
    let run = PlausibleRun(datasets: ["a"]).run()
    try inFolder { folder in
      try write(run, to: folder)
      let read = try RunFolder(reading: folder, metrics: MeasureDefinitions.all)
      #expect(read == run)
    }
  }

  @Test func warnsOfUnknownMeasures() throws {
    let run = PlausibleRun(datasets: ["a"]).run()
    try inFolder { folder in
      try write(run, to: folder)
      let known = MeasureDefinitions.all.filter { $0.name != "along_bias" }
      let read = try RunFolder(reading: folder, metrics: known)
      #expect(read.warnings.count == 1)
      #expect(read.warnings.first?.contains("along_bias") == true)
    }
  }

  @Test func saysWhatIsMissing() throws {
    try inFolder { folder in
      let nowhere = "\(folder)/nowhere"
      #expect(throws: RunFolderError.missing(nowhere)) { try read(nowhere) }
      #expect(throws: RunFolderError.incomplete(folder, missing: "manifest.json")) {
        try read(folder)
      }
      let run = PlausibleRun(datasets: ["a"]).run()
      try AtomicFile.write(
        try RunFolder.json(of: run.manifest), to: "\(folder)/manifest.json", replacing: true)
      let error = #expect(throws: RunFolderError.incomplete(folder, missing: "scores.csv")) {
        try read(folder)
      }
      #expect(error?.description.contains("did not finish") == true)
      let file = "\(folder)/manifest.json"
      #expect(throws: RunFolderError.notAFolder(file)) { try read(file) }
    }
  }

  @Test(arguments: [
    ("", "manifest.json"), ("{", "manifest.json"), ("[]", "manifest.json"), ("{}", "'schema'"),
    ("{\"schema\": 2}", "reads 1"), ("{\"schema\": 1}", "'identity'"),
    ("{\"schema\": \"one\"}", "'schema'"),
  ])
  func saysWhatIsWrongWithAManifest(text: String, part: String) throws {
    try inFolder { folder in
      try write(PlausibleRun(datasets: ["a"]).run(), to: folder)
      try AtomicFile.write(text, to: "\(folder)/manifest.json", replacing: true)
      let error = #expect(throws: RunFolderError.self) { try read(folder) }
      #expect(error?.description.contains(part) == true, "\(String(describing: error))")
      #expect(error?.description.hasPrefix("\(folder)/manifest.json") == true)
    }
  }

  /// Messages name keys and values, never the types of the program.
  @Test func namesNoTypesOfTheProgram() throws {
    let run = PlausibleRun(datasets: ["a"]).run()
    let text = String(decoding: try RunFolder.json(of: run.manifest), as: UTF8.self)
    let edits: [(String, String)] = [
      ("[]", "an object is due"), ("[1", "not valid JSON"),
      ("{\"schema\": 1e99}", "run the sweep again"),
      (text.replacing("\"sample\"", with: "\"simple\""), "'simple' is not known here"),
      (text.replacing("\"seed\" : 1", with: "\"seed\" : -1"), "run the sweep again"),
      (
        text.replacing("\"recordings\" : ", with: "\"recordings\" : 1e99, \"x\" : "),
        "run the sweep again"
      ),
      (
        text.replacing("\"predictors\" : [", with: "\"predictors\" : 1, \"x\" : ["),
        "an array is due"
      ),
    ]
    try inFolder { folder in
      try write(run, to: folder)
      for (text, part) in edits {
        try AtomicFile.write(text, to: "\(folder)/manifest.json", replacing: true)
        let error = #expect(throws: RunFolderError.self, "\(part)") { try read(folder) }
        let message = error?.description ?? ""
        #expect(message.contains(part), "\(message)")
        for word in ["Dictionary", "Array<", "Int", "UInt64", "Swift", "initialize", "Cannot"] {
          #expect(!message.contains(word), "\(message)")
        }
      }
    }
  }

  @Test func refusesScoresWithoutRowsAndNamesThePlaceInBrokenOnes() throws {
    let run = PlausibleRun(datasets: ["a"]).run()
    try inFolder { folder in
      try write(run, to: folder)
      let path = "\(folder)/scores.csv"
      let text = ScoresCSV.text(run.table)
      let header = text.prefix { $0 != "\n" } + "\n"
      try AtomicFile.write(String(header), to: path, replacing: true)
      #expect(throws: RunFolderError.noScores(path)) { try read(folder) }
      try AtomicFile.write(
        text.replacing("pooled", with: "poled", maxReplacements: 1), to: path, replacing: true)
      let error = #expect(throws: RunFolderError.self) { try read(folder) }
      #expect(error?.description.hasPrefix("\(path):2: column 'aggregation': 'poled'") == true)
    }
  }

  @Test func writesTheSameManifestTheSameWay() throws {
    let manifest = PlausibleRun().run().manifest
    #expect(try RunFolder.json(of: manifest) == RunFolder.json(of: manifest))
    #expect(try RunFolder.json(of: manifest).last == UInt8(ascii: "\n"))
  }

  @Test func replacesAFileAndLeavesNothingElse() throws {
    try inFolder { folder in
      let path = "\(folder)/page.html"
      try AtomicFile.write("old and longer", to: path, replacing: true)
      try AtomicFile.write("new", to: path, replacing: true)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["page.html"])
    }
  }

  @Test func leavesNothingWhereItCannotWrite() throws {
    try inFolder { folder in
      let taken = "\(folder)/taken"
      try FileManager.default.createDirectory(
        atPath: "\(taken)/inside", withIntermediateDirectories: true)
      let error = #expect(throws: FileWriteError.self) {
        try AtomicFile.write("x", to: taken, replacing: true)
      }
      #expect(error?.description.hasPrefix(taken) == true)
      #expect(throws: FileWriteError.self) {
        try AtomicFile.write("x", to: "\(folder)/none/file", replacing: true)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["taken"])
    }
  }

  private func read(_ folder: String) throws -> RunFolder {
    try RunFolder(reading: folder, metrics: MeasureDefinitions.all)
  }

  private func write(_ run: RunFolder, to folder: String) throws {
    try AtomicFile.write(
      try RunFolder.json(of: run.manifest), to: "\(folder)/manifest.json", replacing: true)
    try AtomicFile.write(ScoresCSV.text(run.table), to: "\(folder)/scores.csv", replacing: true)
  }

  private func inFolder(_ body: (String) throws -> Void) throws {
    let scratch = try ScratchFolder()
    try body(scratch.path)
  }
}
