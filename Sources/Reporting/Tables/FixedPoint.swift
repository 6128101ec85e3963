/// Numbers with a fixed number of decimals, free of locale.
package enum FixedPoint {
  /// The number rounded half away from zero; a number too great for that in its shortest form.
  package static func text(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<max(decimals, 0) { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled.isFinite, scaled < 1e15 else { return value.description }
    let digits = String(Int64(scaled))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
