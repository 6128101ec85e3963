import TouchInput

// The examples of the documentation comments in TouchInput.

/// The example of `ContinuousRecognizer`.
func gestures(_ callbacks: [TouchCallback]) -> [[StrokeSample]] {
  var finished: [[StrokeSample]] = []
  var recognizer = ContinuousRecognizer()
  for callback in callbacks {
    let outcome = recognizer.handle(callback)
    if let samples = outcome.committed { finished.append(samples) }
    if recognizer.machine.state.isTerminal { recognizer.reset() }
  }
  return finished
}

/// The example of `GestureStateMachine`.
func transitions() {
  var machine = GestureStateMachine(transitions: .continuous)
  machine.assign(.began)
  machine.assign(.ended)
  machine.assign(.changed)  // false: an ended gesture stays as it is
  machine.rejections.count  // 1
  machine.reset()
}

/// The examples of `LiveStroke` and `StrokeSegments`.
func bookkeeping(_ draw: (SIMD2<Double>, SIMD2<Double>) -> Void) -> ([StrokeRectangle], Bool) {
  var stroke = LiveStroke()
  stroke.add(StrokeSample(timestamp: 0, location: [0, 0], propertiesExpectingUpdates: .force))
  stroke.addPredicted(StrokeSample(timestamp: 0.01, location: [4, 0], isPredicted: true))
  let parts = stroke.dirtyRectangles()  // draw these, then forget the changes
  stroke.clearUpdateInfo()
  let sample = StrokeSample(timestamp: 0, location: [0, 0], force: 0.5)
  let isSettled = stroke.update(0, to: sample)  // true: no correction is pending now
  stroke.updatedRanges  // [0...0]

  for segment in stroke.segments { draw(segment.from.location, segment.to.location) }
  return (parts, isSettled)
}

/// The examples of `ChangedIndices` and `PagedArray`.
func indices() -> PagedArray<Int> {
  var changed = ChangedIndices()
  changed.insert(0)
  changed.insert(7...9)
  changed.widened(below: 1, above: 2, within: 0..<10).ranges  // [0...2, 6...9]
  changed.hull  // 0...9

  var points: PagedArray = [1, 2, 3]
  points.set(9, at: 3)  // appends: 3 is the count
  points.set(8, at: 0)
  points.truncate(to: 2)  // 8, 2
  points.truncate(to: 5)  // changes nothing
  return points
}
