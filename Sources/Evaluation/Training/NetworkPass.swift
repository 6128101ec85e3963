import MotionNumerics
import MotionPrediction

/// The forward and backward pass of a batch through a network, in storage allocated once.
///
/// A class because it owns memory. An instance stays with the worker that created it.
final class NetworkPass {
  /// How many rows a batch has.
  let batch: Int
  /// How many weights the network has.
  let weightCount: Int

  private let inputs: Int
  private let hidden: [Int]
  /// Where each layer's weights begin; the last two are the output's and those of the way past.
  private let places: [Int]
  private let storage: UnsafeMutablePointer<Float>
  /// The gradient of the mean loss, as the weights are ordered.
  let gradient: UnsafeMutablePointer<Float>
  private let rowsIn: UnsafeMutablePointer<Float>
  /// By layer: what comes out of it.
  private let layers: [UnsafeMutablePointer<Float>]
  /// By layer: the gradient by what goes into its rectification.
  private let slopes: [UnsafeMutablePointer<Float>]
  private let outputs: UnsafeMutablePointer<Float>
  private let outputSlopes: UnsafeMutablePointer<Float>

  private static let columns = HorizonBasis.coefficientCount
  /// Keeps the loss smooth at 0: |e| is √(|e|² + this).
  private static let smoothing: Float = 1e-6

  init(inputs: Int, hidden: [Int], batch: Int) {
    self.inputs = inputs
    self.hidden = hidden
    self.batch = batch
    var (places, place, width) = ([Int](), 0, inputs)
    for next in hidden {
      places.append(place)
      place += (width + 1) * next
      width = next
    }
    places += [place, place + Self.columns * (width + 1)]
    self.places = places
    weightCount = place + Self.columns * (width + 1 + inputs)
    let total = weightCount + batch * (inputs + 2 * hidden.reduce(0, +) + 2 * Self.columns)
    storage = .allocate(capacity: total)
    storage.initialize(repeating: 0, count: total)
    var next = storage
    func take(_ count: Int) -> UnsafeMutablePointer<Float> {
      next += count
      return next - count
    }
    gradient = take(weightCount)
    rowsIn = take(batch * inputs)
    layers = hidden.map { take(batch * $0) }
    slopes = hidden.map { take(batch * $0) }
    outputs = take(batch * Self.columns)
    outputSlopes = take(batch * Self.columns)
  }

  deinit { storage.deallocate() }

  /// Computes the gradient over a batch of samples.
  ///
  /// - Precondition: There are `batch` samples and `weightCount` weights.
  /// - Parameters:
  ///   - rows: The rows.
  ///   - chosen: The numbers of the samples.
  ///   - jitters: How each sample is turned and sped up, as many as there are samples.
  ///   - weights: The weights.
  /// - Returns: The sum of the losses, and the number of rows.
  func differentiate(
    _ rows: TrainingRows, _ chosen: ArraySlice<Int32>, jitters: [Jitter],
    weights: UnsafePointer<Float>
  ) -> (loss: Double, rows: Int) {
    for (place, sample) in chosen.enumerated() {
      rows.write(
        Int(rows.starts[Int(sample)]), turned: jitters[place].turn, speed: jitters[place].speed,
        to: rowsIn + place * inputs)
    }
    forwards(weights)
    let result = differentiateLoss(rows, chosen, jitters)
    backwards(weights)
    return result
  }

  /// How a sample is changed when it is seen.
  struct Jitter {
    /// Cosine and sine of the angle by which motion and target are turned.
    var turn = SIMD2<Float>(1, 0)
    /// The offset of the speed's logarithm; nil if the speed is withheld.
    var speed: Float? = 0
  }

  /// Where a layer's inputs stand, and how many there are to a row.
  private func input(of layer: Int) -> (values: UnsafeMutablePointer<Float>, width: Int) {
    layer == 0 ? (rowsIn, inputs) : (layers[layer - 1], hidden[layer - 1])
  }

