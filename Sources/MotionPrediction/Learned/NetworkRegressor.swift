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
    /// By layer: how many outputs it has.
    let widths: [Int]
    let output: PackedMatrix
    let offset: SIMD16<Float>
    let past: PackedMatrix
  }

  private let members: [Member]
  private let motionCount: Int
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
    motionCount = motion
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
      layers: layers, widths: hidden,
      output: PackedMatrix(rest.take(inputs * outputs), inputs: inputs, outputs: outputs),
      offset: PackedRow.blocks(of: rest.take(outputs))[0],
      past: PackedMatrix(rest.take(motion * outputs), inputs: motion, outputs: outputs))
  }

  /// Returns the mean over the first `networks` members; over all if there are no more than that, or it is 0.
  func coefficients(_ motion: UnsafePointer<Float>, networks: Int) -> SIMD16<Float> {
    let used = networks > 0 ? min(networks, members.count) : members.count
    return withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: widestBlocks) { layer in
      NonzeroNumbers.withStorage(for: motionCount) { features in
        NonzeroNumbers.withStorage(for: widestBlocks * PackedMatrix.width) { hidden in
          guard let layer = layer.baseAddress else { return .zero }
          features.list(motion, length: motionCount)
          var sum = SIMD16<Float>.zero
          for index in 0..<used { sum += answer(of: members[index], features, layer, &hidden) }
          return sum / Float(used)
        }
      }
    }
  }

  private func answer(
    of member: Member, _ motion: NonzeroNumbers, _ layer: UnsafeMutablePointer<SIMD16<Float>>,
    _ hidden: inout NonzeroNumbers
  ) -> SIMD16<Float> {
    var inputs = motion
    for step in member.layers.indices {
      let (weights, offsets) = (member.layers[step].weights, member.layers[step].offsets)
      for block in 0..<weights.blocks { layer[block] = offsets[block] }
      weights.addProduct(with: inputs, to: layer)
      for block in 0..<weights.blocks { layer[block].rectify() }
      hidden.list(
        UnsafeRawPointer(layer).assumingMemoryBound(to: Float.self), length: member.widths[step])
      inputs = hidden
    }
    var answer = member.offset
    member.output.addProduct(with: inputs, to: &answer)
    member.past.addProduct(with: motion, to: &answer)
    return answer
  }
}

extension SIMD16 where Scalar == Float {
  /// Puts 0 in the place of what is below it.
  @inline(__always)
  fileprivate mutating func rectify() { replace(with: 0, where: self .< 0) }
}
