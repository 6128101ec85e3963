import CNextpoint
import MotionPrediction
import TouchInput

/// Strokes in the caller's memory with the places of their features.
///
/// Everything is checked when it is created, so that `run` cannot fail halfway.
struct FeatureBatch {
  private let layout: MotionFeatureLayout
  private let context: PredictorContext
  private let strokes: StrokeColumns
  private let places: nextpoint_features

  /// How many numbers describe a frame.
  private static let frameCount = 5

  /// Checks the structs.
  ///
  /// - Throws: `BatchError` where one cannot be used.
  init(
    _ layout: UnsafePointer<nextpoint_feature_layout>?,
    _ context: UnsafePointer<nextpoint_context>?, _ strokes: UnsafePointer<nextpoint_strokes>?,
    _ features: UnsafePointer<nextpoint_features>?
  ) throws(BatchError) {
    self.layout = try MotionFeatureLayout(layout)
    self.context = PredictorContext(context?.pointee)
    self.strokes = try StrokeColumns(strokes)
    places = try .sized(features, "nextpoint_features")
    let needed = Double(self.strokes.count) * Double(max(self.layout.count, 2 * Self.frameCount))
    guard needed * Double(MemoryLayout<Float>.size) < Double(Int.max / 2) else {
      throw BatchError("sample_count × the number of features is beyond PTRDIFF_MAX")
    }
  }

  /// Reads every stroke, and writes the features after each sample.
  func run() {
    for sample in strokes.samplesOfNoStroke { write(nil, at: sample) }
    var reader = FeatureReader(
      layout, unitsPerMillimeter: context.unitsPerMillimeter, nominalRate: context.nominalRate)
    var values = [Float](repeating: 0, count: layout.count)
    var restarts = MotionRestarts()
    for stroke in 0..<strokes.strokeCount {
      if strokes.begins(stroke) {
        reader.beginStroke()
        restarts.beginStroke()
      }
      for index in strokes.samples(of: stroke) {
        let sample = strokes.sample(index)
        guard sample.isFinite else {
          write(nil, at: index)
          continue
        }
        let restart = restarts.observe(sample)
        if restart.isNeeded { reader.beginStroke() }
        if let second = restart.second { reader.observe(second) }
        guard reader.observe(sample), !restarts.hasJumped, let frame = reader.frame else {
          write(nil, at: index)
          continue
        }
        reader.copy(to: &values)
        write((values, frame, reader.greatestSpeed), at: index)
      }
    }
  }

  private func write(
    _ found: (values: [Float], frame: MotionFrame, greatestSpeed: Double)?, at sample: Int
  ) {
    if let values = places.values {
      for index in 0..<layout.count {
        values[sample * layout.count + index] = found?.values[index] ?? .nan
      }
    }
    guard let frame = places.frame else { return }
    let place = frame + sample * Self.frameCount
    let along = found?.frame.displacement(SIMD2(1, 0))
    let across = found?.frame.displacement(SIMD2(0, 1))
    place[0] = along?.x ?? .nan
    place[1] = along?.y ?? .nan
    place[2] = across?.x ?? .nan
    place[3] = across?.y ?? .nan
    place[4] = found?.greatestSpeed ?? .nan
  }
}

extension MotionFeatureLayout {
  /// Checks a layout of C.
  ///
  /// - Throws: `BatchError` where there is no such layout.
  init(_ layout: UnsafePointer<nextpoint_feature_layout>?) throws(BatchError) {
    let given: nextpoint_feature_layout = try .sized(layout, "nextpoint_feature_layout")
    guard let kind = Kind(rawValue: Int(given.kind)) else {
      throw BatchError(
        "kind is \(given.kind); use NEXTPOINT_DISPLACEMENTS or NEXTPOINT_LAGS of nextpoint.h")
    }
    let isOfLags = kind == .lags
    try Self.check("displacements", given.displacements, in: kind.displacementRange)
    try Self.check(
      "velocities", given.velocities,
      in: isOfLags ? LagFeatures.stepRange : 0...given.displacements)
    try Self.check("has_shape", given.has_shape, in: 0...(isOfLags ? 0 : 1))
    guard given.memory >= 0, given.memory <= 1 else {
      throw BatchError("memory is \(given.memory); give a number from 0 to 1")
    }
    self.init(
      displacements: given.displacements, velocities: given.velocities,
      hasShape: given.has_shape != 0, memory: given.memory)
    self.kind = kind
  }

  private static func check(
    _ name: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(BatchError) {
    guard range.contains(value) else {
      throw BatchError(
        "\(name) is \(value); give a number from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}

extension nextpoint_feature_layout: SizedStruct {
  static var firstSize: Int { MemoryLayout<Self>.size }
}

extension nextpoint_features: SizedStruct {
  static var firstSize: Int { MemoryLayout<Self>.size }
}
