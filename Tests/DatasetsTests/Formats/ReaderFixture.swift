import Testing

@testable import Datasets

/// A small file of one format with every feature that its reader knows.
struct ReaderFixture: CustomTestStringConvertible {
  var name: String
  var format: RecordingFormat
  var text: String

  var testDescription: String { name }

  static let all: [ReaderFixture] = [
    ReaderFixture(name: "plain CSV", format: .plainCSV, text: plainCSV),
    ReaderFixture(name: "Henze text", format: .henzeText, text: henzeText),
    ReaderFixture(
      name: "Inkable", format: .inkableJSON,
      text: InkableFixture.array(InkableFixture.stroke(samples: 20))),
    ReaderFixture(
      name: "Inkable, callbacks", format: .inkableJSON,
      text: CallbackReadingTests.callbacks(InkableFixture.stroke(samples: 8), of: 5)),
    ReaderFixture(name: "gesture XML", format: .dollarXML, text: gesture),
    ReaderFixture(name: "evemu, multi-touch", format: .evemu, text: evemu),
    ReaderFixture(name: "evemu, pen", format: .evemu, text: evemuPen),
    ReaderFixture(
      name: "evemu description", format: .evemuDescription, text: evemuHeader),
    ReaderFixture(
      name: "getevent, slots", format: .getevent, text: getevent(end: "SYN_REPORT")),
    ReaderFixture(
      name: "getevent, lists", format: .getevent, text: getevent(end: "SYN_MT_REPORT")),
    ReaderFixture(name: "InkML", format: .inkML, text: inkML),
    ReaderFixture(name: "libinput record", format: .libinputRecord, text: libinputRecord),
    ReaderFixture(name: "pointer events", format: .pointerEvents, text: "[\(pointers(","))]\n"),
    ReaderFixture(name: "pointer events, lines", format: .pointerEvents, text: pointers("\n")),
    ReaderFixture(
      name: "pointer events, wrapped", format: .pointerEvents,
      text: "{\"user\": \"a\", \"log\": {\"events\": [\(pointers(","))], \"n\": [1]}}\n"),
    ReaderFixture(
      name: "getevent, header", format: .getevent,
      text: geteventHeader + getevent(end: "SYN_REPORT")),
    ReaderFixture(name: "evtest", format: .evtest, text: evtest),
    ReaderFixture(name: "libinput debug-events", format: .libinputEvents, text: libinputEvents),
    ReaderFixture(name: "jsPsych", format: .jsPsych, text: "[\(jsPsych)]\n"),
    ReaderFixture(
      name: "jsPsych, wrapped", format: .jsPsych, text: "{\"trials\": [\(jsPsych)], \"v\": 7}\n"),
    ReaderFixture(name: "rrweb", format: .rrweb, text: "[\(rrweb(",\n"))]\n"),
    ReaderFixture(name: "rrweb, lines", format: .rrweb, text: rrweb("\n")),
    ReaderFixture(
      name: "rrweb, wrapped", format: .rrweb, text: "{\"events\": [\(rrweb(","))]}\n"),
  ]

  private static let plainCSV =
    "participant,task,stroke,t_s,x,y,force,true_x,true_y\n"
    + (0..<60).map { row in
      "p\(row / 30),draw,\(row / 12),0.\(100 + row),\(row).5,-3e-2,,1,\"2.25\"\n"
    }.joined()

  private static let henzeText = (0..<60).map { row in
    "139686188573\(row % 10);\(24_304_462 + 16 * row);720.8572;\(row).5;0.41935483;"
      + "\(row % 10 == 0 ? 0 : row % 10 == 9 ? 1 : 2)\n"
  }.joined()

  private static let gesture: String = {
    let points = (0..<40).map {
      "<Point X=\"\($0)\" Y=\"4.5\" T=\"13\($0 / 2)\" Pressure=\"128\" />\n"
    }
    let stroke = "<Stroke index=\"1\">\n\(points.joined())</Stroke>\n"
    return "<?xml version=\"1.0\"?>\n<Gesture Name=\"a&amp;b\">\n\(stroke)\(stroke)</Gesture>\n"
  }()

  private static let evemuHeader: String = {
    var text = "# EVEMU 1.3\nN: pad\nI: 0003 056a 4200 0110\nP: 02 00 00 00 00 00 00 00\n"
    text += "B: 01 00 00 00 ff 00 00 00 00\nA: 35 0 4000 0 0 20\nA: 36 0 4000 0 0 20\n"
    return text + "A: 3a 0 255 0 0\n"
  }()

  private static let evemu: String = {
    var text = evemuHeader
    let codes = ["0003 002f", "0003 0039", "0003 0035", "0003 0036", "0003 003a", "0003 0000"]
    for row in 0..<40 {
      let pick = codes[row % codes.count]
      text += "E: 1.\(100_000 + 1000 * row) \(pick) \(row % 9 == 1 ? -1 : row % 4)\t# note\n"
      text += "E: 1.\(100_000 + 1000 * row) 0002 000\(row % 2) -3\n"
      text += "E: 1.\(100_000 + 1000 * row) 0000 000\(row % 5 == 4 ? 2 : 0) 0\n"
    }
    return text
  }()

  private static let penEvents = [
    "0001 0140 1", "0003 0000 33", "0003 0001 7", "0001 014a 1", "0003 001a -20", "0003 001b 89",
    "0003 0018 9", "0001 014a 0", "0001 0140 0",
  ]

  private static let evemuPen =
    "A: 00 0 4000 0 0 20\nA: 01 0 4000 0 0 20\nA: 1a -90 90 0 0 57\nA: 1b -90 90 0 0 57\n"
    + (0..<60).map { row in
      "E: 1.\(100_000 + 1000 * row) \(penEvents[row % penEvents.count])\n"
        + "E: 1.\(100_000 + 1000 * row) 0000 0000 0\n"
    }.joined()

