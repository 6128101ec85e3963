import TouchInput

extension Stroke.Kind {
  /// Creates the kind that a stroke's name tells: `hover-3` and `trial.hover-3` hover, `motion-1` is
  /// relative motion, and other names are contacts.
  init(ofStrokeNamed name: String) {
    let last = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    let stated = [Self.hover, .motion].first { kind in
      name.hasPrefix(kind.namePrefix) || last.hasPrefix(kind.namePrefix)
    }
    self = stated ?? .contact
  }

  /// The prefix of the names of such strokes; empty for contacts.
  private var namePrefix: String { self == .contact ? "" : "\(rawValue)-" }

  /// Returns the name of a stroke of the kind, with the prefix that tells it if the name does not.
  func strokeName(_ name: String) -> String {
    self == Self(ofStrokeNamed: name) ? name : namePrefix + name
  }
}
