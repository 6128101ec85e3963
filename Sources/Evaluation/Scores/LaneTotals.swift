import CLoops
import MotionNumerics

/// The sums over the strokes of a block at one horizon, for up to four predictors at once, of whole
/// strokes or one part of them.
///
/// Each lane is bit-identical to summing its predictor alone, stroke by stroke.
struct LaneTotals: Sendable {
  /// The sums over targets.
  private(set) var sums = LaneSums()
  /// What depends on the truth alone.
  private(set) var truth = TruthTotals()
  /// The energies of the errors above 6 Hz.
  private(set) var energies = LaneEnergies()
  /// How many overshoots are above the threshold.
  private(set) var noticed = SIMD4<Int64>()
  /// The number of scored targets at which the predictor abstained.
  private(set) var abstentions = SIMD4<Int64>()
  /// The number of strokes without a stretch for a spectrum.
  private(set) var shortStrokes = 0

  /// The least overshoot that counts as noticed; nil if the scale is unknown.
  private let threshold: Double?
  private let needs: ScoreNeeds
  /// The number of predictors.
  private let width: Int
  /// The kept lengths: of each kind a pool for every lane; empty if no quantiles are needed.
  private var pools: [[ValuePool]]

  /// Creates totals of no strokes.
  ///
  /// - Parameters:
  ///   - settings: The properties of the recording, and what is needed.
  ///   - width: The number of predictors, at most four.
  init(_ settings: ScoreSettings, width: Int) {
    needs = settings.needs
    threshold = RadialOvershootScore.threshold(settings)
    self.width = width
    pools = ScoredLanes.Magnitude.allCases.map { kind in
      settings.needs.isSuperset(of: kind.quantiles)
        ? Array(repeating: ValuePool(settings.storage), count: width) : []
    }
  }

  /// Adds the next stroke.
  mutating func add(_ lanes: ScoredLanes) {
    add(lanes.slot, lanes.runs, lanes.sums, lanes.energies)
    countAbstentions(lanes.abstentions, lanes.runs)
    lanes.withMagnitudes { keep($0, lanes.runs) }
  }

  /// Adds the next stroke, whole, as it was measured.
  mutating func add(_ stroke: MeasuredLanes) {
    add(stroke.slot, stroke.slot.runs, stroke.sums, stroke.energies)
    countAbstentions(stroke.abstentions, stroke.slot.runs)
    keep(stroke.magnitudes, stroke.slot.runs)
  }

  private mutating func add(
    _ slot: TargetSlot, _ runs: TargetRuns, _ found: LaneSums, _ energies: LaneEnergies?
  ) {
    sums.merge(found, needs)
    truth.merge(runs.totals)
    if slot.steadyStretches.isEmpty { shortStrokes += 1 }
    if let energies { self.energies.merge(energies) }
  }

  /// Keeps the lengths that quantiles are taken of, and counts those that are noticed.
  private mutating func keep(_ magnitudes: LaneMagnitudes, _ runs: TargetRuns) {
    if needs.contains(.noticed), let threshold {
      countNoticed(magnitudes[.overshoot], runs, above: threshold)
    }
    for kind in ScoredLanes.Magnitude.allCases where !pools[kind.rawValue].isEmpty {
      keep(magnitudes[kind], kind, at: runs.runs(of: kind))
    }
  }

