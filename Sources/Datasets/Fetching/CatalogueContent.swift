import Foundation

/// A catalogue as it is written, before its values are checked.
struct CatalogueContent: Decodable {
  var datasets: [Dataset]

  struct Dataset: Decodable {
    var description: DatasetDescription
    var addresses: [Address]

    private enum CodingKeys: String, CodingKey {
      case files
    }

    init(from decoder: any Decoder) throws {
      description = try DatasetDescription(from: decoder)
      addresses = try decoder.container(keyedBy: CodingKeys.self)
        .decode([Address].self, forKey: .files)
    }
  }

  struct Address: Decodable {
    var address: String
  }

  /// A value that cannot be used.
  struct Fault: Error {
    var key: String
    var value: String?
    var message: String
  }

  /// Returns the entries; throws for the first value that cannot be used.
  func checked() throws(Fault) -> [DatasetCatalogue.Entry] {
    var names: Set<String> = []
    var entries: [DatasetCatalogue.Entry] = []
    for (index, dataset) in datasets.enumerated() {
      let name = dataset.description.name
      let key = "datasets[\(index)]"
      guard ContainedPath.isName(name) else {
        throw Fault(
          key: "\(key).name", value: name, message: "the name cannot be used as a folder name")
      }
      guard names.insert(name).inserted else {
        throw Fault(key: "\(key).name", value: name, message: "two datasets have this name")
      }
      entries.append(try dataset.checked(key: key))
    }
    return entries
  }
}

extension CatalogueContent.Dataset {
  fileprivate typealias Fault = CatalogueContent.Fault

  /// The greatest size of a file: 1 PiB.
  private static let mostBytes = 1 << 50

  /// Returns the entry; each path is that of one file only, and none that of the description.
  fileprivate func checked(key: String) throws(Fault) -> DatasetCatalogue.Entry {
    var paths: Set<String> = [DatasetDescription.fileName]
    var downloads: [DatasetCatalogue.Download] = []
    for (index, file) in description.files.enumerated() {
      let download = try checked(file, addresses[index].address, key: "\(key).files[\(index)]")
      guard paths.insert(file.path).inserted else {
        throw Fault(
          key: "\(key).files[\(index)].path", value: file.path,
          message: "another file in the dataset has this path")
      }
      downloads.append(download)
    }
    guard !downloads.isEmpty else {
      throw Fault(key: "\(key).files", message: "a dataset needs a file")
    }
    return DatasetCatalogue.Entry(description: description, downloads: downloads)
  }

  private func checked(
    _ file: DatasetDescription.File, _ text: String, key: String
  ) throws(Fault) -> DatasetCatalogue.Download {
    guard let address = URL(string: text), WebAddress.isAllowed(address) else {
      throw Fault(
        key: "\(key).address", value: text, message: "is not an http or https address of a file")
    }
    guard ContainedPath.isContained(file.path) else {
      throw Fault(
        key: "\(key).path", value: file.path,
        message: "is not a plain path to a file inside the dataset's folder")
    }
    guard let hash = file.sha256?.lowercased(), ContentHash.isHash(hash) else {
      throw Fault(
        key: "\(key).sha256", value: file.sha256,
        message: "must be a hash of 64 hexadecimal digits")
    }
    guard let bytes = file.bytes, bytes > 0, bytes <= Self.mostBytes else {
      throw Fault(
        key: "\(key).bytes", value: file.bytes.map(String.init),
        message: "must be a size of 1 to \(Self.mostBytes) bytes")
    }
    return .init(address: address, path: file.path, sha256: hash, bytes: bytes)
  }
}

/// Which paths stay below a folder.
enum ContainedPath {
  /// Returns whether a relative path of plain names can only lead to a place below its folder.
  ///
  /// No `..`, nothing absolute, no empty part, no hidden file and no control character.
  static func isContained(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isName($0) }
  }

  /// Returns whether the text is the plain name of a file or folder, and not a hidden one.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !text.hasPrefix(".")
      && text.unicodeScalars.allSatisfy { $0 != "/" && $0 != "\\" && $0.value >= 0x20 }
  }

  /// Returns the first folder on the way from `root` to a file that leads elsewhere by a symbolic link.
  ///
  /// Nothing needs to exist. Nil if the way stays inside `root`.
  static func exit(from root: String, to path: String) -> String? {
    var folder = root
    for name in path.split(separator: "/").dropLast() {
      folder += "/\(name)"
      var state = stat()
      guard lstat(folder, &state) == 0 else { return nil }
      guard let end = realPath(folder), let start = realPath(root),
        end.hasPrefix(start.hasSuffix("/") ? start : start + "/")
      else { return folder }
    }
    return nil
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// Which addresses are downloaded from.
enum WebAddress {
  /// Returns whether the address is absolute, with http or https and a host.
  static func isAllowed(_ address: URL) -> Bool {
    let scheme = address.scheme?.lowercased()
    return (scheme == "https" || scheme == "http") && !(address.host ?? "").isEmpty
  }

  /// Host and port, which identify a server.
  static func server(of address: URL) -> String {
    (address.host ?? "") + (address.port.map { ":\($0)" } ?? "")
  }
}
