#if Record
  import NIOCore

  /// The addresses under which other machines reach a server, and what the person who starts it should know.
  struct ServedAddresses {
    /// The addresses, as they are written in a URL; the first one is the one to share.
    let hosts: [String]
    /// A warning; nil if only this machine reaches the server.
    let warning: String?

    /// Finds the addresses for the value of `--host`.
    init(host: String) {
      let own = (try? System.enumerateDevices())?.compactMap(\.address?.ipAddress) ?? []
      switch host {
      case "0.0.0.0": hosts = Self.reachable(own.filter { !$0.contains(":") }, else: "127.0.0.1")
      case "::", "[::]", "": hosts = Self.reachable(own, else: "[::1]")
      default: hosts = [Self.written(host)]
      }
      let isLocal = host == "localhost" || host == "::1" || host.hasPrefix("127.")
      warning =
        isLocal
        ? nil
        : "warning: whoever can listen on this network reads the address and the recordings, since http does not "
          + "encrypt; for people outside of it, put a proxy with https in front"
    }

    /// Returns the addresses that are not of this machine alone, those of version 4 first.
    private static func reachable(_ own: [String], else local: String) -> [String] {
      let others = own.filter { !$0.hasPrefix("127.") && $0 != "::1" && !$0.hasPrefix("fe80:") }
      let sorted = others.filter { !$0.contains(":") } + others.filter { $0.contains(":") }
      return sorted.isEmpty ? [local] : sorted.map(written)
    }

    private static func written(_ host: String) -> String {
      host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }
  }
#endif
