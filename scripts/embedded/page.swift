// What the live page calls beside the functions of nextpoint.h: the session that is scored, the measures of a study's
// tasks, and the outlines of the ink. Compiled together with the sources that scripts/wasm lists, as one module.

nonisolated(unsafe) private var session = DrawnStrokes()

/// Forgets all strokes.
@_cdecl("session_clear") public func clearSession() { session = DrawnStrokes() }

/// Begins a stroke of a finger (0), a pen (1), a mouse (2) or anything else; returns its index.
@_cdecl("session_begin") public func beginSessionStroke(_ tool: Int32) -> Int32 {
  let tools: [Recording.Tool] = [.finger, .stylus, .mouse]
  return Int32(session.begin(tools.indices.contains(Int(tool)) ? tools[Int(tool)] : .unknown))
}

/// Appends a sample to a stroke: seconds and pixels.
@_cdecl("session_add") public func addSessionSample(
  _ stroke: Int32, _ time: Double, _ x: Double, _ y: Double, _ force: Double
) {
  let sample = TouchSample(
    time: time, position: SIMD2(x, y), force: force.isNaN ? nil : force)
  session.append(sample, toStroke: Int(stroke))
}

/// Appends the browser's own predictions after a stroke's newest sample: time, x, y of each in turn.
@_cdecl("session_device") public func addSessionPredictions(
  _ stroke: Int32, _ values: UnsafePointer<Double>, _ count: Int32
) {
  let samples = (0..<Int(count)).map { index in
    TouchSample(
      time: values[3 * index], position: SIMD2(values[3 * index + 1], values[3 * index + 2]),
      kind: .predicted)
  }
  session.append(devicePredictions: samples, toStroke: Int(stroke))
}

/// Removes the newest stroke.
@_cdecl("session_undo") public func undoSessionStroke() { session.removeLast() }

/// The rate of the session's samples, in hertz.
@_cdecl("session_rate") public func sessionRate() -> Double { session.nominalRate }

/// Scores a spelling at a horizon in seconds: writes the count, mean and 95th percentile of the error, the 95th
/// percentile of overshoot, the mean jitter and the share of abstentions, NaN for what cannot be computed.
///
/// Returns 0, or 1 if the spelling makes no predictor.
@_cdecl("session_score") public func scoreSession(
  _ spelling: UnsafePointer<CChar>, _ horizon: Double, _ result: UnsafeMutablePointer<Double>
) -> Int32 {
  let configured: ConfiguredPredictor
  do throws(CatalogueError) {
    configured = try PredictorCatalogue.standard.predictor(String(cString: spelling))
  } catch { return 1 }
  do throws(ParameterError) {
    let scores = try session.scores(of: configured, ahead: horizon)
    let values = [
      scores.errorMean, scores.errorP95, scores.overshootP95, scores.jitterMean,
      scores.abstentionShare,
    ]
    result[0] = Double(scores.scored)
    for (index, value) in values.enumerated() { result[index + 1] = value ?? .nan }
  } catch { return 1 }
  return 0
}

/// The index of difficulty of a movement over a distance into a width, in bits.
@_cdecl("fitts_difficulty") public func indexOfDifficulty(
  _ amplitude: Double, _ width: Double
) -> Double {
  FittsThroughput.indexOfDifficulty(amplitude: amplitude, width: width)
}

/// Measures a sequence of movements: writes effective amplitude, width and index of difficulty, and bits per second.
///
/// - Parameters:
///   - movements: x and y of the target before, of the target, of where the movement began and of the
///     selection, and milliseconds, of each in turn.
///   - count: The number of movements.
///   - result: Where four numbers are written.
/// - Returns: 0, or 1 if there is no throughput.
@_cdecl("fitts_throughput") public func measureThroughput(
  _ movements: UnsafePointer<Double>, _ count: Int32, _ result: UnsafeMutablePointer<Double>
) -> Int32 {
  let given = (0..<Int(count)).lazy.map { index in
    let row = movements + 9 * index
    return FittsThroughput.Movement(
      from: SIMD2(row[0], row[1]), to: SIMD2(row[2], row[3]), start: SIMD2(row[4], row[5]),
      end: SIMD2(row[6], row[7]), duration: row[8] / 1000)
  }
  guard let measured = FittsThroughput(of: given) else { return 1 }
  result[0] = measured.amplitude
  result[1] = measured.width
  result[2] = measured.difficulty
  result[3] = measured.throughput
  return 0
}

/// Points whose x and y stand in turn.
private func points(_ numbers: UnsafePointer<Double>, _ count: Int32) -> [SIMD2<Double>] {
  (0..<Int(count)).map { SIMD2(numbers[2 * $0], numbers[2 * $0 + 1]) }
}

/// The length of a path through points.
@_cdecl("path_length") public func pathLength(
  _ numbers: UnsafePointer<Double>, _ count: Int32
) -> Double {
  GuideLine(points(numbers, count)).length
}

