import Foundation
import TouchInput

/// A `dataset.json` for recordings that have none, with what was guessed.
package struct DatasetDraft {
  /// The description.
  package private(set) var description: DatasetDescription
  /// The files as they are read by the description.
  package private(set) var files: [LoadedFile]
  /// The paths of the files without a recording.
  package let skipped: [String]
  /// The paths of the files whose names are not like the pattern.
  package private(set) var unnamed: [String] = []

  /// The settings that are given, and not guessed.
  package struct Given {
    /// The name of the data set.
    package var name: String?
    /// The unit of positions.
    package var unit: LengthUnit?
    /// The report rate in hertz.
    package var rate: Double?
    /// The pattern of the files' names.
    package var pattern: ParticipantPattern?
    /// The settings of reading.
    package var options: ReadingOptions

    /// Creates settings, of which nil ones are guessed.
    package init(
      name: String? = nil, unit: LengthUnit? = nil, rate: Double? = nil,
      pattern: ParticipantPattern? = nil, options: ReadingOptions = ReadingOptions()
    ) {
      self.name = name
      self.unit = unit
      self.rate = rate
      self.pattern = pattern
      self.options = options
    }
  }

  /// Describes all recordings in a folder.
  package init(folder: String, given: Given) throws(ReadProblem) {
    let (read, skipped) = try UndescribedFolder(folder).files(given.options, Dataset.whole)
    self.init(folder: folder, read, skipped: skipped, given: given)
  }

  /// Describes some files in a folder.
  package init(folder: String, paths: [String], given: Given) {
    let read = paths.map {
      UndescribedFile("\(folder)/\($0)", name: $0, given.options, Dataset.whole)
    }
    self.init(folder: folder, read, skipped: [], given: given)
  }

  private init(folder: String, _ read: [UndescribedFile], skipped: [String], given: Given) {
    let read = read.map { Self.guessed($0, given.options) }
    let name = given.name ?? URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
    var description = UndescribedFolder.description(named: name, of: read, given.options)
    description.title = ""
    description.nominalRate = given.rate ?? (description.nominalRate * 100).rounded() / 100
    if let unit = given.unit ?? Self.unit(of: description.files) { description.unit = unit }
    for index in description.files.indices {
      description.files[index].nominalRate = Self.ownRate(
        description.files[index].nominalRate, description.nominalRate, given)
      if given.unit != nil { description.files[index].unit = nil }
      guard let pattern = given.pattern else { continue }
      let path = description.files[index].path
      guard let labels = pattern.labels(of: path) else {
        unnamed.append(path)
        continue
      }
      description.files[index].participant = labels.participant
      description.files[index].task = labels.task
    }
    Self.share(\.timeUnit, \.timeUnit, in: &description)
    Self.share(\.columns, \.columns, in: &description)
    self.description = description
    self.skipped = skipped
    files = read.map(\.loaded)
  }

  /// Returns the file as it is read with the columns and the unit of time that it probably has.
  private static func guessed(
    _ file: UndescribedFile, _ options: ReadingOptions
  ) -> UndescribedFile {
    var (file, options) = (file, options)
    if options.columns == nil, let columns = file.loaded.result.guessedColumns {
      options.columns = columns
      file = UndescribedFile(
        file.loaded.path, name: file.loaded.entry.path, options, Dataset.whole)
      file.columns = columns
    }
    guard let doubt = file.loaded.timeDoubt else { return file }
    if options.columns?.timeUnit != nil { options.columns?.timeUnit = nil }
    options.timeUnit = doubt.probable
    let columns = file.columns == nil ? nil : options.columns
    file = UndescribedFile(file.loaded.path, name: file.loaded.entry.path, options, Dataset.whole)
    (file.columns, file.timeUnit) = (columns, doubt.probable)
    return file
  }

  /// Returns the rate of a file that is another than the dataset's; nil if that holds.
  private static func ownRate(_ rate: Double?, _ common: Double, _ given: Given) -> Double? {
    guard given.rate == nil, let rate, abs(rate / common - 1) > 0.1 else { return nil }
    return (rate * 100).rounded() / 100
  }

  /// Moves a setting from the files to the dataset if all have the same.
  private static func share<Value: Hashable>(
    _ whole: WritableKeyPath<DatasetDescription, Value?>,
    _ part: WritableKeyPath<DatasetDescription.File, Value?>,
    in description: inout DatasetDescription
  ) {
    let values = Set(description.files.map { $0[keyPath: part] })
    guard let value = values.first, values.count == 1, let value else { return }
    description[keyPath: whole] = value
    for index in description.files.indices { description.files[index][keyPath: part] = nil }
  }

  /// Returns the unit that the names of the columns of positions state; nil if they state none.
  private static func unit(of files: [DatasetDescription.File]) -> LengthUnit? {
    let units = Set(files.map { $0.columns?.names[.x].flatMap(unit(ofColumn:)) })
    return units.count == 1 ? units.first ?? nil : nil
  }

  private static func unit(ofColumn name: String) -> LengthUnit? {
    let name = name.lowercased()
    if ["client", "page", "screen", "offset", "px", "pixel"].contains(where: name.contains) {
      return .pixel
    }
    return name.contains("mm") ? .millimeter : nil
  }
}
