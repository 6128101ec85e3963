/// What stands between the features and the answer of a learned model.
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
