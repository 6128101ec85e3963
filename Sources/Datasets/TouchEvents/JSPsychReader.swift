import Foundation
import TouchInput

/// Reads the data of a jsPsych experiment with the mouse-tracking extension, as JSON.
///
/// The file is the array of trials that `jsPsych.data.get().json()` returns, in an object with the key
/// `trials` or not, or one trial a line. A trial with `mouse_tracking_data`, a list of `x`, `y` in pixels, `t`
/// in milliseconds from the start of the trial and `event`, is a stroke that hovers, named by its
/// `trial_index`. Other trials add nothing. There is one recording for each participant, by `subject`,
/// `participant` and the like, and for each `task` that the experiment's author named.
///
/// A trial's clock begins at 0. To keep the order of trials, a trial begins when `time_elapsed` says, and
/// never before the end of the one before it; the first begins at 0. Intervals inside a trial are those of
/// the file.
enum JSPsychReader: RecordingReader {
  /// The data of jsPsych.
  static let format = RecordingFormat.jsPsych

  static let layout = JSONArrayScanner.Layout(
    lengthLimit: 64 * 1024 * 1024, nestsObjects: true, allowsLines: true,
    wrappers: JSONWrappers(
      elementKeys: ["trial_type", "trial_index", "rt", "mouse_tracking_data"],
      names: ["trials", "data", "values", "results", "events"]))

  /// Reads one file; O(bytes) in time, memory for its samples and one trial.
  ///
  /// A file above 512 MiB is refused.
  static func read(_ source: RecordingSource) -> ReadResult {
    EventArrayPass.read(source, layout: layout, into: JSPsychAssembly())
  }
}

/// Collects the trials of participants.
private struct JSPsychAssembly: RecordingAssembly {
  static let events = "trials with mouse_tracking_data; add the extension to the trials"

  private struct Owner: Hashable {
    var participant: String?
    var task: String?
  }

  private struct Clock {
    /// What to add to the time at which a trial began, so that the first begins at 0.
    var offset: Double?
    var latest = 0.0
  }

  private var order: [Owner] = []
  private var strokes: [Owner: [Stroke]] = [:]
  private var clocks: [String: Clock] = [:]
  private var names: [Owner: Set<String>] = [:]

  var isEmpty: Bool { order.isEmpty }

  mutating func add(_ element: Data, _ decoder: JSONDecoder) throws {
    let trial = try decoder.decode(JSPsychTrial.self, from: element)
    guard let points = trial.points, !points.isEmpty else { return }
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.t.isFinite }) else {
      throw EventFault(
        key: "mouse_tracking_data", message: "a position or time is not a finite number",
        remedy: "correct the trial or remove it")
    }
    let owner = Owner(participant: trial.participant, task: trial.task)
    if strokes[owner] == nil { order.append(owner) }
    let begin = begin(of: trial, points, owner)
    let samples = points.map { TouchSample(time: begin + $0.t / 1000, position: SIMD2($0.x, $0.y)) }
    let name = name(trial.index, owner)
    strokes[owner, default: []].append(
      Stroke(identifier: name, kind: .hover, samples: samples.markedAsContact))
  }

  /// Returns the time at which a trial begins, in seconds, after all samples of the participant so far.
  private mutating func begin(
    of trial: JSPsychTrial, _ points: [JSPsychTrial.Point], _ owner: Owner
  ) -> Double {
    var clock = clocks[owner.participant ?? "", default: Clock()]
    let last = points.map(\.t).max() ?? 0
    let first = points.map(\.t).min() ?? 0
    let stated = trial.elapsed.map { ($0 - max(last, trial.reactionTime ?? 0)) / 1000 }
    var begin = 0.0
    if let offset = clock.offset {
      // A pause of a second stands for what lies between trials if no clock tells.
      let earliest = clock.latest + (stated == nil ? 1 : 0) - first / 1000
      begin = max(stated.map { $0 + offset } ?? earliest, earliest)
    } else {
      clock.offset = stated.map { -$0 } ?? 0
    }
    clock.latest = max(clock.latest, begin + last / 1000)
    clocks[owner.participant ?? ""] = clock
    return begin
  }

  /// Returns a name that no other stroke of the recording has.
  private mutating func name(_ index: Int?, _ owner: Owner) -> String {
    let base = Stroke.Kind.hover.strokeName(
      String(index ?? (strokes[owner]?.count ?? 0) + 1))
    var (name, number) = (base, 1)
    while !names[owner, default: []].insert(name).inserted {
      number += 1
      name = "\(base)#\(number)"
    }
    return name
  }

  func recordings(_ source: RecordingSource) -> [Recording] {
    order.map { owner in
      Recording(
        source: source.name, participant: owner.participant ?? source.participant,
        task: owner.task ?? source.task, scale: source.scale, nominalRate: source.nominalRate,
        tool: source.tool == .unknown ? .mouse : source.tool,
        device: source.device == .unknown ? .mouse : source.device, strokes: strokes[owner] ?? [])
    }
  }
}

/// One trial of jsPsych with those of its values that a recording uses.
private struct JSPsychTrial: Decodable {
  /// A position of the mouse; time in milliseconds.
  struct Point: Decodable {
    var x: Double
    var y: Double
    var t: Double

    private enum CodingKeys: String, CodingKey {
      case x, y, t
    }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      x = try keys.requiredWrittenNumber(forKey: .x)
      y = try keys.requiredWrittenNumber(forKey: .y)
      t = try keys.requiredWrittenNumber(forKey: .t)
    }
  }

  /// The positions; nil if the trial was recorded without the extension.
  var points: [Point]?
  var index: Int?
  var participant: String?
  var task: String?
  /// The time since the start of the experiment at the end of the trial, in milliseconds.
  var elapsed: Double?
  /// The time from the start of the trial to the response, in milliseconds.
  var reactionTime: Double?

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
  }

  /// The keys by which experiments name their participants.
  private static let participants = [
    "subject", "subject_id", "subjectId", "subject_nr", "participant", "participant_id",
    "participantId",
    "PROLIFIC_PID", "prolific_id", "workerId", "worker_id", "run_id",
  ]

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Key.self)
    let data = Key("mouse_tracking_data")
    if let text = try? keys.decode(String.self, forKey: data) {
      // Data that went through a table is JSON in a text; an empty one stands for none.
      points =
        text.allSatisfy(\.isWhitespace)
        ? nil : try JSONDecoder().decode([Point].self, from: Data(text.utf8))
    } else {
      points = try keys.decodeIfPresent([Point].self, forKey: data)
    }
    index = try? keys.writtenInteger(forKey: Key("trial_index"))
    elapsed = (try? keys.writtenNumber(forKey: Key("time_elapsed"))).flatMap {
      $0.isFinite ? $0 : nil
    }
    reactionTime = (try? keys.writtenNumber(forKey: Key("rt"))).flatMap { $0.isFinite ? $0 : nil }
    participant = Self.participants.lazy.compactMap { Self.text(keys, Key($0)) }.first
    task = Self.text(keys, Key("task"))
  }

  /// Returns a text, or a whole number as a text; nil for anything else.
  private static func text(_ keys: KeyedDecodingContainer<Key>, _ key: Key) -> String? {
    guard keys.contains(key) else { return nil }
    if let text = try? keys.decode(String.self, forKey: key) { return text.isEmpty ? nil : text }
    return (try? keys.decode(Int.self, forKey: key)).map(String.init)
  }
}
