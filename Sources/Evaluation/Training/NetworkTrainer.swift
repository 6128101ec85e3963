import MotionNumerics
import MotionPrediction

/// Fits one network to rows by Adam with decoupled weight decay, on mean Euclidean error.
///
/// The network is `NetworkRegressor`'s; a sample is shown with all its horizons at once, and every
/// time turned and sped up a little at random; those of small groups are shown more often
/// (`repeats`), and weighed down by as much, so that the expected loss is the same and its noise
/// less. Hidden weights start as He's normal numbers, the last layer's at a tenth of that, the way
/// past the hidden layers at 0. The step falls from `learningRate` to 0 as a cosine, after a
/// warm-up of 100 steps; what is kept is the running mean of the weights (0.99) over the second
/// half of the steps.
///
/// Every number depends on rows, settings, seed and the system's BLAS alone: what is drawn at
/// random in an epoch has a generator of its own, so that training resumes from the end of any
/// epoch as if it had not stopped.
///
/// Sources: Kingma and Ba, "Adam", ICLR 2015; Loshchilov and Hutter, "Decoupled weight decay
/// regularization", ICLR 2019; He et al., ICCV 2015, doi:10.1109/ICCV.2015.123.
struct NetworkTrainer {
  /// The state of training at the end of an epoch.
  struct State: Hashable, Sendable, Codable {
    /// How many epochs were done.
    var epoch = 0
    /// The weights, as `NetworkRegressor` orders those of a member.
    var weights: [Float]
    /// Adam's running means of gradients and of their squares.
    var firstMoments: [Float]
    var secondMoments: [Float]
    /// The running mean of the weights; empty in the first half.
    var averaged: [Float] = []
    /// The mean loss of the last epoch.
    var loss: Double = 0

    /// Indicates whether training of a network of this size can resume from the state.
    ///
    /// - Parameters:
    ///   - start: The state before the first epoch.
    ///   - epochs: The number of epochs of the training.
    /// - Returns: True if sizes and epochs fit the training.
    func canResume(from start: State, epochs: Int) -> Bool {
      let count = start.weights.count
      guard (0...epochs).contains(epoch) else { return false }
      return weights.count == count && firstMoments.count == count && secondMoments.count == count
        && averaged.count == (2 * epoch > epochs ? count : 0)
    }
  }

  private let rows: TrainingRows
  private let settings: TrainingSettings
  private let member: Int
  private let stepsPerEpoch: Int
  private let pass: NetworkPass

  private static let firstMemory: Float = 0.9
  private static let secondMemory: Float = 0.99
  private static let warmUp = 100.0
  private static let averaging: Float = 0.01

  /// Creates a trainer of the `member`-th network; the rows must be at least one.
  init(_ rows: TrainingRows, settings: TrainingSettings, member: Int) {
    self.rows = rows
    self.settings = settings
    self.member = member
    let batch = min(settings.batch, rows.sampleCount)
    stepsPerEpoch = max(Int(rows.repeats.reduce(0, +)) / max(batch, 1), 1)
    pass = NetworkPass(inputs: rows.motionCount, hidden: settings.hidden, batch: batch)
  }

  /// The state before the first epoch.
  func start() -> State {
    var generator = Xoshiro256StarStar(seed: stream(0))
    var weights: [Float] = []
    var inputs = rows.motionCount
    for width in settings.hidden {
      let scale = (2 / Double(inputs)).squareRoot()
      weights += (0..<(inputs * width)).map { _ in Float(scale * generator.nextNormal()) }
      weights += [Float](repeating: 0, count: width)
      inputs = width
    }
    let scale = 0.1 / Double(inputs).squareRoot()
    let columns = HorizonBasis.coefficientCount
    weights += (0..<(columns * inputs)).map { _ in Float(scale * generator.nextNormal()) }
    weights += [Float](repeating: 0, count: columns * (1 + rows.motionCount))
    let zeros = [Float](repeating: 0, count: weights.count)
    return State(weights: weights, firstMoments: zeros, secondMoments: zeros)
  }

  /// Trains for one epoch.
  func advance(_ state: inout State) {
    var generator = Xoshiro256StarStar(seed: stream(1 + state.epoch))
    var order = rows.shown(phase: settings.oversampling > 0 ? generator.nextUnit() : 0)
    for place in stride(from: order.count - 1, to: 0, by: -1) {
      order.swapAt(place, generator.nextInt(below: place + 1))
    }
    let total = settings.epochs * stepsPerEpoch
    var (loss, count) = (0.0, 0)
    for step in 0..<stepsPerEpoch {
      let chosen = order[(step * pass.batch)..<((step + 1) * pass.batch)]
      let jitters = (0..<pass.batch).map { _ in jitter(&generator) }
      state.weights.withUnsafeBufferPointer { weights in
        guard let weights = weights.baseAddress else { return }
        let part = pass.differentiate(rows, chosen, jitters: jitters, weights: weights)
        loss += part.loss
        count += part.rows
      }
      apply(&state, step: state.epoch * stepsPerEpoch + step, of: total)
    }
    state.loss = loss / Double(max(count, 1))
    state.epoch += 1
  }

