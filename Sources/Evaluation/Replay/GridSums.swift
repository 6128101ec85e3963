import CLoops
import MotionNumerics
import MotionPrediction

/// What many polynomials get wrong on one stroke, added up while they answer: the errors, their
/// changes and the overshoots.
///
/// For plans that ask for nothing else: no prediction is kept. Each lane is bit-identical to
/// `LaneSums`, since a stroke's targets are added in their order there too. While a stroke is
/// shorter than their windows, predictors of one degree say the same; what is found of the first of
/// them holds for all.
struct GridSums {
  /// What can be summed while predictors answer.
  static let possible: ScoreNeeds = [.errors, .changes, .overshootQuantiles]

  /// The sums of four configurations at one slot, as `lane_answers` adds to them.
  struct Sums {
    /// Σ‖e‖ over the scored targets.
    fileprivate(set) var errors = CompensatedSums()
    /// Σ ‖e_n − e_(n−1)‖ over the pairs.
    fileprivate(set) var changes = CompensatedSums()
    /// The number of scored targets at which a predictor abstained.
    fileprivate(set) var abstentions = SIMD4<Int64>()
    /// The error at the target before.
    fileprivate var before = SIMD8<Double>()
  }

  /// What was found on a stroke.
  struct Found {
    fileprivate let sums: UnsafeBufferPointer<Sums>
    fileprivate let overshoots: UnsafeBufferPointer<SIMD4<Double>>?
    fileprivate let slotCount: Int
    fileprivate let targetCount: Int

    /// The sums of four configurations at one slot.
    func sums(_ four: Int, slot: Int) -> Sums { sums[four * slotCount + slot] }

    /// The overshoots of four configurations at some places, 0 or undefined where a target is not
    /// scored; nil if they are not needed.
    func overshoots(_ four: Int, _ places: Range<Int>) -> UnsafeBufferPointer<SIMD4<Double>>? {
      let start = four * targetCount + places.lowerBound
      return overshoots.map { UnsafeBufferPointer(rebasing: $0[start..<(start + places.count)]) }
    }
  }

  private let hasChanges: Bool
  private let hasOvershoots: Bool
  /// By four configurations, then by slot.
  private var sums: [Sums] = []
  /// By four configurations, then by place; empty if they are not needed.
  private var overshoots: [SIMD4<Double>] = []
  /// Which of the four configurations have sums of their own.
  private var isOwn: [Bool] = []
  private var slotCount = 0
  /// The targets by place; those that are not scored have a slot below 0.
  private var targets: [LaneTarget] = []
  // The scored questions after one sample: how far ahead they are, and their places.
  private var horizons: [Double] = []
  private var asked: [Int] = []

  /// Sums of what is needed, which is possible.
  init(_ needs: ScoreNeeds) {
    hasChanges = needs.contains(.changes)
    hasOvershoots = needs.contains(.overshootLengths)
  }

  /// Begins a stroke for a number of groups of four configurations.
  mutating func begin(_ stroke: PreparedStroke, fours: Int) {
    slotCount = stroke.slots.count
    if sums.count != fours * slotCount { sums.reset(to: Sums(), count: fours * slotCount) }
    // The others begin with what is found of the first.
    for slot in 0..<slotCount { sums[slot] = Sums() }
    isOwn.reset(to: false, count: fours)
    if targets.count != stroke.targetCount {
      targets.reset(to: LaneTarget(), count: stroke.targetCount)
    }
    let count = fours * stroke.targetCount
    if hasOvershoots, overshoots.count < count {
      overshoots.reset(to: .zero, count: max(count, 2 * overshoots.count))
    }
    let (hasChanges, hasOvershoots) = (hasChanges, hasOvershoots)
    targets.withUnsafeMutableBufferPointer { targets in
      for (slot, places) in stroke.places.enumerated() {
        let (truth, start) = (stroke.slots[slot], places.lowerBound)
        for place in places { targets[place].slot = -1 }
        truth.withPoints { truths, anchors, radii in
          for run in truth.runs.scored {
            for index in run {
              let radius = hasOvershoots ? radii[index] : 0
              targets[start + index] = LaneTarget(
                truth: truths[index], newest: anchors[index], radius: radius,
                squared_radius: (1e-150...1e150).contains(radius) ? radius * radius : -1,
                slot: slot, is_pair: false)
            }
          }
        }
        guard hasChanges else { continue }
        for run in truth.runs.pairs {
          for index in run { targets[start + index].is_pair = true }
        }
      }
    }
  }

