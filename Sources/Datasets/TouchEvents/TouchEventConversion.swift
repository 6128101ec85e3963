import Foundation
import TouchInput

/// Turns a dataset of any readable format into one of touch events, in Inkable's JSON.
///
/// Read again, the recordings are the same: samples, times, forces and angles, which of them were
/// measured, coalesced reports, exact positions, late forces and the device's predictions. Reports
/// between two refreshes of a display come in one callback, unless the recording says which were
/// delivered together. A file of touch events keeps all its events, and its callbacks, as they are.
package enum TouchEventConversion {
  /// What is done to the events of a file before they are written.
  package typealias Change = (_ batches: [TouchBatch], _ recording: Recording) throws ->
    [TouchBatch]

  /// Returns the dataset as touch events, under another name.
  ///
  /// Each file that holds recordings becomes one of the same name, or one for each recording where
  /// several participants or tasks are in it. Participant and task stand in `dataset.json`; license,
  /// citation and source are kept.
  ///
  /// - Parameters:
  ///   - dataset: The dataset.
  ///   - name: The name of the new one.
  ///   - refreshRate: The rate of the display at whose refreshes callbacks come, in hertz, above 0.
  ///   - change: What is done to the events of each file; nil for nothing.
  /// - Returns: The description and the text of each file.
  /// - Throws: `DatasetWriteError` for what touch events cannot express; rethrows errors of `change`.
  package static func inkable(
    _ dataset: LoadedDataset, name: String,
    refreshRate: Double = TouchBatching.usualRefreshRate, changing change: Change? = nil
  ) throws -> DatasetContent {
    var description = dataset.description
    description.name = name
    description.files = []
    description.becomePlain()
    let scales = Set(dataset.recordings.map(\.scale))
    if let scale = scales.first, scales.count == 1 {
      description.unit = scale.unit
      description.pixelsPerMillimetre = scale.unitsPerMillimeter
    }
    var texts: [String] = []
    var paths = OutputPaths(ending: "json")
    for file in dataset.files {
      // The times of events are those of the file.
      let keepsEvents = dataset.description.timeUnit == nil && file.entry.timeUnit == nil
      for part in try parts(of: file, keepingEvents: keepsEvents) {
        var batches = try change?(part.batches, part.recording) ?? part.batches
        if !part.isEvents {
          batches = TouchBatching.callbacks(of: batches, refreshRate: refreshRate)
        }
        let path = paths.unused(file.entry.path, part.suffix)
        texts.append(try text(batches, keepingCallbacks: part.keepsCallbacks, path: path))
        description.files.append(entry(of: part.recording, in: file, path: path, description))
      }
    }
    return DatasetContent(description: description, texts: texts)
  }

  /// What becomes one file.
  private struct Part {
    var batches: [TouchBatch]
    /// What is known of all of it.
    var recording: Recording
    var keepsCallbacks: Bool
    /// Whether it is a file of touch events, which keeps them.
    var isEvents = false
    /// What tells it from the other parts of its file.
    var suffix = ""
  }

  private static func parts(
    of file: LoadedFile, keepingEvents: Bool
  ) throws(DatasetWriteError) -> [Part] {
    let recordings = file.result.recordings
    guard let first = recordings.first else { return [] }
    if keepingEvents, let events = events(of: file) {
      return [
        Part(
          batches: events.delivered, recording: first, keepsCallbacks: events.keepsBatches,
          isEvents: true)
      ]
    }
    var parts: [Part] = []
    for var recording in recordings {
      try check(recording)
      // Touch events have no kind: the name of a touch tells it.
      for index in recording.strokes.indices {
        let stroke = recording.strokes[index]
        recording.strokes[index].identifier = stroke.kind.strokeName(stroke.identifier)
      }
      parts.append(
        Part(
          batches: recording.touchBatches, recording: recording, keepsCallbacks: true,
          suffix: recordings.count == 1 ? "" : suffix(of: recording)))
    }
    return parts
  }

  /// Task and participant as a part of a file's name: letters, digits and hyphens.
  private static func suffix(of recording: Recording) -> String {
    let words = [recording.task, recording.participant].filter { !$0.isEmpty }
    let kept = words.joined(separator: "-").unicodeScalars.map { letter in
      letter.isASCII && letter.properties.isAlphabetic || ("0"..."9").contains(letter)
        ? Character(letter) : "-"
    }
    return kept.isEmpty ? "" : "-" + String(kept.prefix(80))
  }

  /// Returns the events of a file that holds such; nil for any other, and where some cannot be kept.
  private static func events(of file: LoadedFile) -> TouchEventFile? {
    guard file.entry.format == RecordingFormat.inkableJSON.rawValue,
      let events = try? TouchEventFile(path: file.path), events.problems.isEmpty
    else { return nil }
    return events
  }

  private static func entry(
    of recording: Recording, in file: LoadedFile, path: String, _ set: DatasetDescription
  ) -> DatasetDescription.File {
    let (tool, rate) = (recording.tool, recording.nominalRate)
    return DatasetDescription.File(
      path: path, format: RecordingFormat.inkableJSON.rawValue,
      participant: recording.participant.isEmpty ? nil : recording.participant,
      task: recording.task.isEmpty ? nil : recording.task,
      sourcePath: file.entry.sourcePath ?? file.entry.path,
      nominalRate: rate == set.nominalRate ? nil : rate,
      tool: tool == .unknown || tool == set.tool ? nil : tool,
      device: recording.device == .unknown ? nil : recording.device,
      unit: recording.scale.unit == set.unit ? nil : recording.scale.unit)
  }

  /// Returns the array; with markers where two runs of predictions without a report between them would
  /// otherwise become one.
  private static func text(
    _ batches: [TouchBatch], keepingCallbacks keeps: Bool, path: String
  ) throws(DatasetWriteError) -> String {
    for event in batches.lazy.flatMap(\.events) where !event.isFinite {
      throw DatasetWriteError(
        path: path, message: "event \(event.identifier) holds a number that is not finite",
        remedy: "remove the sample, or choose another predictor")
    }
    return keeps || runsMeet(batches)
      ? TouchEventFile.json(markingCallbacks: batches)
      : TouchEventFile.json(of: batches.lazy.flatMap(\.events))
  }

  /// Returns whether two callbacks predict a touch, and nothing of the touch comes between.
  private static func runsMeet(_ batches: [TouchBatch]) -> Bool {
    var predicted: Set<String> = []
    for batch in batches {
      var begun: Set<String> = []
      for event in batch.events {
        let touch = event.touchIdentifier
        if event.isPrediction, predicted.contains(touch), !begun.contains(touch) { return true }
        begun.insert(touch)
        if event.isPrediction { predicted.insert(touch) } else { predicted.remove(touch) }
      }
    }
    return false
  }

  /// Refuses what could not be read back.
  private static func check(_ recording: Recording) throws(DatasetWriteError) {
    func fault(_ message: String, _ remedy: String) -> DatasetWriteError {
      DatasetWriteError(path: recording.source, message: message, remedy: remedy)
    }
    var names: Set<String> = []
    for stroke in recording.strokes {
      guard !stroke.identifier.isEmpty else { throw fault("a stroke has no name", "name it") }
      guard names.insert(stroke.identifier).inserted else {
        throw fault("two strokes are named '\(stroke.identifier)'", "name every stroke differently")
      }
      guard stroke.samples.allSatisfy(\.isFinite) else {
        throw fault(
          "stroke '\(stroke.identifier)' holds a number that is not finite", "remove the sample")
      }
      guard
        !stroke.samples.dropLast().contains(where: { $0.phase == .ended || $0.phase == .cancelled })
      else {
        throw fault("stroke '\(stroke.identifier)' continues after its end", "divide it there")
      }
    }
  }
}

extension TouchEvent {
  /// Whether all its numbers can be written as JSON.
  fileprivate var isFinite: Bool {
    let pairs = [location, azimuthUnitVector, preciseLocation ?? .zero, exactLocation ?? .zero]
    let numbers = [
      timestamp, force, maximumPossibleForce, altitudeAngle, azimuth, majorRadius,
      majorRadiusTolerance, estimationUpdateIndex ?? 0,
    ]
    return numbers.allSatisfy(\.isFinite) && pairs.allSatisfy { $0.x.isFinite && $0.y.isFinite }
  }
}
