import Datasets
import MotionNumerics
import MotionPrediction
import TouchInput

/// What the positions of some recordings are like: their grid, repeated ones, jumps, lengths and
/// speeds.
package struct MotionProfile: Hashable, Sendable {
  /// The unit of lengths: millimeters if the scale of every recording is known, or else the unit of most
  /// samples.
  package let unit: LengthUnit
  /// The number of recordings in that unit, which lengths, speeds and grids describe.
  package let measured: Int
  /// The number of recordings whose scale is known.
  package let scaled: Int
  /// The samples at the position of the one before them in their stroke.
  package let repeatedPositions: Int
  /// The samples that are implausibly far from where the stroke was going; see `JumpDetector`.
  package let jumps: Int
  /// The strokes with a jump.
  package let jumpStrokes: Int
  /// The median over recordings of the least distance between two different coordinates.
  package let quantum: Double?
  /// The same for the first sample of each stroke, in recordings in which these lie on a grid.
  package let firstQuantum: Double?
  /// The recordings whose first samples lie on a grid and whose later ones do not: someone has computed
  /// positions in between.
  package let resampled: Int
  /// The distances from sample to sample, without repeated positions.
  package let steps: ValueSpread?
  /// The lengths of the strokes of at least two samples.
  package let lengths: ValueSpread?
  /// Their durations, in seconds.
  package let durations: ValueSpread?
  /// The speeds from sample to sample, per second, over intervals above 0.
  package let speeds: ValueSpread?
  /// The numbers of samples of all strokes.
  package let sampleCounts: ValueSpread?
  /// The lengths in bins.
  package let lengthHistogram: Histogram?
  /// The durations in bins.
  package let durationHistogram: Histogram?
  /// The speeds in bins.
  package let speedHistogram: Histogram?

  /// The least number of different first coordinates that show a grid.
  package static let leastGridPlaces = 16
  /// Later positions are off the grid of first ones if they are this much finer.
  package static let finer = 20.0

  /// Describes the positions of some recordings.
  ///
  /// - Complexity: O(n log n) for n samples.
  package init(_ recordings: [Recording]) {
    let unit = Self.unit(of: recordings)
    let measured = recordings.filter { $0.scale.factor(to: unit) != nil }
    var tally = MotionTally()
    for recording in recordings { tally.count(recording) }
    for recording in measured {
      tally.measure(recording, factor: recording.scale.factor(to: unit) ?? 1)
    }
    self.unit = unit
    self.measured = measured.count
    scaled = recordings.count { $0.scale.unitsPerMillimeter != nil }
    (repeatedPositions, jumps, jumpStrokes) = (tally.repeated, tally.jumps, tally.jumpStrokes)
    quantum = ValueSpread(tally.quanta)?.median
    firstQuantum = ValueSpread(tally.firstQuanta)?.median
    resampled = tally.resampled
    (steps, lengths) = (ValueSpread(tally.steps), ValueSpread(tally.lengths))
    (durations, speeds) = (ValueSpread(tally.durations), ValueSpread(tally.speeds))
    sampleCounts = ValueSpread(tally.sampleCounts)
    lengthHistogram = Histogram(logarithmic: tally.lengths)
    durationHistogram = Histogram(logarithmic: tally.durations)
    speedHistogram = Histogram(logarithmic: tally.speeds)
  }

  private static func unit(of recordings: [Recording]) -> LengthUnit {
    if recordings.allSatisfy({ $0.scale.unitsPerMillimeter != nil }) { return .millimeter }
    let samples = LengthUnit.allCases.map { unit in
      recordings.reduce(0) { $0 + ($1.scale.unit == unit ? $1.sampleCount : 0) }
    }
    let most = samples.max() ?? 0
    return zip(LengthUnit.allCases, samples).first { $1 == most }?.0 ?? .device
  }
}

/// Sums and values over recordings.
private struct MotionTally {
  var repeated = 0
  var jumps = 0
  var jumpStrokes = 0
  var resampled = 0
  var quanta: [Double] = []
  var firstQuanta: [Double] = []
  var steps: [Double] = []
  var lengths: [Double] = []
  var durations: [Double] = []
  var speeds: [Double] = []
  var sampleCounts: [Double] = []

  /// Counts what needs no unit.
  mutating func count(_ recording: Recording) {
    for stroke in recording.strokes {
      sampleCounts.append(Double(stroke.samples.count))
      repeated += zip(stroke.samples.dropFirst(), stroke.samples).count {
        $0.position == $1.position
      }
      var detector = JumpDetector()
      let found = stroke.samples.count { $0.isFinite && detector.observe($0) == .jump }
      jumps += found
      if found > 0 { jumpStrokes += 1 }
      if stroke.samples.count > 1, let first = stroke.samples.first, let last = stroke.samples.last
      {
        durations.append(max(0, last.time - first.time))
      }
    }
    if isResampled(recording) { resampled += 1 }
  }

  /// Measures lengths, in the unit of which `factor` make one of the recording's.
  mutating func measure(_ recording: Recording, factor: Double) {
    for stroke in recording.strokes where stroke.samples.count > 1 {
      var length = 0.0
      for (sample, before) in zip(stroke.samples.dropFirst(), stroke.samples) {
        let step = (sample.position - before.position).length * factor
        length += step
        if step > 0 { steps.append(step) }
        if sample.time > before.time { speeds.append(step / (sample.time - before.time)) }
      }
      lengths.append(length)
    }
    let all = Self.step(recording.strokes.flatMap(\.samples))
    if let all { quanta.append(all.length * factor) }
    if let first = Self.step(recording.strokes.compactMap(\.samples.first)), first.isGrid,
      first.places >= MotionProfile.leastGridPlaces
    {
      firstQuanta.append(first.length * factor)
    }
  }

  private func isResampled(_ recording: Recording) -> Bool {
    guard let first = Self.step(recording.strokes.compactMap(\.samples.first)),
      first.isGrid, first.places >= MotionProfile.leastGridPlaces,
      let later = Self.step(recording.strokes.flatMap { $0.samples.dropFirst() })
    else { return false }
    return later.length * MotionProfile.finer <= first.length
  }

  /// The step along the axis on which coordinates are finer.
  private static func step(_ samples: [TouchSample]) -> Quantum.Step? {
    let x = Quantum.step(of: samples.map(\.position.x))
    let y = Quantum.step(of: samples.map(\.position.y))
    guard let x, let y else { return x ?? y }
    return x.length <= y.length ? x : y
  }
}
