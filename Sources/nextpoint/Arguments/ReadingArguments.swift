import ArgumentParser
import Datasets
import Evaluation

/// The settings with which recordings are read.
struct ReadingArguments: ParsableArguments {
  @Option(
    name: .customLong("time-unit"),
    help: ArgumentHelp(
      "The unit of the times in the files: \(TimeUnit.spellings) (default: that of the format).",
      valueName: "unit"))
  var timeUnit: String?

  @Option(
    help: ArgumentHelp(
      "The columns of tables, such as t=timestamp/ms,x=clientX,y=clientY,stroke=trial.",
      valueName: "names"))
  var columns: String?

  /// The settings.
  ///
  /// - Throws: A usage error for a unit or columns that cannot be.
  func options() throws(CommandFailure) -> ReadingOptions {
    try Self.options(
      timeUnit: timeUnit, columns: columns, names: (timeUnit: "--time-unit", columns: "--columns"))
  }

  /// The settings, with those of a plan file where these say nothing.
  func options(over file: ReadingOptions?) throws(CommandFailure) -> ReadingOptions {
    let options = try options()
    guard let file else { return options }
    return options.filled(from: file)
  }

  /// Reads the two settings, whose names are for messages.
  static func options(
    timeUnit: String?, columns: String?, names: (timeUnit: String, columns: String)
  ) throws(CommandFailure) -> ReadingOptions {
    var options = ReadingOptions()
    if let timeUnit {
      guard let unit = TimeUnit(spelling: timeUnit) else {
        throw .usage(
          "\(names.timeUnit) '\(ShownText(timeUnit))' is not a unit of time; use \(TimeUnit.spellings)"
        )
      }
      options.timeUnit = unit
    }
    if let columns {
      do { options.columns = try ColumnMapping(columns) } catch {
        throw .usage("\(names.columns) '\(ShownText(columns))': \(error)")
      }
    }
    guard let both = options.columns?.timeUnit, let unit = options.timeUnit, both != unit else {
      return options
    }
    throw .usage(
      "\(names.timeUnit) \(unit.rawValue) contradicts \(names.columns), which gives the times in "
        + "\(both.rawValue); leave one of the two units out")
  }
}

extension EvaluationPlan {
  /// The settings with which the data sets are read.
  var reading: ReadingOptions {
    get {
      ReadingOptions(
        timeUnit: timeUnit.flatMap(TimeUnit.init(rawValue:)),
        columns: columns.flatMap { try? ColumnMapping($0) })
    }
    set {
      timeUnit = newValue.timeUnit?.rawValue
      columns = newValue.columns?.description
    }
  }
}
