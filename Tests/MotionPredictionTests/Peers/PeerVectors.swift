import TestSupport

/// The part of `conformance_vectors.json` that is about predictors.
struct PeerVectors: Decodable {
  struct Axis: Decodable {
    struct Case: Decodable {
      var z: [Double]
      var statesPVA: [[Double]]?
      var statesPVAJ: [[Double]]?

      enum CodingKeys: String, CodingKey {
        case z
        case statesPVA = "states_pva"
        case statesPVAJ = "states_pvaj"
      }

      /// The states after each measurement but the first.
      var states: [[Double]] { statesPVA ?? statesPVAJ ?? [] }
    }
    var cases: [Case]
    var gainSequence: [[Double]]?
    var steadyGain: [Double]?
    var steadyAfter: Int?

    enum CodingKeys: String, CodingKey {
      case cases
      case gainSequence = "gain_sequence"
      case steadyGain = "steady_gain"
      case steadyAfter = "steady_after"
    }
  }
  struct Simple: Decodable {
    var worstError: Double
    var tolerance: Double
    var notOneSample: Int

    enum CodingKeys: String, CodingKey {
      case worstError = "worst_abs_err_px"
      case tolerance
      case notOneSample = "not_one_sample"
    }
  }
  /// Points of a list: time in ms, x, y.
  struct List: Decodable {
    var points: [[Double]]

    enum CodingKeys: String, CodingKey { case points = "predict_25ms" }
  }

  var chromiumAxis: Axis
  var inkAxis: Axis
  var androidxAxis: Axis
  var androidxSimple: Simple
  var androidxMultistep: List
  var androidxFinger: List

  enum CodingKeys: String, CodingKey {
    case chromiumAxis = "chromium_kf_axis"
    case inkAxis = "ink_axis"
    case androidxAxis = "androidx_axis"
    case androidxSimple = "androidx_simplePrediction"
    case androidxMultistep = "androidx_multistep"
    case androidxFinger = "androidx_finger"
  }

  static func load() throws -> PeerVectors {
    try WorkedCase.read(PeerVectors.self, from: "peers/conformance_vectors.json")
  }
}
