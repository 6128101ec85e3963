import DigitalInk
import MotionNumerics
import TestSupport
import Testing
import TouchInput

/// Filters and smoothers on lines whose result is known.
@Suite struct FilterTests {
  /// Sums of a few rounded products.
  private static let rounding = 1e-12

  private func line(_ positions: [SIMD2<Double>], isComplete: Bool = false) -> Polyline {
    Polyline(
      touchIdentifier: "T",
      points: PagedArray(
        positions.enumerated().map {
          PolylinePoint(location: $1, time: Double($0) / 100, pathIndex: $0)
        }),
      isComplete: isComplete)
  }

  private func kept(_ line: Polyline) -> [Int] { line.points.map(\.pathIndex) }

  @Test func savitzkyGolayHasItsPublishedWeights() {
    // The response to a lone 1 is the weights backwards; they are symmetric.
    for (halfWidth, weights) in [
      (2, [-3.0, 12, 17, 12, -3].map { $0 / 35 }),
      (3, [-2.0, 3, 6, 7, 6, 3, -2].map { $0 / 21 }),
    ] {
      let impulse = line((0..<15).map { $0 == 7 ? [1, -1] : .zero })
      let smooth = SavitzkyGolay(halfWidth: halfWidth).result(of: impulse)
      for (offset, weight) in weights.enumerated() {
        let location = smooth.points[7 - halfWidth + offset].location
        #expect(location.distance(to: [weight, -weight]) < Self.rounding)
      }
    }
  }

