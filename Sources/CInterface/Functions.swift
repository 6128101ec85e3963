// The functions of nextpoint.h, which describes them; the compiler holds each to its declaration.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CNextpoint
import MotionPrediction
import TouchInput

/// Creates a predictor from a spelling; null, with the reason, if there is none.
@c @implementation
public func nextpoint_create(
  _ spec: UnsafePointer<CChar>?, _ context: UnsafePointer<nextpoint_context>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageCapacity: Int
) -> OpaquePointer? {
  let message = UnsafeMutableBufferPointer(start: message, count: message.capacity(messageCapacity))
  return create(spec, in: .standard, context, message)
}

/// Creates a predictor from a spelling and the bytes of a model file; null, with the reason, if there
/// is none.
@c @implementation
public func nextpoint_create_with_model(
  _ spec: UnsafePointer<CChar>?, _ context: UnsafePointer<nextpoint_context>?,
  _ model: UnsafeRawPointer?, _ modelSize: Int, _ message: UnsafeMutablePointer<CChar>?,
  _ messageCapacity: Int
) -> OpaquePointer? {
  let message = UnsafeMutableBufferPointer(start: message, count: message.capacity(messageCapacity))
  let bytes = UnsafeRawBufferPointer(start: model, count: model == nil ? 0 : max(modelSize, 0))
  do throws(LearnedModelError) {
    let read = try LearnedModel(bytes: Array(bytes))
    let row = CatalogueRow(LearnedPredictor.self) { (parameters, context) throws(ParameterError) in
      guard parameters.model != LearnedPredictor.Parameters.standardModel else {
        return try erased(LearnedPredictor(parameters, context: context))
      }
      return try erased(LearnedPredictor(read, parameters, context: context))
    }
    return create(spec, in: .standard.replacing(row), context, message)
  } catch {
    message.fill(with: "the model \(error.description)")
    return nil
  }
}

/// Creates a predictor of a catalogue; null, with the reason, if there is none.
private func create(
  _ spec: UnsafePointer<CChar>?, in catalogue: PredictorCatalogue,
  _ context: UnsafePointer<nextpoint_context>?, _ message: UnsafeMutableBufferPointer<CChar>
) -> OpaquePointer? {
  guard let spec else {
    message.fill(with: noSpelling)
    return nil
  }
  let configured: ConfiguredPredictor
  do throws(CatalogueError) {
    configured = try catalogue.predictor(String(cString: spec))
  } catch {
    message.fill(with: error.description)
    return nil
  }
  do throws(ParameterError) {
    let predictor = try configured.make(PredictorContext(context?.pointee))
    message.fill(with: "")
    return PredictorHandle.holding(predictor).owned
  } catch {
    message.fill(with: error.description)
    return nil
  }
}

/// A predictor in the same state, which goes its own way.
@c @implementation
public func nextpoint_copy(_ predictor: OpaquePointer?) -> OpaquePointer? {
  PredictorHandle.at(predictor)?.copy().owned
}

/// Ends a predictor.
@c @implementation
public func nextpoint_free(_ predictor: OpaquePointer?) { PredictorHandle.release(predictor) }

/// A new contact.
@c @implementation
public func nextpoint_begin_stroke(_ predictor: OpaquePointer?) {
  PredictorHandle.at(predictor)?.beginStroke()
}

/// The next sample.
@c @implementation
public func nextpoint_observe(
  _ predictor: OpaquePointer?, _ sample: UnsafePointer<nextpoint_sample>?
) {
  guard let sample else { return }
  PredictorHandle.at(predictor)?.observe(TouchSample(sample.pointee))
}

/// The device's own predictions after the newest sample.
@c @implementation
public func nextpoint_observe_device_predictions(
  _ predictor: OpaquePointer?, _ samples: UnsafePointer<nextpoint_sample>?, _ count: Int
) {
  let samples = UnsafeBufferPointer(start: samples, count: samples.count(count))
  PredictorHandle.at(predictor)?.observeDevicePredictions(samples.map(TouchSample.init))
}

/// The contact was lifted.
@c @implementation
public func nextpoint_end_stroke(_ predictor: OpaquePointer?, _ time: Double) {
  PredictorHandle.at(predictor)?.endStroke(at: time)
}

