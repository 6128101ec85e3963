import Datasets
import MotionNumerics
import TouchInput

/// What the times of some recordings are like: how often reports come, how finely they are dated, and
/// how strokes begin.
///
/// A stroke's intervals are compared with its recording's median interval, so that recordings of
/// different rates can be described together.
package struct ClockProfile: Hashable, Sendable {
  /// The intervals inside strokes, in seconds; nil if there is none.
  package let intervals: ValueSpread?
  /// The median of the intervals above 0, in seconds; nil if there is none.
  package let medianInterval: Double?
  /// The intervals in bins of `binWidth`, the first around 0.
  package let histogram: Histogram?
  /// The width of the bins, in seconds.
  package let binWidth: Double?
  /// The tick: the greatest time of which nearly all intervals are multiples, in seconds; nil if there
  /// is none.
  ///
  /// From 1 µs up if it is decimal, from a twentieth of the median interval up if not.
  package let quantum: Double?
  /// Indicates whether nearly all intervals are those of a steady clock that are dated by that tick.
  package let tickExplainsJitter: Bool
  /// The share of the intervals of up to four median ones that are not the median one, within half a tick.
  package let unusualShare: Double
  /// The mean interval from sample to sample where samples are delivered in bunches, and otherwise the
  /// median one, in seconds; nil if there is none.
  package let sampleInterval: Double?
  /// The error of `regularise+linear` by that of `linear` on these recordings; nil if there is none.
  package let regularizationRatio: Double?
  /// The least and the greatest median rate of a recording of at least `leastRateIntervals` intervals, in
  /// hertz.
  package let rates: ClosedRange<Double>?
  /// For each of the first intervals of strokes, its ratio to the median interval.
  package let openings: [ValueSpread]
  /// The strokes of which one of the first `burstIntervals` intervals is above 0, below half of the median
  /// interval, and shorter than that by more than a tick.
  package let bursts: Int
  /// The strokes whose first interval is at least 1.5 median intervals, and longer than one by more than a
  /// tick.
  package let lateStarts: Int
  /// The strokes of at least two samples, which have intervals.
  package let strokes: Int
  /// The intervals of at least 1.5 median ones, and longer than one by more than a tick, without those
  /// that begin a stroke.
  package let longIntervals: Int
  /// The long intervals over which the contact moves no farther than over a usual one.
  package let rests: Int
  /// How well a steady clock does: the error of the next sample, taken to be as far from this one as this
  /// one is from the last, by that with the displacement stretched to the recorded interval.
  ///
  /// Summed over samples whose two intervals are above 0 and no gap. Below 1 the recorded intervals are
  /// worse than none; nil if the second sum is no more than rounding.
  package let steadyClockRatio: Double?

  /// How many intervals at the start of a stroke a burst is looked for in.
  package static let burstIntervals = 4
  /// How many intervals at the start of strokes are described.
  package static let openingIntervals = 8
  /// An interval below this share of the median is part of a burst.
  package static let burstShare = 0.5
  /// So many intervals above 0 tell the rate of a recording.
  package static let leastRateIntervals = 20
  /// The least length of a long interval, in median intervals.
  package static let longShare = 1.5

  /// Describes the times of some recordings.
  ///
  /// - Complexity: O(n log n) for n samples.
  package init(_ recordings: [Recording]) {
    var tally = Tally()
    for recording in recordings { tally.addTimes(of: recording) }
    let positive = tally.intervals.filter { $0 > 0 }
    let median = ValueSpread(positive)?.median
    let quantum = tally.quantum
    tally.tick = Self.dated(quantum)
    for recording in recordings { tally.add(recording) }
    let width = median.map { Self.width(median: $0, quantum: quantum) }
    intervals = ValueSpread(tally.intervals)
    medianInterval = median
    self.quantum = quantum
    binWidth = width
    histogram = zip(median, width).flatMap { median, width in
      Self.bins(median: median, width: width).map {
        Histogram(of: tally.intervals, width: width, bins: $0)
      }
    }
    rates = tally.rates.min().flatMap { low in tally.rates.max().map { low...$0 } }
    openings = tally.openings.compactMap { ValueSpread($0) }
    (bursts, lateStarts, strokes) = (tally.bursts, tally.lateStarts, tally.strokes)
    (longIntervals, rests) = (tally.longIntervals, tally.rests)
    steadyClockRatio =
      tally.recordedError > Self.rounding * tally.travel
      ? tally.steadyError / tally.recordedError : nil
    sampleInterval = RecordingStatistics.sampleInterval(recordings)
    regularizationRatio = RegularizationGain(recordings).ratio
    let (middle, tick) = (median ?? 0, quantum ?? 0)
    let distances = tally.intervals
      .filter { 0...(RecordingStatistics.gapIntervals * middle) ~= $0 }.map { abs($0 - middle) }
    let near = distances.count { $0 <= Self.dated(tick) }
    tickExplainsJitter = tick > 0 && Double(near) >= Self.explainedShare * Double(distances.count)
    unusualShare = Double(distances.count { $0 > tick / 2 }) / Double(max(1, distances.count))
  }

  /// How far a tick moves an interval at most, in seconds, with its own rounding.
  fileprivate static func dated(_ quantum: Double?) -> Double { 1.05 * (quantum ?? 0) }

  /// An error of this share of the distance traveled is rounding.
  private static let rounding = 1e-9

  /// The share of intervals that differ from the median by one tick at most if the tick is the cause.
  private static let explainedShare = 0.95

  /// How many median intervals the histogram reaches to.
  private static let histogramMedians = 5.0

  /// Returns the number of bins of the histogram; nil if the intervals are too short or too long for one.
  private static func bins(median: Double, width: Double) -> Int? {
    let bins = (histogramMedians * median / width).rounded(.up)
    return bins.isFinite ? Int(bins) + 1 : nil
  }

  /// A sixteenth of the median interval, or the clock's tick if that is longer.
  private static func width(median: Double, quantum: Double?) -> Double {
    let fine = median / 16
    guard let quantum, quantum < 0.75 * median else { return fine }
    return quantum * max(1, (fine / quantum).rounded())
  }
}

