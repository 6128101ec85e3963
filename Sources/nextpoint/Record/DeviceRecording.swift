import ArgumentParser
import Datasets
import Foundation
import Reporting
import Synchronization

/// The input devices of this machine, as a table.
enum DeviceTable {
  static func print() {
    let devices = InputDevice.all()
    var table = OutputTable(
      columns: [.init("device"), .init("kind"), .init("readable"), .init("name")])
    table.rows = devices.map { device in
      [
        .text(device.path), .text(device.kind.rawValue),
        .text(access(device.path, R_OK) == 0 ? "yes" : "no"), .text(device.name),
      ]
    }
    Terminal.write(table.rendered(as: .table))
    if devices.isEmpty { Terminal.note("this machine has no input devices that Linux describes") }
  }
}

#if os(Linux)
  /// Records an input device until Ctrl-C, the end of its events or a given time.
  struct DeviceRecording {
    private let source: InputEventSource
    private let device: String
    private let header: EvemuHeader
    private let seconds: Double?

    /// Opens the device.
    ///
    /// - Throws: Exit code 65 where it cannot be read, with what helps.
    init(device: String, description: String?, seconds: Double?) throws(CommandFailure) {
      self.device = device
      self.seconds = seconds
      source = try CommandFailure.asNoData { try InputEventSource(path: device) }
      let described = try CommandFailure.asNoData {
        try description.map { try EvemuHeader(ofFile: $0) }
      }
      guard let header = described ?? source.header else {
        throw .noData(
          "\(device): is no input device; name one of those that nextpoint record --list shows, or "
            + "describe the one that these events come from with --description")
      }
      self.header = header
    }

    /// Writes the recording to a file, each time that events come.
    ///
    /// Whatever ends it, the file has every event that was read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - replacing: Whether a file of that name may be replaced.
    /// - Throws: `CommandFailure` if the file cannot be written, and if no event comes.
    func write(to path: String, replacing: Bool) throws(CommandFailure) {
      let mode = replacing ? O_TRUNC : O_EXCL
      let file = open(path, O_WRONLY | O_CREAT | mode | O_CLOEXEC, 0o666)
      guard file >= 0 else {
        let reason = errno
        throw reason == EEXIST
          ? .usage(
            "--output \(path): exists already; choose another name, or replace it with --force")
          : Self.unwritten(path, reason)
      }
      defer { close(file) }
      let said = Mutex("")
      let interruption = Interruption.onInterrupt { said.withLock { $0 } }
      defer { Interruption.forget(interruption) }
      try append(header.text, to: file, path)
      Terminal.note("recording \(device) into \(path); stop with Ctrl-C")
      var writer = EvemuWriter()
      let end = seconds.map { ContinuousClock.now + .seconds($0) }
      while let bytes = try next(before: end) {
        do {
          try append(try writer.lines(bytes), to: file, path)
        } catch let error as EvemuWriter.NotEvents {
          throw .noData(
            "\(device): what comes after \(error.offset) events is no event of the kernel "
              + "(\(EvemuWriter.eventSize) bytes each, from a machine of 64 bits)")
        } catch {
          throw error as? CommandFailure ?? .failed("\(error)")
        }
        let summary = "\(path): \(writer.reports) reports, \(writer.events) events"
        said.withLock { $0 = summary }
      }
      Terminal.note("\(path): \(writer.reports) reports, \(writer.events) events")
      guard writer.events > 0 else {
        throw .noData("\(device): no event came; touch or move the device while it is recorded")
      }
      guard writer.unfinishedBytes == 0 else {
        Terminal.warn("\(device): the last \(writer.unfinishedBytes) bytes are a part of an event")
        throw CommandFailure(
          description: "\(path): the end of the events is missing", code: ExitStatus.incomplete)
      }
    }

    /// Returns what can be read next; nil at the end, or when the time is over.
    private func next(before end: ContinuousClock.Instant?) throws(CommandFailure) -> [UInt8]? {
      var buffer = [UInt8](repeating: 0, count: 64 * EvemuWriter.eventSize)
      while true {
        var request = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
        let left = end.map { max(0, ($0 - .now) / .milliseconds(1)) }
        let ready = poll(&request, 1, left.map { Int32(min($0.rounded(.up), 1e6)) } ?? -1)
        if let end, ContinuousClock.now >= end { return nil }
        if ready == 0 || (ready < 0 && errno == EINTR) { continue }
        let count = read(source.descriptor, &buffer, buffer.count)
        if count > 0 { return Array(buffer.prefix(count)) }
        switch count == 0 ? 0 : errno {
        case 0: return nil
        case EINTR, EAGAIN: continue
        case ENODEV:
          Terminal.warn("\(device): the device was disconnected")
          return nil
        default: throw .failed("\(device): cannot be read (\(SystemReason.text(errno)))")
        }
      }
    }

    private func append(_ text: String, to file: Int32, _ path: String) throws(CommandFailure) {
      var text = text
      guard let failure = text.withUTF8({ WholeWrite.write($0, to: file) }) else { return }
      throw Self.unwritten(path, failure)
    }

    private static func unwritten(_ path: String, _ reason: Int32) -> CommandFailure {
      let error = FileWriteError(path: path, errno: reason)
      return CommandFailure(error) ?? .failed("\(error)")
    }
  }
#else
  /// Elsewhere there is no such device.
  struct DeviceRecording {
    init(device: String, description: String?, seconds: Double?) throws(CommandFailure) {
      throw .usage("--evdev needs Linux")
    }

    func write(to path: String, replacing: Bool) throws(CommandFailure) {}
  }
#endif