  private func jitter(_ generator: inout Xoshiro256StarStar) -> NetworkPass.Jitter {
    let angle = settings.turning * generator.nextNormal()
    let speed = Float(settings.speedNoise * generator.nextNormal())
    let isHidden = settings.hiddenSpeeds > 0 && generator.nextUnit() < settings.hiddenSpeeds
    return NetworkPass.Jitter(
      turn: SIMD2(Float(Elementary.cosine(angle)), Float(Elementary.sine(angle))),
      speed: isHidden ? nil : speed)
  }

  /// Returns the weights of a finished state, rounded to 12 significant bits.
  ///
  /// Rounded weights let model files compress to two thirds.
  static func result(_ state: State) -> [Float] {
    (state.averaged.isEmpty ? state.weights : state.averaged).map(rounded)
  }

  /// Returns the nearest number with 12 significant bits, ties away from 0.
  static func rounded(_ weight: Float) -> Float {
    let dropped: UInt32 = 1 << 12
    let rounded = Float(bitPattern: (weight.bitPattern &+ dropped / 2) & ~(dropped - 1))
    return rounded.isFinite ? rounded : weight
  }

  private func apply(_ state: inout State, step: Int, of total: Int) {
    let share = Double(step) / Double(total)
    let warmth = min(1, (Double(step) + 1) / Self.warmUp)
    let cosine = 0.5 * (1 + Elementary.cosine(.pi * share))
    let rate = Float(settings.learningRate * (warmth * cosine + 0.001))
    let keep = 1 - rate * Float(settings.decay)
    let (first, second) = (Self.firstMemory, Self.secondMemory)
    let times = Double(step + 1)
    let firstFactor = rate / Float(1 - Elementary.power(Double(first), times))
    let secondFactor = 1 / Float(1 - Elementary.power(Double(second), times))
    let count = state.weights.count
    let gradient = pass.gradient
    state.weights.withUnsafeMutableBufferPointer { weights in
      state.firstMoments.withUnsafeMutableBufferPointer { means in
        state.secondMoments.withUnsafeMutableBufferPointer { squares in
          guard let weights = weights.baseAddress, let means = means.baseAddress,
            let squares = squares.baseAddress
          else { return }
          for place in stride(from: 0, to: count, by: 16) {
            let here = NumberBlock(place: place, count: min(16, count - place))
            let slope = here.read(gradient)
            let mean = first * here.read(means) + (1 - first) * slope
            let square = second * here.read(squares) + (1 - second) * slope * slope
            let size = (square * secondFactor).squareRoot() + 1e-8
            here.write(mean, to: means)
            here.write(square, to: squares)
            here.write(here.read(weights) * keep - firstFactor * mean / size, to: weights)
          }
        }
      }
    }
    guard 2 * (step + 1) > total else { return }
    if state.averaged.isEmpty { state.averaged = state.weights }
    state.averaged.withUnsafeMutableBufferPointer { averaged in
      state.weights.withUnsafeBufferPointer { weights in
        for index in 0..<count {
          averaged[index] += Self.averaging * (weights[index] - averaged[index])
        }
      }
    }
  }

  /// The seed of the `number`-th generator of this member.
  private func stream(_ number: Int) -> UInt64 {
    var source = SplitMix64(seed: settings.seed &+ UInt64(member) &* 0x9E37_79B9_7F4A_7C15)
    var seed = source.next()
    for _ in 0..<number { seed = source.next() }
    return seed
  }
}

/// Up to sixteen neighboring numbers of an array, as one vector: a step over all weights takes a
/// quarter of the time that one number after another takes.
private struct NumberBlock {
  let place: Int
  let count: Int

  @inline(__always)
  func read(_ numbers: UnsafePointer<Float>) -> SIMD16<Float> {
    if count == 16 {
      return UnsafeRawPointer(numbers + place).loadUnaligned(as: SIMD16<Float>.self)
    }
    var result = SIMD16<Float>.zero
    for lane in 0..<count { result[lane] = numbers[place + lane] }
    return result
  }

  @inline(__always)
  func write(_ values: SIMD16<Float>, to numbers: UnsafeMutablePointer<Float>) {
    if count == 16 {
      // A store of the vector itself would need an address that is a multiple of 64.
      withUnsafeBytes(of: values) { bytes in
        guard let source = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(numbers + place).copyMemory(from: source, byteCount: 64)
      }
      return
    }
    for lane in 0..<count { numbers[place + lane] = values[lane] }
  }
}
