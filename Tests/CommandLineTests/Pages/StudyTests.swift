import Foundation
import MotionNumerics
import TestSupport
import Testing

/// `live --study`: plans, the order that a seed gives, throughput, and a whole study in a browser.
@Suite struct StudyTests {
  private static let plan = """
    title: A small study
    consent: Please draw.
    seed: 7
    tasks:
      - {name: writing, kind: write, prompts: [hello], practice: 1}
      - {name: tapping, kind: tap, targets: 5, amplitudes: [200], widths: [40], practice: 1}
      - {name: tunnel, kind: follow, shapes: [circle], widths: [40]}
      - {name: scrolling, kind: scroll, distances: [700], frames: [60]}

    """
  private static let fullPlan = """
    title: Six tasks
    seed: 2026
    break-every: 2
    tasks:
      - {name: writing, kind: write, prompts: [hello, world, again], practice: 1}
      - {name: tapping, kind: tap, amplitudes: [150, 300], widths: [30], practice: 1}
      - {name: dragging, kind: drag, targets: 7, amplitudes: [200], widths: [24, 48]}
      - {name: tracing, kind: trace, shapes: [spiral, star, zigzag]}
      - {name: tunnel, kind: follow, shapes: [wave, eight, square], widths: [40]}
      - {name: scrolling, kind: scroll, distances: [-900, 1600], frames: [40, 80]}

    """
  private static let scripts = Repository.root.appending(path: "Sources/Reporting/Live").path

  @Test func aPageIsMadeOfThePlanAlone() throws {
    let workspace = try Workspace()
    try workspace.write("plan.yaml", Self.plan.replacing("Please draw.", with: "</script> & draw"))
    let result = try workspace.nextpoint("live", "--study", "plan.yaml", "-o", "study.html")
    result.expect(code: 0)
    #expect(result.standardOutput.isEmpty && result.standardError.isEmpty)
    let page = try workspace.text("study.html")
    #expect(page.contains("\"upload\":null") && !page.contains("connect-src"))
    #expect(!page.contains("src=\"http") && !page.contains("href=\"http"))
    #expect(page.contains("\\u003c/script> & draw") && page.contains("&lt;/script"))
    #expect(page.contains("{\"targets\":5,\"amplitude\":200,\"width\":40}"))
    let example = Repository.root.appending(path: "docs/study-plan.yaml").path
    try workspace.nextpoint("live", "--study", example, "-o", "example.html").expect(code: 0)
  }

  /// Each plan has its fault on the line of its number.
  @Test(arguments: [
    ("titel: A", 1, "unknown key 'titel'; the keys are title, consent"),
    ("title: A\norder: latin", 2, "order: 'latin' is none of random, written"),
    ("title: A\nseed: -1", 2, "seed: '-1' is not a number"),
    ("title: A\nbreak-seconds: 4000", 2, "break-seconds: 4000 is not from 0 to 3600"),
    ("title: A\ntasks: []", 2, "'tasks' must be a list with at least one entry"),
    ("title: A\ntasks: [write]", 2, "an entry of 'tasks' is not a list of 'key: value'"),
    ("title: A\ntasks:\n- name: a", 3, "the task has no kind; it is one of write, draw"),
    ("title: A\ntasks:\n- kind: sing", 3, "kind: 'sing' is none of write, draw, trace"),
    ("title: A\ntasks:\n- kind: write", 3, "the task has no 'prompts'; give at least one"),
    ("title: A\ntasks:\n- kind: draw\n  shapes: [line]", 4, "does not go with the kind 'draw'"),
    ("title: A\ntasks:\n- kind: trace\n  shapes: [cube]", 4, "shapes: 'cube' is none of line"),
    ("title: A\ntasks:\n- kind: tap\n  targets: 8", 4, "targets: 8 is even"),
    (
      "title: A\ntasks:\n- kind: tap\n  widths: [2]\n  amplitudes: 90", 4, "widths: 2.0 is not from"
    ),
    ("title: A\ntasks:\n- kind: draw\n  name: A b\n  prompts: c", 4, "name: 'A b' must be at most"),
    (
      "title: A\ntasks:\n- kind: draw\n  prompts: c\n- kind: draw\n  prompts: d", 5,
      "two tasks are called 'draw'"
    ),
    (
      "title: A\ntasks:\n- kind: scroll\n  distances: [9]\n  frames: [40]", 4,
      "distances: 9.0 is in the frame already"
    ),
  ])
  func aFaultOfAPlanIsNamedWithItsLine(plan: String, line: Int, part: String) throws {
    let workspace = try Workspace()
    try workspace.write("plan.yaml", plan + "\n")
    try workspace.expectNothingWritten {
      try workspace.nextpoint("live", "--study", "plan.yaml", "-o", "study.html")
        .expectRefusal(code: 64, saying: "plan.yaml:\(line): ", part)
    }
  }

