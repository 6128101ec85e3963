import Foundation
import TouchInput

/// A device that Linux reports input of, as a file under `/dev/input`.
package struct InputDevice: Hashable, Sendable {
  /// Its file, such as `/dev/input/event3`.
  package var path: String
  /// Its name.
  package var name: String
  /// What kind of device it is.
  package var kind: DeviceClass

  /// Returns the devices, by number.
  ///
  /// No permission is needed: the kernel tells everybody what devices there are.
  ///
  /// - Parameters:
  ///   - devices: Where the kernel describes them.
  ///   - files: Where their files are.
  /// - Returns: The devices.
  package static func all(
    describedIn devices: String = "/sys/class/input", files: String = "/dev/input"
  ) -> [InputDevice] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
    return names.compactMap { name in
      name.hasPrefix("event") ? Int(name.dropFirst("event".count)) : nil
    }.sorted().map { number in
      let folder = "\(devices)/event\(number)/device"
      func line(_ file: String) -> String {
        let text = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
      }
      var device = EvdevDevice()
      device.properties = bits(line("properties"))
      device.relativeAxes = bits(line("capabilities/rel"))
      device.keys = bits(line("capabilities/key"))
      for code in bits(line("capabilities/abs")) {
        device.axes[code] = EvdevDevice.Axis(minimum: 0, maximum: 0, resolution: 0)
      }
      return InputDevice(
        path: "\(files)/event\(number)", name: line("name"), kind: device.deviceClass)
    }
  }

  /// Returns the places of the ones in words of 64 bits in hexadecimal, the most significant first.
  private static func bits(_ text: String) -> Set<Int> {
    var places: Set<Int> = []
    for (place, text) in text.split(separator: " ").reversed().enumerated() {
      let word = UInt64(text, radix: 16) ?? 0
      for bit in 0..<64 where (word >> UInt64(bit)) & 1 == 1 { places.insert(place * 64 + bit) }
    }
    return places
  }
}

#if os(Linux)
  /// A device or a stream of the kernel's input events, open for reading.
  package final class InputEventSource: Sendable {
    /// The file to read from.
    package let descriptor: Int32
    /// The kernel's description of the device; nil if the file is not an input device.
    package let header: EvemuHeader?

    /// Opens a device, or any file, pipe or device that gives the kernel's events.
    ///
    /// A device stamps its events by the monotonic clock from now on, which no change of the time of day
    /// moves. A pipe is opened at once, also if nobody writes to it yet: whoever reads waits for it with `poll`.
    ///
    /// - Throws: Why it cannot be read, with what helps.
    package init(path: String) throws(ReadProblem) {
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Self.problem(path, errno) }
      var state = stat()
      if fstat(descriptor, &state) == 0, state.st_mode & S_IFMT == S_IFDIR {
        close(descriptor)
        throw Self.problem(path, EISDIR)
      }
      header = Self.header(descriptor)
      if header != nil {
        var clock = CLOCK_MONOTONIC
        _ = ioctl(descriptor, Self.request(write: 0xA0, MemoryLayout<Int32>.size), &clock)
      }
    }

    deinit { close(descriptor) }

    // The numbers of <linux/input.h> on x86 and ARM.
    private static func request(read number: UInt, _ size: Int) -> UInt {
      2 << 30 | UInt(size) << 16 | UInt(UInt8(ascii: "E")) << 8 | number
    }

    private static func request(write number: UInt, _ size: Int) -> UInt {
      1 << 30 | UInt(size) << 16 | UInt(UInt8(ascii: "E")) << 8 | number
    }

    /// Returns the bytes that a request fills in; nil if the kernel refuses it.
    private static func answer(_ file: Int32, _ number: UInt, _ size: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: size)
      let result = bytes.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { ioctl(file, request(read: number, size), $0) } ?? -1
      }
      return result >= 0 ? bytes : nil
    }

    /// The number of codes of each type that has any, in bytes.
    private static let sizes: [(type: Int, bytes: Int)] = [
      (0, 0x20 / 8), (1, 0x300 / 8), (2, 0x10 / 8), (3, 0x40 / 8), (4, 0x08 / 8), (5, 0x18 / 8),
      (0x11, 0x10 / 8), (0x12, 0x08 / 8), (0x14, 0x08 / 8), (0x15, 0x80 / 8),
    ]

    private static func header(_ file: Int32) -> EvemuHeader? {
      guard let identity = answer(file, 0x02, 8) else { return nil }
      let name = (answer(file, 0x06, 256) ?? []).prefix { $0 != 0 }
      let abilities: [(type: Int, bits: [UInt8])] = sizes.map { size in
        (size.type, answer(file, 0x20 + UInt(size.type), size.bytes) ?? [])
      }
      let absolute: [UInt8] = abilities.first { $0.type == EvdevType.absolute }?.bits ?? []
      return EvemuHeader(
        name: String(decoding: name, as: UTF8.self),
        identity: numbers(identity, UInt16.self),
        properties: answer(file, 0x09, 0x20 / 8) ?? [], abilities: abilities,
        axes: (0..<absolute.count * 8).compactMap { code in
          absolute[code / 8] >> (code % 8) & 1 == 1 ? axis(file, code) : nil
        })
    }

    private static func axis(_ file: Int32, _ code: Int) -> EvemuHeader.Axis? {
      guard let bytes = answer(file, 0x40 + UInt(code), 24) else { return nil }
      let values = numbers(bytes, Int32.self)
      return EvemuHeader.Axis(
        code: code, minimum: values[1], maximum: values[2], fuzz: values[3], flat: values[4],
        resolution: values[5])
    }

    /// Returns the numbers that stand one after another in what the kernel filled in.
    private static func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
      _ bytes: [UInt8], _ type: Number.Type
    ) -> [Number] {
      bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: MemoryLayout<Number>.size).map {
          bytes.loadUnaligned(fromByteOffset: $0, as: type)
        }
      }
    }

    private static func problem(_ path: String, _ reason: Int32) -> ReadProblem {
      var remedy = "name one of the devices that nextpoint record --list shows"
      var state = stat()
      if reason == EACCES || reason == EPERM {
        remedy = "run it as root, or by somebody who may read the file"
        // The group that udev gave the device, which is input on most systems.
        if stat(path, &state) == 0, state.st_mode & S_IRGRP != 0, let group = getgrgid(state.st_gid)
        {
          let name = String(cString: group.pointee.gr_name)
          remedy =
            "join the group that may read it, then log in again: sudo usermod -aG \(name) $USER"
        }
      }
      return ReadProblem(
        file: path, message: "cannot be opened (\(SystemReason.text(reason)))", remedy: remedy)
    }
  }
#endif
