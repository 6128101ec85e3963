import Evaluation
import Foundation
import MotionNumerics

/// What this build is.
enum Version {
  /// The version of nextpoint.
  static let number = "0.1.0"

  /// The commit of the build, followed by `+` if files had changed; empty if unknown.
  static let commit = BuildCommit.text

  /// The line of `nextpoint --version`.
  static var line: String { commit.isEmpty ? number : "\(number) (\(commit))" }
}

extension NumericalEnvironment {
  /// That of this process.
  static var current: NumericalEnvironment {
    #if arch(x86_64)
      let architecture = "x86_64"
    #elseif arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "other"
    #endif
    #if os(Linux)
      let libc = systemText(Int32(_CS_GNU_LIBC_VERSION))
    #else
      let libc = "system"
    #endif
    return NumericalEnvironment(
      linearAlgebra: NumericalLibrary.description, kernel: NumericalLibrary.openBLASKernel ?? "",
      libc: libc,
      architecture: architecture)
  }
}

#if os(Linux)
  /// Returns a text from the system, such as "glibc 2.36".
  private func systemText(_ name: Int32) -> String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard confstr(name, &bytes, bytes.count) > 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
#endif
