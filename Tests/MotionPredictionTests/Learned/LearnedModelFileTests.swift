import MotionNumerics
import MotionPrediction
import Testing

/// A model file is read whole and right, or refused with the reason.
@Suite struct LearnedModelFileTests {
  private static func bytes() throws -> [UInt8] {
    try TestModel.make(.network(members: 2, hidden: [9, 5])).bytes
  }

  /// The checksum of the format, computed here by its definition.
  private static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
    let body = bytes.dropLast(8)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return body + (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(8 * $0)) }
  }

  private static func put(_ value: UInt32, at place: Int, in bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for index in 0..<4 {
      result[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
    }
    return withChecksum(result)
  }

  private static func error(_ bytes: [UInt8]) -> LearnedModelError? {
    do {
      _ = try LearnedModel(bytes: bytes)
      return nil
    } catch { return error }
  }

  @Test(
    "what is written reads back the same", arguments: TestModel.regressors,
    MotionFeatureLayout.Kind.allCases)
  func roundTrip(
    regressor: LearnedModelShape.Regressor, layout: MotionFeatureLayout.Kind
  ) throws {
    let model = try TestModel.make(regressor, layout: layout)
    let read = try LearnedModel(bytes: model.bytes)
    #expect(read.bytes == model.bytes)
    #expect(read.weights == model.weights)
    #expect(read.manifest == model.manifest)
    #expect(read.shape == model.shape)
    #expect(read.constants.layout.kind == layout)
  }

  @Test func aModelWithTheFeaturesOfTheShapeReadsBackTheSame() throws {
    let model = try TestModel.make(.network(members: 2, hidden: [9, 5]), hasShape: true)
    let read = try LearnedModel(bytes: model.bytes)
    #expect(read.bytes == model.bytes)
    #expect(read.shape == model.shape && read.shape.hasShape)
    #expect(read.constants.layout.count == model.shape.motionCount)
  }

  @Test func everyTruncationIsRefused() throws {
    let bytes = try Self.bytes()
    for count in bytes.indices {
      #expect(Self.error(Array(bytes[..<count])) != nil, "\(count) of \(bytes.count) bytes")
    }
    #expect(Self.error(bytes + [0]) == .length(found: bytes.count + 1, expected: bytes.count))
  }

  @Test func everyFlippedBitIsRefused() throws {
    let bytes = try Self.bytes()
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      #expect(Self.error(damaged) != nil, "byte \(index)")
    }
  }

  @Test func anotherVersionIsRefused() throws {
    let newer = Self.put(3, at: 8, in: try Self.bytes())
    #expect(Self.error(newer) == .version(3, known: 2))
    #expect(Self.error(newer)?.description.contains("update nextpoint") == true)
    let older = Self.put(1, at: 8, in: try Self.bytes())
    #expect(Self.error(older) == .version(1, known: 2))
    #expect(Self.error(older)?.description.contains("update nextpoint") == false)
  }

  @Test func anotherLayoutIsRefused() throws {
    let bytes = try Self.bytes()
    // A layout that there is not, features of the shape of another number, lags of another number, and
    // the lags of version 0.1.
    for (place, value) in [(28, 3), (40, 4), (28, 2), (28, 1)] as [(Int, UInt32)] {
      switch Self.error(Self.put(value, at: place, in: bytes)) {
      case .shape, .size, .weightCount: continue
      default: Issue.record("the sizes with \(value) at byte \(place) were read")
      }
    }
  }

  @Test func anotherKindIsRefused() throws {
    let bytes = try Self.bytes()
    #expect(Self.error(Self.put(9, at: 12, in: bytes)) == .kind(9))
    // Of a kind that is known, but whose sizes are not these.
    guard case .shape = Self.error(Self.put(1, at: 12, in: bytes)) else {
      Issue.record("a network with the number of a linear model was read")
      return
    }
  }

  @Test func aWrongSizeIsRefused() throws {
    let bytes = try Self.bytes()
    // The second size: displacements, one more than the weights are for.
    guard case .weightCount = Self.error(Self.put(5, at: 32, in: bytes)) else {
      Issue.record("a model with too few weights for its sizes was read")
      return
    }
    // The first: a way of looking at motion that is not known; the fourth: features of the shape.
    guard case .shape = Self.error(Self.put(7, at: 28, in: bytes)) else {
      Issue.record("a model of an unknown layout was read")
      return
    }
    #expect(
      Self.error(Self.put(3, at: 40, in: bytes))
        == .size("features of the motion's shape", value: 3, least: 0, most: 5))
    #expect(
      Self.error(Self.put(4_000_000_000, at: 32, in: bytes))
        == .size("displacements", value: 4_000_000_000, least: 1, most: 32))
    // So many weights, bytes and sizes that adding them up would be hostile.
    for place in [16, 20, 24] {
      guard case .size = Self.error(Self.put(.max, at: place, in: bytes)) else {
        Issue.record("a count of 2^32 - 1 at byte \(place) was not refused")
        return
      }
    }
  }

  @Test("a weight that is no number is refused", arguments: [Float.nan, .infinity, -.infinity])
  func notFinite(value: Float) throws {
    let bytes = try Self.bytes()
    let place = bytes.count - 8 - 4 * 3
    let damaged = Self.put(value.bitPattern, at: place, in: bytes)
    guard case .notFinite = Self.error(damaged) else {
      Issue.record("\(value) was read as a weight")
      return
    }
    #expect(Self.error(damaged)?.description.contains("not a finite number") == true)
  }

  @Test func aChecksumOfOtherBytesIsRefused() throws {
    var bytes = try Self.bytes()
    bytes[bytes.count - 20] ^= 1
    #expect(Self.error(bytes) == .checksum)
  }

  @Test func somethingElseIsRefused() {
    #expect(Self.error([]) == .notAModel)
    #expect(Self.error(Array("stroke,t_s,x,y\n".utf8)) == .notAModel)
  }

  @Test("random bytes behind a header never crash", arguments: 1...200)
  func randomBytes(seed: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    var bytes = try Self.bytes()
    for _ in 0..<8 {
      let place = 8 + random.nextInt(below: bytes.count - 8)
      bytes[place] = UInt8(truncatingIfNeeded: random.next())
    }
    // With the right checksum it is the content that has to be refused, or can be used.
    if let model = try? LearnedModel(bytes: Self.withChecksum(bytes)) {
      let isFinite = model.weights.regressor.allSatisfy { $0.isFinite }
      #expect(isFinite, "seed \(seed)")
    }
  }
}
