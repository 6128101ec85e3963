import Foundation
import TouchInput

/// What a dataset is and which files it has: the content of its `dataset.json`, schema 1.
public struct DatasetDescription: Hashable, Sendable {
  /// The schema that this version reads and writes.
  public static let schema = 1
  /// The name of the file in a dataset's folder.
  public static let fileName = "dataset.json"

  /// The name of the dataset on the command line; not empty.
  public var name: String
  /// A one-line title.
  public var title: String
  /// The licence, as an SPDX identifier where there is one.
  public var licence: String
  /// How to cite it.
  public var citation: String
  /// The source repository; nil where there is none.
  public var source: Source?
  /// What positions are measured in.
  public var unit: LengthUnit
  /// Units to the millimeter (pixels, points or device units, by `unit`); nil where not known.
  public var pixelsPerMillimetre: Double?
  /// The report rate of the device, in hertz; finite and above 0.
  public var nominalRate: Double
  /// The device, in words.
  public var device: String
  /// The clock and its resolution, in words.
  public var clock: String
  /// What touched the surface, for formats that do not say; nil where not stated.
  public var tool: Recording.Tool?
  /// Participants by the name of the part that they belong to, such as "test".
  public var splits: [String: [String]]?
  /// How plain CSV treats a stroke whose rows resume after those of others; nil where not stated.
  public var returningStrokes: ReturningStrokes?
  /// The unit of times in the files; nil if it is that of their format.
  public var timeUnit: TimeUnit?
  /// The columns of tables, by their meaning; nil if they have the usual names.
  public var columns: ColumnMapping?
  /// The units per millimeter of each axis, if they differ; else nil.
  ///
  /// Positions are then converted to millimeters when they are read.
  public var axisScales: SIMD2<Double>?
  /// The files, in the order in which they are read.
  public var files: [File]

  /// Where a dataset comes from.
  public struct Source: Hashable, Sendable, Codable {
    /// The repository's address; empty where not stated.
    public var repository: String
    /// The commit; empty where not stated.
    public var commit: String

    /// Creates a source.
    public init(repository: String, commit: String) {
      self.repository = repository
      self.commit = commit
    }

