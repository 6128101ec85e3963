import Foundation
import TouchInput

/// Turns a dataset of any readable format into one of plain CSV files.
package enum DatasetConversion {
  /// Returns the dataset as plain CSV, under another name.
  ///
  /// Each file that has recordings becomes one CSV file of the same name, or one for each kind
  /// of tool and device and each unit where a file has several. Participant and task stand in
  /// `dataset.json` where a file has one recording, and in columns where it has more. Licence, citation and source are kept.
  /// Throws what `PlainCSVWriter` throws.
  package static func plain(
    _ dataset: LoadedDataset, name: String
  ) throws(DatasetWriteError) -> DatasetContent {
    var description = dataset.description
    description.name = name
    description.files = []
    description.becomePlain()
    var texts: [String] = []
    var paths = OutputPaths(ending: "csv")
    for file in dataset.files {
      let kinds = kinds(of: file.result.recordings)
      for kind in kinds {
        let recordings = file.result.recordings.filter { Kind($0) == kind }
        let labeled = recordings.count > 1
        let ending = kinds.count > 1 ? "-\(kind.tool.rawValue)" : ""
        texts.append(try PlainCSVWriter.text(recordings, labeled: labeled))
        description.files.append(
          DatasetDescription.File(
            path: paths.unused(file.entry.path, ending),
            format: RecordingFormat.plainCSV.rawValue,
            participant: labeled ? nil : recordings.first?.participant,
            task: labeled ? nil : recordings.first?.task,
            sourcePath: file.entry.sourcePath ?? file.entry.path,
            nominalRate: file.entry.nominalRate,
            tool: kind.tool == .unknown || kind.tool == description.tool ? nil : kind.tool,
            device: kind.device == .unknown ? nil : kind.device,
            unit: kind.scale.unit == description.unit ? nil : kind.scale.unit))
      }
    }
    return DatasetContent(description: description, texts: texts)
  }

  /// Returns whether the recordings hold something for which plain CSV has no place.
  package static func losesEvents(_ recordings: [Recording]) -> Bool {
    recordings.flatMap(\.strokes).contains {
      !$0.devicePredictions.isEmpty || $0.settledForces != nil
    }
  }

  /// What a file of plain CSV has no column for.
  private struct Kind: Hashable {
    var tool: Recording.Tool
    var device: DeviceClass
    var scale: LengthScale

    init(_ recording: Recording) {
      tool = recording.tool
      device = recording.device
      scale = recording.scale
    }
  }

  private static func kinds(of recordings: [Recording]) -> [Kind] {
    var seen: Set<Kind> = []
    return recordings.map(Kind.init).filter { seen.insert($0).inserted }
  }
}

/// The paths of the files of a new dataset: those of the old files with another extension, each once.
struct OutputPaths {
  /// The extension, without a dot.
  let ending: String
  private var used: Set<String> = []

  init(ending: String) { self.ending = ending }

  /// Returns a path that was not given before.
  mutating func unused(_ path: String, _ suffix: String = "") -> String {
    let base = URL(fileURLWithPath: "/" + path).deletingPathExtension().path.dropFirst()
    var candidate = "\(base)\(suffix).\(ending)"
    var number = 1
    while !used.insert(candidate).inserted {
      number += 1
      candidate = "\(base)\(suffix)-\(number).\(ending)"
    }
    return candidate
  }
}
