/// Something that may be looked at only once every choice is made, such as the test part of a split.
///
/// The content cannot be reached but in exchange for a `TuningChoice`, and a search makes that of its
/// trials alone; a search that is handed the seal cannot read what is under it.
package struct SealedUntilChosen<Content: Sendable>: Sendable {
  private let content: Content

  /// Seals.
  package init(_ content: Content) { self.content = content }

  /// The content, once there is a choice; nil for none.
  package func opened(after choices: [TuningChoice]) -> Content? {
    choices.isEmpty ? nil : content
  }
}
