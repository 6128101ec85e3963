import Foundation

/// The limits of the process without which the runtime's own threads and queues would trap.
enum ProcessLimits {
  /// The number of files that must be free: those of the runtime, and of one program that is started.
  private static let files = 10
  /// The address space that must be allowed, in bytes: threads and their heaps reserve most of it.
  private static let addresses: rlim_t = 1_000_000_000

  /// Ends the process with a message and 1 if the limits of the shell are too low.
  static func check() {
    checkFiles()
    checkAddresses()
  }

  private static func checkFiles() {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < files {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        // Any other reason will be met, and told, where a file is needed.
        guard errno == EMFILE || errno == ENFILE else { return }
        end(
          "only \(opened.count) more files can be opened, and nextpoint needs \(files); raise the limit "
            + "with 'ulimit -n 64' or more")
      }
      opened.append(descriptor)
    }
  }

  private static func checkAddresses() {
    #if canImport(Glibc)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
        limit.rlim_cur < addresses
      else { return }
      end(
        "the address space is limited to \(limit.rlim_cur / 1_000_000) MB, and nextpoint needs "
          + "\(addresses / 1_000_000) MB; raise the limit with 'ulimit -v unlimited'")
    #endif
  }

  /// The bytes of memory that the machine has, or that the shell allows.
  static var memory: Double {
    let physical = Double(ProcessInfo.processInfo.physicalMemory)
    #if canImport(Glibc)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return physical }
      return min(physical, Double(limit.rlim_cur))
    #else
      return physical
    #endif
  }

  private static func end(_ problem: String) -> Never {
    Terminal.note("error: \(problem)")
    _exit(ExitStatus.failed.rawValue)
  }
}
