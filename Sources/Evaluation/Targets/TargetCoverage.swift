import MotionPrediction
import TouchInput

/// How much of some recordings a protocol scores.
package struct TargetCoverage: Hashable, Sendable {
  /// The targets with a truth, which are scored.
  package var scored = 0
  /// The targets without a truth, such as those after the lift.
  package var dropped = 0
  /// The strokes without a scored target.
  package var unscoredStrokes = 0

  /// Counts the targets of recordings at some horizons, as every run of the protocol does.
  ///
  /// - Parameters:
  ///   - recordings: The recordings.
  ///   - horizons: The horizons.
  ///   - replay: The protocol.
  /// - Returns: The counts at each horizon.
  /// - Throws: `PreparationError` if the protocol does not fit a recording or a horizon.
  /// - Complexity: O(samples · horizons).
  package static func count(
    _ recordings: [Recording], horizons: [Horizon], replay: EvaluationProtocol
  ) throws(PreparationError) -> [TargetCoverage] {
    var result = [TargetCoverage](repeating: TargetCoverage(), count: horizons.count)
    for (index, recording) in recordings.enumerated() {
      let prepared = try PreparedRecording(
        recording, index: index, horizons: horizons, replay: replay, unit: .native, needs: [])
      for stroke in prepared.strokes {
        for (place, slot) in stroke.slots.enumerated() { result[place].add(slot.targets) }
      }
    }
    return result
  }

  private mutating func add(_ targets: Targets) {
    let found = targets.count { $0.truth != nil }
    scored += found
    dropped += targets.count - found
    if found == 0 { unscoredStrokes += 1 }
  }
}
