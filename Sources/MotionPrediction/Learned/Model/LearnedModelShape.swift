/// The sizes of a learned model: what stands where among its weights follows from them.
///
/// In a file a shape is a list of whole numbers: layout (0 displacements, 2 lags), displacements (of
/// lags the velocities between them), velocities (of lags the displacements from sample to sample), features of the motion's shape (0 or 5; 0 of lags), rows of
/// the table of spread, then those of the kind: nothing for `linear`; the number of waves for `fourier`;
/// members, then the width of each hidden layer for `network`.
package struct LearnedModelShape: Hashable, Sendable {
  /// The regression from the features to the answer.
  package enum Regressor: Hashable, Sendable {
    /// A linear map.
    case linear
    /// So many random waves beside the linear terms.
    case fourier(waves: Int)
    /// So many networks, each with hidden layers of these widths.
    case network(members: Int, hidden: [Int])
  }

  /// What the motion is cut into.
  package let layout: MotionFeatureLayout.Kind
  /// The number of displacements among the features; for lags, of velocities between them.
  package let displacements: Int
  /// Of how many of them the velocity is a feature too.
  package let velocities: Int
  /// Whether the features of the motion's shape are included.
  package let hasShape: Bool
  /// How many horizons the table of spread has.
  package let spreadRows: Int
  /// The regression from the features to the answer.
  package let regressor: Regressor

  /// How many numbers every kind's list begins with.
  private static let commonCount = 5
  /// The layout of 12 velocities and the speed, which is no longer computed.
  private static let retiredLags = 1

  static let spreadRange = 1...64
  package static let waveRange = 1...4096
  package static let memberRange = 1...16
  package static let hiddenLayerRange = 1...4
  /// A wider layer would need memory that is not on the stack.
  package static let hiddenRange = 1...240

  /// Creates a shape.
  ///
  /// - Throws: `LearnedModelError.size` for a number out of its range.
  package init(
    layout: MotionFeatureLayout.Kind = .displacements, displacements: Int, velocities: Int,
    hasShape: Bool = false, spreadRows: Int, regressor: Regressor
  ) throws(LearnedModelError) {
    try Self.check(displacements, in: layout.displacementRange, "displacements")
    try Self.check(
      velocities, in: layout == .lags ? LagFeatures.stepRange : 0...displacements, "velocities")
    try Self.check(spreadRows, in: Self.spreadRange, "rows of the table of spread")
    switch regressor {
    case .linear: break
    case .fourier(let waves): try Self.check(waves, in: Self.waveRange, "waves")
    case .network(let members, let hidden):
      try Self.check(members, in: Self.memberRange, "members")
      try Self.check(hidden.count, in: Self.hiddenLayerRange, "hidden layers")
      for width in hidden { try Self.check(width, in: Self.hiddenRange, "width of a hidden layer") }
    }
    self.layout = layout
    self.displacements = displacements
    self.velocities = velocities
    self.hasShape = hasShape
    self.spreadRows = spreadRows
    self.regressor = regressor
  }

  /// Reads the list of a file.
  init(_ kind: LearnedModelKind, _ numbers: [UInt32]) throws(LearnedModelError) {
    let values = numbers.map { Int($0) }
    guard values.count >= Self.commonCount else {
      throw .shape("it has \(values.count) numbers")
    }
    guard let layout = MotionFeatureLayout.Kind(rawValue: values[0]) else {
      throw .shape(
        values[0] == Self.retiredLags
          ? "it uses 12 lags and the speed, which this version does not compute; train it again"
          : "there is no layout \(values[0])")
    }
    let most = layout == .displacements ? MotionShape.count : 0
    guard values[3] == 0 || values[3] == most else {
      throw .size("features of the motion's shape", value: values[3], least: 0, most: most)
    }
    let rest = values.dropFirst(Self.commonCount)
    let regressor: Regressor
    switch kind {
    case .linear:
      guard rest.isEmpty else {
        throw .shape("a linear model has \(Self.commonCount) numbers, not \(values.count)")
      }
      regressor = .linear
    case .fourier:
      guard rest.count == 1, let waves = rest.first else {
        throw .shape("a fourier model has \(Self.commonCount + 1) numbers, not \(values.count)")
      }
      regressor = .fourier(waves: waves)
    case .network:
      guard let members = rest.first else { throw .shape("a network has no members") }
      regressor = .network(members: members, hidden: Array(rest.dropFirst()))
    }
    try self.init(
      layout: layout, displacements: values[1], velocities: values[2], hasShape: values[3] > 0,
      spreadRows: values[4], regressor: regressor)
  }

  /// The kind.
  package var kind: LearnedModelKind {
    switch regressor {
    case .linear: .linear
    case .fourier: .fourier
    case .network: .network
    }
  }

  /// The list of a file.
  var numbers: [UInt32] {
    let own: [Int]
    switch regressor {
    case .linear: own = []
    case .fourier(let waves): own = [waves]
    case .network(let members, let hidden): own = [members] + hidden
    }
    let common = [
      layout.rawValue, displacements, velocities, hasShape ? MotionShape.count : 0, spreadRows,
    ]
    return (common + own).map { UInt32($0) }
  }

  /// The number of features of the motion.
  package var motionCount: Int {
    var features = MotionFeatureLayout(
      displacements: displacements, velocities: velocities, hasShape: hasShape)
    features.kind = layout
    return features.count
  }

  /// The number of weights of the regressor.
  package var regressorCount: Int {
    switch regressor {
    case .linear: LinearRegressor.weightCount(motion: motionCount)
    case .fourier(let waves): FourierRegressor.weightCount(motion: motionCount, waves: waves)
    case .network(let members, let hidden):
      members * NetworkRegressor.memberWeightCount(motion: motionCount, hidden: hidden)
    }
  }

  private static func check(
    _ value: Int, in range: ClosedRange<Int>, _ name: String
  ) throws(LearnedModelError) {
    guard range.contains(value) else {
      throw .size(name, value: value, least: range.lowerBound, most: range.upperBound)
    }
  }
}

/// The regression from the features of a learned model to its answer.
package enum LearnedModelKind: UInt32, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// A linear map of the features and of their products with those of the horizon.
  case linear = 1
  /// Random Fourier features beside the linear terms.
  case fourier = 2
  /// The mean of small dense networks.
  case network = 3

  /// The name, as it is spelled on the command line.
  package var description: String {
    switch self {
    case .linear: "linear"
    case .fourier: "fourier"
    case .network: "network"
    }
  }
}

/// The fitted weights of a learned model, part by part, as a trainer provides them.
package struct LearnedModelWeights: Hashable, Sendable {
  /// The mean of each feature over the training examples.
  package var means: [Float]
  /// The reciprocal of each feature's standard deviation.
  package var reciprocalDeviations: [Float]
  /// How far predictions were off, by horizon.
  package var spread: [LearnedSpread.Row]
  /// The weights of the regressor, as its kind orders them.
  package var regressor: [Float]

  /// Makes weights.
  package init(
    means: [Float], reciprocalDeviations: [Float], spread: [LearnedSpread.Row], regressor: [Float]
  ) {
    self.means = means
    self.reciprocalDeviations = reciprocalDeviations
    self.spread = spread
    self.regressor = regressor
  }

  /// All of them in the order of a file.
  var flat: [Float] {
    means + reciprocalDeviations + spread.flatMap { [$0.horizon, $0.along, $0.across] } + regressor
  }
}