    /// Decodes a source in which any key may be missing, since it is for people.
    public init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      repository = try keys.decodeIfPresent(String.self, forKey: .repository) ?? ""
      commit = try keys.decodeIfPresent(String.self, forKey: .commit) ?? ""
    }
  }

  /// One file of a dataset.
  public struct File: Hashable, Sendable, Codable {
    /// Its path below the dataset's folder.
    public var path: String
    /// The name of its format; see `RecordingFormat` for those that can be read.
    public var format: String
    /// The SHA-256 of its bytes in hexadecimal; nil where not stated.
    public var sha256: String?
    /// Its size in bytes; nil where not stated.
    public var bytes: Int?
    /// The participant; nil if the recording's file states it or it is unknown.
    public var participant: String?
    /// The task; nil if the recording's file states it or it is unknown.
    public var task: String?
    /// The file's path in the repository that it comes from.
    public var sourcePath: String?
    /// The report rate of this file's device, in hertz; nil where the dataset's rate holds.
    public var nominalRate: Double?
    /// What touched the surface; nil where the dataset's holds.
    public var tool: Recording.Tool?
    /// What kind of device made it, where the file does not say; nil where not stated.
    public var device: DeviceClass?
    /// What positions are measured in; nil where the dataset's unit holds.
    public var unit: LengthUnit?
    /// The unit of its times; nil if the dataset's holds.
    public var timeUnit: TimeUnit?
    /// Its columns, by their meaning; nil if the dataset's hold.
    public var columns: ColumnMapping?

    /// Creates a file's entry.
    public init(
      path: String, format: String, sha256: String? = nil, bytes: Int? = nil,
      participant: String? = nil, task: String? = nil, sourcePath: String? = nil,
      nominalRate: Double? = nil, tool: Recording.Tool? = nil, device: DeviceClass? = nil,
      unit: LengthUnit? = nil, timeUnit: TimeUnit? = nil, columns: ColumnMapping? = nil
    ) {
      self.path = path
      self.format = format
      self.sha256 = sha256
      self.bytes = bytes
      self.participant = participant
      self.task = task
      self.sourcePath = sourcePath
      self.nominalRate = nominalRate
      self.tool = tool
      self.device = device
      self.unit = unit
      self.timeUnit = timeUnit
      self.columns = columns
    }

    enum CodingKeys: String, CodingKey {
      case path
      case format
      case sha256
      case bytes
      case participant
      case task
      case sourcePath
      case nominalRate = "nominalRateHz"
      case tool
      case device = "deviceClass"
      case unit
      case timeUnit
      case columns
    }

    /// Decodes an entry; `path` and `format` are required.
    public init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      path = try keys.decode(String.self, forKey: .path)
      format = try keys.decode(String.self, forKey: .format)
      sha256 = try keys.decodeIfPresent(String.self, forKey: .sha256)
      bytes = try keys.number(Int.self, forKey: .bytes)
      participant = try keys.decodeIfPresent(String.self, forKey: .participant)
      task = try keys.decodeIfPresent(String.self, forKey: .task)
      sourcePath = try keys.decodeIfPresent(String.self, forKey: .sourcePath)
      nominalRate = try keys.number(Double.self, forKey: .nominalRate)
      tool = try keys.decodeIfPresent(Recording.Tool.self, forKey: .tool)
      device = try keys.decodeIfPresent(DeviceClass.self, forKey: .device)
      unit = try keys.decodeIfPresent(LengthUnit.self, forKey: .unit)
      timeUnit = try keys.timeUnit(forKey: .timeUnit)
      columns = try keys.columns(forKey: .columns)
      guard nominalRate.map({ $0 > 0 }) ?? true else {
        throw DecodingError.dataCorruptedError(
          forKey: .nominalRate, in: keys, debugDescription: DatasetDescription.rateRule)
      }
      guard bytes.map({ $0 >= 0 }) ?? true else {
        throw DecodingError.dataCorruptedError(
          forKey: .bytes, in: keys, debugDescription: "a size must be at least 0 bytes")
      }
    }
  }

  fileprivate static let rateRule = "a rate must be above 0 Hz"

  /// Creates a description.
  public init(
    name: String, title: String = "", licence: String = "", citation: String = "",
    source: Source? = nil, unit: LengthUnit, pixelsPerMillimetre: Double? = nil,
    nominalRate: Double, device: String = "", clock: String = "", tool: Recording.Tool? = nil,
    splits: [String: [String]]? = nil, returningStrokes: ReturningStrokes? = nil,
    timeUnit: TimeUnit? = nil, columns: ColumnMapping? = nil, files: [File]
  ) {
    self.name = name
    self.title = title
    self.licence = licence
    self.citation = citation
    self.source = source
    self.unit = unit
    self.pixelsPerMillimetre = pixelsPerMillimetre
    self.nominalRate = nominalRate
    self.device = device
    self.clock = clock
    self.tool = tool
    self.splits = splits
    self.returningStrokes = returningStrokes
    self.timeUnit = timeUnit
    self.columns = columns
    self.files = files
  }

  /// The scale of the recorded positions.
  public var scale: LengthScale {
    axisScales != nil
      ? LengthScale(unit: .millimeter)
      : LengthScale(unit: unit, unitsPerMillimeter: pixelsPerMillimetre)
  }

  /// Returns the scale of a file's positions: the dataset's, unless the file has a unit of its own.
  public func scale(of file: File) -> LengthScale {
    guard let unit = file.unit, unit != self.unit else { return scale }
    return LengthScale(unit: unit)
  }

  /// Reads the `dataset.json` at the path, and what `nextpoint record` took in since it was written.
  ///
  /// Throws where the file is missing or no JSON, where its schema is another one, and where a key
  /// is missing or of the wrong kind; the problem names the file, the key and a remedy.
  public static func read(path: String) throws(ReadProblem) -> DatasetDescription {
    // First the list: a server that ends meanwhile merges it into the description, and then removes it.
    let list = try RecordedList(path: RecordedList.path(beside: path))
    if let problem = list.problem { throw problem }
    var description = try decode(JSONFile.bytes(path: path, noun: noun), path: path)
    description.add(list.lines)
    return description
  }

  /// Returns the description in the text of the file at the path, without the list beside it.
  static func decode(_ bytes: Data, path: String) throws(ReadProblem) -> DatasetDescription {
    try JSONFile.decode(
      DatasetDescription.self, from: bytes, path: path, schema: schema, noun: noun,
      remedy: "correct dataset.json; its keys are those of the sets that come with nextpoint")
  }

  /// What the file is, in messages.
  static let noun = "description"
}

