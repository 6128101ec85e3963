import Foundation

/// The worked cases that are committed beside this file: inputs with the answers that tests expect.
///
/// `WorkedCases/README.md` says where they come from.
package enum WorkedCase {
  /// Reads a file of JSON, named from the folder of the worked cases, such as `seeds/properties.json`.
  package static func read<Content: Decodable>(
    _ type: Content.Type, from name: String
  ) throws -> Content {
    try JSONDecoder().decode(type, from: Data(contentsOf: file(name)))
  }

  /// The text of a file, named from the folder of the worked cases.
  package static func text(_ name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  private static func file(_ name: String) -> URL {
    Repository.root.appending(path: "Tests/TestSupport/WorkedCases/\(name)")
  }
}
