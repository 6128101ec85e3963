/// A dense matrix of float32 weights, laid out for products with one vector after another.
///
/// Outputs stand in blocks of 16, the last filled up with zeros; within a block one input follows the
/// other. So the inner loop reads memory in order, and adds to 32 outputs at a time.
struct PackedMatrix: Sendable {
  /// The number of inputs.
  let inputs: Int
  /// The number of blocks of 16 outputs.
  let blocks: Int
  private let weights: [SIMD16<Float>]

  /// How many outputs a block has.
  static let width = 16

  /// The number of blocks for a number of outputs.
  static func blocks(for outputs: Int) -> Int { (outputs + width - 1) / width }

  /// Packs `inputs` rows of `outputs` weights.
  ///
  /// - Precondition: There are `inputs` × `outputs` weights.
  init(_ rows: ArraySlice<Float>, inputs: Int, outputs: Int) {
    precondition(rows.count == inputs * outputs, "not \(inputs) rows of \(outputs) weights")
    self.inputs = inputs
    blocks = Self.blocks(for: outputs)
    var packed = [SIMD16<Float>](repeating: .zero, count: inputs * blocks)
    for input in 0..<inputs {
      for output in 0..<outputs {
        let weight = rows[rows.startIndex + input * outputs + output]
        packed[output / Self.width * inputs + input][output % Self.width] = weight
      }
    }
    weights = packed
  }

  /// outputs ← outputs + Mᵀ·vector.
  ///
  /// - Parameters:
  ///   - vector: As many numbers as there are inputs.
  ///   - outputs: As many blocks as the matrix has.
  @inline(__always)
  func addProduct(
    with vector: NonzeroNumbers, to outputs: UnsafeMutablePointer<SIMD16<Float>>
  ) {
    weights.withUnsafeBufferPointer { weights in
      guard let start = weights.baseAddress else { return }
      var block = 0
      while block + 1 < blocks {
        let (left, right) = (start + block * inputs, start + (block + 1) * inputs)
        var (first, second) = (outputs[block], outputs[block + 1])
        for index in 0..<vector.count {
          let (input, value) = vector[index]
          first += value * left[input]
          second += value * right[input]
        }
        (outputs[block], outputs[block + 1]) = (first, second)
        block += 2
      }
      guard block < blocks else { return }
      let last = start + block * inputs
      var sum = outputs[block]
      for index in 0..<vector.count {
        let (input, value) = vector[index]
        sum += value * last[input]
      }
      outputs[block] = sum
    }
  }

  /// Returns one block of outputs: `start` and the product with a vector.
  @inline(__always)
  func sum(
    _ start: SIMD16<Float>, with vector: UnsafePointer<Float>, block: Int
  ) -> SIMD16<Float> {
    var sum = start
    for input in 0..<inputs {
      sum += SIMD16(repeating: vector[input]) * weights[block * inputs + input]
    }
    return sum
  }
}

/// The numbers of a vector that are not 0, with their places: after rectification about half of them are 0, and a
/// product need not look at those.
struct NonzeroNumbers {
  private let places: UnsafeMutablePointer<Int32>
  private let values: UnsafeMutablePointer<Float>
  /// How many there are.
  private(set) var count = 0

  /// Calls `body` with an empty list with storage for `length` numbers.
  ///
  /// The places and the values are allocated apart: up to 1,024 bytes each stand on the stack.
  @inline(__always)
  static func withStorage<Result>(
    for length: Int, _ body: (inout NonzeroNumbers) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(length, 1)) { places in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: max(length, 1)) { values in
        guard let first = places.baseAddress, let value = values.baseAddress else {
          preconditionFailure("an allocation without an address")
        }
        var list = NonzeroNumbers(places: first, values: value)
        return body(&list)
      }
    }
  }

  private init(places: UnsafeMutablePointer<Int32>, values: UnsafeMutablePointer<Float>) {
    self.places = places
    self.values = values
  }

  /// The `index`-th of them: its place, and a block of its value.
  @inline(__always)
  subscript(index: Int) -> (place: Int, value: SIMD16<Float>) {
    (Int(places[index]), SIMD16(repeating: values[index]))
  }

  /// Lists the numbers among the first `length` of `vector` that are not 0; NaN is one of them.
  @inline(__always)
  mutating func list(_ vector: UnsafePointer<Float>, length: Int) {
    var found = 0
    for place in 0..<length {
      let value = vector[place]
      places[found] = Int32(truncatingIfNeeded: place)
      values[found] = value
      found += value == 0 ? 0 : 1
    }
    count = found
  }
}

/// A row of numbers in blocks of 16, the last filled up with zeros.
enum PackedRow {
  static func blocks(of row: ArraySlice<Float>) -> [SIMD16<Float>] {
    var blocks = [SIMD16<Float>](
      repeating: .zero, count: PackedMatrix.blocks(for: row.count))
    for (index, value) in row.enumerated() {
      blocks[index / PackedMatrix.width][index % PackedMatrix.width] = value
    }
    return blocks
  }
}

/// Weights that are taken one part after another.
struct WeightReader {
  private var rest: ArraySlice<Float>

  init(_ weights: ArraySlice<Float>) { rest = weights }

  /// The next `count` weights.
  mutating func take(_ count: Int) -> ArraySlice<Float> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
