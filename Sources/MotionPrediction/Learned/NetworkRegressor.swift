/// The mean of small dense networks, each with a linear way past its hidden layers.
///
/// For a member: a₁ = ρ(W₁ᵀ·x + b₁), a_l = ρ(W_lᵀ·a_{l−1} + b_l), coefficients = Vᵀ·a_L + c + Sᵀ·x, with
/// ρ(z) = max(z, 0) and x the standardized features of the motion.
///
/// Weights of a member, row by row: W₁ (motion × width), b₁; the further layers likewise; V (width ×
/// 16), c (16); S (motion × 16).
struct NetworkRegressor: Sendable {
  private struct Layer: Sendable {
    let weights: PackedMatrix
    let offsets: [SIMD16<Float>]
  }

  private struct Member: Sendable {
    let layers: [Layer]
    let output: PackedMatrix
    let offset: SIMD16<Float>
    let past: PackedMatrix
  }

  private let members: [Member]
  /// Blocks of the widest hidden layer.
  private let widestBlocks: Int

  static func memberWeightCount(motion: Int, hidden: [Int]) -> Int {
    var (count, inputs) = (0, motion)
    for width in hidden {
      count += (inputs + 1) * width
      inputs = width
    }
    return count + (inputs + 1 + motion) * HorizonBasis.coefficientCount
  }

  init(_ weights: ArraySlice<Float>, motion: Int, members: Int, hidden: [Int]) {
    var rest = WeightReader(weights)
    let each = Self.memberWeightCount(motion: motion, hidden: hidden)
    self.members = (0..<members).map { _ in
      Self.member(rest.take(each), motion: motion, hidden: hidden)
    }
    widestBlocks = hidden.map { PackedMatrix.blocks(for: $0) }.max() ?? 1
  }

  private static func member(
    _ weights: ArraySlice<Float>, motion: Int, hidden: [Int]
  ) -> Member {
    let outputs = HorizonBasis.coefficientCount
    var (rest, layers, inputs) = (WeightReader(weights), [Layer](), motion)
    for width in hidden {
      let matrix = PackedMatrix(rest.take(inputs * width), inputs: inputs, outputs: width)
      layers.append(Layer(weights: matrix, offsets: PackedRow.blocks(of: rest.take(width))))
      inputs = width
    }
    return Member(
      layers: layers,
      output: PackedMatrix(rest.take(inputs * outputs), inputs: inputs, outputs: outputs),
      offset: PackedRow.blocks(of: rest.take(outputs))[0],
      past: PackedMatrix(rest.take(motion * outputs), inputs: motion, outputs: outputs))
  }

  func coefficients(_ motion: UnsafePointer<Float>) -> SIMD16<Float> {
    withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: widestBlocks) { first in
      withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: widestBlocks) { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return .zero }
        var sum = SIMD16<Float>.zero
        for index in members.indices { sum += answer(of: members[index], motion, first, second) }
        return sum / Float(members.count)
      }
    }
  }

  private func answer(
    of member: Member, _ motion: UnsafePointer<Float>,
    _ first: UnsafeMutablePointer<SIMD16<Float>>, _ second: UnsafeMutablePointer<SIMD16<Float>>
  ) -> SIMD16<Float> {
    var (layer, next) = (first, second)
    var inputs = motion
    for step in member.layers.indices {
      let (weights, offsets) = (member.layers[step].weights, member.layers[step].offsets)
      for block in 0..<weights.blocks { next[block] = offsets[block] }
      weights.addProduct(with: inputs, to: next)
      for block in 0..<weights.blocks { next[block].rectify() }
      swap(&layer, &next)
      inputs = UnsafeRawPointer(layer).assumingMemoryBound(to: Float.self)
    }
    let hidden = member.output.sum(member.offset, with: inputs, block: 0)
    return member.past.sum(hidden, with: motion, block: 0)
  }
}

extension SIMD16 where Scalar == Float {
  /// Puts 0 in the place of what is below it.
  @inline(__always)
  fileprivate mutating func rectify() { replace(with: 0, where: self .< 0) }
}
