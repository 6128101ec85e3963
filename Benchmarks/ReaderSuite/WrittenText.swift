import Datasets
import Foundation
import TouchInput

/// Text of every format, with so many samples in strokes of a hundred.
struct WrittenText {
  private let samples: Int
  private static let strokeLength = 100

  /// Text of a format.
  ///
  /// - Parameters:
  ///   - format: The format; one that describes a device alone has no samples.
  ///   - samples: How many samples, a multiple of a hundred.
  /// - Returns: The contents of a file.
  /// - Throws: What encoding throws.
  static func text(of format: RecordingFormat, samples: Int) throws -> String {
    let text = WrittenText(samples: samples)
    return switch format {
    case .plainCSV: text.plainCSV
    case .henzeText: text.henzeText
    case .inkableJSON: try text.inkableJSON
    case .dollarXML: text.dollarXML
    case .evemu: Self.evemuHeader + text.evemu
    case .evemuDescription: Self.evemuHeader
    case .getevent: text.getevent
    case .evtest: Self.evtestHeader + text.evtest
    case .libinputEvents: text.libinputEvents
    case .inkML: text.inkML
    case .libinputRecord: text.libinputRecord
    case .pointerEvents: text.pointerEvents
    case .jsPsych: text.jsPsych
    case .rrweb: text.rrweb
    }
  }

  private struct Sample {
    let index: Int
    var stroke: Int { index / strokeLength }
    var isFirst: Bool { index % strokeLength == 0 }
    var isLast: Bool { index % strokeLength == strokeLength - 1 }
    var x: Int { 100 + index * 7 % 1000 }
    var y: Int { 200 + index * 13 % 1500 }
    /// Every 8 ms, in milliseconds.
    var time: Int { 1_000_000 + 8 * index }
    var seconds: String { "\(time / 1000).\(String(time % 1000 * 1000 + 1_000_000).dropFirst())" }
  }

  private func lines(_ line: (Sample) -> String) -> String {
    (0..<samples).map { line(Sample(index: $0)) }.joined()
  }

  private func strokes(_ stroke: (Int, [Sample]) -> String) -> String {
    (0..<samples / Self.strokeLength).map { number in
      let first = number * Self.strokeLength
      return stroke(number, (first..<first + Self.strokeLength).map(Sample.init))
    }.joined()
  }

  private var plainCSV: String {
    "stroke,t_s,x,y\n" + lines { "\($0.stroke),\($0.seconds),\($0.x).25,\($0.y).5\n" }
  }

  private var henzeText: String {
    lines {
      let action = $0.isFirst ? 0 : $0.isLast ? 1 : 2
      return "\(1_396_861_885_000 + $0.time);\($0.time);\($0.x).25;\($0.y).5;0.41935483;\(action)\n"
    }
  }

  private var inkableJSON: String {
    get throws {
      let events = PenStroke(points: samples).batches.flatMap(\.events)
      let measured = events.filter { !$0.isPrediction && !$0.isUpdate }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .prettyPrinted
      return String(decoding: try encoder.encode(measured), as: UTF8.self) + "\n"
    }
  }

  private var dollarXML: String {
    let body = strokes { number, samples in
      let points = samples.map {
        "<Point X=\"\($0.x)\" Y=\"\($0.y)\" T=\"\($0.time)\" Pressure=\"128\" />\n"
      }
      return "<Stroke index=\"\(number + 1)\">\n\(points.joined())</Stroke>\n"
    }
    return "<?xml version=\"1.0\"?>\n<Gesture Name=\"long\">\n\(body)</Gesture>\n"
  }

  private static let evemuHeader = """
    # EVEMU 1.3
    N: pad
    I: 0003 056a 4200 0110
    P: 02 00 00 00 00 00 00 00
    B: 01 00 00 00 ff 00 00 00 00
    A: 35 0 4000 0 0 20
    A: 36 0 4000 0 0 20

    """

  private var evemu: String {
    lines { sample in
      let contact = sample.isFirst ? "\(sample.stroke)" : sample.isLast ? "-1" : nil
      let events =
        (contact.map { ["0003 0039 \($0)"] } ?? [])
        + ["0003 0035 \(sample.x)", "0003 0036 \(sample.y)", "0000 0000 0"]
      return events.map { "E: \(sample.seconds) \($0)\n" }.joined()
    }
  }

  private var getevent: String {
    lines { sample in
      let contact =
        sample.isFirst ? Self.hexadecimal(sample.stroke) : sample.isLast ? "ffffffff" : nil
      let events =
        (contact.map { ["EV_ABS       ABS_MT_TRACKING_ID   \($0)"] } ?? []) + [
          "EV_ABS       ABS_MT_POSITION_X    \(Self.hexadecimal(sample.x))",
          "EV_ABS       ABS_MT_POSITION_Y    \(Self.hexadecimal(sample.y))",
          "EV_SYN       SYN_REPORT           00000000",
        ]
      return events.map { "[    \(sample.seconds)] \($0)\n" }.joined()
    }
  }

