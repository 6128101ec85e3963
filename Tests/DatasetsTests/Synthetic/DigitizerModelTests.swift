import Foundation
import TestSupport
import Testing

@testable import Datasets

/// Digitizer models as values: JSON, ranges and presets.
@Suite struct DigitizerModelTests {
  @Test func presetsAreGoodAndNamedApart() {
    let presets = DigitizerModel.presets
    #expect(presets.count == 4 && Set(presets.map(\.name)).count == 4)
    #expect(presets.allSatisfy { $0.fault == nil })
  }

  @Test(arguments: DigitizerModel.presets)
  func jsonKeepsEverything(model: DigitizerModel) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(JSONEncoder().encode(model), to: "model.json")
    #expect(try DigitizerModel.read(path: path) == model)
  }

  /// A misspelt key is a missing one, and no silent default.
  @Test func everyKeyIsRequired() throws {
    let folder = try ScratchFolder()
    let text = try #require(String(data: JSONEncoder().encode(DigitizerModel.pen), encoding: .utf8))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object.count == 14)
    for key in object.keys {
      let path = try folder.write(
        text.replacing("\"\(key)\"", with: "\"x\(key)\""), to: "model.json")
      let problem = #expect(throws: ReadProblem.self) { try DigitizerModel.read(path: path) }
      #expect(problem?.field == key)
    }
  }

  private static let faults: [(String, @Sendable (inout DigitizerModel) -> Void)] = [
    ("name", { $0.name = "" }), ("name", { $0.name = "../up" }), ("rateHz", { $0.rate = 0 }),
    ("rateHz", { $0.rate = .nan }), ("frameRateHz", { $0.frameRate = 0.5 }),
    ("timeDeviationSeconds", { $0.timeDeviation = -0.001 }),
    ("timeStepsPerSecond", { $0.timeStepsPerSecond = 0 }), ("lossShare", { $0.lossShare = 0.51 }),
    ("lossRun", { $0.lossRun = 0.9 }),
    ("positionDeviationMillimetres", { $0.positionDeviation = .infinity }),
    ("noiseCorrelation", { $0.noiseCorrelation = 1 }),
    ("positionStepsPerMillimetre", { $0.positionStepsPerMillimetre = 0 }),
    ("smoothingCutoffHz", { $0.smoothingCutoff = 0 }),
    ("settlingBiasMillimetres", { $0.settlingBias = 11 }),
    ("settlingTimeSeconds", { $0.settlingTime = 0 }),
  ]

  @Test func whatNoDeviceCanHaveIsAFault() throws {
    for (field, spoil) in Self.faults {
      var model = DigitizerModel.pen
      spoil(&model)
      let fault = try #require(model.fault, "\(field)")
      #expect(fault.field == field)
      #expect("\(fault)".hasPrefix("\(field) must be "))
    }
  }

  @Test func aFileWithAFaultNamesFileFieldAndValue() throws {
    let folder = try ScratchFolder()
    var model = DigitizerModel.pen
    model.lossShare = 0.75
    let path = try folder.write(JSONEncoder().encode(model), to: "lossy.json")
    let problem = #expect(throws: ReadProblem.self) { try DigitizerModel.read(path: path) }
    let text = problem.map { "\($0)" } ?? ""
    for part in ["lossy.json", "lossShare", "0.75", "from 0.0 to 0.5"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  /// The model in the documentation is a preset, key by key.
  @Test func theDocumentedModelIsThePhone() throws {
    let text = try Repository.text("docs/synthetic.md")
    let json = try #require(text.firstMatch(of: /```json\n([^`]*)```/)).output.1
    #expect(
      try JSONDecoder().decode(DigitizerModel.self, from: Data(json.utf8)) == .phoneTouch)
  }
}
