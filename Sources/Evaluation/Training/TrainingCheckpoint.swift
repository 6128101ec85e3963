/// Where an interrupted training had come: the networks, each at the end of an epoch.
public struct TrainingCheckpoint: Hashable, Sendable, Codable {
  /// What is being trained, so that a checkpoint of something else is not gone on from.
  public var identity = ""
  /// By the number of the network.
  var members: [Int: NetworkTrainer.State] = [:]

  /// Makes that of a training that has not begun.
  public init(identity: String = "") { self.identity = identity }

  /// How many epochs all networks together have behind them.
  public var epochs: Int { members.values.reduce(0) { $0 &+ $1.epoch } }
}
