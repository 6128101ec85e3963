import Foundation
import TestSupport
import Testing
import TouchInput

/// Pencil strokes as a device sent them, where NEXTPOINT_DATASETS names a folder with inkable.
@Suite struct RecordedSketchTests {
  private struct Recorded: Decodable {
    var identifier: String
    var touchIdentifier: String
    var timestamp: Double
    var type: TouchType
    var phase: TouchPhase
    var force: Double
    var altitudeAngle: Double
    var azimuth: Double
    var location: [Double]
    var estimationUpdateIndex: Double?
    var estimatedProperties: TouchProperties
    var estimatedPropertiesExpectingUpdates: TouchProperties
    var isUpdate: Bool
    var isPrediction: Bool

    var event: TouchEvent {
      TouchEvent(
        identifier: identifier, touchIdentifier: touchIdentifier, timestamp: timestamp, type: type,
        phase: phase, force: force, altitudeAngle: altitudeAngle, azimuth: azimuth,
        location: SIMD2(location[0], location[1]), estimationUpdateIndex: estimationUpdateIndex,
        estimatedProperties: estimatedProperties,
        estimatedPropertiesExpectingUpdates: estimatedPropertiesExpectingUpdates,
        isUpdate: isUpdate, isPrediction: isPrediction)
    }
  }

  private static let files: [URL] = {
    guard let folder = RealDatasets.folder(of: "inkable") else { return [] }
    let content = try? FileManager.default.contentsOfDirectory(
      at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
    return (content ?? []).filter {
      $0.pathExtension == "json" && $0.lastPathComponent != "dataset.json"
    }
  }()

  /// The recordings do not keep their callbacks: one is over where predictions or corrections are.
  private func batches(of events: [TouchEvent]) -> [TouchBatch] {
    var batches: [TouchBatch] = []
    for event in events {
      let last = batches.last?.events.last
      let isNext = last.map { $0.isUpdate != event.isUpdate || $0.isPrediction } ?? true
      if isNext && !event.isPrediction {
        batches.append(TouchBatch(events: [event]))
      } else {
        batches[batches.count - 1].events.append(event)
      }
    }
    return batches
  }

  @Test(.enabled(if: !files.isEmpty, "NEXTPOINT_DATASETS names no folder with inkable"))
  func pencilStrokesBecomeStrokes() throws {
    for file in Self.files {
      let name: Comment = "\(file.lastPathComponent)"
      let events = try JSONDecoder().decode([Recorded].self, from: Data(contentsOf: file))
        .map(\.event)
      var controller = SketchController()
      var all = RecognizerOutcome()
      for batch in batches(of: events) { all.append(controller.receive(batch)) }
      let accounted = all.edits.compactMap(\.event) + all.ignored.map(\.event)
      #expect(accounted.sorted() == events.map(\.identifier).sorted(), name)
      #expect(controller.collection.strokes.count == 1, name)
      let samples = controller.collection.strokes.map(\.samples.count).reduce(0, +)
      let measured = events.filter { !$0.isUpdate && !$0.isPrediction && $0.type == .pencil }
      let dropped = Set(all.ignored.filter { $0.reason == .tooClose }.map(\.event))
      #expect(samples == measured.filter { !dropped.contains($0.identifier) }.count, name)
      #expect(samples > 9 * measured.count / 10, name)
      let oddities = Set(all.warnings.map { $0.problem })
      #expect(oddities == [], name)
    }
  }
}
