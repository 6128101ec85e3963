import TouchInput

extension LiveStroke {
  /// A recorded stroke as it was when some of its samples had arrived, with what the device then
  /// predicted.
  init(replaying stroke: Stroke, samples count: Int) {
    self.init()
    for sample in stroke.samples.prefix(count) { add(StrokeSample(sample)) }
    let batch = stroke.devicePredictions.last { $0.samplesBefore <= count }
    guard let batch, batch.samplesBefore == count else { return }
    for sample in batch.samples { addPredicted(StrokeSample(sample)) }
  }
}

extension StrokeSample {
  /// The sample of a recording.
  fileprivate init(_ sample: TouchSample) {
    self.init(
      timestamp: sample.time, location: sample.position, force: sample.force,
      azimuth: sample.azimuth, altitude: sample.altitude, isCoalesced: sample.kind == .coalesced,
      isPredicted: sample.kind == .predicted)
  }
}
