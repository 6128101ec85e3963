/// The file formats that can be read.
///
/// To add one: a case here with its name as in `dataset.json`, and a reader in a file of its own.
public enum RecordingFormat: String, Hashable, Sendable, CaseIterable {
  /// A table with named columns: `stroke,t_s,x,y` and optional ones.
  case plainCSV = "plain-csv"
  /// The text format of Henze et al. 2017: `epoch_ms;uptime_ms;x;y;pressure;action`.
  case henzeText = "henze-2017-text"
  /// A JSON array of touch events as exported by Inkable.
  case inkableJSON = "inkable-json"
  /// A gesture in the XML format of the $-family of recognizers.
  case dollarXML = "dollar-xml"
  /// A recording of a Linux input device by evemu-record.
  case evemu
  /// A description of a Linux input device by evemu-describe: no recordings.
  case evemuDescription = "evemu-description"
  /// The output of Android's getevent with times.
  case getevent
  /// The text that evtest prints of a Linux input device.
  case evtest
  /// The text that libinput debug-events prints.
  case libinputEvents = "libinput-debug-events"
  /// Ink in the markup language of the W3C.
  case inkML = "inkml"
  /// A recording of Linux input devices by libinput record.
  case libinputRecord = "libinput-record"
  /// A JSON array, or lines, of a browser's pointer events.
  case pointerEvents = "pointer-events-json"
  /// The data of a jsPsych experiment with the mouse-tracking extension.
  case jsPsych = "jspsych-mouse-tracking"
  /// The events of a web page that rrweb recorded.
  case rrweb

  /// The reader of the format.
  public var reader: any RecordingReader.Type {
    switch self {
    case .plainCSV: PlainCSVReader.self
    case .henzeText: HenzeTextReader.self
    case .inkableJSON: InkableEventReader.self
    case .dollarXML: DollarXMLReader.self
    case .evemu: EvemuReader.self
    case .evemuDescription: EvemuDescriptionReader.self
    case .getevent: GeteventReader.self
    case .evtest: EvtestReader.self
    case .libinputEvents: LibinputEventReader.self
    case .inkML: InkMLReader.self
    case .libinputRecord: LibinputRecordReader.self
    case .pointerEvents: PointerEventReader.self
    case .jsPsych: JSPsychReader.self
    case .rrweb: RRWebReader.self
    }
  }

  /// The names of all formats, for messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
