import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting
import TouchInput

/// The pages that replay the recordings and strokes on which a run's predictors are worst.
///
/// There is one page per recording. It holds the whole recording, or of a long one the listed strokes.
/// What cannot be replayed any more gets a warning and no link.
struct WorstReplays {
  private let places: [WorstPlace]
  private let manifest: RunManifest

  /// The folder of the pages, next to the report.
  static let folder = "replay"
  /// A recording with more events is not shown whole: its page would have several megabytes.
  private static let mostEvents = 4000

  /// Takes the places of a run's report.
  init(of places: [WorstPlace], in run: RunFolder) {
    self.places = places
    manifest = run.manifest
  }

  /// Returns the report with links to the pages, which are written to a folder beside it.
  ///
  /// - Throws: `FileWriteError` where a page cannot be written, and `CommandFailure` where a predictor is
  ///   not known any more.
  func link(
    _ report: RunReport, writingTo target: String, replacing: Bool
  ) async throws -> RunReport {
    guard !places.isEmpty else {
      Terminal.warn(
        "--replay: the run did not keep its predictions, so no worst stroke is known; run the sweep "
          + "again with --raw")
      return report
    }
    let external = ExternalPrograms()
    let predictors = try PredictorSubjects(
      distinct(places.map(\.predictor)), catalogue: external.catalogue(.standard))
    try createFolder(at: "\(target)/\(Self.folder)")
    var addresses: [WorstPlace: String] = [:]
    let names = manifest.identity.datasets.map(\.name)
    for (dataset, slug) in zip(manifest.identity.datasets, Slug.distinct(names)) {
      let own = places.filter { $0.dataset == dataset.name }
      guard !own.isEmpty, let loaded = load(dataset) else { continue }
      for (place, address) in try await write(
        own, of: loaded, named: slug, predictors, to: target, replacing: replacing)
      {
        addresses[place] = address
      }
    }
    try external.check()
    return report.linked { addresses[$0] }
  }

  /// Loads a data set of the run; nil, with a warning, where it is not the one that was scored.
  private func load(_ dataset: DatasetIdentity) -> LoadedDataset? {
    let references =
      (try? DatasetSearch.references(manifest.identity.plan.datasets)) ?? []
    guard let reference = references.first(where: { $0.name == dataset.name }),
      let loaded = try? Dataset.load(reference, options: manifest.identity.plan.reading)
    else {
      Terminal.warn(
        "\(dataset.name): cannot be found, so its strokes are not linked; run this where "
          + "'nextpoint datasets info \(dataset.name)' finds it")
      return nil
    }
    guard loaded.identity.sha256 == dataset.sha256 else {
      Terminal.warn(
        "\(dataset.name): its files have changed since the run, so its strokes are not linked; run "
          + "the sweep again")
      return nil
    }
    return loaded
  }

  /// Writes the pages of a data set; the addresses of their places, relative to the report.
  private func write(
    _ places: [WorstPlace], of dataset: LoadedDataset, named slug: String,
    _ predictors: PredictorSubjects, to target: String, replacing: Bool
  ) async throws -> [(WorstPlace, String)] {
    var result: [(WorstPlace, String)] = []
    for (number, recording) in dataset.recordings.enumerated() {
      let own = places.filter { $0.isOf(recording) }
      guard let first = own.first else { continue }
      let shown = distinct(own.map(\.predictor))
      let title = [dataset.name, recording.source, recording.task, recording.participant]
        .filter { !$0.isEmpty }.joined(separator: ", ")
      let source = selection(of: ReplaySource(title: title, recording: recording), own, recording)
      let page: ReplayPage
      do throws(ReplayError) {
        let model = try await ReplayModel(
          source, predictors: predictors.predictors.filter { shown.contains($0.spelling) },
          horizon: first.horizon, refreshRate: 60)
        page = ReplayPage(model, version: Version.number)
      } catch {
        Terminal.warn("\(error)")
        continue
      }
      let address = "\(Self.folder)/\(slug)-\(number + 1).html"
      try AtomicFile.write(page.html, to: "\(target)/\(address)", replacing: replacing)
      result += own.map { place in
        (place, place.touch(in: recording).map { "\(address)#stroke=\($0)" } ?? address)
      }
    }
    return result
  }

  /// The whole recording, or of a long one the listed strokes, and its beginning where none is listed.
  private func selection(
    of source: ReplaySource, _ places: [WorstPlace], _ recording: Recording
  ) -> ReplaySource {
    guard source.eventCount > Self.mostEvents else { return source }
    let listed = places.compactMap { $0.touch(in: recording) }
    return source.selecting(
      touches: listed.isEmpty ? nil : Set(listed), limit: Self.mostEvents)
  }

  private func createFolder(at path: String) throws {
    try CommandFailure.refuseFile(at: path)
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure.folderCannotBeMade(path, error)
    }
  }

  private func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension WorstPlace {
  /// Whether the place is a recording or a stroke of it.
  fileprivate func isOf(_ recording: Recording) -> Bool {
    source == recording.source && task == recording.task && participant == recording.participant
  }

  /// The name of the stroke's touch on a replay page: its number, from 1; nil for a whole recording.
  fileprivate func touch(in recording: Recording) -> String? {
    stroke.flatMap { stroke in
      recording.strokes.firstIndex { $0.identifier == stroke }.map { "\($0 + 1)" }
    }
  }
}
