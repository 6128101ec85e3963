import Datasets
import Evaluation
import MotionNumerics
import MotionPrediction
import Reporting
import TouchInput

/// The strokes on one sheet of a gallery, with their recordings.
struct GalleryPage {
  private let name: String
  private let unit: LengthUnit
  private let place: StrokeGallery.Place
  private let parts: [GalleryPart]
  private let hasProblems: Bool

  /// Reads a data set and chooses the strokes of a sheet, in recorded order.
  ///
  /// - Throws: A usage error for a participant or page that is not there, or mixed units.
  init(
    dataset: String, reading: ReadingOptions, participant: String?, limit: Int, page: Int
  ) throws {
    guard limit >= 1, limit <= Self.greatestLimit else {
      throw CommandFailure.usage("--limit \(limit) is not from 1 to \(Self.greatestLimit)")
    }
    let loaded = try Self.loaded(dataset, reading)
    let recordings = loaded.recordings.filter {
      participant == nil || $0.participant == participant
    }
    guard !recordings.isEmpty else {
      let names = Set(loaded.recordings.map(\.participant)).sorted().joined(separator: ", ")
      throw CommandFailure.usage(
        "nothing is by participant '\(participant ?? "")'; there are: \(names)")
    }
    let total = recordings.reduce(0) { $0 + $1.strokes.count }
    guard total > 0 else {
      throw CommandFailure.noData("there is no stroke by participant '\(participant ?? "")'")
    }
    let pages = (total + limit - 1) / limit
    guard (1...pages).contains(page) else {
      throw CommandFailure.usage(
        "--page \(page): \(total) strokes at \(limit) a sheet are on pages 1 to \(pages)")
    }
    let first = (page - 1) * limit
    name = participant.map { "\(loaded.name), participant \($0)" } ?? loaded.name
    place = StrokeGallery.Place(first: first + 1, total: total)
    parts = Self.parts(of: recordings, first: first, end: min(total, first + limit))
    try DrawnSamples.check(
      parts.reduce(0) { sum, part in
        sum + part.recording.strokes[part.shown].reduce(0) { $0 + $1.samples.count }
      }, of: loaded.name, remedy: "put fewer strokes on a sheet with --limit")
    hasProblems = !loaded.problems.isEmpty
    let units = Set(parts.map(\.recording.reportedUnit))
    guard let unit = units.first, units.count == 1 else {
      throw CommandFailure.usage(
        "the strokes of this sheet are in different units; choose a --participant or one file")
    }
    self.unit = unit
  }

  /// More would make a file that no viewer opens gladly.
  private static let greatestLimit = 2000

  private static func loaded(
    _ dataset: String, _ reading: ReadingOptions
  ) throws -> LoadedDataset {
    let loaded = try DatasetSearch.loadOnly(dataset, reading: reading)
    guard loaded.recordings.contains(where: { !$0.strokes.isEmpty }) else {
      throw CommandFailure.noData("no sample could be read")
    }
    return loaded
  }

  private static func parts(of recordings: [Recording], first: Int, end: Int) -> [GalleryPart] {
    var parts: [GalleryPart] = []
    let likeNamed = Dictionary(grouping: recordings, by: \.circumstance)
    var start = 0
    for recording in recordings {
      let before = start
      start += recording.strokes.count
      guard !recording.strokes.isEmpty, first < start, before < end else { continue }
      let shown = max(0, first - before)..<min(start, end) - before
      var played = recording
      played.strokes = Array(recording.strokes[..<shown.upperBound])
      let isAlone = likeNamed[recording.circumstance]?.count == 1
      parts.append(
        GalleryPart(
          recording: played, shown: shown,
          name: isAlone ? recording.circumstance : recording.fileStem))
    }
    return parts
  }

  /// Predicts along the strokes.
  ///
  /// - Returns: The gallery, and whether something was left out of it: a recording that the
  ///   protocol cannot play is drawn without errors.
  func gallery(
    of spelling: String, horizon: Horizon
  ) async throws -> (gallery: StrokeGallery, isIncomplete: Bool) {
    let external = ExternalPrograms()
    let predictor = try external.catalogue(.standard).named(spelling)
    let progress = ProgressBar("recordings", total: parts.count)
    var cells: [StrokeGallery.Cell] = []
    var isIncomplete = hasProblems
    for part in parts {
      var raw: [RawPrediction] = []
      do {
        raw = try await RecordedPredictions.raw(of: part.recording, by: predictor, horizon: horizon)
      } catch let failure as CommandFailure {
        Terminal.warn(failure)
        isIncomplete = true
      }
      cells += part.cells(raw)
      progress.advance()
    }
    progress.finish()
    try external.check()
    let gallery = StrokeGallery(
      dataset: name, predictor: spelling, horizon: horizon.seconds, unit: unit.rawValue,
      place: place, cells: cells)
    return (gallery, isIncomplete)
  }
}

/// A recording with the strokes of it that are on the sheet, and no later ones.
private struct GalleryPart {
  let recording: Recording
  let shown: Range<Int>
  /// What the recording is called.
  let name: String

  /// The strokes that are shown, with the error of the prediction made at each sample.
  func cells(_ raw: [RawPrediction]) -> [StrokeGallery.Cell] {
    let byStroke = Dictionary(grouping: raw, by: \.stroke)
    return shown.map { index in
      let stroke = recording.strokes[index]
      var errors: [Double: Double] = [:]
      for prediction in byStroke[stroke.identifier] ?? [] {
        guard let truth = prediction.truth else { continue }
        errors[prediction.time] = prediction.predicted.distance(to: truth)
      }
      return StrokeGallery.Cell(
        title: name.isEmpty ? "\(index + 1)" : "\(name), \(index + 1)",
        track: stroke.samples.map { $0.position * recording.reportedFactor },
        errors: stroke.samples.map { errors[$0.time] })
    }
  }
}

extension Recording {
  /// Its task and participant.
  fileprivate var circumstance: String {
    [task, participant].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The name of its file without folders and endings.
  fileprivate var fileStem: String {
    String((source.split(separator: "/").last ?? "").prefix { $0 != "." })
  }
}

extension LiveStroke {
  /// A recorded stroke after some of its samples, with the device's predictions at that time.
  init(replaying stroke: Stroke, samples count: Int) {
    self.init()
    for sample in stroke.samples.prefix(count) { add(StrokeSample(sample, of: stroke)) }
    let batch = stroke.devicePredictions.last { $0.samplesBefore <= count }
    guard let batch, batch.samplesBefore == count else { return }
    for sample in batch.samples { addPredicted(StrokeSample(sample, of: stroke)) }
  }
}

extension StrokeSample {
  /// The sample of a recorded stroke.
  fileprivate init(_ sample: TouchSample, of stroke: Stroke) {
    self.init(
      timestamp: sample.time, location: sample.position, force: sample.force,
      maximumPossibleForce: stroke.maximumPossibleForce, azimuth: sample.azimuth,
      altitude: sample.altitude, isCoalesced: sample.kind == .coalesced,
      isPredicted: sample.kind == .predicted)
  }
}
