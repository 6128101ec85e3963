import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// The page that documents the file formats, against the readers.
@Suite struct FilesPageTests {
  private let page: String

  init() throws {
    page = try Repository.text("docs/reference/files.md")
  }

  @Test(arguments: RecordingFormat.allCases)
  func everyFormatIsOnThePage(format: RecordingFormat) {
    #expect(page.contains("`\(format.rawValue)`"))
  }

  @Test func everyDeviceClassIsOnThePage() {
    for device in DeviceClass.allCases { #expect(page.contains("`\(device.rawValue)`")) }
  }

  @Test func theExampleOfInkMLIsRead() throws {
    let result = try read(block: "xml", name: "example.inkml")
    let recording = try #require(result.files.first?.result.recordings.first)
    #expect(result.problems.isEmpty && recording.scale.unit == .millimeter)
    #expect(
      recording.strokes.map { $0.samples.map(\.position) } == [
        [[10, 20], [11, 20.5], [12.5, 21], [13.5, 21]]
      ])
    #expect(recording.strokes.first?.samples.map(\.time) == [0, 0.008, 0.016, 0.025])
  }

  @Test func theExampleOfPointerEventsIsRead() throws {
    let result = try read(block: "json", name: "example.json")
    let recording = try #require(result.files.first?.result.recordings.first)
    #expect(result.problems.isEmpty && recording.tool == .stylus)
    let stroke = try #require(recording.strokes.first)
    #expect(stroke.samples.map(\.position.x) == [10, 11, 12])
    #expect(stroke.devicePredictions.map(\.samplesBefore) == [3])
  }

  /// The first block in the language, as a lone file whose format nobody says.
  private func read(block language: String, name: String) throws -> LoadedDataset {
    let start = try #require(page.range(of: "```\(language)\n")).upperBound
    let end = try #require(page.range(of: "```", range: start..<page.endIndex)).lowerBound
    let folder = try ScratchFolder()
    let path = try folder.write(String(page[start..<end]), to: name)
    return try Dataset.load(DatasetReference(name: name, location: .file(path)))
  }
}