  /// The numbers of trials are multiplied before the trials are made.
  @Test(arguments: [
    "kind: tap\n  amplitudes: [MANY]\n  widths: [MANY]",
    "kind: follow\n  shapes: [SHAPES]\n  widths: [MANY]",
    "kind: scroll\n  distances: [MANY]\n  frames: [12]",
  ])
  func tooManyConditionsAreRefusedAtOnce(task: String) throws {
    let workspace = try Workspace()
    let many = (0..<20_000).map { "\(30 + Double($0) / 100)" }.joined(separator: ",")
    let shapes = Array(repeating: "line", count: 20_000).joined(separator: ",")
    let lists = task.replacing("MANY", with: many).replacing("SHAPES", with: shapes)
    try workspace.write("plan.yaml", "title: A\ntasks:\n- \(lists)\n")
    let began = ContinuousClock.now
    try workspace.nextpoint("live", "--study", "plan.yaml", "-o", "study.html")
      .expectRefusal(code: 64, saying: "plan.yaml:", "at most 2000 trials")
    #expect(ContinuousClock.now - began < .seconds(20))
  }

  @Test func aPlanThatIsMissingIsNamed() throws {
    try Workspace().nextpoint("live", "--study", "no.yaml").expectRefusal(
      code: 65, saying: "no.yaml: the plan cannot be read")
  }

  /// Returns what a script prints after scripts of the page.
  private func node(_ files: String..., script: String) throws -> String {
    let workspace = try Workspace()
    let sources = try files.map {
      try String(contentsOfFile: "\(Self.scripts)/\($0)", encoding: .utf8)
    }
    try workspace.write("script.js", sources.joined() + script)
    let result = try workspace.shell("node script.js")
    result.expect(code: 0)
    return result.standardOutput
  }

  /// The page's generator is the one of `MotionNumerics`, and so is the order that it gives.
  @Test(.needsNode) func theOrderIsThatOfTheSeedAndTheParticipant() throws {
    for (seed, code) in [(UInt64.max, "p01"), (0, "p02"), (2026, "ü")] {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in "\(seed)/\(code)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      var random = Xoshiro256StarStar(seed: hash)
      func shuffled(_ values: [Int]) -> [Int] {
        var values = values
        for place in values.indices.dropFirst().reversed() {
          values.swapAt(place, random.nextInt(below: place + 1))
        }
        return values
      }
      // Three tasks of two conditions, twice each; the first has a trial for practice.
      var expected: [[Int]] = []
      for task in shuffled([0, 1, 2]) {
        let practice = shuffled([0, 1]).prefix(task == 0 ? 1 : 0)
        for condition in practice + shuffled([0, 1, 0, 1]) { expected.append([task, condition]) }
      }
      let printed = try node(
        "study-order.js",
        script: """
          const tasks = [0, 1, 2].map((name) => ({ name, practice: name === 0 ? 1 : 0, repeats: 2, conditions: [0, 1] }));
          const steps = timelineOf({ seed: '\(seed)', order: 'random', breakEvery: null, tasks }, '\(code)');
          console.log(JSON.stringify(steps.filter((s) => s.step === 'trial').map((s) => [s.task.name, s.condition])));
          """)
      let order = try JSONDecoder().decode([[Int]].self, from: Data(printed.utf8))
      #expect(order == expected, "seed \(seed), participant \(code)")
    }
  }

