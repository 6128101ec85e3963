// What a page calls: a predictor made of its spelling, fed with samples and asked. Compiled together
// with the sources that `files` lists, as one module.

nonisolated(unsafe) private var spelling: [UInt8] = []
nonisolated(unsafe) private var predictor: AnyPredictor?

/// Adds a byte to the spelling of the next predictor.
@_cdecl("addLetter") public func addLetter(_ byte: UInt8) { spelling.append(byte) }

/// Makes the predictor that was spelled, for samples at `rate` hertz and `horizon` seconds ahead.
///
/// Returns 0 if it was made, else 1, and forgets the spelling.
@_cdecl("makePredictor") public func makePredictor(_ rate: Double, _ horizon: Double) -> Int32 {
  let text = String(decoding: spelling, as: UTF8.self)
  spelling = []
  predictor = nil
  do throws(CatalogueError) {
    let configured = try PredictorCatalogue.standard.predictor(text)
    let context = PredictorContext(horizons: [horizon], nominalRate: rate)
    do throws(ParameterError) { predictor = try configured.make(context) } catch { return 1 }
  } catch { return 1 }
  return 0
}

/// Begins a new contact.
@_cdecl("beginStroke") public func beginStroke() { predictor?.beginStroke() }

/// Takes in a sample.
@_cdecl("observe") public func observe(_ time: Double, _ x: Double, _ y: Double) {
  predictor?.observe(TouchSample(time: time, position: SIMD2(x, y)))
}

/// Returns the predicted x, or NaN without an answer.
@_cdecl("predictX") public func predictX(_ horizon: Double) -> Double {
  predictor?.predict(ahead: horizon)?.position.x ?? .nan
}

/// Returns the predicted y, or NaN without an answer.
@_cdecl("predictY") public func predictY(_ horizon: Double) -> Double {
  predictor?.predict(ahead: horizon)?.position.y ?? .nan
}

@_extern(c) private func strtod(
  _ text: UnsafePointer<CChar>, _ end: UnsafeMutablePointer<UnsafePointer<CChar>?>
) -> Double

/// Reads a number for the standard library, which leaves that to its host.
@_cdecl("_swift_stdlib_strtod_clocale") public func readNumber(
  _ text: UnsafePointer<CChar>, _ result: UnsafeMutablePointer<Double>
) -> UnsafePointer<CChar>? {
  var end: UnsafePointer<CChar>?
  result.pointee = strtod(text, &end)
  return end
}
