import Foundation
import TouchInput

/// What a touch screen or pen display does to a motion, from the contact to the recorded sample.
///
/// In this order, scan by scan at n / `rate` after touch-down: the contact's position; a bias that
/// dies away after touch-down; sensor noise, white or first-order autoregressive; the maker's
/// low-pass filter; rounding to a grid; the time stamp with its jitter, rounded and never before the
/// one before; loss of reports; delivery with a display frame. Each effect has random numbers of its
/// own, so that switching one off leaves the others as they were. `Digitizer` carries it out.
package struct DigitizerModel: Hashable, Sendable {
  /// Its name, by which data sets are called: small letters, digits and hyphens.
  package var name: String
  /// What touches it.
  package var tool = Recording.Tool.unknown
  /// Scans a second, in hertz; 1 to 10,000.
  package var rate: Double
  /// Frames a second with which samples are delivered, in hertz; nil delivers each on its own.
  package var frameRate: Double?
  /// The standard deviation of the jitter of the time stamp, in seconds; 0 to 0.1.
  package var timeDeviation = 0.0
  /// Steps to the second of the time stamp, such as 1000; nil for the 10⁻⁶ s of the file.
  package var timeStepsPerSecond: Double?
  /// The share of reports that are lost; 0 to 0.5.
  ///
  /// The first and the last of a stroke never are.
  package var lossShare = 0.0
  /// How many reports are lost in a row, on average; 1 to 100.
  package var lossRun = 1.0
  /// The standard deviation of the sensor's noise on each axis, in millimeters; 0 to 10.
  package var positionDeviation = 0.0
  /// The correlation of that noise from scan to scan, ρ; 0 (white) to below 1.
  package var noiseCorrelation = 0.0
  /// Steps to the millimeter of the position; nil for the 10⁻⁶ mm of the file.
  package var positionStepsPerMillimetre: Double?
  /// The cut-off of the maker's first-order low-pass filter, in hertz; nil for none.
  package var smoothingCutoff: Double?
  /// The greatest bias at touch-down, in millimeters; 0 to 10.
  ///
  /// A stroke's bias is drawn evenly up to this, in any direction.
  package var settlingBias = 0.0
  /// The time in which that bias falls to 1/e, in seconds; above 0.
  package var settlingTime = 0.02

  /// The weight of a new position in the low-pass filter: 1 − exp(−2π f_c / rate), 1 without one.
  package var smoothingWeight: Double {
    smoothingCutoff.map { 1 - exp(-2 * .pi * $0 / rate) } ?? 1
  }

  /// Whether its clock has no fault but the rounding of the file.
  var hasPerfectClock: Bool { timeDeviation == 0 && timeStepsPerSecond == nil }
}

extension DigitizerModel: Codable {
  private enum CodingKeys: String, CodingKey {
    case name
    case tool
    case rate = "rateHz"
    case frameRate = "frameRateHz"
    case timeDeviation = "timeDeviationSeconds"
    case timeStepsPerSecond
    case lossShare
    case lossRun
    case positionDeviation = "positionDeviationMillimetres"
    case noiseCorrelation
    case positionStepsPerMillimetre
    case smoothingCutoff = "smoothingCutoffHz"
    case settlingBias = "settlingBiasMillimetres"
    case settlingTime = "settlingTimeSeconds"
  }

  /// Decodes a model; every key is required, so that a misspelt one is noticed.
  ///
  /// Null stands for nil. Ranges are checked by `fault`.
  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Double { try keys.decode(Double.self, forKey: key) }
    func optional(_ key: CodingKeys) throws -> Double? {
      try keys.decode(Double?.self, forKey: key)
    }
    self.init(
      name: try keys.decode(String.self, forKey: .name),
      tool: try keys.decode(Recording.Tool.self, forKey: .tool),
      rate: try number(.rate), frameRate: try optional(.frameRate),
      timeDeviation: try number(.timeDeviation),
      timeStepsPerSecond: try optional(.timeStepsPerSecond), lossShare: try number(.lossShare),
      lossRun: try number(.lossRun), positionDeviation: try number(.positionDeviation),
      noiseCorrelation: try number(.noiseCorrelation),
      positionStepsPerMillimetre: try optional(.positionStepsPerMillimetre),
      smoothingCutoff: try optional(.smoothingCutoff), settlingBias: try number(.settlingBias),
      settlingTime: try number(.settlingTime))
  }

  /// Encodes every key; null where there is nothing.
  package func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encode(name, forKey: .name)
    try keys.encode(tool, forKey: .tool)
    try keys.encode(rate, forKey: .rate)
    try keys.encode(frameRate, forKey: .frameRate)
    try keys.encode(timeDeviation, forKey: .timeDeviation)
    try keys.encode(timeStepsPerSecond, forKey: .timeStepsPerSecond)
    try keys.encode(lossShare, forKey: .lossShare)
    try keys.encode(lossRun, forKey: .lossRun)
    try keys.encode(positionDeviation, forKey: .positionDeviation)
    try keys.encode(noiseCorrelation, forKey: .noiseCorrelation)
    try keys.encode(positionStepsPerMillimetre, forKey: .positionStepsPerMillimetre)
    try keys.encode(smoothingCutoff, forKey: .smoothingCutoff)
    try keys.encode(settlingBias, forKey: .settlingBias)
    try keys.encode(settlingTime, forKey: .settlingTime)
  }
}
