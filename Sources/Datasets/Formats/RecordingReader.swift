import TouchInput

/// A reader of one file format.
///
/// A reader never throws: what cannot be read becomes a problem in its result, and the rest
/// is kept. It is a pure function of the file, so files can be read in parallel.
public protocol RecordingReader: Sendable {
  /// The format that it reads.
  static var format: RecordingFormat { get }

  /// Reads one file.
  static func read(_ source: RecordingSource) -> ReadResult
}

/// A file to read, with its description in the data set.
public struct RecordingSource: Hashable, Sendable {
  /// Where the file is.
  public var path: String
  /// The name by which recordings refer to it, relative to the dataset's folder.
  public var name: String
  /// Who made the recording, where the file itself does not say.
  public var participant: String
  /// What was being done, where the file itself does not say.
  public var task: String
  /// What positions are measured in.
  public var scale: LengthScale
  /// The report rate of the device, in hertz.
  public var nominalRate: Double
  /// What touched the surface, where the file itself does not say.
  public var tool: Recording.Tool
  /// What kind of device made it, where the file itself does not say.
  public var device: DeviceClass
  /// The settings of reading.
  public var options: ReadingOptions
  /// The units per millimeter of each axis, if they differ and positions become millimeters; else nil.
  var axisScales: SIMD2<Double>?

  /// Creates a source; `name` is `path` where it is not given.
  public init(
    path: String, name: String? = nil, participant: String = "", task: String = "",
    scale: LengthScale = LengthScale(unit: .device), nominalRate: Double = 60,
    tool: Recording.Tool = .unknown, device: DeviceClass = .unknown,
    options: ReadingOptions = ReadingOptions()
  ) {
    self.path = path
    self.name = name ?? path
    self.participant = participant
    self.task = task
    self.scale = scale
    self.nominalRate = nominalRate
    self.tool = tool
    self.device = device
    self.options = options
  }
}

/// How to treat rows of a stroke that resume after rows of other strokes.
public enum ReturningStrokes: String, Hashable, Sendable, Codable, CaseIterable {
  /// They continue the same stroke.
  case join
  /// They are another stroke.
  case separate
}

/// What a reader read from one file.
public struct ReadResult: Hashable, Sendable {
  /// The recordings; never one without strokes, never a stroke without samples.
  public var recordings: [Recording]
  /// The problems; at most twenty problems per file, then a count of the rest.
  public var problems: [ReadProblem]
  /// The guesses that were made while reading; nothing was lost, so the exit code stays 0.
  public var warnings: [ReadProblem] = []
  /// The number of lines that were understood, including headers and empty lines.
  ///
  /// In a JSON array: the elements.
  public var linesRead: Int
  /// The number of lines that were dropped, each with a problem.
  ///
  /// In a JSON array: the elements.
  public var linesRejected: Int
  /// Whether the reader reached the end of the file.
  ///
  /// If so, `linesRead + linesRejected` is the number of its lines; otherwise the reader gave up, and
  /// a problem says why.
  public var isComplete: Bool
  /// The classes of the devices that the file describes, in its order; empty where it describes none.
  ///
  /// A description of a device has no recordings, and a recording of one device may be several.
  public var devices: [DeviceClass]
  /// The greatest fuzz of an axis of positions that the header states, in units of the device.
  ///
  /// The kernel holds smaller changes back. 0 where the file states none.
  package var fuzz = 0
  /// What each recording holds, where the recordings are given without their strokes.
  ///
  /// See `Dataset.survey(_:)`.
  package var counts: [StrokeCounts]?
  /// The columns that a table without the needed ones probably has; else nil.
  var guessedColumns: ColumnMapping?
  /// The unit in which the times were read, if the file itself states it; else nil.
  var timeUnit: TimeUnit?
  /// The intervals of all strokes, where these are only counted; nil once the file is loaded.
  var intervals: IntervalTally?

  /// Creates a result.
  public init(
    recordings: [Recording] = [], problems: [ReadProblem] = [], linesRead: Int = 0,
    linesRejected: Int = 0, isComplete: Bool = true, devices: [DeviceClass] = []
  ) {
    self.recordings = recordings
    self.problems = problems
    self.linesRead = linesRead
    self.linesRejected = linesRejected
    self.isComplete = isComplete
    self.devices = devices
  }

  /// The number of strokes, whether they are given or counted.
  public var strokeCount: Int {
    counts?.reduce(0) { $0 + $1.strokes } ?? recordings.reduce(0) { $0 + $1.strokes.count }
  }

  /// The number of samples, whether they are given or counted.
  public var sampleCount: Int {
    counts?.reduce(0) { $0 + $1.samples } ?? recordings.reduce(0) { $0 + $1.sampleCount }
  }

  /// Returns the result for a file that cannot be read at all.
  static func failed(_ problem: ReadProblem) -> ReadResult {
    ReadResult(problems: [problem], isComplete: false)
  }
}

extension [TouchSample] {
  /// The samples of one contact: the first has the phase `began`, the last of several `ended`.
  var markedAsContact: [TouchSample] {
    var samples = self
    if !samples.isEmpty { samples[0].phase = .began }
    if samples.count > 1 { samples[samples.count - 1].phase = .ended }
    return samples
  }
}
