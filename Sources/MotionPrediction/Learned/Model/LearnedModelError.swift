/// Why bytes are no learned model that can be used.
public enum LearnedModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes do not begin as a model file does.
  case notAModel
  /// The file is of a version that this build does not read.
  case version(UInt32, known: UInt32)
  /// The file is of a kind that this build does not know.
  case kind(UInt32)
  /// The file has another number of bytes than it says.
  case length(found: Int, expected: Int)
  /// A size is out of its range.
  case size(String, value: Int, least: Int, most: Int)
  /// The list of sizes is not one of this kind.
  case shape(String)
  /// The number of weights is not that which follows from the sizes.
  case weightCount(found: Int, expected: Int)
  /// A weight is not a finite number.
  case notFinite(index: Int)
  /// A constant is out of its range.
  case constant(String, value: Double)
  /// The manifest is not UTF-8.
  case manifest
  /// The checksum is not that of the bytes.
  case checksum

  /// The sentence, with the remedy.
  public var description: String {
    switch self {
    case .notAModel:
      "is not a model of nextpoint: it does not begin with 'NPMODEL'; give a file that 'nextpoint "
        + "train' wrote"
    case .version(let version, let known):
      "is of version \(version) of the format, and this build reads version \(known); "
        + (version > known ? "update nextpoint, or train" : "train")
        + " the model anew with this build"
    case .kind(let kind):
      "holds a model of kind \(kind), and this build knows \(Self.kinds); update nextpoint, or train "
        + "another kind"
    case .length(let found, let expected):
      "has \(found) bytes but states \(expected): it is truncated or something was "
        + "appended; copy or train it again"
    case .size(let name, let value, let least, let most):
      "says \(name): \(value), which is not from \(least) to \(most); it is damaged, train it again"
    case .shape(let problem):
      "has sizes that are none of its kind (\(problem)); it is damaged, train it again"
    case .weightCount(let found, let expected):
      "has \(found) weights where its sizes make \(expected); it is damaged, train it again"
    case .notFinite(let index):
      "has a weight that is not a finite number (number \(index + 1)); train it again, with more "
        + "regularisation or a smaller learning rate"
    case .constant(let name, let value):
      "has \(name) = \(value), which is out of its range; it is damaged, train it again"
    case .manifest:
      "has a manifest that is not UTF-8; it is damaged, train it again"
    case .checksum:
      "has a checksum that is not that of its bytes: it is damaged; copy or train it again"
    }
  }

  private static var kinds: String {
    LearnedModelKind.allCases.map { "\($0.rawValue) (\($0))" }.joined(separator: ", ")
  }
}
