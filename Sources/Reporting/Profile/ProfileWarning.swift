import Datasets
import Evaluation
import TouchInput

/// Something about a data set that makes the choice of a protocol matter.
package struct ProfileWarning: Hashable, Sendable {
  /// Its name for programs.
  package let code: Code
  /// What it is, with its numbers, and what to do about it.
  package let text: String

  /// The names of all warnings, in the order in which they are given.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case unknownUnit = "unknown-unit"
    case littleData = "little-data"
    case nominalRate = "nominal-rate"
    case mixedRates = "mixed-rates"
    case coarseClock = "coarse-clock"
    case duplicateTimes = "duplicate-times"
    case backwardTimes = "backward-times"
    case unsteadyDelivery = "unsteady-delivery"
    case bursts
    case lateSecondSample = "late-second-sample"
    case gaps
    case rests
    case resampled
    case fuzz
    case coarseGrid = "coarse-grid"
    case repeatedPositions = "repeated-positions"
    case jumps
    case shortHorizon = "short-horizon"
    case shortStrokes = "short-strokes"
    case droppedTargets = "dropped-targets"
  }
}

extension DatasetProfile {
  /// From which value on something is worth a warning.
  enum Threshold {
    /// Medians of recordings that differ by this factor.
    static let rates = 1.5
    /// The difference of the median rate from the stated one, as a share of the stated.
    static let nominalRate = 0.1
    /// The tick of the clock, as a share of the median interval.
    static let tick = 0.05
    /// A tick of this share of the median interval is the interval itself, of a steady clock.
    static let steadyTick = 0.75
    /// Intervals of 0, or of several ticks, with which a tick of the usual interval is no steady clock.
    static let equalTimes = 0.01
    /// The ratio of the errors with `regularise` and without, below.
    static let regularization = 0.95
    /// The ratio of the errors with a steady and with the recorded clock, below.
    static let steadyClock = 0.95
    /// Strokes with a burst.
    static let bursts = 0.01
    /// Strokes that begin with a long interval.
    static let lateStarts = 0.1
    /// Intervals that are gaps.
    static let gaps = 0.005
    /// Intervals that are rests.
    static let rests = 0.01
    /// Samples at the position before.
    static let repeated = 0.05
    /// The median step in quanta, below.
    static let grid = 3.0
    /// Contact time in seconds, below.
    static let contactTime = 30.0
    /// Participants, below.
    static let participants = 3
    /// Strokes without a window of `henze2017`, as a share.
    static let shortStrokes = 0.05
    /// Targets without a truth, as a share.
    static let dropped = 0.2
  }

  /// What to mind when predictors are evaluated on the data set, in the order of `Code`.
  package var warnings: [ProfileWarning] {
    var found = WarningList()
    let intervals = clock.intervals?.count ?? 0
    found.add(
      .unknownUnit, if: motion.scaled < recordings,
      "the size of a unit is unknown in \(recordings - motion.scaled) of \(recordings) recordings: measures "
        + "with a threshold in millimeters are empty there, and lengths in different units cannot be "
        + "averaged; give pixelsPerMillimetre in dataset.json if you know it")
    found.add(
      .littleData,
      if: participants < Threshold.participants || counts.contactTime < Threshold.contactTime,
      "\(FixedPoint.significant(counts.contactTime)) s of contact by \(participants) "
        + "\(participants == 1 ? "participant" : "participants"): an interval over participants "
        + "needs at least \(Threshold.participants), and means little for few")
    return found.all + clockWarnings(intervals: intervals) + motionWarnings(intervals: intervals)
      + protocolWarnings
  }

