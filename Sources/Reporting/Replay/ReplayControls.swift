/// The body of a replay page: board, buttons, legend, the four stages and the list of keys.
struct ReplayControls {
  let predictors: [String]
  let events: Int

  var html: String {
    """
    <main>
    <noscript><p class="warning">This page needs a script to replay the recording, and the browser blocks it. Allow scripts for this file; it loads nothing.</p></noscript>
    <div class="desk">
    <section aria-label="Replay">
    <div class="board">
    <canvas id="board" tabindex="0" role="img" aria-label="The drawing as it is after the current event" aria-describedby="state"></canvas>
    <div class="zoom" role="group" aria-label="Zoom">
    \(button("zoom-out", "−", "Zoom out"))
    \(button("zoom-fit", "Fit", "Show everything"))
    \(button("zoom-in", "+", "Zoom in"))
    </div>
    </div>
    <div class="transport" role="group" aria-label="Playing">
    \(button("first", icon("M-5,-5V5M5,-5L-3,0L5,5Z"), "To the beginning"))
    \(button("back", icon("M3,-5L-4,0L3,5"), "One event back"))
    <button type="button" id="play">Play</button>
    \(button("forward", icon("M-3,-5L4,0L-3,5"), "One event forward"))
    \(button("last", icon("M5,-5V5M-5,-5L3,0L-5,5Z"), "To the end"))
    <input type="range" id="scrub" min="0" max="\(events)" value="\(events)" step="1" aria-label="Event">
    <label>Speed <select id="speed">\(speeds)</select></label>
    </div>
    <p id="state"></p>
    <p id="live" class="unseen" role="status" aria-live="polite"></p>
    </section>
    <aside aria-label="Legend and measurements">
    \(kinds)\(stages)\(forecasts)\(inspector)</aside>
    </div>
    \(latency)\(keys)</main>
    """
  }

  private func button(_ id: String, _ face: String, _ name: String) -> String {
    "<button type=\"button\" id=\"\(id)\" aria-label=\"\(name)\" title=\"\(name)\">\(face)</button>"
  }

  private func icon(_ path: String) -> String {
    "<svg class=\"icon\" viewBox=\"-8 -8 16 16\" aria-hidden=\"true\"><path d=\"\(path)\"/></svg>"
  }

  private var speeds: String {
    ["0.1", "0.25", "0.5", "1", "2", "4"].map {
      "<option value=\"\($0)\"\($0 == "1" ? " selected" : "")>\($0)×</option>"
    }.joined()
  }

  /// The kinds of points, each with its mark and how many are drawn.
  private var kinds: String {
    let rows = [
      ("delivered", "Delivered"), ("coalesced", "Coalesced"), ("updated", "Updated"),
      ("predicted", "Predicted by the device"),
    ].map { name, title in
      "<div class=\"row\"><span></span><span id=\"mark-\(name)\"></span><span>\(title)</span>"
        + "<span class=\"value\" id=\"count-\(name)\"></span></div>\n"
    }
    return "<fieldset><legend>Points</legend>\n\(rows.joined())</fieldset>\n"
  }

  private var stages: String {
    let rows = [
      (
        "points", "Points", true,
        "<circle cx=\"-10\" r=\"3\" fill=\"var(--s7)\"/><circle r=\"3\" fill=\"var(--s7)\"/><circle cx=\"10\" r=\"3\" fill=\"var(--s7)\"/>"
      ),
      (
        "polyline", "Polyline", true,
        "<path d=\"M-16,5L-4,-5L6,4L16,-4\" fill=\"none\" stroke=\"var(--muted)\"/>"
      ),
      (
        "filtered", "Filtered <small class=\"note\">Savitzky–Golay, Douglas–Peucker</small>", false,
        "<path d=\"M-16,0H16\" fill=\"none\" stroke=\"var(--smooth)\" stroke-width=\"2\" stroke-dasharray=\"6 3\"/><path d=\"M-4,-4H4V4H-4Z\" fill=\"none\" stroke=\"var(--smooth)\" stroke-width=\"1.5\"/>"
      ),
      (
        "curve", "Curve <small class=\"note\">Antigrain, of the filtered line</small>", true,
        "<path d=\"M-15,4C-8,-10 8,12 15,-4\" fill=\"none\" stroke=\"var(--curve)\" stroke-width=\"5\" stroke-linecap=\"round\" opacity=\".55\"/>"
      ),
    ].map { name, title, isOn, form in
      switchRow("show-\(name)", name, isOn: isOn, key: key(form), title: title)
    }
    return "<fieldset><legend>Stages</legend>\n\(rows.joined())</fieldset>\n"
  }

