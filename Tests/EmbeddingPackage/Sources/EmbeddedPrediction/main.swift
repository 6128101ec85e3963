import TouchInput

// A contact that moves by (1, 2) each sixtieth of a second, two frames later: (6, 12).
let samples = (0..<5).map {
  TouchSample(time: Double($0) / 60, position: SIMD2(Double($0), 2 * Double($0)))
}
if let predicted = try position(after: samples, ahead: 2.0 / 60) {
  print(predicted.x.rounded(), predicted.y.rounded())
}
