import TouchInput

extension EvaluationProtocol {
  /// Returns the kinds of strokes that are scored in a recording.
  ///
  /// - Parameter present: The kinds of the recording's strokes.
  /// - Returns: The chosen kinds. By default, contacts if there are any, and else all kinds.
  package func scoredKinds(of present: some Sequence<Stroke.Kind>) -> Set<Stroke.Kind> {
    if let kinds { return Set(kinds) }
    return present.contains(.contact) ? [.contact] : Set(Stroke.Kind.allCases)
  }
}

extension Recording {
  /// The kinds of the strokes that have samples.
  package var strokeKinds: Set<Stroke.Kind> {
    Set(strokes.lazy.filter { !$0.samples.isEmpty }.map(\.kind))
  }
}

/// The numbers of strokes of each kind in some recordings, and of those that a protocol leaves out.
package struct KindCounts: Hashable, Sendable {
  /// The number of strokes of each kind.
  package private(set) var strokes: [Stroke.Kind: Int] = [:]
  /// The number of strokes of each kind that are left out.
  package private(set) var leftOut: [Stroke.Kind: Int] = [:]

  /// Counts the strokes of some recordings.
  ///
  /// - Parameters:
  ///   - recordings: The number of strokes of each kind, by recording.
  ///   - replay: The protocol that leaves out strokes.
  package init(_ recordings: some Sequence<[Stroke.Kind: Int]>, _ replay: EvaluationProtocol) {
    for counts in recordings {
      let scored = replay.scoredKinds(of: counts.keys)
      strokes.merge(counts, uniquingKeysWith: +)
      leftOut.merge(counts.filter { !scored.contains($0.key) }, uniquingKeysWith: +)
    }
  }

  /// The numbers as text, such as "12 contact, 3 hover"; kinds without strokes are left out.
  package static func text(_ counts: [Stroke.Kind: Int]) -> String {
    Stroke.Kind.allCases.compactMap { kind in
      counts[kind].flatMap { $0 > 0 ? "\($0) \(kind.rawValue)" : nil }
    }.joined(separator: ", ")
  }
}
