import TouchInput

/// Reads pointer events of a browser (W3C Pointer Events, level 3) as JSON: an array, or one a line.
///
/// An event has `type`, `pointerId`, `timeStamp` in milliseconds and a position: `clientX` and
/// `clientY`, else `pageX` and `pageY`, else `offsetX` and `offsetY`, in CSS pixels. Read too are
/// `pointerType`, `buttons`, `pressure`, `altitudeAngle` and `azimuthAngle` (radians), else `tiltX` and
/// `tiltY` (degrees), `coalescedEvents` (or `coalesced`) and `predictedEvents` (or `predicted`).
///
/// A stroke is what a pointer does from `pointerdown` to `pointerup` or `pointercancel`; moves of a
/// mouse or pen without buttons hover: strokes named `hover-`, cut where nothing comes for 0.1 s.
/// The events of a pointer are put in the order of their `timeStamp`. Where an event has coalesced
/// ones, they are its samples, the last of them the one that was delivered, because the browser may
/// have moved the event itself to the frame's time; a `pointermove` that only repeats what
/// `pointerrawupdate` brought adds nothing. Predicted events are the device's own predictions.
/// Pressure becomes force but for a mouse, which has none; a pen's angles are kept. Other pointer
/// events, such as `pointerenter`, are understood and add nothing. There is one recording for each
/// kind of pointer.
public enum PointerEventReader: RecordingReader {
  /// The pointer events.
  public static let format = RecordingFormat.pointerEvents

  /// An event with its lists: a mouse of 8 kHz has 130 samples a frame of 60 Hz.
  static let layout = JSONArrayScanner.Layout(
    lengthLimit: 256 * 1024, nestsObjects: true, allowsLines: true)

  /// Reads one file; O(n log n) in time for n bytes, memory for its events.
  ///
  /// A file above 512 MiB is refused.
  public static func read(_ source: RecordingSource) -> ReadResult {
    EventArrayPass.read(source, layout: layout, into: PointerEventAssembly())
  }
}
