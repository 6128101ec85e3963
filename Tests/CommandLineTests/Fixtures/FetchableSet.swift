import Datasets
import Foundation

/// A dataset of small recordings as a server has it, and the catalogue that names its files.
struct FetchableSet {
  /// A file: its path, and its right content.
  struct File {
    var path: String
    var text: String
    var data: Data { Data(text.utf8) }
  }

  var name = "small"
  var files = [
    File(path: "a.csv", text: SmallRecordings().csv()),
    File(path: "sub folder/b.csv", text: SmallRecordings(start: 1).csv()),
  ]

  /// The right content of what a request asks for.
  func data(_ path: String) -> Data {
    files.first { Self.escaped($0.path) == path }?.data ?? Data()
  }

  /// The catalogue as text; `addresses` are other places of files, by their paths.
  func catalogue(
    on server: LoopbackServer, addresses: [String: String] = [:],
    _ edit: (String) -> String = { $0 }
  ) -> String {
    let entries = files.enumerated().map { index, file in
      let address = addresses[file.path] ?? server.address(Self.escaped(file.path))
      return """
        {"address": "\(address)", "path": "\(file.path)", "format": "plain-csv",
         "sha256": "\(Self.sha256(file.data))", "bytes": \(file.data.count),
         "participant": "p\(index + 1)", "task": "t"}
        """
    }
    return edit(
      """
      {"schema": 1, "datasets": [
       {"schema": 1, "name": "\(name)", "title": "T", "licence": "MIT", "citation": "C",
        "unit": "px", "pixelsPerMillimetre": 10, "nominalRateHz": 60,
        "splits": {"train": ["p1"], "test": ["p2"]},
        "files": [\(entries.joined(separator: ",\n"))]}]}
      """)
  }

  static func escaped(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  static func sha256(_ data: Data) -> String {
    ContentHash.text(of: data)
  }
}