  /// Puts the committed module where the page has it.
  private static let moduleOnPage = """
    const { readFileSync } = require('node:fs'), { gzipSync } = require('node:zlib');
    const file = '\(Repository.root.appending(path: "Sources/nextpoint/Live/live.wasm").path)';
    const textContent = gzipSync(readFileSync(file)).toString('base64');
    globalThis.document = { getElementById: () => ({ textContent }) };

    """

  /// Selections 3 px past the center, 3 px before it and on it: their standard deviation is 3 px.
  ///
  /// The movements went 103, 100 and 97 px along the axis, in half a second on average. The module is
  /// unpacked as the page unpacks it.
  @Test(.needsNode) func throughputIsTheOneByHand() throws {
    let printed = try node(
      "live-module.js", "study-measures.js",
      script: Self.moduleOnPage + """
        const a = { x: 0, y: 0 }, b = { x: 100, y: 0 };
        const three = [
          { from: a, to: b, start: a, end: { x: 103, y: 4 }, milliseconds: 500 },
          { from: b, to: a, start: { x: 103, y: 4 }, end: { x: 3, y: 0 }, milliseconds: 400 },
          { from: a, to: b, start: { x: 3, y: 0 }, end: { x: 100, y: -5 }, milliseconds: 600 },
        ];
        const many = Array.from({ length: 60 }, (_, i) => three[i % 3]);
        startModule().then(() => {
          const alone = [throughput([]), throughput(three.slice(0, 1)), throughput([three[0], three[0]])];
          const difficulty = wasm.fitts_difficulty(300, 20);
          console.log(JSON.stringify({ three: throughput(three), many: throughput(many), alone, difficulty }));
        });
        """)
    struct Result: Decodable {
      let three: [String: Double]
      let many: [String: Double]
      let alone: [[String: Double]]
      let difficulty: Double
    }
    let result = try JSONDecoder().decode(Result.self, from: Data(printed.utf8))
    // Twenty times the same, with n − 1 = 59, in more than the page's memory for arguments.
    let repeated = (20 * 2 * 9 / 59.0).squareRoot()
    for (values, deviation) in [(result.three, 3), (result.many, repeated)] {
      let index = log2(100 / (4.133 * deviation) + 1)
      let expected = [
        "effective_amplitude_px": 100, "effective_width_px": 4.133 * deviation,
        "effective_index_of_difficulty": index, "throughput_bits_per_s": index / 0.5,
      ]
      #expect(Set(values.keys) == Set(expected.keys))
      for (name, value) in expected {
        #expect(abs((values[name] ?? .nan) - value) < 1e-12 * value, "\(name)")
      }
    }
    #expect(result.alone == [[:], [:], [:]])
    #expect(abs(result.difficulty - 4) < 1e-12)
  }

  /// A path from x = 22 to x = 378, 20 px wide, and a line from x = 30 to x = 370, all at y = 100.
  @Test(.needsNode) func followingAndTracingAreTheOnesByHand() throws {
    let printed = try node(
      "live-module.js", "study-measures.js", "study-scenes.js",
      script: Self.moduleOnPage + """
        const onSheet = (stroke, p) => p, size = { width: 400, height: 200 };
        startModule().then(() => {
          const path = new PathScene({ kind: 'follow' }, { shape: 'line', width: 20 }, size);
          path.down({ x: 60, y: 100 }, 0);
          path.down({ x: 22, y: 100 }, 1000);
          path.up({ x: 24, y: 100 }, 1250);
          path.down({ x: 22, y: 100 }, 2000);
          [[200, 104], [300, 88], [370, 100], [371, 100]].forEach(([x, y], i) => path.move({ x, y }, 2100 + 100 * i));
          const ink = new InkScene({ kind: 'trace' }, { shape: 'line' }, size);
          const trace = [[{ x: 30, y: 103 }, { x: 60, y: 99 }], [{ x: 367, y: 100 }, { x: 373, y: 104 }]];
          const strokes = trace.map((samples) => ({ samples: samples.map((p, i) => ({ ...p, time: i / 2 })) }));
          console.log(JSON.stringify([...path.rows(), ...ink.rows(strokes), ...ink.rows([])]));
        });
        """)
    let rows = try JSONDecoder().decode([[String: Double?]].self, from: Data(printed.utf8))
    let path = ["amplitude_px": 356, "width_px": 20, "scale": 1, "index_of_difficulty": 17.8]
    let expected: [[String: Double?]] = [
      path.merging([
        "movement": 1, "movement_time_ms": 250, "error": 1, "outside_share": 0, "deviation_px": 0,
      ]) { $1 },
      path.merging([
        "movement": 2, "movement_time_ms": 300, "error": 1, "outside_share": 0.25,
        "deviation_px": 4,
      ]) { $1 },
      [
        "strokes": 2, "path_px": (900.0 + 16).squareRoot() + (36.0 + 16).squareRoot(),
        "movement_time_ms": 500, "deviation_px": (3 + 1 + 0 + 5) / 4,
      ],
      ["strokes": 0, "path_px": 0, "movement_time_ms": nil, "deviation_px": nil],
    ]
    #expect(rows.count == expected.count)
    for (row, known) in zip(rows, expected) {
      #expect(Set(row.keys) == Set(known.keys))
      for (name, value) in known {
        let found = row[name] ?? nil
        let isEqual = value.map { abs((found ?? .nan) - $0) < 1e-9 } ?? (found == nil)
        #expect(isEqual, "\(name): \(row)")
      }
    }
  }

