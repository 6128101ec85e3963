import TouchInput

/// Reads a JSON array of touch events as exported by Inkable.
///
/// Measured events become the samples of their touch's stroke, with the values known on arrival;
/// strokes are in order of first appearance, and there is one recording for each kind of tool. An
/// update changes only `settledForces`; each run of predictions becomes one batch of the device's
/// own predictions. A correction may also end the touch whose last report it is about. Events with an identifier that was seen before are skipped, so is hovering
/// (phases 5 to 7). The exported array does not say which samples were delivered together, so all
/// are `actual` but those that say themselves that they are coalesced. Elements that are damaged are
/// reported with the line on which they begin, and left out. Where an event has a `preciseLocation`,
/// which Inkable itself does not write, that is the position and `location` the regular one; so with
/// `exactLocation`, the exact position, and `unmeasured`, the values that stand in for none.
public enum InkableEventReader: RecordingReader {
  /// The Inkable event array.
  public static let format = RecordingFormat.inkableJSON

  /// The greatest size of a file, in bytes.
  public static let sizeLimit = EventArrayPass.sizeLimit

  /// Reads one file; O(bytes) in time, memory for its samples and one element.
  ///
  /// A file above `sizeLimit` is refused.
  public static func read(_ source: RecordingSource) -> ReadResult {
    EventArrayPass.read(source, layout: JSONArrayScanner.Layout(), into: InkableAssembly())
  }
}
