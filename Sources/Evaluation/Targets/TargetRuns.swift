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
  /// The number of targets without truth.
  let dropped: Int
  /// Σ‖v‖² over the scored targets, v the true velocity.
  let squaredSpeeds: CompensatedSum
  /// Over the targets of `bends`, Σ‖Δ²g‖² of the truth's second differences.
  let squaredBends: CompensatedSum
  /// Over the same, the squares of both first differences.
  let squaredSteps: CompensatedSum

  /// The runs of the targets of a stroke, or of a part of it.
  init(_ targets: [Target], of part: StrokePart? = nil) {
    // Asked once a target, and field by field, since targets are large.
    let included = targets.indices.filter { index in
      part?.contains(phase: targets[index].phase, speed: targets[index].speed) ?? true
    }
    func runs(_ belongs: (Int) -> Bool) -> [Range<Int>] {
      var result: [Range<Int>] = []
      for index in included where belongs(index) {
        if let last = result.last, last.upperBound == index {
          result[result.count - 1] = last.lowerBound..<(index + 1)
        } else {
          result.append(index..<(index + 1))
        }
      }
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
    var (speeds, bendSquares, stepSquares) = (CompensatedSum(), CompensatedSum(), CompensatedSum())
    for index in scored.joined() { speeds += targets[index].velocity.squaredLength }
    for index in bends.joined() {
      guard let first = targets[index - 2].truth, let middle = targets[index - 1].truth,
        let last = targets[index].truth
      else { continue }
      let (step, stepBefore) = (last - middle, middle - first)
      bendSquares += (step - stepBefore).squaredLength
      stepSquares += step.squaredLength + stepBefore.squaredLength
    }
    (squaredSpeeds, squaredBends, squaredSteps) = (speeds, bendSquares, stepSquares)
    dropped = included.reduce(0) { $0 + (targets[$1].truth == nil ? 1 : 0) }
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
