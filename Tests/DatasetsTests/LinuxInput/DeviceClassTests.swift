import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct DeviceClassTests {
  private static let touch = EvdevCode.touch

  private func device(
    keys: Set<Int> = [], axes: [Int] = [], relative: Set<Int> = [], properties: Set<Int> = []
  ) -> EvdevDevice {
    let axis = EvdevDevice.Axis(minimum: 0, maximum: 1, resolution: 0)
    return EvdevDevice(
      properties: properties, relativeAxes: relative, keys: keys,
      axes: Dictionary(uniqueKeysWithValues: axes.map { ($0, axis) }))
  }

  @Test(arguments: [
    ([0x140], [1], DeviceClass.penDisplay), ([0x140], [0], .penTablet), ([0x140], [], .penTablet),
    ([0x14B, 0x145], [], .penTablet), ([touch], [1], .touchScreen), ([], [1], .touchScreen),
    ([touch], [], .touchScreen), ([0x145, touch], [0], .touchpad), ([0x145, touch], [], .touchpad),
    ([0x145, touch], [1], .touchScreen), ([0x110], [], .mouse), ([], [], .unknown),
  ])
  func positionsAreTouchedOrPointedAt(
    keys: [Int], properties: [Int], expected: DeviceClass
  ) {
    #expect(
      device(keys: Set(keys), axes: [0, 1], properties: Set(properties)).deviceClass == expected)
  }

  @Test func multiTouchThatPointsIsATouchpad() {
    #expect(device(axes: [0x35, 0x36], properties: [0]).deviceClass == .touchpad)
    #expect(device(axes: [0x35, 0x36], properties: [1]).deviceClass == .touchScreen)
    #expect(device(axes: [0x35], properties: [0]).deviceClass == .unknown)
  }

  @Test func relativeMotionIsAMouseOrAStick() {
    #expect(device(keys: [0x110], relative: [0, 1]).deviceClass == .mouse)
    #expect(device(keys: [0x110], relative: [0, 1], properties: [5]).deviceClass == .pointingStick)
    #expect(device(keys: [0x110], relative: [8]).deviceClass == .unknown)
    #expect(EvdevDevice().deviceClass == .unknown)
  }

  @Test func aDescriptionBesideSpeaksForItsRecordings() throws {
    let folder = try ScratchFolder()
    let header = { (key: String, properties: String) in
      // BTN_TOUCH and the named key, in bytes of eight; axes X and Y of multi-touch.
      "N: a\nP: \(properties)\nB: 01 \(key)\nA: 35 0 9 0 0\nA: 36 0 9 0 0\n"
    }
    let none = String(repeating: "00 ", count: 40)
    try folder.write(header(none + "20 04", "01"), to: "pad.desc")
    try folder.write(header(none + "00 04", "02"), to: "pad two.desc")
    let events = "E: 1.000000 0003 0039 1\nE: 1.000000 0003 0035 1\nE: 1.000000 0003 0036 1\n"
    let recordings = ["pad one.events", "pad two fast.events", "other.events"]
    for name in recordings { try folder.write(events + "E: 1.000000 0000 0000 0\n", to: name) }
    let description = DatasetDescription(
      name: "set", unit: .device, nominalRate: 100,
      files: ["pad.desc", "pad two.desc"].map { .init(path: $0, format: "evemu-description") }
        + recordings.map { .init(path: $0, format: "evemu") })
    let found = description.files.flatMap {
      Dataset.loadFile($0, of: description, in: folder.path).result.recordings.map(\.device)
    }
    #expect(found == [.touchpad, .touchScreen, .unknown])
  }

  /// What every header of the set says, against the folder that its makers put it in.
  @Test(.enabled(if: RealDatasets.has("evemu-devices"), "NEXTPOINT_DATASETS has no evemu-devices"))
  func headersAgreeWithTheirFolders() throws {
    // A tablet's touch surface is a touchpad where the tablet has no display, and a touch screen
    // where it has; these headers are of kernels that do not tell a stick from a mouse.
    let classes: [String: Set<DeviceClass>] = [
      "mice": [.mouse], "trackpoints": [.mouse, .pointingStick], "touchpads": [.touchpad],
      "touchscreens": [.touchScreen],
      "tablets": [.penDisplay, .penTablet, .touchScreen, .touchpad],
    ]
    let set = try RealDatasets.load("evemu-devices")
    var headers = 0
    for file in set.files {
      let folder = try #require(file.entry.path.split(separator: "/").first.map(String.init))
      let expected = try #require(classes[folder], "\(file.entry.path)")
      let text = try String(
        decoding: Data(contentsOf: URL(fileURLWithPath: file.path)), as: UTF8.self)
      let hasHeader = text.split(separator: "\n").contains { $0.hasPrefix("N:") }
      #expect(file.result.devices.count == (hasHeader ? 1 : 0), "\(file.entry.path)")
      for found in file.result.devices {
        headers += 1
        #expect(expected.contains(found), "\(file.entry.path): \(found)")
      }
      #expect(
        file.result.recordings.allSatisfy { $0.device == .unknown || expected.contains($0.device) },
        "\(file.entry.path)")
      if folder == "tablets", file.entry.path.contains("Pen") {
        let name = file.entry.path
        let isDisplay = ["Cintiq", "DTH", "dell_canvas"].contains(where: name.contains)
        #expect(
          file.result.devices.allSatisfy { $0 == (isDisplay ? .penDisplay : .penTablet) },
          "\(name)")
      }
    }
    // By grep: the files with an N: line.
    #expect(headers == 28)
  }
}
