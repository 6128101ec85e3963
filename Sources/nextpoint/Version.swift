import Evaluation
import Foundation
import MotionNumerics

/// What this build is.
enum Version {
  /// The version of nextpoint.
  static let number = "0.1.0"

  /// The commit it was built from, with `+` after it where files had changed; empty where unknown.
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
    #if canImport(Glibc)
      let libc = "glibc \(String(cString: gnu_get_libc_version()))"
    #else
      let libc = "system"
    #endif
    return NumericalEnvironment(
      linearAlgebra: NumericalLibrary.description, kernel: NumericalLibrary.kernel, libc: libc,
      architecture: architecture)
  }
}