nonisolated(unsafe) private var steering = SteeringRun(along: GuideLine([]), width: 0)

/// Begins to follow a line between edges so far apart, in pixels; returns the index of difficulty.
@_cdecl("guide_begin") public func beginGuide(
  _ corners: UnsafePointer<Double>, _ count: Int32, _ width: Double
) -> Double {
  steering = SteeringRun(along: GuideLine(points(corners, count)), width: width)
  return steering.indexOfDifficulty
}

/// Moves the contact along the line; returns whether it is at the end.
@_cdecl("guide_move") public func moveAlongGuide(_ x: Double, _ y: Double) -> Bool {
  steering.move(to: SIMD2(x, y))
  return steering.isAtEnd
}

/// The mean distance of the contact from the line so far; NaN before it moved.
@_cdecl("guide_deviation") public func guideDeviation() -> Double {
  steering.meanDeviation ?? .nan
}

/// The share of positions outside the edges so far; NaN before the contact moved.
@_cdecl("guide_outside") public func guideOutside() -> Double { steering.outsideShare ?? .nan }

/// The mean distance of points from the line, wherever on it; NaN for none.
@_cdecl("guide_distance") public func guideDistance(
  _ numbers: UnsafePointer<Double>, _ count: Int32
) -> Double {
  steering.line.meanDistance(of: points(numbers, count)) ?? .nan
}

nonisolated(unsafe) private var vertices = UnsafeMutableBufferPointer<Double>.allocate(capacity: 0)

/// The newest outline: x and y of its start, then of both control points and the end of each curve in turn.
@_cdecl("ink_vertices") public func inkVertices() -> UnsafeMutablePointer<Double>? {
  vertices.baseAddress
}

/// Makes the outline of a smoothed line, a closed path of curves for a nonzero fill.
///
/// - Parameters:
///   - points: x, y, seconds, force, altitude and azimuth of each in turn; NaN for what was not measured.
///   - count: The number of points.
///   - law: What the width follows: force (0), speed (1) or tilt (2).
///   - least: The least width.
///   - greatest: The greatest width.
///   - startTaper: The length of the taper at the start.
///   - endTaper: The length of the taper at the end.
/// - Returns: The number of pairs of coordinates, which are at `ink_vertices()`.
@_cdecl("ink_path") public func outlineInk(
  _ points: UnsafePointer<Double>, _ count: Int32, _ law: Int32, _ least: Double,
  _ greatest: Double, _ startTaper: Double, _ endTaper: Double
) -> Int32 {
  func measured(_ value: Double) -> Double? { value.isNaN ? nil : value }
  let given = (0..<Int(count)).map { index in
    let row = points + 6 * index
    return CenterPoint(
      position: SIMD2(row[0], row[1]), time: row[2], force: measured(row[3]),
      azimuth: measured(row[5]), altitude: measured(row[4]))
  }
  let line = Polyline(
    touchIdentifier: "", points: PagedArray(given.map { PolylinePoint(location: $0.position) }),
    isComplete: true)
  let smoother = AntigrainSmoother(drawsTwoPointLines: true)
  var center: [CenterPoint] = []
  for (index, point) in given.enumerated() where index < smoother.elementCount(of: line) {
    guard let last = center.last,
      case .curve(_, let control1, let control2) = smoother.element(at: index, of: line)
    else {
      center.append(point)
      continue
    }
    center += last.curve(to: point, control1: control1, control2: control2, tolerance: 0.1)
  }
  let laws: [WidthLaw] = [.force(full: 1, exponent: 0.7), .speed(half: 900), .tilt]
  let outline = TaperedOutline(
    center,
    settings: OutlineSettings(
      law: laws[min(max(Int(law), 0), laws.count - 1)], minimumWidth: least,
      maximumWidth: greatest, smoothing: 3, startTaper: startTaper, endTaper: endTaper))
  return write(outline.curves())
}

/// Puts a path into `vertices`; the controls of a line are its ends.
private func write(_ path: [InkElement]) -> Int32 {
  if vertices.count < 6 * path.count {
    vertices.deallocate()
    vertices = .allocate(capacity: 12 * path.count)
  }
  var count = 0
  func write(_ place: SIMD2<Double>) {
    vertices[2 * count] = place.x
    vertices[2 * count + 1] = place.y
    count += 1
  }
  var last = SIMD2<Double>.zero
  for element in path {
    switch element {
    case .move: break
    case .line(let end):
      write(last)
      write(end)
    case .curve(_, let control1, let control2):
      write(control1)
      write(control2)
    }
    last = element.end
    write(last)
  }
  return Int32(count)
}

/// The standard model, whose bytes are data of the module.
enum StandardModelText {
  static var bytes: [UInt8]? {
    [UInt8](UnsafeBufferPointer(start: standardModelBytes(), count: Int(standardModelCount())))
  }
}

@_extern(c) private func standardModelBytes() -> UnsafePointer<UInt8>
@_extern(c) private func standardModelCount() -> UInt32

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
