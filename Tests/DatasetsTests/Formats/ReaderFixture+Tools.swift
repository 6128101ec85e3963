@testable import Datasets

/// Texts of the tools of Linux, and of libraries for web pages.
extension ReaderFixture {
  static let geteventHeader = """
    add device 1: /dev/input/event2
      bus:      0018
      vendor    0000
      name:     "touchscreen"
      location: ""
      events:
        KEY (0001): 014a  BTN_TOOL_FINGER*
                    KEY_HOME
        ABS (0003): 002f                  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                    ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 16
                    0036                  : value 0, min 0, max 2399, fuzz 0, flat 0, resolution 16
                    003a                  : value 0, min 0, max 255, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT
    add device 2: /dev/input/event0
      name:     "gpio-keys"
      events:
        KEY (0001): 0072  0073
        SW  (0005): 0000
      input props:
        <none>

    """

  static let evtestHeader = """
    Input driver version is 1.0.1
    Input device ID: bus 0x18 vendor 0x1 product 0x2 version 0x100
    Input device name: "Some Touchscreen"
    Supported events:
      Event type 0 (EV_SYN)
      Event type 1 (EV_KEY)
        Event code 330 (BTN_TOUCH)
      Event type 3 (EV_ABS)
        Event code 53 (ABS_MT_POSITION_X)
          Value      0
          Min        0
          Max     4000
          Fuzz       2
          Resolution      20
        Event code 54 (ABS_MT_POSITION_Y)
          Value      0
          Min        0
          Max     4000
          Resolution      40
        Event code 57 (ABS_MT_TRACKING_ID)
          Value      0
          Min        0
          Max    65535
        Event code 58 (ABS_MT_PRESSURE)
          Value      0
          Min        0
          Max      200
      Event type 4 (EV_MSC)
        Event code 4 (MSC_SCAN)
    Key repeat handling:
      Repeat type 20 (EV_REP)
        Repeat code 0 (REP_DELAY)
          Value    250
    Properties:
      Property type 1 (INPUT_PROP_DIRECT)
    Testing ... (interrupt to exit)

    """

  /// An event of evtest; a report ends without a code.
  static func evtestEvent(_ milliseconds: Int, _ event: (type: Int, code: Int, value: Int)?)
    -> String
  {
    let micros = String(1_000_000 + milliseconds % 1000 * 1000).dropFirst()
    let time = "Event: time \(1_700_000_000 + milliseconds / 1000).\(micros), "
    guard let event else { return time + "-------------- SYN_REPORT ------------\n" }
    return time + "type \(event.type) (?), code \(event.code) (?), value \(event.value)\n"
  }

  static let evtest: String = {
    var text = evtestHeader
    for row in 0..<40 {
      let time = 100 + 8 * row
      if row % 10 == 0 { text += evtestEvent(time, (3, 57, row)) + evtestEvent(time, (1, 330, 1)) }
      text += evtestEvent(time, (3, 53, 200 + row)) + evtestEvent(time, (3, 54, 400 - 2 * row))
      text += evtestEvent(time, (3, 58, 100)) + evtestEvent(time, (4, 4, 589_825))
      if row % 10 == 9 { text += evtestEvent(time, (3, 57, -1)) + evtestEvent(time, (1, 330, 0)) }
      text += evtestEvent(time, nil)
    }
    return text
  }()

