import ArgumentParser
import DigitalInk
import MotionPrediction

/// What a predictor that replaces the device's knows about the device.
struct InkPredictorArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The device's nominal rate (default: 240).", valueName: "hz"))
  var rate: Double?

  @Option(
    name: .customLong("px-per-mm"),
    help: ArgumentHelp("Position units per millimeter, if known.", valueName: "n"))
  var unitsPerMillimeter: Double?

  /// The default horizons, in seconds: one and two frames of a display at 120 Hz.
  private static let usualHorizons = [0.008, 0.016]

  /// The default rate, in hertz: that of a pen.
  private static let usualRate = 240.0

  /// Returns the predictor to use; nil for the device's own predictions.
  func predictions(
    by predictor: String?, ahead horizons: HorizonArguments
  ) throws -> StandInPredictions? {
    let asked = try horizons.horizons()?.map(\.seconds)
    guard let predictor else {
      guard asked == nil, rate == nil, unitsPerMillimeter == nil else {
        throw CommandFailure.usage(
          "horizons, --rate and --px-per-mm require --predictor; name one, or leave them out")
      }
      return nil
    }
    let rate = rate ?? Self.usualRate
    try CommandFailure.checkPositive("--rate", rate)
    try CommandFailure.checkPositive("--px-per-mm", unitsPerMillimeter)
    return try Self.standIn(
      predictor, ahead: asked, rate: rate, unitsPerMillimeter: unitsPerMillimeter)
  }

  /// Makes a predictor that replaces a device's.
  ///
  /// - Parameters:
  ///   - predictor: How it is spelled.
  ///   - horizons: How far ahead it is asked, in seconds; nil for the usual ones.
  ///   - rate: The device's rate in hertz.
  ///   - unitsPerMillimeter: The scale of positions, where known.
  /// - Returns: The predictor, ready for the first batch.
  /// - Throws: A usage error for a spelling or a horizon that cannot be.
  static func standIn(
    _ predictor: String, ahead horizons: [Double]?, rate: Double, unitsPerMillimeter: Double?
  ) throws(CommandFailure) -> StandInPredictions {
    let ahead = horizons ?? usualHorizons
    guard ahead.allSatisfy({ $0 > 0 }) else {
      throw .usage(
        "a predicted point lies ahead; give horizons above 0, such as --horizon-ms 8,16")
    }
    let context = PredictorContext(
      horizons: ahead, nominalRate: rate, unitsPerMillimeter: unitsPerMillimeter)
    return try CommandFailure.asUsage {
      let made = try PredictorCatalogue.openingModels.named(predictor).make(context)
      return StandInPredictions(made, horizons: ahead)
    }
  }
}