  private var forecasts: String {
    guard !predictors.isEmpty else {
      return switchRow(
        "show-past", "past predictions", isOn: false, key: "", title: "", isHidden: true)
        + "<p id=\"scored\" hidden></p>\n"
    }
    let rows = predictors.enumerated().map { place, spelling in
      switchRow(
        "show-predictor-\(place)", XMLText.escaped(spelling), isOn: true,
        key: "<span id=\"mark-\(place)\"></span>", title: HTMLFragment.code(spelling),
        value: "<span class=\"value\" id=\"error-\(place)\"></span>")
    }
    let past = switchRow(
      "show-past", "past predictions", isOn: false, key: "<span></span>",
      title: "Show past predictions")
    return "<fieldset><legend>Predictors</legend>\n\(rows.joined())\(past)"
      + "<p class=\"note\"><span id=\"scored\"></span> The line from each mark ends where the contact really was.</p></fieldset>\n"
  }

  private var inspector: String {
    """
    <section class="inspector" style="--facts:\(5 + predictors.count)" aria-label="Error under the cursor">
    <div class="head"><h3>Under the cursor</h3><span>\(button("point-back", icon("M3,-5L-4,0L3,5"), "Previous point")) \(button("point-forward", icon("M-3,-5L4,0L-3,5"), "Next point"))</span></div>
    <p class="note" id="nothing">Hover over a point, or select one with <kbd>[</kbd> and <kbd>]</kbd>, to see its time, position and force, and each predictor’s error.</p>
    <dl id="facts"></dl>
    </section>

    """
  }

  private func switchRow(
    _ id: String, _ name: String, isOn: Bool, key: String, title: String, value: String = "",
    isHidden: Bool = false
  ) -> String {
    "<label class=\"row\"\(isHidden ? " hidden" : "")><input type=\"checkbox\" id=\"\(id)\" "
      + "data-name=\"\(name)\"\(isOn ? " checked" : "")>\(key)<span>\(title)</span>\(value)</label>\n"
  }

  private func key(_ form: String) -> String {
    "<svg class=\"key\" viewBox=\"-18 -9 36 18\" aria-hidden=\"true\">\(form)</svg>"
  }

  /// The four stages of a drawing app, side by side.
  private var latency: String {
    let asked =
      predictors.first.map { "a line to where \(HTMLFragment.code($0)) expects the contact" }
      ?? "no prediction"
    let notes: [LatencyStage: String] = [
      .naive: "Draws only the newest touch of each refresh, when it is handled.",
      .coalesced: "Draws all touches when they are handled: smoother, but just as late.",
      .perRefresh: "Draws all touches at the refresh: one refresh sooner.",
      .predicted: "As 3, plus \(asked) when the frame appears.",
    ]
    let panels = LatencyStage.allCases.enumerated().map { place, stage in
      """
      <figure class="panel">
      <h3>\(place + 1). \(stage.title)</h3>
      <canvas id="panel-\(place)" role="img" aria-label="\(stage.title)"></canvas>
      <figcaption><span class="gap" id="gap-\(place)"></span> <span id="delay-\(place)"></span><br><span id="mean-\(place)"></span>
      <p class="note">\(notes[stage] ?? "")</p></figcaption>
      </figure>

      """
    }
    return """
      <section aria-labelledby="stages-head">
      <h2 id="stages-head">From pen to ink, in four stages</h2>
      <p class="note">What a simulated screen shows at this moment: the solid line is the ink, the ring is the contact, and the dashed line between them is the gap.</p>
      <div class="panels">
      \(panels.joined())</div>
      </section>

      """
  }

  private var keys: String {
    let list = [
      (["Space"], "play, pause"), (["←", "→"], "one event back, forward"),
      (["Page Up", "Page Down"], "ten events"), (["Home", "End"], "beginning, end"),
      (["<", ">"], "slower, faster"), (["+", "−", "0"], "zoom in, out, fit"),
      (["w", "a", "s", "d"], "pan"), (["c"], "center the contact"),
      (["[", "]"], "previous, next point"),
      (["Esc"], "deselect the point"), (["1", "2", "3", "4"], "points, polyline, filtered, curve"),
      (["p"], "past predictions"),
    ].map { keys, meaning in
      let faces = keys.map { "<kbd>\(XMLText.escaped($0))</kbd>" }.joined(separator: " ")
      return "<li>\(faces) \(meaning)</li>\n"
    }
    return """
      <details open><summary>Keys</summary>
      <ul class="keys">
      \(list.joined())</ul>
      <p class="note">The wheel zooms, dragging pans, two fingers do both. Pauses longer than two seconds are cut to two.</p>
      </details>

      """
  }
}
