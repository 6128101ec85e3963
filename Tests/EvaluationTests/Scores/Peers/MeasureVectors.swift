import TestSupport

/// The part of `conformance_vectors.json` that is about measures.
struct MeasureVectors: Decodable {
  struct Chromium: Decodable {
    var overUnder: [Double]
    var frameOverUnder: [Double]
    var wrongDirection: [Double]
    var jitter: [Double]
    var visualJitter: [Double]

    enum CodingKeys: String, CodingKey {
      case overUnder = "over_under"
      case frameOverUnder = "frame_over_under"
      case wrongDirection = "wrong_direction(P1..P4)"
      case jitter = "prediction_jitter(P1..P4)"
      case visualJitter = "visual_jitter(P1..P4)"
    }
  }
  struct Octagon: Decodable {
    /// By horizon: mean along, standard deviation along, RMS across.
    var buckets: [[Double]]
    var scaleInvariantAlong: Double
    var scaleInvariantOff: Double

    enum CodingKeys: String, CodingKey {
      case buckets = "per_bucket_alongMean_alongStd_offRmse_px"
      case scaleInvariantAlong = "scale_invariant_along_mean"
      case scaleInvariantOff = "scale_invariant_off_mean"
    }
  }

  var chromium: Chromium
  var octagon: Octagon

  enum CodingKeys: String, CodingKey {
    case chromium = "chromium_metrics_P0_P4"
    case octagon = "aosp_octagon_step10_turn-45deg"
  }

  static func load() throws -> MeasureVectors {
    try WorkedCase.read(MeasureVectors.self, from: "peers/conformance_vectors.json")
  }
}
