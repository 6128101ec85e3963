/// Where an interrupted training had come: the networks, each at the end of an epoch.
package struct TrainingCheckpoint: Hashable, Sendable, Codable {
  /// What is being trained, so that a checkpoint of something else is not gone on from.
  package var identity = ""
  /// By the number of the network.
  var members: [Int: NetworkTrainer.State] = [:]

  /// Makes that of a training that has not begun.
  package init(identity: String = "") { self.identity = identity }

  /// How many epochs all networks together have behind them.
  package var epochs: Int { members.values.reduce(0) { $0 &+ $1.epoch } }
}
