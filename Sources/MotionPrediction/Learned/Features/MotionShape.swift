import MotionNumerics

/// Five numbers of how a motion is spread over its displacements, which no turning of the plane changes.
///
/// Of displacements d_i, newest first, with the frame's scale s:
///
/// - ln(max |d_i|/s + 0.05), ln(|d₀|/s + 0.05) and ln(|d₀ − d₁|/s + 0.05), each at most 3 either way: how
///   the peak, the newest and the newest change compare with the recent speed;
/// - how long ago the peak was: 2·i/n, i being the newest of those within a thousandth of the greatest,
///   so that rounding does not choose among equals, and n the number looked at;
/// - how many hardly move: 2·(number of |d_i| below 0.118 mm)/n, 0.118 mm being 1.5 px of the phone of
///   Henze et al. 2017; where the unit of length is not known, below that share of the usual scale times s.
///
/// A network can work these out of the displacements, and saves its width where it need not: error falls
/// by half a percent (experiments/beyond-lstm).
enum MotionShape {
  /// How many numbers there are.
  static let count = 5

  /// A displacement shorter than this, in millimeters, hardly moves.
  private static let stillness = 0.118
  private static let offset = 0.05
  private static let most = 3.0
  /// What is within this share of the greatest is as great.
  private static let equality = 0.999

  /// Writes the numbers.
  ///
  /// - Parameters:
  ///   - displacements: Newest first; only the first `count` are there.
  ///   - count: How many there are, at least 1.
  ///   - scale: The frame's scale, above 0.
  ///   - layout: What is computed.
  ///   - unitsPerMillimeter: Units of the positions to the millimeter; nil if not known.
  ///   - values: The features; those of the shape are written.
  static func write(
    _ displacements: [SIMD2<Double>], count: Int, scale: Double, layout: MotionFeatureLayout,
    unitsPerMillimeter: Double?, to values: inout [Float]
  ) {
    let still = unitsPerMillimeter.map { stillness * $0 } ?? stillness / layout.usualScale * scale
    var (greatest, slow) = (0.0, 0)
    for index in 0..<count {
      let length = displacements[index].length
      greatest = max(greatest, length)
      if length < still { slow += 1 }
    }
    var peak = 0
    while peak + 1 < count, displacements[peak].length < equality * greatest { peak += 1 }
    let before = count > 1 ? displacements[1] : .zero
    let start = layout.shapeIndex
    values[start] = logarithm(greatest / scale)
    values[start + 1] = logarithm(displacements[0].length / scale)
    values[start + 2] = logarithm((displacements[0] - before).length / scale)
    values[start + 3] = Float(2 * peak) / Float(layout.displacements)
    values[start + 4] = Float(2 * slow) / Float(layout.displacements)
  }

  private static func logarithm(_ ratio: Double) -> Float {
    Float(min(max(Elementary.logarithm(ratio + offset), -most), most))
  }
}