  /// Adds what all configurations say to the scored ones of some questions after one sample.
  ///
  /// - Parameters:
  ///   - grid: The configurations, which have observed the sample.
  ///   - questions: What is asked after it.
  ///   - newest: Its position in the reported unit, which takes the place of a missing answer.
  ///   - factor: From the recording's unit to the reported one.
  mutating func add(
    _ grid: inout PolynomialGrid, _ questions: ArraySlice<StrokeQuestions.Question>,
    newest: SIMD2<Double>, factor: Double
  ) {
    horizons.removeAll(keepingCapacity: true)
    asked.removeAll(keepingCapacity: true)
    for question in questions where targets[question.place].slot >= 0 {
      horizons.append(question.ahead)
      asked.append(question.place)
    }
    guard !horizons.isEmpty else { return }
    grid.fit()
    for four in isOwn.indices.dropFirst() where !isOwn[four] && !grid.isRepeated(four) {
      copyFromBefore(four)
      isOwn[four] = true
    }
    let (slotCount, total) = (slotCount, targets.count)
    let (hasChanges, hasOvershoots) = (hasChanges, hasOvershoots)
    // Pointers, since an array would be retained for each four configurations.
    sums.withUnsafeMutableBufferPointer { sums in
      overshoots.withUnsafeMutableBufferPointer { overshoots in
        targets.withUnsafeBufferPointer { targets in
          asked.withUnsafeBufferPointer { asked in
            guard let sums = sums.baseAddress else { return }
            let found = hasOvershoots ? overshoots.baseAddress : nil
            grid.forEachFour(
              ahead: horizons, skippingRepeated: true
            ) { four, answers, hasSilence in
              lane_answers(
                answers, targets.baseAddress, asked.baseAddress, asked.count, factor, hasSilence,
                newest, hasChanges, sums + four * slotCount, found.map { $0 + four * total })
            }
          }
        }
      }
    }
  }

  /// Ends the stroke: all have sums of their own.
  mutating func end() {
    for four in isOwn.indices.dropFirst() where !isOwn[four] { copyFromBefore(four) }
  }

  /// Calls `body` with all that was found on the stroke.
  func withFound(_ body: (Found) -> Void) {
    sums.withUnsafeBufferPointer { sums in
      overshoots.withUnsafeBufferPointer { overshoots in
        body(
          Found(
            sums: sums, overshoots: hasOvershoots ? overshoots : nil, slotCount: slotCount,
            targetCount: targets.count))
      }
    }
  }

  /// Takes over what was found of the last configurations before that have their own, which these
  /// repeat.
  private mutating func copyFromBefore(_ four: Int) {
    let before = isOwn[..<four].lastIndex(of: true) ?? 0
    for slot in 0..<slotCount { sums[four * slotCount + slot] = sums[before * slotCount + slot] }
    guard hasOvershoots else { return }
    for place in targets.indices {
      overshoots[four * targets.count + place] = overshoots[before * targets.count + place]
    }
  }
}

extension TargetSlot {
  /// Calls `body` with the truths, the newest positions and the distances between them.
  fileprivate func withPoints(
    _ body: (
      UnsafeBufferPointer<SIMD2<Double>>, UnsafeBufferPointer<SIMD2<Double>>,
      UnsafeBufferPointer<Double>
    ) -> Void
  ) {
    truths.withUnsafeBufferPointer { truths in
      anchors.withUnsafeBufferPointer { anchors in
        radii.withUnsafeBufferPointer { body(truths, anchors, $0) }
      }
    }
  }
}

extension Array {
  /// Refills the array, reusing its storage.
  fileprivate mutating func reset(to element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }
}
