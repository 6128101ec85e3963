/// The mean of small dense networks, each with a linear way past its hidden layers.
///
/// For a member: a₁ = ρ(W₁ᵀ·z + b₁), a_l = ρ(W_lᵀ·a_{l−1} + b_l), y = Vᵀ·a_L + c + Sᵀ·z, with
/// ρ(x) = max(x, 0) and z the features of motion and horizon. The motion's share of the first layer
/// and of S is computed once a sample (the trunk) and serves every horizon.
///
/// Weights of a member, row by row: W₁ (inputs × width), b₁; the further layers likewise; V (width ×
/// 2), c (2); S (inputs × 2).
struct NetworkRegressor: Sendable {
  private struct Member: Sendable {
    /// The first layer's share of the motion; the two outputs of S follow the hidden ones.
    let motion: PackedMatrix
    let motionStart: [SIMD16<Float>]
    let horizon: PackedMatrix
    let layers: [Layer]
    let along: [SIMD16<Float>]
    let across: [SIMD16<Float>]
  }

  private struct Layer: Sendable {
    let weights: PackedMatrix
    let start: [SIMD16<Float>]
  }

  private let members: [Member]
  /// Blocks of a member's trunk: the first hidden layer, and one for the way past.
  private let memberBlocks: Int
  /// Blocks of the widest hidden layer.
  private let widestBlocks: Int

  static func memberWeightCount(motion: Int, hidden: [Int]) -> Int {
    var (count, inputs) = (0, motion + HorizonFeatures.count)
    let all = inputs
    for width in hidden {
      count += (inputs + 1) * width
      inputs = width
    }
    return count + (inputs + 1) * 2 + all * 2
  }

  init(_ weights: ArraySlice<Float>, motion: Int, members: Int, hidden: [Int]) {
    let each = Self.memberWeightCount(motion: motion, hidden: hidden)
    self.members = (0..<members).map { member in
      let start = weights.startIndex + member * each
      return Self.member(weights[start..<(start + each)], motion: motion, hidden: hidden)
    }
    memberBlocks = PackedMatrix.blocks(for: hidden[0]) + 1
    widestBlocks = hidden.map { PackedMatrix.blocks(for: $0) }.max() ?? 1
  }

  private static func member(
    _ weights: ArraySlice<Float>, motion: Int, hidden: [Int]
  ) -> Member {
    var place = weights.startIndex
    func take(_ count: Int) -> ArraySlice<Float> {
      place += count
      return weights[(place - count)..<place]
    }
    let first = hidden[0]
    let firstMotion = take(motion * first)
    let firstHorizon = take(HorizonFeatures.count * first)
    let firstStart = take(first)
    var layers: [Layer] = []
    var inputs = first
    for width in hidden.dropFirst() {
      let matrix = PackedMatrix(take(inputs * width), inputs: inputs, outputs: width)
      layers.append(Layer(weights: matrix, start: PackedRow.blocks(of: take(width))))
      inputs = width
    }
    let output = Array(take(2 * inputs))
    let offset = Array(take(2))
    let past = Array(take(2 * motion))
    let pastHorizon = Array(take(2 * HorizonFeatures.count))
    return Member(
      motion: widened(Array(firstMotion), rows: motion, columns: first, with: past),
      motionStart: PackedRow.blocks(of: firstStart) + PackedRow.blocks(of: offset[...]),
      horizon: widened(
        Array(firstHorizon), rows: HorizonFeatures.count, columns: first, with: pastHorizon),
      layers: layers, along: PackedRow.blocks(of: column(0, of: output)),
      across: PackedRow.blocks(of: column(1, of: output)))
  }

  /// The first layer's weights, filled up to whole blocks, with the two columns of the way past.
  private static func widened(
    _ hidden: [Float], rows: Int, columns: Int, with past: [Float]
  ) -> PackedMatrix {
    let padded = PackedMatrix.blocks(for: columns) * PackedMatrix.width
    var all: [Float] = []
    for row in 0..<rows {
      all += hidden[(row * columns)..<((row + 1) * columns)]
      all += [Float](repeating: 0, count: padded - columns)
      all += past[(2 * row)..<(2 * row + 2)]
    }
    return PackedMatrix(all[...], inputs: rows, outputs: padded + 2)
  }

  private static func column(_ index: Int, of pairs: [Float]) -> ArraySlice<Float> {
    stride(from: index, to: pairs.count, by: 2).map { pairs[$0] }[...]
  }

  var trunkBlocks: Int { members.count * memberBlocks }

  func fill(_ trunk: UnsafeMutablePointer<SIMD16<Float>>, with motion: UnsafePointer<Float>) {
    for index in members.indices {
      let own = trunk + index * memberBlocks
      for block in 0..<memberBlocks { own[block] = members[index].motionStart[block] }
      members[index].motion.addProduct(with: motion, to: own)
    }
  }

  func answer(
    _ trunk: UnsafePointer<SIMD16<Float>>, horizon: SIMD4<Float>
  ) -> SIMD2<Float> {
    withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: widestBlocks + 1) { first in
      withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: widestBlocks + 1) { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return .zero }
        var sum = SIMD2<Float>.zero
        for index in members.indices {
          sum += answer(
            of: members[index], trunk + index * memberBlocks, horizon: horizon, first, second)
        }
        return sum / Float(members.count)
      }
    }
  }

  private func answer(
    of member: Member, _ trunk: UnsafePointer<SIMD16<Float>>, horizon: SIMD4<Float>,
    _ first: UnsafeMutablePointer<SIMD16<Float>>, _ second: UnsafeMutablePointer<SIMD16<Float>>
  ) -> SIMD2<Float> {
    var (layer, next) = (first, second)
    for block in 0..<memberBlocks { layer[block] = trunk[block] }
    withUnsafePointer(to: horizon) { pointer in
      pointer.withMemoryRebound(to: Float.self, capacity: HorizonFeatures.count) { features in
        member.horizon.addProduct(with: features, to: layer)
      }
    }
    let past = layer[memberBlocks - 1]
    var blocks = memberBlocks - 1
    for index in 0..<blocks { layer[index].rectify() }
    for step in member.layers.indices {
      let (weights, start) = (member.layers[step].weights, member.layers[step].start)
      for block in 0..<weights.blocks { next[block] = start[block] }
      let inputs = UnsafeRawPointer(layer).assumingMemoryBound(to: Float.self)
      weights.addProduct(with: inputs, to: next)
      blocks = weights.blocks
      for block in 0..<blocks { next[block].rectify() }
      swap(&layer, &next)
    }
    var (along, across) = (SIMD16<Float>.zero, SIMD16<Float>.zero)
    for block in 0..<blocks {
      along += member.along[block] * layer[block]
      across += member.across[block] * layer[block]
    }
    return SIMD2(past[0] + along.sum(), past[1] + across.sum())
  }
}

extension SIMD16 where Scalar == Float {
  /// Puts 0 in the place of what is below it.
  @inline(__always)
  fileprivate mutating func rectify() { replace(with: 0, where: self .< 0) }
}
