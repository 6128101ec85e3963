import Foundation

/// Which paths stay below a folder.
enum ContainedPath {
  /// Whether a relative path of plain names can only lead to a place below its folder.
  ///
  /// No `..`, nothing absolute, no empty part, no hidden file and no control character.
  static func isContained(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isName($0) }
  }

  /// Whether the text is the plain name of a file or folder, and not a hidden one.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !text.hasPrefix(".")
      && text.unicodeScalars.allSatisfy { $0 != "/" && $0 != "\\" && $0.value >= 0x20 }
  }

  /// Whether the folder is `root` or lies below it once symbolic links are followed.
  static func leadsBelow(_ root: URL, _ folder: URL) -> Bool {
    let root = root.resolvingSymlinksInPath().path
    let folder = folder.resolvingSymlinksInPath().path
    return folder == root || folder.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }
}
