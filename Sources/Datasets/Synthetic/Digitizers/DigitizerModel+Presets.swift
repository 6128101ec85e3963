extension DigitizerModel {
  /// The digitizers that can be called by name.
  package static let presets = [ideal, phoneTouch, tabletTouch, pen]

  /// Exact positions at exact times, 240 Hz.
  package static let ideal = DigitizerModel(name: "ideal-240hz", rate: 240)

  /// A phone's touch screen, 60 Hz, after recordings of one.
  ///
  /// Whole milliseconds, jitter and runs of lost reports so that the intervals are near those of
  /// Henze, Le, Mayer and Schwind 2017, and a grid of about a pixel of that phone (12.7 a
  /// millimeter); noise, smoothing and settling are this project's proposal.
  package static let phoneTouch = DigitizerModel(
    name: "phone-touch-60hz", tool: .finger, rate: 60, frameRate: 60, timeDeviation: 0.001,
    timeStepsPerSecond: 1000, lossShare: 0.05, lossRun: 3, positionDeviation: 0.06,
    noiseCorrelation: 0.6, positionStepsPerMillimetre: 12.5, smoothingCutoff: 20,
    settlingBias: 0.5, settlingTime: 0.02)

  /// A tablet's touch screen, 120 Hz, two samples to a frame of 60 Hz.
  package static let tabletTouch = DigitizerModel(
    name: "tablet-touch-120hz", tool: .finger, rate: 120, frameRate: 60, timeDeviation: 0.0005,
    timeStepsPerSecond: 1000, lossShare: 0.005, lossRun: 1, positionDeviation: 0.04,
    noiseCorrelation: 0.6, positionStepsPerMillimetre: 20, smoothingCutoff: 30,
    settlingBias: 0.3, settlingTime: 0.012)

  /// A pen display, 240 Hz, four samples to a frame of 60 Hz, nothing lost and no smoothing.
  package static let pen = DigitizerModel(
    name: "pen-240hz", tool: .stylus, rate: 240, frameRate: 60, timeDeviation: 0.0003,
    timeStepsPerSecond: 1000, positionDeviation: 0.015, noiseCorrelation: 0,
    positionStepsPerMillimetre: 100, settlingBias: 0.05, settlingTime: 0.005)

  /// Returns the sensor of the bundled sets: 0.05 mm and 0.5 ms, in steps of 0.05 mm and 1 ms; or perfect.
  static func bundled(_ variant: SyntheticDataset.Variant, rate: Int) -> DigitizerModel {
    let name = "\(variant.rawValue)-\(rate)hz"
    guard variant == .noisy else { return DigitizerModel(name: name, rate: Double(rate)) }
    return DigitizerModel(
      name: name, rate: Double(rate), timeDeviation: 0.0005, timeStepsPerSecond: 1000,
      positionDeviation: 0.05, positionStepsPerMillimetre: 20)
  }

  /// What it does, in a line for `dataset.json`.
  var summary: String {
    let text = DecimalNumber.shortest
    var parts = [clockSummary, sensorSummary]
    if let smoothingCutoff { parts.append("low-pass filter of \(text(smoothingCutoff)) Hz") }
    if settlingBias > 0 {
      parts.append(
        "touch-down bias of up to \(text(settlingBias)) mm that falls to 1/e in "
          + "\(text(settlingTime)) s")
    }
    if lossShare > 0 {
      parts.append(
        "\(text(100 * lossShare)) % of reports lost, in runs of \(text(lossRun)) on average")
    }
    if let frameRate { parts.append("delivered in frames of \(text(frameRate)) Hz") }
    return parts.joined(separator: "; ")
  }

  private var clockSummary: String {
    guard !hasPerfectClock else { return "seconds, exact to 1e-6" }
    let steps = timeStepsPerSecond.map { "steps of 1/\(DecimalNumber.shortest($0)) s" } ?? "seconds"
    return "\(steps) with normal jitter of \(DecimalNumber.shortest(1000 * timeDeviation)) ms"
  }

  private var sensorSummary: String {
    let text = DecimalNumber.shortest
    let grid = positionStepsPerMillimetre.map { ", in steps of 1/\(text($0)) mm" } ?? ""
    guard positionDeviation > 0 else { return "positions without noise" + grid }
    let color =
      noiseCorrelation > 0 ? "AR(1) noise (rho \(text(noiseCorrelation)))" : "white noise"
    return "positions measured at the true times, with \(color) of "
      + "\(text(positionDeviation)) mm an axis" + grid
  }
}
