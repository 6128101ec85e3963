import MotionPrediction

/// The settings for fitting a learned model.
///
/// They are part of its manifest, so that the fit can be repeated.
package struct TrainingSettings: Hashable, Sendable, Codable {
  /// What stands between features and answer, by `LearnedModelKind`'s name.
  package var kind = "network"
  /// What the motion is cut into, by `MotionFeatureLayout.Kind`'s name.
  package var layout = "displacements"
  /// The number of displacements among the features; not used for lags.
  package var displacements = 10
  /// The number of velocities between lags among the features; not used for displacements.
  package var lags = 20
  /// Of how many of them the velocity is a feature too.
  package var velocities = 0
  /// Whether five features of the motion's shape are included.
  package var shape = false
  /// The share of weight that the displacement before has, in direction, turning and speed.
  package var memory = 0.4
  /// A group of examples (task and horizon) counts as its number to the power 1 less this.
  package var balance = 0.75
  /// `network`: an example of a group of N is shown (N_max/N) to this power times an epoch, N_max
  /// being the number of the greatest group, and counts less by as much; at most `mostRepeats`
  /// times, 0 for once.
  package var oversampling = 0.0
  /// A group of examples whose mean horizon is h counts as h to the power 0 less this, beside the
  /// balance: above 0, nearer targets count more.
  package var nearness = 0.0
  /// Groups of the first data set count this many times as much as those of the others.
  package var firstWeight = 1.0
  /// The seed of all random numbers.
  package var seed: UInt64 = 1

  /// `network`: the widths of the hidden layers.
  package var hidden = [128, 64]
  /// `network`: how many networks are fitted, each from another start, and averaged.
  package var members = 3
  /// `network`: how often each example is seen.
  package var epochs = 20
  /// `network`: how many samples, each with all its horizons, make a step.
  package var batch = 128
  /// `network`: the greatest step of Adam.
  package var learningRate = 0.003
  /// `network`: the share, times the step, by which weights decay at a step.
  package var decay = 0.1

  /// `network`: the standard deviation, in radians, by which motion and target are turned together
  /// whenever they are seen, so that the direction is not taken too literally.
  package var turning = 0.15
  /// `network`: the standard deviation of what is added to the logarithm of the speed.
  package var speedNoise = 0.15
  /// `network`: the share of samples of which the speed is told as that of a recording whose unit
  /// of length is not known.
  package var hiddenSpeeds = 0.0

  /// `fourier`: how many waves.
  package var waves = 512
  /// `fourier`: the standard deviation of a wave's frequency over all inputs together.
  package var bandwidth = 0.5
  /// `linear`, `fourier`: λ, in shares of the mean weight of an example.
  package var ridge = 1e-3
  /// `linear`, `fourier`: the number of reweightings toward mean Euclidean error.
  package var reweightings = 6

  /// Creates the defaults, which are those of the package's own model.
  package init() {}

  /// How recorded strokes are replayed.
  package var replays = ReplaySettings()

  /// The settings that training examples depend on: equal keys give equal examples.
  package struct ExampleKey: Hashable, Sendable {
    let layout: MotionFeatureLayout
    let replays: ReplaySettings
    let seed: UInt64
    let hiddenSpeeds: Double
  }

  /// The key of the examples that these settings make.
  package var exampleKey: ExampleKey {
    ExampleKey(
      layout: constants.layout, replays: replays, seed: replays.count > 0 ? seed : 0,
      hiddenSpeeds: replays.count > 0 && constants.layout.kind == .lags ? hiddenSpeeds : 0)
  }

  /// The constants of the model.
  var constants: LearnedModelConstants {
    guard layout != "\(MotionFeatureLayout.Kind.lags)" else {
      return LearnedModelConstants(
        layout: .lags(velocities: lags, steps: velocities, memory: memory))
    }
    return LearnedModelConstants(
      layout: MotionFeatureLayout(
        displacements: displacements, velocities: velocities, hasShape: shape, memory: memory))
  }
}

/// The candidates of a leave-one-participant-out training, as part of the identity of its run.
package struct TrainingIdentity: Hashable, Sendable, Codable {
  /// The settings that each fold chooses among; at least one.
  package var candidates: [TrainingSettings]
  /// The number of epochs of a search trial; nil for as many as the model.
  package var searchEpochs: Int?
  /// What else than the plan says the models observe before a window, when they are scored once
  /// more.
  package var alsoObserve: EvaluationProtocol.Observe?

  /// Creates an identity.
  package init(
    candidates: [TrainingSettings], searchEpochs: Int? = nil,
    alsoObserve: EvaluationProtocol.Observe? = nil
  ) {
    self.candidates = candidates
    self.searchEpochs = searchEpochs
    self.alsoObserve = alsoObserve
  }

  /// Returns the settings of a candidate's trial: one network, for the epochs of the search.
  package func trial(_ candidate: Int) -> TrainingSettings {
    var settings = candidates[candidate]
    settings.members = 1
    settings.epochs = searchEpochs ?? settings.epochs
    return settings
  }
}
