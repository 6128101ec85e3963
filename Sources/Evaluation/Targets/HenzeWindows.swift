import TouchInput

/// The windows of the 2017 protocol: which samples are scored, and against which.
///
/// For each event index i and a horizon of k steps, L = 11 + k: the window runs from i over at most
/// L consecutive move events, ends early at a down, an up or the end of the file, and is kept where
/// it holds more than 11 of them. Points 0…10 are known; the target is point 10 + k, or the last
/// move of the window where the motion ends before (a clamped tail). A window is dropped where two
/// neighboring points of it are dated less than 1 ms apart; points beyond the end count with the
/// last interval.
///
/// Source: Henze, Le, Mayer, Schwind, MobileHCI 2017 Adjunct, doi:10.1145/3098279.3122150, and the
/// notebooks published with its data.
struct HenzeWindows {
  /// How many points of a window are known.
  static let known = 11
  /// Two events dated closer than this, in seconds, are one report: 1 ms, less rounding.
  private static let leastInterval = 0.001 - 1e-6

  /// Steps to the second.
  let rate: Double

  /// The targets of one stroke; `horizon` must be a whole number of steps of at least 1.
  func targets(
    at horizon: Horizon, of preparation: inout StrokePreparation
  ) throws(PreparationError) -> [Target] {
    let steps = (horizon.seconds * rate).rounded()
    guard steps >= 1, abs(horizon.seconds * rate - steps) < 0.02 else {
      throw PreparationError(
        source: preparation.source,
        problem: "protocol henze2017 counts steps of \(1000 / rate) ms, and "
          + "\(horizon.milliseconds) ms is not a whole number of them",
        remedy: "use --frames-ahead 2,4,6 with --frame-rate \(rate)")
    }
    var result: [Target] = []
    // Beyond the stroke's end every target is its last sample.
    let reach = Int(min(steps, Double(preparation.stroke.samples.count)))
    for run in Self.moveRuns(preparation.stroke.samples) {
      appendTargets(of: run, steps: steps, reach: reach, preparation: &preparation, to: &result)
    }
    return result
  }

  private func appendTargets(
    of run: Range<Int>, steps: Double, reach: Int, preparation: inout StrokePreparation,
    to result: inout [Target]
  ) {
    guard run.count > Self.known else { return }
    for start in run.lowerBound...(run.upperBound - Self.known - 1) {
      let newest = start + Self.known - 1
      let last = min(newest + reach, run.upperBound - 1)
      guard intervalsAreDistinct(start...last, preparation.stroke.samples) else { continue }
      let ahead =
        preparation.replay.clock == .index
        ? steps / rate
        : preparation.samples[last].time - preparation.samples[newest].time
      let follows = result.last?.sample == newest - 1
      let truth = preparation.truePosition(of: last)
      result.append(
        preparation.target(sample: newest, ahead: ahead, truth: truth, follows: follows))
    }
  }

  private func intervalsAreDistinct(_ window: ClosedRange<Int>, _ samples: [TouchSample]) -> Bool {
    window.dropFirst().allSatisfy {
      samples[$0].time - samples[$0 - 1].time >= Self.leastInterval
    }
  }

  /// The longest runs of consecutive moves.
  private static func moveRuns(_ samples: [TouchSample]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for index in 0...samples.count {
      let isMove = index < samples.count && samples[index].phase == .moved
      if isMove {
        start = start ?? index
      } else if let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    return runs
  }
}
