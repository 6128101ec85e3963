import Foundation

/// Recordings of a few strokes along an ellipse, as text in the formats that are read.
struct SmallRecordings {
  /// The number of strokes.
  var strokes = 3
  /// The number of samples in each stroke.
  var samples = 40
  /// Where on the ellipse the first stroke begins, in radians.
  var start = 0.0

  /// The rate of the samples, in hertz.
  static let rate = 60.0

  /// Changes one line of plain CSV: stroke, sample and its four fields; nil takes it out.
  typealias Edit = (_ stroke: Int, _ sample: Int, _ fields: [String]) -> [String]?

  /// The recording as plain CSV, changed line by line.
  func csv(_ edit: Edit = { $2 }) -> String {
    var text = "stroke,t_s,x,y\n"
    for stroke in 0..<strokes {
      for sample in 0..<samples {
        let (time, x, y) = sampled(stroke, sample)
        if let fields = edit(stroke, sample, ["s\(stroke)", "\(time)", "\(x)", "\(y)"]) {
          text += fields.joined(separator: ",") + "\n"
        }
      }
    }
    return text
  }

  /// The first stroke as an Inkable array of touch events.
  func inkable() -> String {
    let events = (0..<samples).map { sample in
      let (time, x, y) = sampled(0, sample)
      let phase = sample == 0 ? 0 : sample == samples - 1 ? 3 : 1
      return """
          {"touchIdentifier": "a", "identifier": "e\(sample)", "timestamp": \(time), "type": 2,
           "phase": \(phase), "location": [\(x), \(y)], "force": 0.5, "altitudeAngle": 1.0,
           "azimuth": 0.25, "isUpdate": false, "isPrediction": false}
        """
    }
    return "[\n\(events.joined(separator: ",\n"))\n]\n"
  }

  /// The line of a sample in `csv()`, 1 being the header.
  func line(stroke: Int, sample: Int) -> Int { stroke * samples + sample + 2 }

  /// Time and place of a sample.
  func sampled(_ stroke: Int, _ sample: Int) -> (time: Double, x: Double, y: Double) {
    let time = Double(stroke) * 2 + Double(sample) / Self.rate
    let angle = start + 3 * time
    return (time, 100 + 30 * cos(angle), 100 + 20 * sin(angle))
  }
}

extension Workspace {
  /// Writes a data set folder of plain CSV files, one a participant, 10 px to the millimeter.
  @discardableResult
  func writeDataset(
    _ name: String, files: [(name: String, text: String)], splits: String? = nil
  ) throws -> String {
    let entries = try files.enumerated().map { index, file in
      try write("\(name)/\(file.name)", file.text)
      return """
        {"path": "\(file.name)", "format": "plain-csv", "participant": "p\(index + 1)", "task": "t"}
        """
    }
    return try writeDescription(of: name, entries: entries, splits: splits)
  }

  /// Writes a data set of participants on ellipses that begin at other places.
  func writeDataset(_ name: String, participants: Int, splits: String?) throws {
    let files = (0..<participants).map { index in
      (name: "\(index).csv", text: SmallRecordings(start: Double(index)).csv())
    }
    try writeDataset(name, files: files, splits: splits)
  }

  /// Writes a `dataset.json` with these entries of files, and these splits where there are any.
  @discardableResult
  func writeDescription(
    of name: String, entries: [String], splits: String? = nil
  ) throws -> String {
    try write(
      "\(name)/dataset.json",
      """
      {"schema": 1, "name": "\(name)", "unit": "px", "pixelsPerMillimetre": 10,
       "nominalRateHz": 60, \(splits.map { "\"splits\": \($0)," } ?? "")
       "files": [\(entries.joined(separator: ",\n"))]}
      """)
    return name
  }
}