private func zip<A, B>(_ first: A?, _ second: B?) -> (A, B)? {
  first.flatMap { first in second.map { (first, $0) } }
}

/// Counts over recordings.
private struct Tally {
  /// How far an interval may differ from another because of the tick, in seconds.
  var tick = 0.0
  var intervals: [Double] = []
  var rates: [Double] = []
  var openings = [[Double]](repeating: [], count: ClockProfile.openingIntervals)
  var bursts = 0
  var lateStarts = 0
  var strokes = 0
  var longIntervals = 0
  var rests = 0
  var steadyError = 0.0
  var recordedError = 0.0
  /// The distance over which these errors are summed.
  var travel = 0.0
  /// The intervals of recordings whose times are exact enough to tell a tick of 1 µs.
  var exactIntervals: [Double] = []
  var exactRounding = 0.0
  var rounding = 0.0

  /// The tick of the clock: by the recordings that can tell the finest one, or else by all.
  var quantum: Double? {
    exactIntervals.isEmpty
      ? Quantum.tick(of: intervals, rounding: rounding)
      : Quantum.tick(of: exactIntervals, rounding: exactRounding)
  }

  mutating func add(_ recording: Recording) {
    guard let median = RecordingStatistics.medianInterval([recording]) else { return }
    if recording.strokes.reduce(0, { $0 + $1.intervals.count { $0 > 0 } })
      >= ClockProfile.leastRateIntervals
    {
      rates.append(1 / median)
    }
    let longest = max(ClockProfile.longShare * median, median + tick)
    let gap = RecordingStatistics.gapIntervals / recording.nominalRate
    for stroke in recording.strokes {
      addStart(of: stroke.intervals, median: median)
      addRests(of: stroke, longest: longest)
      addErrors(of: stroke, gap: gap)
    }
  }

  mutating func addTimes(of recording: Recording) {
    let own = recording.strokes.flatMap(\.intervals)
    let latest = recording.strokes.lazy.flatMap(\.samples).map { abs($0.time) }.max() ?? 0
    intervals += own
    rounding = max(rounding, 4 * latest.ulp)
    guard 4 * latest.ulp < Quantum.finest / 8 else { return }
    exactRounding = max(exactRounding, 4 * latest.ulp)
    exactIntervals += own
  }

  private mutating func addStart(of intervals: [Double], median: Double) {
    guard let first = intervals.first else { return }
    strokes += 1
    for (place, interval) in intervals.prefix(openings.count).enumerated() {
      openings[place].append(interval / median)
    }
    let isBurst = intervals.prefix(ClockProfile.burstIntervals).contains {
      $0 > 0 && $0 < min(ClockProfile.burstShare * median, median - tick)
    }
    if isBurst { bursts += 1 }
    if first >= max(ClockProfile.longShare * median, median + tick) { lateStarts += 1 }
  }

  private mutating func addRests(of stroke: Stroke, longest: Double) {
    let usual = UsualStep(
      times: stroke.samples.map(\.time), positions: stroke.samples.map(\.position))
    for (sample, before) in zip(stroke.samples.dropFirst(2), stroke.samples.dropFirst())
    where sample.time - before.time >= longest {
      longIntervals += 1
      if usual.spans(before.position, sample.position) { rests += 1 }
    }
  }

  private mutating func addErrors(of stroke: Stroke, gap: Double) {
    let samples = stroke.samples
    for index in samples.indices.dropFirst(2) {
      let before = samples[index - 1].time - samples[index - 2].time
      let interval = samples[index].time - samples[index - 1].time
      guard before > 0, interval > 0, before <= gap, interval <= gap else { continue }
      let last = samples[index - 1].position - samples[index - 2].position
      let next = samples[index].position - samples[index - 1].position
      travel += next.length
      steadyError += (next - last).length
      recordedError += (next - last * (interval / before)).length
    }
  }
}