  static let libinputEvents: String = {
    func seconds(_ step: Int) -> String { "+0.\(100 + 8 * step)s" }
    let header = """
      -event7   DEVICE_ADDED     Some Touchscreen     seat0 default group1  cap:t  size 344x194mm ntouches 10 calib
      -event9   DEVICE_ADDED     Some Pen             seat0 default group2  cap:T  size 216x135mm calib
      -event4   DEVICE_ADDED     Some Mouse           seat0 default group3  cap:p left scroll-nat
      -event3   DEVICE_ADDED     Some Keys            seat0 default group4  cap:k
      """
    let touches = (0..<12).map { step in
      let type = step == 0 ? "TOUCH_DOWN  " : step == 11 ? "TOUCH_UP    " : "TOUCH_MOTION"
      let place = step == 11 ? "" : " 10.00/20.00 (\(20 + step).50/4\(step % 10).25mm)"
      return
        "\(step == 0 ? "-" : " ")event7   \(type)     \(step + 1)  \(seconds(step))\t0 (0)\(place)\n"
        + " event7   TOUCH_FRAME      \(seconds(step))\t\n"
    }
    let pen = (0..<12).map { step in
      let axes =
        "\t\(30 + step).00*/4\(step % 10).50\ttilt: 10.00*/-5.00\tpressure: 0.\(10 + step)*"
      switch step {
      case 0:
        return
          "-event9   TABLET_TOOL_PROXIMITY  \(seconds(step))\(axes)\tpen      (0x1, id 0x2) proximity-in \taxes:pt\tbtn:S\n"
      case 3: return " event9   TABLET_TOOL_TIP  \(seconds(step))\(axes) down\n"
      case 9: return " event9   TABLET_TOOL_TIP  \(seconds(step))\(axes) up\n"
      case 11:
        return
          " event9   TABLET_TOOL_PROXIMITY  \(seconds(step))\(axes)\tpen      (0x1, id 0x2) proximity-out \n"
      default: return " event9   TABLET_TOOL_AXIS  \(seconds(step))\(axes)\n"
      }
    }
    let mouse = (0..<12).map { step in
      "\(step == 0 ? "-" : " ")event4   POINTER_MOTION   \(seconds(step))\t  1.50/ -0.25 ( +1.00/ -0.50)\n"
    }
    let others =
      "-event3   KEYBOARD_KEY     +1.000s\t*** (-1) pressed\n"
      + " event4   POINTER_SCROLL_WHEEL  +1.100s\tvert 15.00/120.0* horiz 0.00/0.0 (wheel)\n"
    return header + "\n" + (touches + pen + mouse).joined() + others
  }()

  static let jsPsych: String = (0..<4).map { trial in
    let points = (0..<12).map { step in
      "{\"x\": \(100 + 6 * step), \"y\": \(200 - step), \"t\": \(20 + 17 * step), \"event\": \"mousemove\"}"
    }
    let data = trial == 0 ? "" : ", \"mouse_tracking_data\": [\(points.joined(separator: ", "))]"
    return "{\"rt\": \(trial == 0 ? "null" : "300"), \"stimulus\": \"<p>[{\\\"a\\\"</p>\", "
      + "\"trial_type\": \"html-button-response\", \"trial_index\": \(trial), "
      + "\"time_elapsed\": \(1000 * (trial + 1)), \"subject\": \"s1\", \"task\": \"reach\", "
      + "\"mouse_tracking_targets\": {\"#a\": {\"x\": 1}}\(data)}"
  }.joined(separator: ",\n")

  static func rrweb(_ separator: String) -> String {
    let base = 1_700_000_000_000
    let page =
      "{\"type\": 4, \"data\": {\"href\": \"http://a\", \"width\": 800, \"height\": 600}, \"timestamp\": \(base)}"
    let snapshot =
      "{\"type\": 2, \"data\": {\"node\": {\"type\": 0, \"childNodes\": [{\"id\": 2}], \"id\": 1}}, \"timestamp\": \(base)}"
    let moves = (0..<3).map { batch -> String in
      let positions = (0..<8).map { step in
        "{\"x\": \(10 * batch + step), \"y\": 5, \"id\": 3, \"timeOffset\": \(-400 + 50 * step)}"
      }
      return "{\"type\": 3, \"data\": {\"source\": \(batch == 2 ? 6 : 1), \"positions\": "
        + "[\(positions.joined(separator: ", "))]}, \"timestamp\": \(base + 500 * (batch + 1))}"
    }
    let clicks = [(1, 300), (0, 400), (7, 1090), (9, 1460)].map { type, time in
      "{\"type\": 3, \"data\": {\"source\": 2, \"type\": \(type), \"id\": 3, \"x\": 7, \"y\": 6}, "
        + "\"timestamp\": \(base + time)}"
    }
    let scroll =
      "{\"type\": 3, \"data\": {\"source\": 3, \"id\": 1, \"x\": 0, \"y\": 9}, \"timestamp\": \(base + 1600)}"
    return ([page, snapshot] + moves + clicks + [scroll]).joined(separator: separator)
  }
}
