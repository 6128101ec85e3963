import TouchInput

/// What a gesture file holds.
final class DollarXMLContent: XMLContent {
  private(set) var strokes: [Stroke] = []
  private var samples: [TouchSample] = []

  init(file: String) {
    // A gesture has elements three deep.
    super.init(file: file, root: "Gesture", form: DollarXMLReader.form, depthLimit: 16)
  }

  override var hasData: Bool { !samples.isEmpty || !strokes.isEmpty }

  /// Reads the document; afterwards all strokes are closed.
  override func parse(_ bytes: [UInt8]) {
    super.parse(bytes)
    closeStroke()
  }

  override func begin(_ name: String, _ attributes: [String: String]) {
    if name == "Stroke" { closeStroke() }
    if name == "Point" { add(attributes) }
  }

  override func end(_ name: String) {
    if name == "Stroke" { closeStroke() }
  }

  private func add(_ attributes: [String: String]) {
    do throws(Fault) {
      var sample = TouchSample(
        time: try number("T", attributes) / 1000,
        position: SIMD2(try number("X", attributes), try number("Y", attributes)))
      if attributes["Pressure"] != nil { sample.force = try number("Pressure", attributes) / 128 }
      samples.append(sample)
    } catch {
      reject(
        line: line, field: error.attribute, value: error.value,
        message: error.value == nil ? "the point lacks an attribute" : "not a finite number",
        remedy: "correct the point or take it out")
    }
  }

  private struct Fault: Error {
    var attribute: String
    var value: String?
  }

  private func number(_ name: String, _ attributes: [String: String]) throws(Fault) -> Double {
    guard let text = attributes[name] else { throw Fault(attribute: name) }
    guard let value = DecimalNumber.value(text) else {
      throw Fault(attribute: name, value: ReadProblem.displayed(text))
    }
    return value
  }

  private func closeStroke() {
    guard !samples.isEmpty else { return }
    strokes.append(
      Stroke(identifier: String(strokes.count + 1), samples: samples.markedAsContact))
    samples = []
  }
}
