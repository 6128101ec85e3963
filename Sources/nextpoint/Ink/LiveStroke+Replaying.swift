import TouchInput

extension LiveStroke {
  /// A recorded stroke as it was when some of its samples had arrived, with what the device then
  /// predicted.
  init(replaying stroke: Stroke, samples count: Int) {
    self.init()
    for sample in stroke.samples.prefix(count) { add(StrokeSample(sample, of: stroke)) }
    let batch = stroke.devicePredictions.last { $0.samplesBefore <= count }
    guard let batch, batch.samplesBefore == count else { return }
    for sample in batch.samples { addPredicted(StrokeSample(sample, of: stroke)) }
  }
}

extension StrokeSample {
  /// The sample of a recorded stroke.
  fileprivate init(_ sample: TouchSample, of stroke: Stroke) {
    self.init(
      timestamp: sample.time, location: sample.position, force: sample.force,
      maximumPossibleForce: stroke.maximumPossibleForce, azimuth: sample.azimuth,
      altitude: sample.altitude, isCoalesced: sample.kind == .coalesced,
      isPredicted: sample.kind == .predicted)
  }
}
