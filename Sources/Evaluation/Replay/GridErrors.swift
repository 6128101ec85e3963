import MotionNumerics
import MotionPrediction

/// The sums of the errors that many polynomials make on one stroke, added up while they answer.
///
/// For plans that ask for nothing else: no prediction is kept. Each lane is bit-identical to
/// `LaneSums`, since a stroke's errors are added in the order of its targets there too. While a
/// stroke is shorter than their windows, predictors of one degree say the same; the sums of the
/// first of them are those of all.
struct GridErrors {
  /// By four configurations, then by slot.
  private var sums: [CompensatedSums] = []
  /// The scored targets at which a predictor abstained, likewise.
  private var abstentions: [SIMD4<Int64>] = []
  /// Which of the four configurations have sums of their own.
  private var isOwn: [Bool] = []
  private var slotCount = 0
  /// The slot of each target, by place; −1 for one that is not scored.
  private var slots: [Int] = []
  private var truths: [SIMD2<Double>] = []
  // The scored questions after one sample.
  private var horizons: [Double] = []
  private var asked: [(slot: Int, truth: SIMD2<Double>)] = []

  /// Begins a stroke for a number of groups of four configurations.
  mutating func begin(_ stroke: PreparedStroke, fours: Int) {
    slotCount = stroke.slots.count
    sums.reset(to: CompensatedSums(), count: fours * slotCount)
    abstentions.reset(to: .zero, count: fours * slotCount)
    isOwn.reset(to: false, count: fours)
    slots.reset(to: -1, count: stroke.targetCount)
    truths.reset(to: .zero, count: stroke.targetCount)
    for (slot, places) in stroke.places.enumerated() {
      let truth = stroke.slots[slot]
      for run in truth.runs.scored {
        for index in run {
          slots[places.lowerBound + index] = slot
          truths[places.lowerBound + index] = truth.truths[index]
        }
      }
    }
  }

  /// Adds the errors of all configurations on the scored ones of some questions after one sample.
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
    for question in questions where slots[question.place] >= 0 {
      horizons.append(question.ahead)
      asked.append((slots[question.place], truths[question.place]))
    }
    guard !horizons.isEmpty else { return }
    grid.fit()
    for four in isOwn.indices.dropFirst() where !isOwn[four] && !grid.isRepeated(four) {
      copyFromBefore(four)
      isOwn[four] = true
    }
    let slotCount = slotCount
    sums.withUnsafeMutableBufferPointer { sums in
      abstentions.withUnsafeMutableBufferPointer { abstentions in
        asked.withUnsafeBufferPointer { asked in
          grid.forEachFour(ahead: horizons, skippingRepeated: true) { four, answers, hasSilence in
            let first = four * slotCount
            for index in asked.indices {
              let (slot, truth) = asked[index]
              var said = factor * LanePoints(answers[index])
              if hasSilence {
                abstentions[first + slot] &+= said.replaceSilence(by: newest)
              }
              sums[first + slot] += (said - truth).squaredLengths.squareRoot()
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

  /// The sums of four configurations by slot.
  func sums(_ four: Int) -> ArraySlice<CompensatedSums> {
    sums[(four * slotCount)..<((four + 1) * slotCount)]
  }

  /// How often they abstained, by slot.
  func abstentions(_ four: Int) -> ArraySlice<SIMD4<Int64>> {
    abstentions[(four * slotCount)..<((four + 1) * slotCount)]
  }

  /// Takes over the sums of the last configurations before that have their own, which these repeat.
  private mutating func copyFromBefore(_ four: Int) {
    let before = isOwn[..<four].lastIndex(of: true) ?? 0
    let back = (four - before) * slotCount
    for place in (four * slotCount)..<((four + 1) * slotCount) {
      sums[place] = sums[place - back]
      abstentions[place] = abstentions[place - back]
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