  /// What the driver did and the page has.
  private struct Outcome: Decodable {
    let strokes: [Drawn]
    let palms: Int
    let hand: Int
    let lost: Int
    let errors: String
    let console: [String]
    let outside: [String]
    /// Name, name on the server and bytes of each trial.
    let sent: [[String?]]

    struct Drawn: Decodable {
      let participant: String
      let trial: String
      let points: [[Double]]
      let isCut: Bool
    }
  }

  /// A reload in the middle of a stroke, a closed tab in the middle of a sequence, and a server that is gone for
  /// a while: every stroke that was drawn is in the data set, and every trial on the server.
  @Test(.needsBrowser, .needsNode) func everyStrokeOfAStudyIsInTheDataSet() throws {
    let workspace = try Workspace()
    let outcome = try study("--upload", in: workspace)
    #expect(outcome.lost > 0)
    for trial in outcome.sent {
      let stored = try #require(trial[1], "not sent: \(trial[0] ?? "")")
      #expect(try workspace.text("out/sent/\(stored).json") == trial[2])
    }
    let codes = ["p01", "p02", "p03"]
    let files = codes.map { "{\"path\":\"\($0).json\",\"format\":\"pointer-events-json\"}" }
    try workspace.write(
      "out/dataset.json",
      "{\"schema\":1,\"name\":\"study\",\"unit\":\"px\",\"nominalRateHz\":60,"
        + "\"files\":[\(files.joined(separator: ","))]}")
    try expectStrokes(outcome.strokes, inSet: "out", of: workspace)
    try workspace.nextpoint(
      "evaluate", "out", "--predictor", "hold", "--horizon-ms", "16", "--group-by",
      "task,participant"
    ).expect(code: 0)
    for code in codes { try expectTable(CSVTable(try workspace.text("out/\(code).csv")).rows) }
  }

  /// The program of the server, where NEXTPOINT_RECORDER names it: it has packages that not everybody builds.
  private static let server = ProcessInfo.processInfo.environment["NEXTPOINT_RECORDER"]

  /// `nextpoint-record` serves the page and is killed in the middle: all trials are in its data set, byte for byte.
  @Test(
    .needsBrowser, .needsNode,
    .enabled(if: server != nil, "NEXTPOINT_RECORDER names no nextpoint-record"))
  func aKilledServerHasEveryTrial() throws {
    let workspace = try Workspace()
    let outcome = try study("--record '\(try #require(Self.server))'", in: workspace)
    for trial in outcome.sent {
      let stored = try #require(trial[1], "not sent: \(trial[0] ?? "")")
      #expect(try workspace.text("out/set/recordings/\(stored).json") == trial[2])
    }
    try expectStrokes(outcome.strokes, inSet: "out/set", of: workspace)
  }