  private static func hexadecimal(_ value: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  private var inkML: String {
    let body = strokes { number, samples in
      let points = samples.map { "\($0.x) \($0.y) \($0.time)" }.joined(separator: ",\n")
      return "<trace xml:id=\"t\(number)\">\n\(points)</trace>\n"
    }
    return """
      <?xml version="1.0"?>
      <ink xmlns="http://www.w3.org/2003/InkML">
      <traceFormat><channel name="X"/><channel name="Y"/><channel name="T" units="ms"/></traceFormat>
      \(body)</ink>

      """
  }

  private static let libinputHeader = """
    # libinput record
    version: 1
    ndevices: 1
    devices:
    - node: /dev/input/event9
      evdev:
        name: "a pad"
        codes:
          1: [272, 325, 330]
          3: [0, 1, 47, 53, 54, 57]
        absinfo:
          53: [0, 4000, 0, 0, 40]
          54: [0, 4000, 0, 0, 20]
        properties: [0, 2]
      events:

    """

  private var libinputRecord: String {
    Self.libinputHeader
      + lines { sample in
        let contact = sample.isFirst ? sample.stroke : sample.isLast ? -1 : nil
        let events =
          (contact.map { [(3, 57, $0)] } ?? []) + [(3, 53, sample.x), (3, 54, sample.y), (0, 0, 0)]
        let (seconds, microseconds) = (sample.time / 1000, sample.time % 1000 * 1000)
        return "  - evdev:\n"
          + events.map {
            "    - [  \(seconds), \(microseconds),   \($0.0),  \($0.1),     \($0.2)]\n"
          }.joined()
      }
  }

  private static let evtestHeader = """
    Input driver version is 1.0.1
    Input device name: "a pad"
    Supported events:
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Min        0
          Max     4000
          Resolution      40
        Event code 54 (ABS_MT_POSITION_Y)
          Min        0
          Max     4000
          Resolution      20
    Testing ... (interrupt to exit)

    """

  private var evtest: String {
    lines { sample in
      let start = "Event: time \(sample.seconds), "
      let contact = sample.isFirst ? sample.stroke : sample.isLast ? -1 : nil
      let events =
        (contact.map { [(57, "ABS_MT_TRACKING_ID", $0)] } ?? [])
        + [(53, "ABS_MT_POSITION_X", sample.x), (54, "ABS_MT_POSITION_Y", sample.y)]
      return events.map { "\(start)type 3 (EV_ABS), code \($0.0) (\($0.1)), value \($0.2)\n" }
        .joined()
        + "\(start)-------------- SYN_REPORT ------------\n"
    }
  }

  private var libinputEvents: String {
    lines { sample in
      let (seconds, millis) = (sample.time / 1000, String(sample.time % 1000 + 1000).dropFirst())
      let time = "+\(seconds).\(millis)s\t"
      if sample.isLast { return " event7   TOUCH_UP         \(time)0 (0)\n" }
      let type = sample.isFirst ? "DOWN  " : "MOTION"
      return
        " event7   TOUCH_\(type)     \(time)0 (0) 10.00/20.00 (\(sample.x).25/\(sample.y).50mm)\n"
    }
  }

  private var jsPsych: String {
    let trials = strokes { number, samples in
      let points = samples.map {
        "{\"x\": \($0.x), \"y\": \($0.y), \"t\": \(8 * ($0.index % Self.strokeLength)), \"event\": \"mousemove\"}"
      }
      return "\(number == 0 ? "" : ",\n"){\"trial_type\": \"a\", \"trial_index\": \(number), "
        + "\"mouse_tracking_data\": [\(points.joined(separator: ", "))]}"
    }
    return "[\(trials)]\n"
  }

  private var rrweb: String {
    let events = strokes { number, samples in
      let last = samples.last?.time ?? 0
      let positions = samples.map {
        "{\"x\": \($0.x), \"y\": \($0.y), \"id\": 1, \"timeOffset\": \($0.time - last)}"
      }
      return "\(number == 0 ? "" : ",\n"){\"type\": 3, \"data\": {\"source\": 1, \"positions\": "
        + "[\(positions.joined(separator: ", "))]}, \"timestamp\": \(last)}"
    }
    return "[\(events)]\n"
  }

  private var pointerEvents: String {
    lines {
      let type = $0.isFirst ? "down" : $0.isLast ? "up" : "move"
      return "{\"type\": \"pointer\(type)\", \"pointerId\": 1, \"pointerType\": \"pen\", "
        + "\"timeStamp\": \($0.time), \"clientX\": \($0.x).5, \"clientY\": \($0.y), "
        + "\"pressure\": 0.25, \"buttons\": 1}\n"
    }
  }
}
