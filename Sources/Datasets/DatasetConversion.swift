import Foundation
import TouchInput

/// Turns a dataset of any readable format into one of plain CSV files.
public enum DatasetConversion {
  /// The dataset as plain CSV, under another name.
  ///
  /// Each file that has recordings becomes one CSV file of the same name, or one for each kind of
  /// tool where a file has several. Participant and task stand in `dataset.json` where a file has
  /// one recording, and in columns where it has more. Licence, citation and source are kept.
  /// Throws what `PlainCSVWriter` throws.
  public static func plain(
    _ dataset: LoadedDataset, name: String
  ) throws(DatasetWriteError) -> DatasetContent {
    var description = dataset.description
    description.name = name
    description.files = []
    var texts: [String] = []
    var used: Set<String> = []
    for file in dataset.files {
      let tools = tools(of: file.result.recordings)
      for tool in tools {
        let recordings = file.result.recordings.filter { $0.tool == tool }
        let labelled = recordings.count > 1
        let ending = tools.count > 1 ? "-\(tool.rawValue)" : ""
        texts.append(try PlainCSVWriter.text(recordings, labelled: labelled))
        description.files.append(
          DatasetDescription.File(
            path: unusedPath(file.entry.path, ending, &used),
            format: RecordingFormat.plainCSV.rawValue,
            participant: labelled ? nil : recordings.first?.participant,
            task: labelled ? nil : recordings.first?.task,
            sourcePath: file.entry.sourcePath ?? file.entry.path,
            nominalRate: file.entry.nominalRate,
            tool: tool == .unknown || tool == description.tool ? nil : tool))
      }
    }
    return DatasetContent(description: description, texts: texts)
  }

  /// Whether the recordings hold something for which plain CSV has no place.
  public static func losesEvents(_ recordings: [Recording]) -> Bool {
    recordings.flatMap(\.strokes).contains {
      !$0.devicePredictions.isEmpty || $0.settledForces != nil
    }
  }

  private static func tools(of recordings: [Recording]) -> [Recording.Tool] {
    var seen: Set<Recording.Tool> = []
    return recordings.map(\.tool).filter { seen.insert($0).inserted }
  }

  private static func unusedPath(
    _ path: String, _ ending: String, _ used: inout Set<String>
  ) -> String {
    let base = URL(fileURLWithPath: "/" + path).deletingPathExtension().path.dropFirst()
    var candidate = "\(base)\(ending).csv"
    var number = 1
    while !used.insert(candidate).inserted {
      number += 1
      candidate = "\(base)\(ending)-\(number).csv"
    }
    return candidate
  }
}