  private static func getevent(end: String) -> String {
    let events = [
      "EV_ABS       ABS_MT_TRACKING_ID   00000003", "EV_ABS       ABS_MT_POSITION_X    000001ad",
      "EV_ABS       ABS_MT_POSITION_Y    00000077", "0003 003a 000000d4", "EV_KEY BTN_TOUCH DOWN",
      "EV_ABS       ABS_MT_TRACKING_ID   ffffffff",
    ]
    return (0..<80).map { row in
      let time = "[   34490.\(100_000 + 1000 * row)] "
      let device = row % 9 < 4 ? "/dev/input/event2: " : ""
      let event = events[row % events.count]
      let next = events[(row + 1) % events.count]
      return
        "\(time)\(device)\(event)   \r\n\(time)\(device)\(next)\r\n\(time)\(device)EV_SYN \(end) 00000000\r\n"
        + "\(time)\(device)EV_SYN SYN_REPORT 00000000 rate 94\r\n"
    }.joined()
  }

  private static let inkML: String = {
    let points = (1..<20).map { "\($0) -\($0).5 0.5 45 \(4 * $0)" }.joined(separator: ",\n")
    let differences = (1..<20).map { "\($0)-3 * ? 4" }.joined(separator: ", ")
    return """
      <?xml version="1.0"?>
      <ink xmlns="http://www.w3.org/2003/InkML">
      <definitions><inkSource xml:id="pad"><sampleRate value="120"/>
      <traceFormat xml:id="all"><channel name="X" units="mm"/><channel name="Y" units="mm"/>
      <channel name="F" min="0" max="2"/><channel name="OE" units="deg"/>
      <channel name="T" units="ms"/></traceFormat></inkSource>
      <context xml:id="pen" inkSourceRef="#pad"/></definitions>
      <traceGroup contextRef="#pen"><trace xml:id="t1">
      \(points)</trace><!-- a remark
      of two lines --><trace type="penUp">!1 !2 !0.1 !90 !100,'1'2'0.1?'4,\(differences)</trace>
      </traceGroup>
      <trace>#1f 10 , 3 4e1, 5 6</trace>
      <trace continuation="end" priorRef="#t1" contextRef="#pen">1 2 3 4 500</trace>
      </ink>

      """
  }()

  static let libinputHeader = """
    # libinput record
    version: 1
    ndevices: 2
    libinput:
      version: "1.28.1"
      git: "unknown"
    system:
      kernel: "6.8.0"
      dmi: "dmi:bvnX:[y]"
    devices:
    - node: /dev/input/event9
      evdev:
        # Name: a pad
        name: "a pad [of ours]"
        id: [29, 1739, 0, 0]
        codes:
          0: [0, 1, 2, 3] # EV_SYN
          1: [272, 325, 330] # EV_KEY
          3: [0, 1, 47, 53, 54, 57, 58] # EV_ABS
        absinfo:
          53: [0, 4000, 0, 0, 40]
          54: [0, 2000, 0, 0, 20]
          58: [0, 200, 0, 0, 0]
        properties: [0, 2]
      hid: [
        0x05, 0x0d, 0x09, 0x05
      ]
      udev:
        properties:
        - ID_INPUT_TOUCHPAD=1
        virtual: false
      quirks:
      - AttrSizeHint=32x32
      events:
      # Current time is 12:12:12

    """

  /// Frames of libinput record: a time in milliseconds, and events of type, code and value.
  static func libinputFrames(_ frames: [(Int, [(Int, Int, Int)])]) -> String {
    frames.map { time, events in
      "  - evdev:\n"
        + (events + [(0, 0, 0)]).map { event in
          "    - [  \(time / 1000), \(time % 1000 * 1000),   \(event.0),  \(event.1),     \(event.2)]"
            + " # a remark\n"
        }.joined()
    }.joined()
  }

  private static let libinputRecord: String = {
    let touches = (0..<20).map { step in
      (step * 8, [(3, 57, step % 7 == 6 ? -1 : 5), (3, 53, 100 + step), (3, 54, 40 + 3 * step)])
    }
    let second = """
      - node: /dev/input/event10
        evdev:
          codes:
            1: [272]
            2: [0, 1]
          properties: []
        events:
        - libinput:
          - {time: 1.5, type: POINTER_MOTION}

      """
    let motion = (0..<20).map { (2000 + 8 * $0, [(2, 0, 3), (2, 1, -1)]) }
    return libinputHeader + libinputFrames(touches) + second + libinputFrames(motion)
  }()

  private static func pointers(_ separator: String) -> String {
    (0..<20).map { step in
      let place = "\"clientX\": \(step).5, \"clientY\": -\(step), \"pressure\": 0.25"
      let time = 1000 + 16 * step
      let type = step % 10 == 0 ? "down" : step % 10 == 7 ? "up" : step == 13 ? "cancel" : "move"
      let lists =
        "\"coalescedEvents\": [{\"timeStamp\": \(time - 8), \(place)},\n{\"timeStamp\": \(time),"
        + " \(place)}], \"predictedEvents\": [{\"timeStamp\": \(time + 8), \(place)}]"
      return
        "{\"type\": \"pointer\(type)\", \"pointerId\": \(1 + step % 2), \"pointerType\": \"pen\", "
        + "\"timeStamp\": \(time), \(place), \"tiltX\": 20, \"tiltY\": -\(step), "
        + "\"buttons\": \(type == "move" && step % 3 == 0 ? 0 : 1)"
        + (type == "move" ? ", \(lists)}" : "}")
    }.joined(separator: separator)
  }
}
