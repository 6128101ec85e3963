import TouchInput

/// Writes recordings as plain CSV, which `PlainCSVReader` reads back with the same numbers.
public enum PlainCSVWriter {
  /// Returns the text: RFC 4180 with LF, shortest numbers that read back exactly.
  ///
  /// - Parameters:
  ///   - recordings: What to write, in this order. Device predictions, settled forces, kinds
  ///     of samples and phases have no place in the format and are left out.
  ///   - labeled: Whether columns `participant,task` stand in front.
  /// - Returns: The header and one row a sample, each line ended by LF.
  /// - Throws: `DatasetWriteError` for a number that is not finite, a stroke without a name and a
  ///   label with a line break, none of which could be read back.
  public static func text(
    _ recordings: [Recording], labeled: Bool
  ) throws(DatasetWriteError) -> String {
    let columns = Columns(recordings, labeled: labeled)
    var text = columns.header
    for recording in recordings {
      for stroke in recording.strokes {
        try append(stroke, of: recording, columns, to: &text)
      }
    }
    return text
  }

  private struct Columns {
    let labeled: Bool
    /// Whether a stroke is of another kind than its name tells.
    let kind: Bool
    let force: Bool
    let altitude: Bool
    let azimuth: Bool
    let exact: Bool

    init(_ recordings: [Recording], labeled: Bool) {
      let strokes = recordings.flatMap(\.strokes)
      self.labeled = labeled
      kind = strokes.contains { $0.kind != Stroke.Kind(ofStrokeNamed: $0.identifier) }
      force = strokes.contains { $0.samples.contains { $0.force != nil } }
      altitude = strokes.contains { $0.samples.contains { $0.altitude != nil } }
      azimuth = strokes.contains { $0.samples.contains { $0.azimuth != nil } }
      exact = strokes.contains { $0.exactPositions != nil }
    }

    var header: String {
      (labeled ? "participant,task," : "") + "stroke,t_s,x,y" + (kind ? ",kind" : "")
        + (force ? ",force" : "")
        + (altitude ? ",altitude_rad" : "") + (azimuth ? ",azimuth_rad" : "")
        + (exact ? ",true_x,true_y" : "") + "\n"
    }
  }

  private static func append(
    _ stroke: Stroke, of recording: Recording, _ columns: Columns, to text: inout String
  ) throws(DatasetWriteError) {
    guard !stroke.identifier.isEmpty else {
      throw DatasetWriteError(
        path: recording.source, message: "a stroke has no name", remedy: "name every stroke")
    }
    var prefix = try label(stroke.identifier, recording) + ","
    if columns.labeled {
      prefix =
        try label(recording.participant, recording) + ","
        + (try label(recording.task, recording)) + "," + prefix
    }
    for (index, sample) in stroke.samples.enumerated() {
      text += prefix
      text += try number(sample.time, stroke, recording) + ","
      text += try number(sample.position.x, stroke, recording) + ","
      text += try number(sample.position.y, stroke, recording)
      if columns.kind { text += "," + stroke.kind.rawValue }
      if columns.force { text += try optional(sample.force, stroke, recording) }
      if columns.altitude { text += try optional(sample.altitude, stroke, recording) }
      if columns.azimuth { text += try optional(sample.azimuth, stroke, recording) }
      if columns.exact {
        text += try optional(stroke.exactPositions?[index].x, stroke, recording)
        text += try optional(stroke.exactPositions?[index].y, stroke, recording)
      }
      text += "\n"
    }
  }

  private static func label(
    _ label: String, _ recording: Recording
  ) throws(DatasetWriteError) -> String {
    guard !label.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw DatasetWriteError(
        path: recording.source,
        message: "a label contains a line break (value '\(ReadProblem.displayed(label))')",
        remedy: "rename the participant, task or stroke")
    }
    return CSVFields.quoted(label)
  }

  private static func optional(
    _ value: Double?, _ stroke: Stroke, _ recording: Recording
  ) throws(DatasetWriteError) -> String {
    guard let value else { return "," }
    return "," + (try number(value, stroke, recording))
  }

  private static func number(
    _ value: Double, _ stroke: Stroke, _ recording: Recording
  ) throws(DatasetWriteError) -> String {
    guard value.isFinite else {
      throw DatasetWriteError(
        path: recording.source,
        message: "stroke '\(stroke.identifier)' holds a number that is not finite "
          + "(value '\(value)')",
        remedy: "remove the sample")
    }
    return DecimalNumber.shortest(value)
  }
}