/// Back to how it was made.
@c @implementation
public func nextpoint_reset(_ predictor: OpaquePointer?) { PredictorHandle.at(predictor)?.reset() }

/// Returns where the contact will be; false if the predictor abstains.
@c @implementation
public func nextpoint_position(
  _ predictor: OpaquePointer?, _ horizon: Double, _ x: UnsafeMutablePointer<Double>?,
  _ y: UnsafeMutablePointer<Double>?
) -> Bool {
  guard let position = PredictorHandle.at(predictor)?.position(ahead: horizon) else {
    return false
  }
  x?.pointee = position.x
  y?.pointee = position.y
  return true
}

/// The predictor's full answer for a time; false if it abstains.
@c @implementation
public func nextpoint_predict(
  _ predictor: OpaquePointer?, _ horizon: Double,
  _ result: UnsafeMutablePointer<nextpoint_prediction>?
) -> Bool {
  guard let prediction = PredictorHandle.at(predictor)?.predict(ahead: horizon) else {
    return false
  }
  result?.pointee = nextpoint_prediction(prediction)
  return true
}

/// The version of the header that the library was built with.
@c @implementation
public func nextpoint_abi_version() -> CInt { NEXTPOINT_ABI_VERSION }

/// Observes whole strokes and answers after each sample; false, with the reason, if it cannot.
@c @implementation
public func nextpoint_predict_strokes(
  _ predictor: OpaquePointer?, _ strokes: UnsafePointer<nextpoint_strokes>?,
  _ answers: UnsafePointer<nextpoint_answers>?, _ message: UnsafeMutablePointer<CChar>?,
  _ messageCapacity: Int
) -> Bool {
  let message = UnsafeMutableBufferPointer(start: message, count: message.capacity(messageCapacity))
  guard let handle = PredictorHandle.at(predictor) else {
    message.fill(with: "no predictor is given; create one with nextpoint_create")
    return false
  }
  do {
    handle.predict(try StrokeBatch(strokes, answers))
    message.fill(with: "")
    return true
  } catch {
    message.fill(with: error.message)
    return false
  }
}

/// The number of features of a layout; 0, with the reason, if there is no such layout.
@c @implementation
public func nextpoint_feature_count(
  _ layout: UnsafePointer<nextpoint_feature_layout>?, _ message: UnsafeMutablePointer<CChar>?,
  _ messageCapacity: Int
) -> Int {
  let message = UnsafeMutableBufferPointer(start: message, count: message.capacity(messageCapacity))
  do throws(BatchError) {
    let layout = try MotionFeatureLayout(layout)
    message.fill(with: "")
    return layout.count
  } catch {
    message.fill(with: error.message)
    return 0
  }
}

/// Writes the features of whole strokes after each sample; false, with the reason, if it cannot.
@c @implementation
public func nextpoint_motion_features(
  _ layout: UnsafePointer<nextpoint_feature_layout>?, _ context: UnsafePointer<nextpoint_context>?,
  _ strokes: UnsafePointer<nextpoint_strokes>?, _ features: UnsafePointer<nextpoint_features>?,
  _ message: UnsafeMutablePointer<CChar>?, _ messageCapacity: Int
) -> Bool {
  let message = UnsafeMutableBufferPointer(start: message, count: message.capacity(messageCapacity))
  do throws(BatchError) {
    try FeatureBatch(layout, context, strokes, features).run()
    message.fill(with: "")
    return true
  } catch {
    message.fill(with: error.message)
    return false
  }
}

/// Writes the region in which the contact will be; false if there is none.
@c @implementation
public func nextpoint_predict_region(
  _ predictor: OpaquePointer?, _ horizon: Double, _ level: Double,
  _ region: UnsafeMutablePointer<nextpoint_region>?
) -> Bool {
  guard let region, region.pointee.hasUsableSize,
    let answer = PredictorHandle.at(predictor)?.predict(ahead: horizon),
    let ellipse = answer.region(covering: level)
  else { return false }
  region.pointee = nextpoint_region(
    size: region.pointee.size, x: ellipse.center.x, y: ellipse.center.y,
    semi_major: ellipse.semiMajor, semi_minor: ellipse.semiMinor, angle_rad: ellipse.angle)
  return true
}