  /// Drives a study into the folder `out`.
  private func study(_ options: String, in workspace: Workspace) throws -> Outcome {
    try workspace.write("plan.yaml", TestSize.of(Self.plan, full: Self.fullPlan))
    try workspace.nextpoint("live", "--study", "plan.yaml", "-o", "study.html").expect(code: 0)
    let browser = try #require(HeadlessBrowser.program)
    let driver = Repository.root.appending(path: "scripts/embedded/study.mjs").path
    try workspace.shell("CHROMIUM='\(browser)' node '\(driver)' study.html out \(options)")
      .expect(code: 0)
    let outcome = try JSONDecoder().decode(
      Outcome.self, from: Data(contentsOf: workspace.url("out/result.json")))
    #expect(outcome.errors.isEmpty && outcome.console.isEmpty && outcome.outside.isEmpty)
    #expect(outcome.palms == outcome.hand && outcome.hand > 0)
    return outcome
  }

  /// Compares what was drawn with a data set, which must be valid.
  private func expectStrokes(
    _ drawn: [Outcome.Drawn], inSet folder: String, of workspace: Workspace
  ) throws {
    try workspace.nextpoint("datasets", "validate", folder).expect(code: 0)
    try workspace.nextpoint("datasets", "convert", folder, "--output", "csv").expect(code: 0)
    let files = workspace.names().filter { $0.hasPrefix("csv/") && $0.hasSuffix(".csv") }
    #expect(Set(drawn.map(\.participant)) == ["p01", "p02", "p03"])
    for (participant, strokes) in Dictionary(grouping: drawn, by: \.participant) {
      let theirs = files.filter { URL(filePath: $0).lastPathComponent.hasPrefix(participant) }
      expectStrokes(
        strokes, in: try theirs.sorted().flatMap { CSVTable(try workspace.text($0)).rows })
    }
  }

  /// What CSV and touch reports keep of a pixel.
  private static let roundedPixels = 0.01

  private func expectStrokes(_ drawn: [Outcome.Drawn], in rows: [[String: String]]) {
    var recorded: [(name: String, points: [[Double]])] = []
    for row in rows {
      let name = row["stroke"] ?? ""
      let point = ["x", "y"].map { Double(row[$0] ?? "") ?? .nan }
      if recorded.last?.name == name {
        recorded[recorded.count - 1].points.append(point)
      } else {
        recorded.append((name, [point]))
      }
    }
    #expect(!drawn.isEmpty && recorded.count == drawn.count)
    func isNear(_ a: [Double]?, _ b: [Double]?) -> Bool {
      guard let a, let b else { return false }
      return zip(a, b).allSatisfy { abs($0 - $1) < Self.roundedPixels }
    }
    for stroke in drawn {
      let found = recorded.firstIndex {
        $0.name.hasPrefix(stroke.trial) && isNear($0.points.first, stroke.points.first)
          && isNear($0.points.last, stroke.points.last)
      }
      guard let found else {
        Issue.record("not in the data set: \(stroke.trial) from \(stroke.points[0])")
        continue
      }
      recorded.remove(at: found)
    }
  }

  /// Taps 5 px past the target and before it in turn: an odd number n of them has the mean 5 / n.
  private func expectTable(_ rows: [[String: String]]) throws {
    #expect(Set(rows.compactMap { $0["task"] }).isSuperset(of: ["writing", "tapping", "tunnel"]))
    let taps = rows.filter { $0["kind"] == "tap" && $0["interrupted"] == "0" }
    for sequence in Dictionary(grouping: taps, by: { $0["trial"] }).values {
      let count = Double(sequence.count)
      let mean = 5 / count
      let variance = (0..<sequence.count).reduce(0.0) {
        $0 + pow(($1 % 2 == 0 ? 5 : -5) - mean, 2) / (count - 1)
      }
      func values(_ name: String) -> [Double] {
        sequence.compactMap { $0[name].flatMap(Double.init) }
      }
      let times = values("movement_time_ms")
      let width = try #require(values("effective_width_px").first)
      let amplitude = try #require(values("effective_amplitude_px").first)
      let throughput = try #require(values("throughput_bits_per_s").first)
      #expect(abs(width - 4.133 * variance.squareRoot()) < Self.roundedPixels)
      #expect(values("error").allSatisfy { $0 == 0 } && times.count == sequence.count)
      let expected = log2(amplitude / width + 1) * 1000 * count / times.reduce(0, +)
      #expect(abs(throughput - expected) < 1e-9 * expected)
    }
  }
}