extension DatasetDescription: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema
    case name
    case title
    case licence
    case citation
    case source
    case unit
    case pixelsPerMillimetre
    case nominalRate = "nominalRateHz"
    case device
    case clock
    case tool
    case splits
    case returningStrokes
    case timeUnit
    case columns
    case files
  }

  /// Decodes schema 1; `name`, `unit`, `nominalRateHz` and `files` are required.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String {
      try keys.decodeIfPresent(String.self, forKey: key) ?? ""
    }
    func fault(_ key: CodingKeys, _ message: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: keys, debugDescription: message)
    }
    func returning() throws -> ReturningStrokes? {
      guard let name = try keys.decodeIfPresent(String.self, forKey: .returningStrokes) else {
        return nil
      }
      guard let value = ReturningStrokes(rawValue: name) else {
        throw fault(
          .returningStrokes,
          "'\(name)' is not known; use "
            + ReturningStrokes.allCases.map(\.rawValue).joined(separator: " or "))
      }
      return value
    }
    let schema = try keys.requiredNumber(Int.self, forKey: .schema)
    guard schema == Self.schema else {
      throw fault(.schema, "schema \(schema) is not known; this version reads \(Self.schema)")
    }
    let unitName = try keys.decode(String.self, forKey: .unit)
    guard let unit = LengthUnit(rawValue: unitName) else {
      throw fault(
        .unit,
        "'\(unitName)' is not a unit; use "
          + LengthUnit.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let rate = try keys.requiredNumber(Double.self, forKey: .nominalRate)
    guard rate > 0 else { throw fault(.nominalRate, Self.rateRule) }
    let pixels = try keys.axisScales(forKey: .pixelsPerMillimetre)
    guard pixels.map({ $0.min() > 0 }) ?? true else {
      throw fault(.pixelsPerMillimetre, "must be above 0, or null where it is not known")
    }
    let isSame = pixels.map { $0.x == $0.y } ?? true
    let name = try keys.decode(String.self, forKey: .name)
    guard !name.isEmpty else { throw fault(.name, "a dataset needs a name") }
    self.init(
      name: name, title: try text(.title), licence: try text(.licence),
      citation: try text(.citation), source: try keys.decodeIfPresent(Source.self, forKey: .source),
      unit: unit, pixelsPerMillimetre: isSame ? pixels?.x : nil, nominalRate: rate,
      device: try text(.device),
      clock: try text(.clock), tool: try keys.decodeIfPresent(Recording.Tool.self, forKey: .tool),
      splits: try keys.decodeIfPresent([String: [String]?].self, forKey: .splits)?
        .compactMapValues(\.self),
      returningStrokes: try returning(), timeUnit: try keys.timeUnit(forKey: .timeUnit),
      columns: try keys.columns(forKey: .columns),
      files: try keys.decode([File].self, forKey: .files))
    if !isSame { axisScales = pixels }
  }

  /// Encodes schema 1; `pixelsPerMillimetre` is null where it is not known.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(Self.schema, forKey: .schema)
    try keys.encode(name, forKey: .name)
    try keys.encode(title, forKey: .title)
    try keys.encode(licence, forKey: .licence)
    try keys.encode(citation, forKey: .citation)
    try keys.encodeIfPresent(source, forKey: .source)
    try keys.encode(unit, forKey: .unit)
    if let axisScales {
      try keys.encode([axisScales.x, axisScales.y], forKey: .pixelsPerMillimetre)
    } else {
      try keys.encode(pixelsPerMillimetre, forKey: .pixelsPerMillimetre)
    }
    try keys.encode(nominalRate, forKey: .nominalRate)
    try keys.encode(device, forKey: .device)
    try keys.encode(clock, forKey: .clock)
    try keys.encodeIfPresent(tool, forKey: .tool)
    try keys.encodeIfPresent(splits, forKey: .splits)
    try keys.encodeIfPresent(returningStrokes, forKey: .returningStrokes)
    try keys.encodeIfPresent(timeUnit, forKey: .timeUnit)
    try keys.encodeIfPresent(columns, forKey: .columns)
    try keys.encode(files, forKey: .files)
  }
}
