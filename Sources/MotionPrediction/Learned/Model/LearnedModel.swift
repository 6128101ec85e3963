/// A fitted model of motion: from features in the motion's own frame to where the contact will be.
///
/// Of the standardized features of the motion (`MotionFeatures`, `LagFeatures`) the regressor gives the mean velocities
/// to eight horizons, in multiples of the frame's scale a reference interval T, and y(h) lies between
/// them (`HorizonBasis`). The displacement told is y·min(h/T, 12), bounded: |y| is at most `answerLimit`,
/// and the displacement at most `speedLimit` times the greatest recent speed times h. Whatever the
/// weights, an answer stays in reach of the motion.
///
/// Immutable: all weights stand in buffers that copies share, so that a copy is a retain. Made by a
/// trainer from weights, or read from a file (`init(bytes:)`).
public struct LearnedModel: Sendable {
  private enum Regressor: Sendable {
    case linear(LinearRegressor)
    case fourier(FourierRegressor)
    case network(NetworkRegressor)
  }

  private final class Content: Sendable {
    let shape: LearnedModelShape
    let constants: LearnedModelConstants
    let manifest: String
    let weights: LearnedModelWeights
    let regressor: Regressor
    let spread: LearnedSpread

    init(
      _ shape: LearnedModelShape, _ constants: LearnedModelConstants, _ manifest: String,
      _ weights: LearnedModelWeights
    ) {
      (self.shape, self.constants, self.manifest) = (shape, constants, manifest)
      self.weights = weights
      spread = LearnedSpread(rows: weights.spread)
      let (all, motion) = (weights.regressor[...], shape.motionCount)
      switch shape.regressor {
      case .linear: regressor = .linear(LinearRegressor(all, motion: motion))
      case .fourier(let waves):
        regressor = .fourier(FourierRegressor(all, motion: motion, waves: waves))
      case .network(let members, let hidden):
        regressor = .network(
          NetworkRegressor(all, motion: motion, members: members, hidden: hidden))
      }
    }
  }

  private let content: Content

  /// Creates a model of its parts.
  ///
  /// - Parameters:
  ///   - shape: The sizes.
  ///   - constants: What was chosen; its layout has the sizes of the shape.
  ///   - weights: What was fitted.
  ///   - manifest: What the model was trained on and how, as JSON; the model does not read it.
  /// - Throws: `LearnedModelError` where a number of weights does not follow from the shape, and where
  ///   a weight is not finite or the table of spread is not in order.
  package init(
    shape: LearnedModelShape, constants: LearnedModelConstants, weights: LearnedModelWeights,
    manifest: String
  ) throws(LearnedModelError) {
    try Self.check(weights, shape)
    var constants = constants
    constants.layout.kind = shape.layout
    constants.layout.displacements = shape.displacements
    constants.layout.velocities = shape.velocities
    constants.layout.hasShape = shape.hasShape
    content = Content(shape, constants, manifest, weights)
  }

  private static func check(
    _ weights: LearnedModelWeights, _ shape: LearnedModelShape
  ) throws(LearnedModelError) {
    let expected =
      2 * shape.motionCount + 3 * shape.spreadRows + shape.regressorCount
    let flat = weights.flat
    guard flat.count == expected, weights.means.count == shape.motionCount,
      weights.reciprocalDeviations.count == shape.motionCount,
      weights.spread.count == shape.spreadRows
    else { throw .weightCount(found: flat.count, expected: expected) }
    for (index, weight) in flat.enumerated() where !weight.isFinite {
      throw .notFinite(index: index)
    }
    var last: Float = 0
    for row in weights.spread {
      guard row.horizon > last, row.along >= 0, row.across >= 0 else {
        throw .constant("a row of the table of spread", value: Double(row.horizon))
      }
      last = row.horizon
    }
  }

  /// The regression from the features to the answer.
  package var kind: LearnedModelKind { content.shape.kind }
  /// The sizes.
  package var shape: LearnedModelShape { content.shape }
  /// What was chosen and not fitted.
  package var constants: LearnedModelConstants { content.constants }
  /// What the model was trained on and how, as JSON.
  public var manifest: String { content.manifest }
  /// What was fitted.
  package var weights: LearnedModelWeights { content.weights }
  /// How far it was off on what it was trained on.
  package var spread: LearnedSpread { content.spread }

  // MARK: - Answering

  /// Computes what every horizon is read from; the features are standardized in place.
  ///
  /// - Precondition: There are `shape.motionCount` features.
  /// - Parameters:
  ///   - motion: The features.
  ///   - networks: The number of networks that are averaged; 0 for all, which is also the most.
  /// - Returns: The mean velocities to the horizons of the basis, along and across.
  func coefficients(_ motion: inout [Float], networks: Int = 0) -> SIMD16<Float> {
    let limit = Float(content.constants.featureLimit)
    for index in motion.indices {
      let deviation = motion[index] - content.weights.means[index]
      let value = deviation * content.weights.reciprocalDeviations[index]
      motion[index] = min(max(value, -limit), limit)
    }
    return motion.withUnsafeBufferPointer { motion in
      guard let motion = motion.baseAddress else { return .zero }
      return switch content.regressor {
      case .linear(let linear): linear.coefficients(motion)
      case .fourier(let fourier): fourier.coefficients(motion)
      case .network(let network): network.coefficients(motion, networks: networks)
      }
    }
  }

  /// y for a horizon above 0, with |y| at most `answerLimit`; nil if it is not finite.
  func answer(_ coefficients: SIMD16<Float>, horizon: Double) -> SIMD2<Double>? {
    let place = content.constants.layout.basis.place(content.constants.steps(horizon))
    let answer = SIMD2<Double>(HorizonBasis.value(coefficients, at: place))
    guard answer.x.isFinite, answer.y.isFinite else { return nil }
    return answer.clamped(toLength: content.constants.answerLimit)
  }
}

extension LearnedModel {
  /// Returns the model's answer to features that a `FeatureReader` of its layout computed, as a mean velocity.
  ///
  /// - Parameters:
  ///   - features: As many as `shape.motionCount`, as they were computed.
  ///   - horizon: Seconds, above 0.
  ///   - networks: The number of networks that are averaged; 0 for all.
  /// - Returns: The mean velocity to the horizon, along and across, in multiples of the frame's scale
  ///   a reference interval; nil if it is not finite, and for another number of features.
  package func meanVelocity(
    of features: [Float], horizon: Double, networks: Int = 0
  ) -> SIMD2<Double>? {
    guard features.count == shape.motionCount, horizon > 0 else { return nil }
    var inputs = features
    return answer(coefficients(&inputs, networks: networks), horizon: horizon)
  }
}