  private func clockWarnings(intervals: Int) -> [ProfileWarning] {
    var found = WarningList()
    let median = clock.medianInterval ?? 0
    if let interval = clock.sampleInterval {
      let mean =
        interval == median ? "median interval is that" : "samples, in bunches, come at a mean rate"
      found.add(
        .nominalRate, if: abs(1 / interval / nominalRate - 1) > Threshold.nominalRate,
        "the \(mean) of \(Self.short(1 / interval)) Hz, and dataset.json states "
          + "\(Self.short(nominalRate)) Hz, from which --clock index and --max-gap are computed")
    }
    if let rates = clock.rates {
      found.add(
        .mixedRates, if: rates.upperBound / rates.lowerBound >= Threshold.rates,
        "recordings report at \(Self.short(rates.lowerBound)) to \(Self.short(rates.upperBound)) Hz "
          + "(median intervals): a window of n samples spans different times, and the rates are better "
          + "reported apart")
    }
    let isCoarse = isClockCoarse(intervals: intervals)
    if let quantum = clock.quantum {
      found.add(
        .coarseClock, if: isCoarse,
        "times are multiples of \(Self.milliseconds(quantum)), \(Self.percent(quantum / median)) of the "
          + "median interval of \(Self.milliseconds(median)): speeds computed from neighboring samples are "
          + "off by as much; \(clockRemedy)")
    }
    found.add(
      .duplicateTimes, if: counts.duplicateTimes > 0,
      "intervals of 0: \(counts.duplicateTimes) of \(intervals) "
        + "(\(Self.percent(counts.duplicateTimes, of: intervals))): a predictor must not divide by "
        + "the interval")
    found.add(
      .backwardTimes, if: counts.backwardTimes > 0,
      "intervals below 0: \(counts.backwardTimes) of \(intervals): the samples are dated before those "
        + "before them"
        + (counts.backwardTimes == intervals ? ", perhaps the latest first; sort them by time" : "")
    )
    if let ratio = clock.steadyClockRatio {
      found.add(
        .unsteadyDelivery,
        if: ratio < Threshold.steadyClock && !(isCoarse && clock.tickExplainsJitter),
        "assuming a steady clock, the next sample is predicted with \(FixedPoint.text(ratio, decimals: 2)) "
          + "times the error of using the recorded intervals, whose jitter is mostly delivery: "
          + clockRemedy)
    }
    guard clock.medianInterval != nil else { return found.all }
    found.add(
      .bursts, if: Double(clock.bursts) >= Threshold.bursts * Double(clock.strokes),
      "\(clock.bursts) of \(clock.strokes) strokes begin with a burst, an interval below half of the "
        + "median one among their first \(ClockProfile.burstIntervals): speeds are far too high there; "
        + "look at the starts by --group-by age, and compare --history")
    found.add(
      .lateSecondSample,
      if: Double(clock.lateStarts) >= Threshold.lateStarts * Double(clock.strokes),
      "\(clock.lateStarts) of \(clock.strokes) strokes begin with an interval of at least "
        + "\(ClockProfile.longShare) median ones: the contact is known to move only then, and targets "
        + "in between are dropped if --max-gap is shorter")
    found.add(
      .gaps, if: Double(counts.gaps) >= Threshold.gaps * Double(intervals),
      "\(counts.gaps) intervals (\(Self.percent(counts.gaps, of: intervals))) are longer than "
        + "\(Self.short(RecordingStatistics.gapIntervals)) nominal ones: --max-gap decides whether "
        + "targets inside them have a truth")
    return found.all
  }

  /// Indicates whether the tick of the clock is coarse: a large part of the usual interval, or all of it
  /// though samples do not come at each tick.
  private func isClockCoarse(intervals: Int) -> Bool {
    guard let quantum = clock.quantum, let median = clock.medianInterval else { return false }
    let tick = quantum / median
    guard tick >= Threshold.steadyTick else { return tick >= Threshold.tick }
    return Double(counts.duplicateTimes) >= Threshold.equalTimes * Double(intervals)
      || clock.unusualShare >= Threshold.equalTimes
        && clock.steadyClockRatio.map { $0 < Threshold.steadyClock } ?? false
  }

  /// What to try against an unsteady clock: `regularise` only if it helps on these recordings.
  private var clockRemedy: String {
    guard let ratio = clock.regularizationRatio, ratio < Threshold.regularization else {
      return "compare --clock index"
    }
    return "compare --clock index, or put regularise+ before the predictor (before linear, "
      + "\(FixedPoint.text(ratio, decimals: 2)) times the error)"
  }

