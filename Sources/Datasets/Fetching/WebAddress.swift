import Foundation

/// Which addresses are downloaded from.
enum WebAddress {
  /// Whether the address is absolute, with http or https and a host.
  static func isAllowed(_ address: URL) -> Bool {
    let scheme = address.scheme?.lowercased()
    return (scheme == "https" || scheme == "http") && !(address.host ?? "").isEmpty
  }

  /// Host and port, by which servers are told apart.
  static func server(of address: URL) -> String {
    (address.host ?? "") + (address.port.map { ":\($0)" } ?? "")
  }
}