  /// Keeps the lengths of one kind; of overshoots, many of which are zero, these are only counted.
  private mutating func keep(
    _ lengths: UnsafeBufferPointer<SIMD4<Double>>, _ kind: ScoredLanes.Magnitude,
    at runs: some Sequence<Range<Int>>
  ) {
    let room = Self.separatedCount
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 * Self.separatedCount) { numbers in
      guard let base = numbers.baseAddress else { return }
      for run in runs {
        for first in stride(from: run.lowerBound, to: run.upperBound, by: room) {
          let all = min(room, run.upperBound - first)
          var counts = SIMD4<Int64>()
          lane_separate(
            lengths.baseAddress, first, first + all, kind == .overshoot, base, room, &counts)
          for lane in 0..<width {
            let count = Int(counts[lane])
            pools[kind.rawValue][lane].append(
              unsummed: UnsafeBufferPointer(start: base + lane * room, count: count),
              zeros: all - count)
          }
        }
      }
    }
  }

  /// How many lengths of each predictor are kept at a time: as many as fit on the stack, which Swift uses for
  /// up to 1,024 bytes.
  private static var separatedCount: Int { 32 }

  /// Adds the next stroke, which was summed while it was played.
  ///
  /// - Parameters:
  ///   - runs: The targets with a truth.
  ///   - known: What depends on the truth alone.
  ///   - found: What was summed.
  ///   - overshoots: By target; nil if they are not needed.
  mutating func add(
    _ runs: UnsafeBufferPointer<Range<Int>>, _ known: SlotTruth, _ found: GridSums.Sums,
    overshoots: UnsafeBufferPointer<SIMD4<Double>>?
  ) {
    sums.merge(errors: found.errors, changes: found.changes)
    truth.merge(known.totals)
    if known.isShort { shortStrokes += 1 }
    abstentions &+= found.abstentions
    if let overshoots { keep(overshoots, .overshoot, at: runs) }
  }

  /// The kept lengths of one predictor.
  func pool(_ kind: ScoredLanes.Magnitude, lane: Int) -> ValuePool { pools[kind.rawValue][lane] }

  private mutating func countAbstentions(_ silent: ArraySlice<UInt8>, _ runs: TargetRuns) {
    guard !silent.isEmpty else { return }
    let first = silent.startIndex
    for run in runs.scored {
      for index in run {
        let bits = silent[first + index]
        if bits != 0 {
          for lane in 0..<width where bits >> UInt8(lane) & 1 == 1 { abstentions[lane] += 1 }
        }
      }
    }
  }

  private mutating func countNoticed(
    _ overshoots: UnsafeBufferPointer<SIMD4<Double>>, _ runs: TargetRuns, above threshold: Double
  ) {
    var found = noticed
    let limit = SIMD4(repeating: threshold)
    for run in runs.scored {
      for index in run {
        // True is −1 in every lane.
        found &-= unsafeBitCast(overshoots[index] .> limit, to: SIMD4<Int64>.self)
      }
    }
    noticed = found
  }
}

/// What depends on the truth alone, of one stroke at one horizon.
struct SlotTruth {
  /// The number of targets.
  let count: Int
  let totals: TruthTotals
  /// Whether there is no stretch for a spectrum.
  let isShort: Bool

  init(_ slot: TargetSlot) {
    (count, totals) = (slot.count, slot.runs.totals)
    isShort = slot.steadyStretches.isEmpty
  }
}

/// Numbers of targets and sums over them that depend only on the truth.
struct TruthTotals: Sendable {
  /// The number of targets with a truth.
  var scored = 0
  /// The number of those with a direction of motion.
  var directed = 0
  /// The number of targets without truth.
  var dropped = 0
  /// The number of pairs of targets that follow each other on a screen.
  var pairs = 0
  /// The number of pairs after which another point was recorded.
  var onward = 0
  /// Σ‖v‖² over the scored targets, v the true velocity.
  var squaredSpeeds = CompensatedSum()
  /// Σ‖Δ²g‖².
  var squaredBends = CompensatedSum()
  /// The squares of both first differences, over the same.
  var squaredSteps = CompensatedSum()

  mutating func merge(_ other: TruthTotals) {
    scored += other.scored
    directed += other.directed
    dropped += other.dropped
    pairs += other.pairs
    onward += other.onward
    squaredSpeeds.merge(other.squaredSpeeds)
    squaredBends.merge(other.squaredBends)
    squaredSteps.merge(other.squaredSteps)
  }
}

extension ScoredLanes.Magnitude {
  /// What keeps the lengths for quantiles.
  var quantiles: ScoreNeeds {
    switch self {
    case .error: .errorQuantiles
    case .overshoot: .overshootQuantiles
    case .change: .changeQuantiles
    }
  }

  /// What measures the lengths.
  var lengths: ScoreNeeds {
    switch self {
    case .error: .errorLengths
    case .overshoot: .overshootLengths
    case .change: .changeLengths
    }
  }
}

extension TargetRuns {
  /// The targets whose lengths of a kind are kept.
  fileprivate func runs(of kind: ScoredLanes.Magnitude) -> [Range<Int>] {
    kind == .change ? pairs : scored
  }
}