/// Writes the canonical spelling of a predictor; 0, with the reason, if there is none.
@c @implementation
public func nextpoint_canonical_spelling(
  _ spec: UnsafePointer<CChar>?, _ text: UnsafeMutablePointer<CChar>?, _ textCapacity: Int,
  _ message: UnsafeMutablePointer<CChar>?, _ messageCapacity: Int
) -> Int {
  let message = UnsafeMutableBufferPointer(start: message, count: message.capacity(messageCapacity))
  guard let spec else {
    message.fill(with: noSpelling)
    return 0
  }
  do {
    let spelling = try PredictorCatalogue.standard.predictor(String(cString: spec)).spelling
    message.fill(with: "")
    return spelling.written(to: text, textCapacity)
  } catch {
    message.fill(with: "\(error)")
    return 0
  }
}

/// The number of rows of the catalogue.
@c @implementation
public func nextpoint_catalogue_count() -> Int { PredictorCatalogue.standard.rows.count }

/// Writes a text of a row of the catalogue; 0 if there is none.
@c @implementation
public func nextpoint_catalogue_text(
  _ row: Int, _ what: CInt, _ text: UnsafeMutablePointer<CChar>?, _ textCapacity: Int
) -> Int {
  let rows = PredictorCatalogue.standard.rows
  guard rows.indices.contains(row) else { return "".written(to: text, textCapacity) }
  let written =
    switch what {
    case NEXTPOINT_CATALOGUE_KIND: rows[row].kind
    case NEXTPOINT_CATALOGUE_ROLE: rows[row].role.rawValue
    case NEXTPOINT_CATALOGUE_SPELLING: rows[row].spelling
    case NEXTPOINT_CATALOGUE_SUMMARY: rows[row].summary
    default: ""
    }
  return written.written(to: text, textCapacity)
}

private let noSpelling = "no spelling is given; give one such as \"rls\""

extension String {
  /// Writes the text to C's memory, cut where there is no room, and returns its length in bytes.
  fileprivate func written(to text: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
    UnsafeMutableBufferPointer(start: text, count: text.capacity(capacity)).fill(with: self)
    return utf8.count
  }
}

extension Optional {
  /// The number of elements that can be read at a pointer: none at a null pointer, whatever the count.
  ///
  /// A count beyond `PTRDIFF_MAX` arrives as a negative number. No array has that many elements.
  func count<Element>(_ stated: Int) -> Int where Wrapped == UnsafePointer<Element> {
    self == nil ? 0 : max(stated, 0)
  }

  /// How many elements can be written at a pointer: none at a null pointer, and as many as wanted
  /// where the count is beyond `PTRDIFF_MAX`, such as `SIZE_MAX` for a caller who sets no limit.
  func capacity<Element>(_ stated: Int) -> Int where Wrapped == UnsafeMutablePointer<Element> {
    self == nil ? 0 : stated < 0 ? .max : stated
  }
}

extension UnsafeMutableBufferPointer<CChar> {
  /// Writes a text and its closing 0, cut between characters where there is no room for all of it.
  fileprivate func fill(with text: String) {
    guard count > 0 else { return }
    var length = 0
    for character in text {
      let bytes = character.utf8
      guard length + bytes.count < count else { break }
      for byte in bytes {
        self[length] = CChar(bitPattern: byte)
        length += 1
      }
    }
    self[length] = 0
  }
}

/// Observes a sample and predicts at each horizon.
@c @implementation
public func nextpoint_step(
  _ predictor: OpaquePointer?, _ sample: UnsafePointer<nextpoint_sample>?,
  _ horizons: UnsafePointer<Double>?, _ horizonCount: Int,
  _ positions: UnsafeMutablePointer<Double>?
) {
  guard let positions else { return }
  let asked = UnsafeBufferPointer(start: horizons, count: horizons.count(horizonCount))
  guard let handle = PredictorHandle.at(predictor), let sample else {
    for index in 0..<2 * asked.count { positions[index] = .nan }
    return
  }
  handle.step(TouchSample(sample.pointee), horizons: asked, into: positions)
}