  private func motionWarnings(intervals: Int) -> [ProfileWarning] {
    var found = WarningList()
    guard intervals > 0 else { return [] }
    found.add(
      .rests, if: Double(clock.rests) >= Threshold.rests * Double(intervals),
      "over \(clock.rests) of \(clock.longIntervals) long intervals the contact moves no farther than "
        + "over a usual one: the device reports nothing while nothing changes, and a rest looks like "
        + "a gap")
    found.add(
      .resampled, if: motion.resampled > 0,
      "in \(motion.resampled) of \(recordings) recordings strokes begin on a grid"
        + (motion.firstQuantum.map { " of \(Self.short($0)) \(motion.unit.rawValue)" } ?? "")
        + " and continue off it: the platform resampled the moves, so that errors do not compare "
        + "with those on raw sensor data")
    found.add(
      .fuzz, if: extras.fuzzyFiles > 0,
      "the headers of \(extras.fuzzyFiles) files state a fuzz of up to \(extras.greatestFuzz) units: the "
        + "kernel holds back or smooths changes of that size")
    if let quantum = motion.quantum, let step = motion.steps?.median {
      found.add(
        .coarseGrid, if: step < Threshold.grid * quantum,
        "the median step from sample to sample, \(Self.short(step)) \(motion.unit.rawValue), is "
          + "\(Self.short(step / quantum)) times the grid of positions: directions and speeds are "
          + "coarse, and short windows amplify that")
    }
    found.add(
      .repeatedPositions,
      if: Double(motion.repeatedPositions) >= Threshold.repeated * Double(intervals),
      "\(motion.repeatedPositions) samples (\(Self.percent(motion.repeatedPositions, of: intervals))) are at the "
        + "position of the one before: hold is right there, and means over all targets flatter it")
    found.add(
      .jumps, if: motion.jumps > 0,
      "jumps, implausibly far from where the stroke was going: \(motion.jumps), in \(motion.jumpStrokes) of "
        + "\(counts.strokes) strokes: look at the tail of errors, and compare +jump-gate")
    return found.all
  }

  private var protocolWarnings: [ProfileWarning] {
    var found = WarningList()
    if let median = clock.medianInterval {
      let short = coverage.map(\.horizon).filter { $0.seconds > 0 && $0.seconds < 0.99 * median }
      if !short.isEmpty {
        found.add(
          .shortHorizon, if: true,
          "\(short.map { Self.milliseconds($0.seconds) }.joined(separator: ", ")) ahead is less than "
            + "the median interval of \(Self.milliseconds(median)): the truth lies on a straight line "
            + "between two samples, which favors straight predictions")
      }
    }
    let unscored = coverage.compactMap { $0.henze?.unscoredStrokes }.max() ?? 0
    if Double(unscored) >= Threshold.shortStrokes * Double(counts.strokes), unscored > 0 {
      found.add(
        .shortStrokes, if: true,
        "\(unscored) of \(counts.strokes) strokes are too short for a window of henze2017, and "
          + "have no part in its scores; those of sample count them")
    }
    let shares = coverage.compactMap { cover in
      cover.sample.map { (cover.horizon, Self.share($0.dropped, of: $0.scored + $0.dropped)) }
    }
    if let worst = shares.max(by: { $0.1 < $1.1 }), worst.1 >= Threshold.dropped {
      found.add(
        .droppedTargets, if: true,
        "\(Self.percent(worst.1)) of the targets \(Self.milliseconds(worst.0.seconds)) ahead have no truth, "
          + "after the lift or in a gap: --tail drop leaves out how strokes end, and compares other "
          + "targets than a shorter horizon does")
    }
    return found.all
  }

  private static func share(_ count: Int, of all: Int) -> Double {
    all > 0 ? Double(count) / Double(all) : 0
  }

  private static func percent(_ share: Double) -> String { "\(short(100 * share)) %" }

  private static func percent(_ count: Int, of all: Int) -> String {
    percent(share(count, of: all))
  }

  private static func milliseconds(_ seconds: Double) -> String { "\(short(1000 * seconds)) ms" }

  private static func short(_ value: Double) -> String { FixedPoint.rounded(value, digits: 3) }
}

/// Warnings as they are found.
private struct WarningList {
  private(set) var all: [ProfileWarning] = []

  /// Adds a warning where its condition holds.
  mutating func add(
    _ code: ProfileWarning.Code, if condition: Bool, _ text: @autoclosure () -> String
  ) {
    if condition { all.append(ProfileWarning(code: code, text: text())) }
  }
}
