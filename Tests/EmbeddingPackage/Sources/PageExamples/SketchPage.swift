import TouchInput

/// The example of docs/ink/sketch.md.
func sketchPage(_ batch: TouchBatch, _ paint: (StrokeSegments, StrokeRectangle) -> Void) {
  func draw(_ segments: StrokeSegments, in rectangle: StrokeRectangle) {
    paint(segments, rectangle)
  }

  var sketch = SketchController()
  let outcome = sketch.receive(batch)  // a TouchBatch: the events of one callback
  outcome.edits  // each change of a stroke, with the event that caused it
  outcome.settled  // the strokes whose last pending correction arrived, finished ones too
  for stroke in sketch.collection.strokesWithUpdates {
    stroke.updatedRanges  // which samples were added or corrected
    for rectangle in stroke.dirtyRectangles() { draw(stroke.segments, in: rectangle) }
  }
  sketch.clearUpdateInfo()  // what changed is drawn
}
