import CNextpoint
import MotionPrediction
import TouchInput

/// A predictor that C holds by a pointer.
///
/// The methods are those of the one subclass, which knows the predictor's type: a call goes through
/// one table and no existential.
class PredictorHandle {
  func copy() -> PredictorHandle { self }
  func beginStroke() {}
  func observe(_ sample: TouchSample) {}
  func observeDevicePredictions(_ samples: [TouchSample]) {}
  func endStroke(at time: Double) {}
  func reset() {}
  func position(ahead horizon: Double) -> SIMD2<Double>? { nil }
  func predict(ahead horizon: Double) -> Prediction? { nil }
  func predict(_ batch: StrokeBatch) {}
  func step(
    _ sample: TouchSample, horizons: UnsafeBufferPointer<Double>,
    into positions: UnsafeMutablePointer<Double>
  ) {}

  /// A handle of a predictor whose type is found here, once.
  static func holding(_ predictor: some Predictor) -> PredictorHandle { Holder(predictor) }

  /// The pointer for C, which owns the handle until it is released.
  var owned: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The handle behind a pointer; nil for the null pointer.
  static func at(_ pointer: OpaquePointer?) -> PredictorHandle? {
    pointer.map { Unmanaged.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// Takes the handle back from C.
  static func release(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    Unmanaged<PredictorHandle>.fromOpaque(UnsafeRawPointer(pointer)).release()
  }
}

private final class Holder<P: Predictor>: PredictorHandle {
  private var predictor: P

  init(_ predictor: P) { self.predictor = predictor }

  override func copy() -> PredictorHandle { Holder(predictor) }
  override func beginStroke() { predictor.beginStroke() }
  override func observe(_ sample: TouchSample) { predictor.observe(sample) }
  override func observeDevicePredictions(_ samples: [TouchSample]) {
    predictor.observeDevicePredictions(samples)
  }
  override func endStroke(at time: Double) { predictor.endStroke(at: time) }
  override func reset() { predictor.reset() }
  override func position(ahead horizon: Double) -> SIMD2<Double>? {
    predictor.position(ahead: horizon)
  }
  override func predict(ahead horizon: Double) -> Prediction? { predictor.predict(ahead: horizon) }
  override func predict(_ batch: StrokeBatch) { batch.run(on: &predictor) }
  override func step(
    _ sample: TouchSample, horizons: UnsafeBufferPointer<Double>,
    into positions: UnsafeMutablePointer<Double>
  ) {
    predictor.observe(sample)
    for (index, horizon) in horizons.enumerated() {
      let position = predictor.position(ahead: horizon)
      positions[2 * index] = position?.x ?? .nan
      positions[2 * index + 1] = position?.y ?? .nan
    }
  }
}
