import TouchInput

/// Reads ink in the Ink Markup Language, W3C Recommendation of 20 September 2011.
///
/// A `trace` is a stroke, one of the type `penUp` hovering named `hover-`; one with the `continuation`
/// `middle` or `end` continues the trace that `priorRef` names, or the one before it. Its channels
/// are those of its `contextRef`, else of its `traceGroup`, else of the context that came last outside
/// of `definitions`; without any they are X and Y. Read are X and Y, T (milliseconds unless its units
/// say otherwise), F as force, and OA and OE, or OTx and OTy, as azimuth and altitude (degrees unless
/// their units are `rad`). Values are explicit, first or second differences; `*` repeats a value,
/// velocity or acceleration, `?` is a value that was not measured: a point without a position is
/// left out and counted.
///
/// Positions are millimeters if X and Y have a length as unit, or if the `inkSource` states
/// their resolution to a length; else the dataset's unit. A resolution holds together with a unit: a value
/// of 4000 is 100 mm if the unit is `cm` and the resolution 400 `1/cm`. T and angles have resolutions too. An orientation of `-ve` is turned round.
/// Force is a part of its range where the channel states one, else as it stands. Canvas
/// transformations and `traceView` are not applied: a predictor meets what the device measured.
///
/// Without a channel T the times are made of the sample rate of the `inkSource`, else of the
/// dataset's nominal rate, and a problem says so; a trace begins at its `timeOffset`, else an
/// interval after the one before. A point that cannot be read is reported and left out with its
/// line; where differences follow it, with the rest of its trace. There is one recording for each
/// unit and rate.
enum InkMLReader: RecordingReader {
  /// Ink in InkML.
  static let format = RecordingFormat.inkML

  /// The greatest size of a file, in bytes.
  static let sizeLimit = 256 * 1024 * 1024

  static let form = "InkML: an ink element with trace elements, and channels X and Y"

  /// Reads one file; O(bytes) in time and memory.
  ///
  /// A file above `sizeLimit` is refused.
  static func read(_ source: RecordingSource) -> ReadResult {
    do {
      let file = try XMLFile(
        path: source.path, limit: sizeLimit, kind: "an InkML file",
        remedy: "split it into several files, or convert it to plain CSV")
      let content = InkMLContent(source)
      content.parse(file)
      content.addClosingProblems()
      var result = file.result(
        content, recordings: content.strokes.recordings(source),
        empty: "the file holds no traces")
      result.timeUnit = content.strokes.readTimeUnit
      return result
    } catch {
      return .failed(error)
    }
  }
}
