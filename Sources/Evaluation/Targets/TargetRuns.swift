import MotionNumerics

/// Which targets of a slot each measure uses, as runs of indices, for a stroke or a part of one,
/// and the sums over them that depend only on the truth.
///
/// Instances are immutable and shared.
final class TargetRuns: Sendable {
  /// Targets with a truth.
  let scored: [Range<Int>]
  /// Targets with a truth and a direction of motion.
  let directed: [Range<Int>]
  /// Targets with a truth that directly follow one with a truth on a screen.
  let pairs: [Range<Int>]
  /// The pairs after which another point was recorded.
  let onward: [Range<Int>]
  /// Targets with a truth that directly follow two others with a truth.
  let bends: [Range<Int>]
  /// Their numbers, and the sums over them.
  let totals: TruthTotals

  /// The runs of the targets of a stroke, or of a part of it.
  init(_ targets: [Target], of part: StrokePart? = nil) {
    // Asked once a target, and field by field, since targets are large.
    let included = part.map { part in targets.map { part.contains($0.classes) } }
    func runs(_ belongs: (Int) -> Bool) -> [Range<Int>] {
      var result: [Range<Int>] = []
      var start = 0
      for index in targets.indices where !(included?[index] ?? true) || !belongs(index) {
        if start < index { result.append(start..<index) }
        start = index + 1
      }
      if start < targets.count { result.append(start..<targets.count) }
      return result
    }
    func isPair(_ index: Int) -> Bool {
      index > 0 && targets[index].followsPrevious && targets[index].truth != nil
        && targets[index - 1].truth != nil
    }
    scored = runs { targets[$0].truth != nil }
    directed = runs { targets[$0].truth != nil && targets[$0].tangent != nil }
    pairs = runs(isPair)
    onward = runs { isPair($0) && targets[$0].next != nil }
    bends = runs { Self.bends(at: $0, of: targets) }
    var totals = TruthTotals()
    for index in scored.joined() {
      totals.squaredSpeeds += targets[index].velocity.squaredLength
    }
    for index in bends.joined() {
      guard let first = targets[index - 2].truth, let middle = targets[index - 1].truth,
        let last = targets[index].truth
      else { continue }
      let (step, stepBefore) = (last - middle, middle - first)
      totals.squaredBends += (step - stepBefore).squaredLength
      totals.squaredSteps += step.squaredLength + stepBefore.squaredLength
    }
    totals.scored = scored.indexCount
    totals.directed = directed.indexCount
    totals.pairs = pairs.indexCount
    totals.onward = onward.indexCount
    totals.dropped = (included?.count { $0 } ?? targets.count) - totals.scored
    self.totals = totals
  }

  /// Whether a target is the third in a row with a truth.
  private static func bends(at index: Int, of targets: [Target]) -> Bool {
    index > 1 && targets[index].followsPrevious && targets[index - 1].followsPrevious
      && targets[(index - 2)...index].allSatisfy { $0.truth != nil }
  }
}

extension [Range<Int>] {
  /// How many indices there are in all runs.
  var indexCount: Int { reduce(0) { $0 + $1.count } }
}
