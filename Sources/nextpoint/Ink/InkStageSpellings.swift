import DigitalInk
import MotionNumerics
import TouchInput

/// A stage from polylines to polylines, as chosen at run time.
typealias AnyFilterStage = any InkStage<LineUpdate<Polyline>, Polyline>

/// A stage from polylines to elements, as chosen at run time.
typealias AnySmootherStage = any InkStage<LineUpdate<Polyline>, ElementLine>

/// The filters by their spellings.
enum InkFilters {
  /// The names, as they are listed.
  static let kinds = ["savitzky-golay", "douglas-peucker", "point-distance", "one-euro"]

  /// The stage that a spelling of `--filter` means.
  static func stage(_ text: String) throws(CommandFailure) -> AnyFilterStage {
    var spelling = try InkSpelling(text, of: "--filter")
    let stage: AnyFilterStage
    switch spelling.kind {
    case "savitzky-golay": stage = FilterStream(try savitzkyGolay(&spelling))
    case "douglas-peucker": stage = FilterStream(try douglasPeucker(&spelling))
    case "point-distance":
      stage = FilterStream(
        PointDistance(minimum: try spelling.number("distance", in: lengths, otherwise: 1)))
    case "one-euro": stage = FilterStream(try oneEuro(&spelling))
    default: throw spelling.unknownKind(among: kinds)
    }
    try spelling.finish()
    return stage
  }

  /// Lengths that can be set, in the unit of the events.
  private static let lengths = 0...1e9

  private static func savitzkyGolay(
    _ spelling: inout InkSpelling
  ) throws(CommandFailure) -> SavitzkyGolay {
    SavitzkyGolay(
      halfWidth: try spelling.wholeNumber("window", in: 2...12, otherwise: 2),
      strength: try spelling.number("strength", in: 0...1, otherwise: 1))
  }

  private static func douglasPeucker(
    _ spelling: inout InkSpelling
  ) throws(CommandFailure) -> DouglasPeucker {
    let epsilon = try spelling.number("epsilon", in: lengths, otherwise: 0.45)
    let block = try spelling.wholeNumber("block", in: 0...1_000_000, otherwise: 256)
    return DouglasPeucker(epsilon: epsilon, blockLength: block == 0 ? nil : block)
  }

  private static func oneEuro(
    _ spelling: inout InkSpelling
  ) throws(CommandFailure) -> OneEuroSmoothing {
    let frequencies = 1e-6...1e6
    return OneEuroSmoothing(
      OneEuroFilter(
        minimumCutoff: try spelling.number("cutoff", in: frequencies, otherwise: 1),
        beta: try spelling.number("beta", in: 0...1e9, otherwise: 0),
        derivativeCutoff: try spelling.number("derivative-cutoff", in: frequencies, otherwise: 1),
        nominalRate: try spelling.number("rate", in: frequencies, otherwise: 240)))
  }
}

/// The smoothers by their spellings.
enum InkSmoothers {
  /// The names, as they are listed.
  static let kinds = ["antigrain", "line"]

  /// The stage that a spelling of `--smoother` means.
  static func stage(_ text: String) throws(CommandFailure) -> AnySmootherStage {
    var spelling = try InkSpelling(text, of: "--smoother")
    let stage: AnySmootherStage
    switch spelling.kind {
    case "antigrain":
      stage = ElementStream(
        AntigrainSmoother(
          smoothFactor: try spelling.number("factor", in: 0...1, otherwise: 0.7),
          drawsTwoPointLines: try spelling.flag("two-point-lines", otherwise: false)))
    case "line": stage = ElementStream(StraightSmoother())
    default: throw spelling.unknownKind(among: kinds)
    }
    try spelling.finish()
    return stage
  }
}
