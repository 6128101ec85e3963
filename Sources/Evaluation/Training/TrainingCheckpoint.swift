/// A checkpoint of an interrupted training: each network at the end of an epoch.
package struct TrainingCheckpoint: Hashable, Sendable, Codable {
  /// The manifest of the training, which prevents resuming another one.
  package var identity = ""
  /// By the number of the network.
  var members: [Int: NetworkTrainer.State] = [:]

  /// Creates the checkpoint of a training that has not started.
  package init(identity: String = "") { self.identity = identity }

  /// The number of epochs done by all networks together.
  package var epochs: Int { members.values.reduce(0) { $0 &+ $1.epoch } }
}
