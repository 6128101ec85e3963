import MotionNumerics
import TouchInput

extension RibbonQuad {
  /// The shapes of the quad: the quad, then in mode `debug` the marks of the pen's pose.
  func shapes(_ settings: RibbonSettings) -> [InkShape] {
    guard settings.mode == .debug else {
      return [
        InkShape(.polygon(corners), fill: .ink, stroke: .ink, strokeWidth: 0.25, role: role)
      ]
    }
    let piece = InkShape(
      .polygon(corners), fill: debugFill, stroke: hasEstimatedForce ? .blue : .paper,
      strokeWidth: 0.5, role: role)
    return [piece] + poseMarks
  }

  private var role: InkShape.Role {
    if to.isPredicted { return .predicted }
    return from.isCoalesced ? .coalesced : .actual
  }

  private var debugFill: InkShape.Color {
    switch role {
    case .predicted: .red
    case .coalesced: .gray
    default: .ink
    }
  }

  /// The lean as a line, and the altitude as a shorter one rotated from it by that angle.
  private var poseMarks: [InkShape] {
    let isEstimated = from.estimatedProperties.contains(.azimuth)
    guard let lean = from.azimuthUnitVector, lean.isFinite, !from.isPredicted,
      !from.isCoalesced || isEstimated
    else { return [] }
    let reach = 20.0
    let azimuth = InkShape(
      .line([from.location, from.location + lean * reach]), stroke: isEstimated ? .blue : .orange,
      strokeWidth: 1.5, role: .azimuth)
    guard let altitude = from.altitude, altitude.isFinite else { return [azimuth] }
    let start = from.location + lean * (reach / 2)
    let end = start + lean.turned(by: altitude) * (reach / 2)
    return [
      azimuth, InkShape(.line([start, end]), stroke: .ink, strokeWidth: 0.5, role: .altitude),
    ]
  }
}
