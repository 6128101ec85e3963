import Datasets
import Evaluation

/// The columns of `datasets info` that describe what is in a data set.
extension DatasetProfile {
  /// A column and its value.
  private typealias Field = (column: OutputTable.Column, value: OutputTable.Cell)

  /// The columns, in order.
  package var columns: [OutputTable.Column] { fields.map(\.column) }

  /// The values, as many as there are columns.
  package var cells: [OutputTable.Cell] { fields.map(\.value) }

  private var fields: [Field] {
    amounts + times + starts + positions + motions + protocols
      + [
        (.init("warnings"), .list(warnings.map { .text($0.code.rawValue) })),
        (
          .init("warning_texts", title: "what to watch for"), .list(warnings.map { .text($0.text) })
        ),
      ]
  }

  private var amounts: [Field] {
    [
      (.init("formats"), .list(formats.map { .text($0) })),
      (.init("contact_strokes", title: "contacts"), .integer(kinds[.contact] ?? 0)),
      (.init("hover_strokes", title: "strokes that hover"), .integer(kinds[.hover] ?? 0)),
      (
        .init("motion_strokes", title: "strokes of relative motion"),
        .integer(kinds[.motion] ?? 0)
      ),
      (
        .init("single_sample_strokes", title: "strokes of one sample"),
        .integer(counts.singleSampleStrokes)
      ),
      (.init("force_samples", title: "samples with force"), .integer(extras.forces)),
      (.init("tilt_samples", title: "samples with tilt"), .integer(extras.tilts)),
      (
        .init("corrected_forces", title: "forces corrected later"),
        .integer(extras.correctedForces)
      ),
    ]
  }

  private var times: [Field] {
    [
      (.init("slowest_hz", title: "slowest recording (Hz)"), number(clock.rates?.lowerBound, 1)),
      (.init("fastest_hz", title: "fastest recording (Hz)"), number(clock.rates?.upperBound, 1)),
    ] + spread("interval", clock.intervals, scale: 1000, unit: "ms", hasMedian: false)
      + [
        (
          .init("longest_interval_ms", title: "longest interval (ms)"),
          milliseconds(counts.longestInterval)
        ),
        (.init("time_quantum_ms", title: "tick of the clock (ms)"), milliseconds(clock.quantum)),
        (.init("duplicate_times", title: "duplicate times"), .integer(counts.duplicateTimes)),
        (.init("backward_times", title: "backward times"), .integer(counts.backwardTimes)),
        (.init("gaps"), .integer(counts.gaps)),
        (.init("long_intervals", title: "long intervals"), .integer(clock.longIntervals)),
        (.init("rests", title: "of these, rests"), .integer(clock.rests)),
        (
          .init("steady_clock_ratio", title: "error with a steady clock / with the recorded one"),
          number(clock.steadyClockRatio, 3)
        ),
        (.init("interval_bin_ms"), milliseconds(clock.binWidth)),
        (
          .init("interval_counts"),
          .list(
            (clock.histogram.map { $0.counts + [$0.above] } ?? []).map { .integer($0) })
        ),
      ]
  }

  private var starts: [Field] {
    [
      (.init("burst_strokes", title: "strokes that begin with a burst"), .integer(clock.bursts)),
      (
        .init("late_second_samples", title: "strokes with a late second sample"),
        .integer(clock.lateStarts)
      ),
      (
        .init("opening_ratios", title: "first intervals / median"),
        .list(clock.openings.map { .number($0.median, decimals: 2) })
      ),
    ]
  }

  private var positions: [Field] {
    [
      (
        .init("scaled_recordings", title: "recordings of known scale"),
        .integer(motion.scaled)
      ),
      (.init("length_unit", title: "unit of the lengths below"), .text(motion.unit.rawValue)),
      (
        .init("measured_recordings", title: "recordings in that unit"),
        .integer(motion.measured)
      ),
      (.init("position_quantum", title: "grid of positions"), .measured(motion.quantum)),
      (
        .init("first_position_quantum", title: "grid of first positions"),
        .measured(motion.firstQuantum)
      ),
      (
        .init("resampled_recordings", title: "resampled recordings"),
        .integer(motion.resampled)
      ),
      (
        .init("repeated_positions", title: "repeated positions"),
        .integer(motion.repeatedPositions)
      ),
      (.init("jumps"), .integer(motion.jumps)),
      (.init("jump_strokes", title: "strokes with a jump"), .integer(motion.jumpStrokes)),
      (
        .init("fuzzy_files", title: "files whose header states a fuzz"), .integer(extras.fuzzyFiles)
      ),
      (.init("greatest_fuzz", title: "greatest fuzz"), .integer(extras.greatestFuzz)),
    ]
  }

  private var motions: [Field] {
    spread("samples_per_stroke", motion.sampleCounts, scale: 1, unit: nil, decimals: 0)
      + spread("duration", motion.durations, scale: 1000, unit: "ms")
      + spread("length", motion.lengths, scale: 1, unit: nil)
      + spread("step", motion.steps, scale: 1, unit: nil)
      + spread("speed", motion.speeds, scale: 1, unit: nil)
  }

  private var protocols: [Field] {
    func counts(_ value: (Coverage) -> Int?) -> OutputTable.Cell {
      guard coverage.contains(where: { value($0) != nil }) else { return .empty }
      return .list(coverage.map { value($0).map { .integer($0) } ?? .empty })
    }
    return [
      (
        .init("horizons_ms", title: "horizons (ms)"),
        .list(coverage.map { .number($0.horizon.milliseconds, decimals: 1) })
      ),
      (
        .init("sample_scored", title: "targets scored by sample"),
        counts { $0.sample?.scored }
      ),
      (
        .init("sample_dropped", title: "targets dropped by sample"),
        counts { $0.sample?.dropped }
      ),
      (
        .init("henze2017_scored", title: "targets scored by henze2017"),
        counts { $0.henze?.scored }
      ),
      (
        .init("henze2017_unscored_strokes", title: "strokes without one of these"),
        counts { $0.henze?.unscoredStrokes }
      ),
    ]
  }

  /// The quantiles of 5, 50 and 95 %, as three columns; measured unless decimals are given.
  private func spread(
    _ name: String, _ spread: ValueSpread?, scale: Double, unit: String?, decimals: Int? = nil,
    hasMedian: Bool = true
  ) -> [Field] {
    let words = name.replacing("_", with: " ")
    func field(_ part: String, _ title: String, _ value: Double?) -> Field {
      let column = OutputTable.Column(
        "\(name)_\(part)\(unit.map { "_\($0)" } ?? "")",
        title: "\(words), \(title)\(unit.map { " (\($0))" } ?? "")")
      let shown = value.map { $0 * scale }
      return (column, decimals.map { .number(shown, decimals: $0) } ?? .measured(shown))
    }
    let ends = [field("p5", "5 %", spread?.low), field("p95", "95 %", spread?.high)]
    guard hasMedian else { return ends }
    return [ends[0], field("median", "median", spread?.median), ends[1]]
  }

  private func number(_ value: Double?, _ decimals: Int) -> OutputTable.Cell {
    .number(value, decimals: decimals)
  }

  private func milliseconds(_ seconds: Double?) -> OutputTable.Cell {
    .measured(seconds.map { $0 * 1000 })
  }

  /// The columns that only programs read: lists that are too long for a line.
  package static let columnsForPrograms: Set = [
    "interval_bin_ms", "interval_counts", "warnings", "warning_texts",
  ]
}