  private func forwards(_ weights: UnsafePointer<Float>) {
    for layer in hidden.indices {
      let (values, width) = input(of: layer)
      let (matrix, next) = (weights + places[layer], hidden[layer])
      fill(layers[layer], with: matrix + width * next, width: next)
      MatrixProduct.multiply(
        .plain(values), .plain(matrix), into: layers[layer], rows: batch, columns: next,
        inner: width, beta: 1)
      let answers = layers[layer]
      for index in 0..<(batch * next) { answers[index] = answers[index] > 0 ? answers[index] : 0 }
    }
    let (values, width) = input(of: hidden.count)
    let last = weights + places[hidden.count]
    fill(outputs, with: last + Self.columns * width, width: Self.columns)
    MatrixProduct.multiply(
      .plain(values), .plain(last), into: outputs, rows: batch, columns: Self.columns,
      inner: width, beta: 1)
    MatrixProduct.multiply(
      .plain(rowsIn), .plain(weights + places[hidden.count + 1]), into: outputs, rows: batch,
      columns: Self.columns, inner: inputs, beta: 1)
  }

  /// Puts the offsets of a layer into every row.
  private func fill(
    _ rows: UnsafeMutablePointer<Float>, with offsets: UnsafePointer<Float>, width: Int
  ) {
    for row in 0..<batch { (rows + row * width).update(from: offsets, count: width) }
  }

  private func differentiateLoss(
    _ rows: TrainingRows, _ chosen: ArraySlice<Int32>, _ jitters: [Jitter]
  ) -> (loss: Double, rows: Int) {
    outputSlopes.update(repeating: 0, count: batch * Self.columns)
    var (sum, count) = (0.0, 0)
    let share = 1 / Float(batch)
    for (place, sample) in chosen.enumerated() {
      let start = place * Self.columns
      let turn = jitters[place].turn
      let rarity = 1 / Float(rows.repeats[Int(sample)])
      for row in Int(rows.starts[Int(sample)])..<Int(rows.starts[Int(sample) + 1]) {
        let target = rows.targets[row]
        let wanted = SIMD2(
          turn.x * target.x - turn.y * target.y, turn.y * target.x + turn.x * target.y)
        let knot = start + rows.places[row].knot
        let after = rows.places[row].share
        let before = 1 - after
        let other = knot + HorizonBasis.count
        let found = SIMD2(
          before * outputs[knot] + after * outputs[knot + 1],
          before * outputs[other] + after * outputs[other + 1])
        let error = found - wanted
        let size = ((error * error).sum() + Self.smoothing).squareRoot()
        let weight = rows.weights[row] * rarity
        sum += Double(weight * size)
        count += 1
        let slope = error * (weight * share / size)
        outputSlopes[knot] += before * slope.x
        outputSlopes[knot + 1] += after * slope.x
        outputSlopes[other] += before * slope.y
        outputSlopes[other + 1] += after * slope.y
      }
    }
    return (sum, count)
  }

  private func backwards(_ weights: UnsafePointer<Float>) {
    let (values, width) = input(of: hidden.count)
    differentiate(
      layer: hidden.count, input: values, width: width, slopes: outputSlopes,
      columns: Self.columns)
    MatrixProduct.multiply(
      .transposed(rowsIn), .plain(outputSlopes), into: gradient + places[hidden.count + 1],
      rows: inputs, columns: Self.columns, inner: batch)
    var (above, columns) = (outputSlopes, Self.columns)
    for layer in hidden.indices.reversed() {
      let next = hidden[layer]
      MatrixProduct.multiply(
        .plain(above), .transposed(weights + places[layer + 1]), into: slopes[layer], rows: batch,
        columns: next, inner: columns)
      // Pointers of their own, and no branch: so the loop is done many numbers at a time.
      let (answers, own) = (layers[layer], slopes[layer])
      for index in 0..<(batch * next) { own[index] = answers[index] > 0 ? own[index] : 0 }
      let (values, width) = input(of: layer)
      differentiate(
        layer: layer, input: values, width: width, slopes: slopes[layer], columns: next)
      (above, columns) = (slopes[layer], next)
    }
  }

  /// The gradient of one layer's weights and offsets.
  private func differentiate(
    layer: Int, input: UnsafeMutablePointer<Float>, width: Int,
    slopes: UnsafeMutablePointer<Float>, columns: Int
  ) {
    let place = gradient + places[layer]
    MatrixProduct.multiply(
      .transposed(input), .plain(slopes), into: place, rows: width, columns: columns, inner: batch)
    let offsets = place + width * columns
    offsets.update(repeating: 0, count: columns)
    for row in 0..<batch {
      for column in 0..<columns { offsets[column] += slopes[row * columns + column] }
    }
  }
}