  @Test func savitzkyGolayKeepsCubicsAndTheOuterPoints() {
    let cubic = line(
      (0..<20).map {
        let t = Double($0) / 10
        return [t, 1 - t + 2 * t * t - t * t * t]
      })
    for halfWidth in 2...12 {
      let smooth = SavitzkyGolay(halfWidth: halfWidth).result(of: cubic)
      for (point, original) in zip(smooth.points, cubic.points) {
        #expect(point.location.distance(to: original.location) < Self.rounding)
      }
    }
    let jagged = line((0..<9).map { [Double($0), Double($0 % 2)] })
    let smooth = SavitzkyGolay(halfWidth: 4).result(of: jagged)
    for index in [0, 1, 7, 8] { #expect(smooth.points[index] == jagged.points[index]) }
    #expect(SavitzkyGolay(strength: 0).result(of: jagged) == jagged)
    #expect(SavitzkyGolay(halfWidth: 99) == SavitzkyGolay(halfWidth: 12))
    #expect(SavitzkyGolay(strength: .nan) == SavitzkyGolay())
  }

  @Test func douglasPeuckerKeepsClosedLoopsAndCompleteness() {
    let square = line([[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]], isComplete: true)
    let result = DouglasPeucker().result(of: square)
    #expect(kept(result) == [0, 1, 2, 3, 4])
    #expect(result.isComplete)
    #expect(kept(DouglasPeucker().result(of: line([[1, 1], [1, 1], [1, 1]]))) == [0, 2])
  }

  @Test(arguments: TestSize.seeds(100, full: 2500)) func douglasPeuckerIsItsRecursion(seed: UInt64)
  {
    var random = Xoshiro256StarStar(seed: seed)
    var position = SIMD2<Double>.zero
    let positions = (0..<(1 + random.nextInt(below: 120))).map { _ -> SIMD2<Double> in
      position += [
        Double(random.nextInt(below: 5) - 2) / 2, Double(random.nextInt(below: 5) - 2) / 2,
      ]
      return position
    }
    let result = DouglasPeucker(blockLength: nil).result(of: line(positions))
    #expect(kept(result) == recursion(positions, 0, positions.count - 1), "seed \(seed)")
    #expect(kept(DouglasPeucker().result(of: line(positions))) == kept(result), "seed \(seed)")
    // With blocks, what is left out still lies within ε of the line through its neighbors.
    let blocks = kept(DouglasPeucker(blockLength: 7).result(of: line(positions)))
    for (start, end) in zip(blocks, blocks.dropFirst()) {
      #expect(recursion(positions, start, end) == [start, end], "seed \(seed)")
    }
    #expect(stride(from: 0, to: positions.count, by: 7).allSatisfy(blocks.contains))
  }

  /// Douglas and Peucker's own recursion, with 0.45.
  private func recursion(_ positions: [SIMD2<Double>], _ start: Int, _ end: Int) -> [Int] {
    guard end > start else { return [start] }
    let chord = positions[end] - positions[start]
    var (split, greatest) = (start, 0.45)
    for index in (start + 1)..<max(end, start + 1) {
      let offset = positions[index] - positions[start]
      let length = chord.length
      let distance = length > 0 ? abs(chord.cross(offset)) / length : offset.length
      if distance > greatest { (split, greatest) = (index, distance) }
    }
    guard split > start else { return [start, end] }
    return recursion(positions, start, split).dropLast() + recursion(positions, split, end)
  }

  /// Why the whole-line form cannot be kept up to date at a bounded cost (docs/ink/douglas-peucker.md).
  @Test func onePointMoreCanChangeTheWholeLine() {
    let length = 1_000
    let zigzag = (0...length).map { index -> SIMD2<Double> in
      let isEnd = index == 0 || index == length
      return [Double(index), isEnd ? 0 : index.isMultiple(of: 2) ? 0.3 : -0.3]
    }
    let whole = DouglasPeucker(blockLength: nil)
    #expect(kept(whole.result(of: line(zigzag))) == [0, length])
    let longer = whole.result(of: line(zigzag + [[Double(length + 1), 100]]))
    #expect(longer.count > length - 5)
  }

  @Test func pointDistanceKeepsEndsAndWhatIsApart() {
    let row = line((0...10).map { [Double($0), 0] })
    #expect(kept(PointDistance(minimum: 3).result(of: row)) == [0, 3, 6, 9, 10])
    #expect(kept(PointDistance(minimum: 0).result(of: row)) == Array(0...10))
    #expect(kept(PointDistance(minimum: 99).result(of: row)) == [0, 10])
    #expect(kept(PointDistance().result(of: line([[0, 0]]))) == [0])
  }

  @Test func oneEuroIsTheFilterOfMotionNumerics() {
    let wave = line((0..<100).map { [Double($0), Elementary.sine(Double($0) / 5)] })
    let settings = OneEuroFilter(minimumCutoff: 2, beta: 0.1, nominalRate: 100)
    var filter = settings
    let result = OneEuroSmoothing(settings).result(of: wave)
    for (point, original) in zip(result.points, wave.points) {
      #expect(point.location == filter.filter(original.location, at: original.time))
    }
  }

  @Test func antigrainDrawsAsManyElementsAsItSays() {
    let smoother = AntigrainSmoother()
    let points: [SIMD2<Double>] = [[0, 0], [1, 0], [2, 1], [3, 1]]
    let counts = (0...4).map {
      let open = line(Array(points.prefix($0)))
      let complete = line(Array(points.prefix($0)), isComplete: true)
      return [smoother.elementCount(of: open), smoother.elementCount(of: complete)]
    }
    #expect(counts == [[0, 0], [1, 1], [1, 1], [2, 3], [3, 4]])
    let two = ElementMaker(AntigrainSmoother(drawsTwoPointLines: true))
      .result(of: line(Array(points.prefix(2))))
    #expect(Array(two.elements) == [.move(to: [0, 0]), .line(to: [1, 0])])
  }

  @Test func antigrainStaysANumberWherePointsCoincide() {
    let line = line([[1, 1], [1, 1], [1, 1], [5, 1]], isComplete: true)
    let elements = ElementMaker(AntigrainSmoother()).result(of: line).elements
    #expect(elements[1] == .curve(to: [1, 1], control1: [1, 1], control2: [1, 1]))
    for element in elements {
      guard case .curve(_, let first, let second) = element else { continue }
      #expect((first + second).squaredLength.isFinite)
    }
  }
}
