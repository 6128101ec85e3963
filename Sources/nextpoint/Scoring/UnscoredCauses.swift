import Datasets
import Evaluation
import Reporting
import TouchInput

/// The reasons for which data sets have nothing to score, in sentences with numbers and remedies.
struct UnscoredCauses {
  /// One sentence for each cause in each file; those of lost samples first.
  let sentences: [String]
  /// Indicates whether no stroke reaches as far as any horizon.
  let areDecisive: Bool

  /// Looks for causes in what was read.
  ///
  /// - Parameters:
  ///   - sets: The data sets.
  ///   - horizons: The horizons that were asked for.
  init(_ sets: LoadedSets, horizons: [Horizon]) {
    var sentences: [String] = []
    var reaches = false
    for file in sets.datasets.flatMap(\.files) {
      let rejection = Self.rejection(of: file)
      let times = StrokeTimes(file.result.recordings, horizons: horizons)
      reaches = reaches || times.reaches || file.result.counts != nil
      sentences += rejection.isEmpty ? times.causes.map { "\(file.path): \($0)" } : rejection
    }
    self.sentences = sentences
    areDecisive = !reaches
  }

  /// Throws an error that says what could not be done, and why.
  func fail(_ message: String) throws(CommandFailure) -> Never {
    let reasons = sentences.isEmpty ? [Self.general] : sentences
    let shown = reasons.prefix(Self.mostShown).map { "\n  \($0)" }.joined()
    let rest = reasons.count - Self.mostShown
    throw .noData("\(message)\(shown)\(rest > 0 ? "\n  and \(rest) more causes" : "")")
  }

  private static let mostShown = 5
  private static let general =
    "no target has a truth: each lies after the end of its stroke, in a gap longer than --max-gap, or "
    + "among the first --min-samples samples; change these options, or give other recordings"

  /// Why most of a file was not read.
  private static func rejection(of file: LoadedFile) -> [String] {
    let result = file.result
    guard result.linesRejected > 0, result.linesRejected >= result.sampleCount else { return [] }
    let isTable = file.entry.format == RecordingFormat.plainCSV.rawValue
    let isArray = [RecordingFormat.inkableJSON, .pointerEvents].map(\.rawValue)
      .contains(file.entry.format)
    let noun = isTable ? "rows" : isArray ? "elements" : "lines"
    let all = result.linesRejected + result.linesRead - (isTable ? 1 : 0)
    let first = result.problems.first.map { ", first: \($0)" } ?? ""
    return ["\(file.path): \(result.linesRejected) of \(all) \(noun) were rejected\(first)"]
  }
}

/// The times of strokes, as far as they keep targets from having a truth.
private struct StrokeTimes {
  private var strokes = 0
  private var singles = 0
  private var intervals = 0
  private var backward = 0
  private var equal = 0
  private var longest = 0.0
  private var shortestHorizon = Double.infinity
  /// Indicates whether a stroke lasts as long as a horizon.
  private(set) var reaches = false

  init(_ recordings: [Recording], horizons: [Horizon]) {
    for recording in recordings {
      let ahead = horizons.map(\.seconds).min() ?? 0
      shortestHorizon = min(shortestHorizon, ahead)
      for stroke in recording.strokes { add(stroke, ahead: ahead) }
    }
  }

  private mutating func add(_ stroke: Stroke, ahead: Double) {
    strokes += 1
    if stroke.samples.count == 1 { singles += 1 }
    for interval in stroke.intervals {
      intervals += 1
      if interval < 0 { backward += 1 }
      if interval == 0 { equal += 1 }
    }
    guard let first = stroke.samples.first?.time, let last = stroke.samples.last?.time else {
      return
    }
    longest = max(longest, last - first)
    if last > first, last - first + Self.sameMoment >= ahead { reaches = true }
  }

  /// Two moments closer than this are one, in seconds.
  private static let sameMoment = 1e-9

  /// The causes, each with its remedy.
  var causes: [String] {
    guard strokes > 0 else { return [] }
    if singles == strokes {
      return [
        "\(strokes == 1 ? "its stroke has" : "each of its \(strokes) strokes has") one sample, and a "
          + "prediction needs a later one; check what divides the strokes"
      ]
    }
    if 2 * backward >= intervals {
      return [
        "times run backward in \(backward) of \(intervals) intervals (is the latest sample first?); sort "
          + "the samples of each stroke by time"
      ]
    }
    if 2 * equal >= intervals {
      return [
        "times do not advance in \(equal) of \(intervals) intervals; give each sample the time at which "
          + "it was measured"
      ]
    }
    guard !reaches else { return [] }
    return [
      "the longest of \(strokes) strokes lasts \(Self.milliseconds(longest)), and the shortest horizon is "
        + "\(Self.milliseconds(shortestHorizon)); give shorter horizons, or recordings with longer strokes"
    ]
  }

  private static func milliseconds(_ seconds: Double) -> String {
    "\(FixedPoint.text(1000 * seconds, decimals: 1)) ms"
  }
}
