import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct EvemuWriterTests {
  /// An event as the kernel gives it.
  private func bytes(_ seconds: Int, _ micro: Int, _ type: Int, _ code: Int, _ value: Int)
    -> [UInt8]
  {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return little(seconds, 8) + little(micro, 8) + little(type, 2) + little(code, 2)
      + little(value, 4)
  }

  private static let header = EvemuHeader(
    name: "A pad\n# not a remark", identity: [3, 0x56a, 0x4200, 0x110], properties: [2, 0, 0, 0],
    abilities: [
      (0, [0x0b]), (1, Array(repeating: 0, count: 0x14A / 8) + [1 << (0x14A % 8)]),
      (3, [3, 0, 0, 0, 0, 0, 0x60, 0]),
    ],
    axes: [
      EvemuHeader.Axis(code: 0, minimum: 0, maximum: 10_000, fuzz: 4, flat: 0, resolution: 100),
      EvemuHeader.Axis(code: 1, minimum: 0, maximum: 5000, fuzz: 4, flat: 0, resolution: 50),
    ])

  private let events: [(Int, Int, Int, Int, Int)] = [
    (5, 20_000, 3, 0, 1000), (5, 20_000, 3, 1, 500), (5, 20_000, 1, 0x14A, 1), (5, 20_000, 0, 0, 0),
    (5, 28_001, 3, 0, -7), (5, 28_001, 0, 0, 0), (5, 999_999, 3, 1, 600),
    (5, 999_999, 1, 0x14A, 0), (5, 999_999, 0, 0, 0),
  ]

  @Test func eventsAreLinesOfEvemu() throws {
    var writer = EvemuWriter()
    let text = try writer.lines(events.flatMap(bytes))
    #expect(
      text == """
        E: 5.020000 0003 0000 1000
        E: 5.020000 0003 0001 500
        E: 5.020000 0001 014a 1
        E: 5.020000 0000 0000 0
        E: 5.028001 0003 0000 -7
        E: 5.028001 0000 0000 0
        E: 5.999999 0003 0001 600
        E: 5.999999 0001 014a 0
        E: 5.999999 0000 0000 0

        """)
    #expect(writer.events == 9 && writer.reports == 3 && writer.unfinishedBytes == 0)
  }

  /// A pipe gives bytes in any pieces.
  @Test(arguments: [1, 7, 23, 25, 100]) func eventsAreCutAnywhere(size: Int) throws {
    let all = events.flatMap(bytes)
    var (whole, pieces) = (EvemuWriter(), EvemuWriter())
    let expected = try whole.lines(all)
    var text = ""
    for start in stride(from: 0, to: all.count, by: size) {
      text += try pieces.lines(all[start..<min(start + size, all.count)])
    }
    #expect(text == expected && pieces.events == 9 && pieces.unfinishedBytes == 0)
    #expect(try pieces.lines(all.prefix(30)).split(separator: "\n").count == 1)
    #expect(pieces.unfinishedBytes == 6)
  }

  /// The reader understands all that is written: times, positions in millimeters, the class of device.
  @Test func theReaderReadsWhatWasWritten() throws {
    let folder = try ScratchFolder()
    var writer = EvemuWriter()
    let path = try folder.write(
      Self.header.text + writer.lines(events.flatMap(bytes)), to: "a.events")
    let result = EvemuReader.read(RecordingSource(path: path))
    #expect(result.problems.isEmpty && result.linesRejected == 0)
    let stroke = try #require(result.recordings.first?.strokes.first)
    #expect(stroke.samples.map(\.time) == [5.02, 5.028001, 5.999999])
    #expect(stroke.samples.prefix(2).map(\.position) == [[10, 10], [-0.07, 10]])
    #expect(result.devices == [.touchScreen])
    #expect(try FormatSniffer.format(path: path) == .evemu)
    // A header that is taken over says the same.
    let copy = try EvemuHeader(ofFile: path)
    #expect(copy.text == Self.header.text)
    let described = try folder.write(copy.text, to: "a.desc")
    #expect(EvemuDescriptionReader.read(RecordingSource(path: described)).devices == [.touchScreen])
  }

  @Test func bytesThatAreNoEventsAreFound() {
    var writer = EvemuWriter()
    let text = Array("this is a text file of a user who mistook the name of the device".utf8)
    #expect(throws: EvemuWriter.NotEvents(offset: 0)) { try writer.lines(text) }
    var second = EvemuWriter()
    #expect(throws: EvemuWriter.NotEvents(offset: 1)) {
      try second.lines(bytes(1, 2, 3, 0, 4) + bytes(1, 1_000_000, 3, 0, 4))
    }
    #expect(second.events == 0)
  }

  @Test func aFileWithoutAHeaderDescribesNothing() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("E: 1.000000 0003 0000 1\n", to: "a.events")
    #expect(throws: ReadProblem.self) { try EvemuHeader(ofFile: path) }
  }

  /// A tree as the kernel has it, of a touch screen and of a mouse.
  @Test func devicesAreListedByNumberWithTheirKind() throws {
    let folder = try ScratchFolder()
    for (number, name, properties, abs, key, rel) in [
      (10, "Screen", "2", "60800000000003", "400 0 0 0 0 0", "0"),
      (2, "Mouse", "0", "0", "70000 0 0 0 0", "103"),
    ] {
      let device = "event\(number)/device"
      try folder.write("\(name)\n", to: "\(device)/name")
      try folder.write("\(properties)\n", to: "\(device)/properties")
      try folder.write("\(abs)\n", to: "\(device)/capabilities/abs")
      try folder.write("\(key)\n", to: "\(device)/capabilities/key")
      try folder.write("\(rel)\n", to: "\(device)/capabilities/rel")
    }
    try folder.write("", to: "mouse0/device/name")
    let devices = InputDevice.all(describedIn: folder.path, files: "/dev/input")
    #expect(
      devices == [
        InputDevice(path: "/dev/input/event2", name: "Mouse", kind: .mouse),
        InputDevice(path: "/dev/input/event10", name: "Screen", kind: .touchScreen),
      ])
    #expect(InputDevice.all(describedIn: "/nowhere").isEmpty)
  }
}
