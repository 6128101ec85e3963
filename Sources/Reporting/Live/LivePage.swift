import Datasets
import MotionPrediction

/// The page on which people try the predictors with their own hand, described in `docs/try-it.md`.
///
/// One self-contained HTML file that holds the predictors as a WebAssembly module. Its script takes in
/// events, draws on the canvas and fills the tables; all predictions, scores and outlines come from
/// the module. A content security policy forbids all loading.
public struct LivePage: Sendable {
  private let module: String
  private let version: String
  private let upload: String?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - module: The WebAssembly module, compressed by gzip, in base64.
  ///   - version: The version of the tool, which the page names.
  ///   - upload: Where the page sends a session, relative to its address; nil for nowhere.
  public init(module: String, version: String, upload: String? = nil) {
    self.module = module
    self.version = version
    self.upload = upload
  }

  /// The page; equal modules give equal bytes.
  public var html: String {
    HTMLPage(
      title: "Try nextpoint", version: version, head: Self.head(upload: upload),
      style: EmbeddedText.live_css,
      body: """
        \(LiveControls(upload: upload).html)<footer>
        \(HTMLFragment.paragraph("Made by nextpoint \(XMLText.escaped(version)). This page is self-contained: it loads nothing and sends nothing\(upload == nil ? "" : " but what you send")."))</footer>
        <script type="application/json" id="kinds">\(Self.kinds)</script>
        <script type="text/plain" id="module">
        \(module)
        </script>

        """,
      script: [
        EmbeddedText.live_module_js, EmbeddedText.live_session_js, EmbeddedText.live_upload_js,
        EmbeddedText.live_send_js, EmbeddedText.live_ink_js, EmbeddedText.numbers_js,
        EmbeddedText.live_page_js,
      ].joined()
    ).html
  }

  /// What the catalogue offers where there is no LAPACK and no other process, as JSON without any `<`.
  private static var kinds: String {
    let rows = PredictorCatalogue.standard.rows.filter { row in
      (row.role == .predictor || row.role == .bank)
        && !PredictorCatalogue.solvingKinds.contains(row.kind)
    }
    let options = rows.map { row in
      JSONText.object([
        ("value", JSONText.quoted(row.kind)), ("label", JSONText.quoted(row.summary)),
      ])
    }
    return JSONText.array(options).replacing("<", with: "\\u003c")
  }

  /// Forbids loading, but for the recorder that served a page with an upload, and collects errors in an
  /// attribute of the document.
  static func head(upload: String?) -> String {
    let loads = upload == nil ? "" : "; connect-src 'self'"
    return """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'\(loads)">
      <script>for(const kind of ['error','unhandledrejection'])addEventListener(kind,function(e){var d=document.documentElement.dataset;d.errors=(d.errors||'')+(e.message||e.reason)+'\\n'})</script>

      """
  }
}

/// The board, the tabs and the panels of the live page.
struct LiveControls {
  var upload: String?

  var html: String {
    """
    <header><h1>Try nextpoint</h1>
    <p class="note">Draw with a finger, a pen or a mouse. The predictors run in this page.</p></header>
    <main>
    <noscript><p class="warning">This page needs a script, and the browser blocks it. Allow scripts for this file; it loads nothing.</p></noscript>
    <p class="warning" id="problem" role="alert"></p>
    <div role="tablist" aria-label="Mode" id="tabs">\(tabs)</div>
    <div class="desk">
    <section aria-label="Board">
    <canvas id="board" tabindex="0" role="img" aria-label="Drawing board"></canvas>
    <div class="bar">
    <button type="button" id="undo">Undo</button>
    <button type="button" id="clear">Clear</button>
    <button type="button" id="save">Save session</button>
    <button type="button" id="table">Save table</button>
    \(sending)</div>
    <p id="said" class="unseen" role="status" aria-live="polite"></p>
    </section>
    <aside aria-label="Settings and measurements">
    \(drawing)\(horizon)\(comparison)\(dragging)\(device)\(keys)</aside>
    </div>
    </main>

    """
  }

  private var sending: String {
    guard let upload else { return "" }
    return """
      <button type="button" id="send" data-upload="\(XMLText.escaped(upload))">Send session</button>
      <span id="sent" class="note" role="status" aria-live="polite"></span>

      """
  }

  private var tabs: String {
    [("draw", "Draw"), ("compare", "Compare"), ("drag", "Drag"), ("device", "Device")].map {
      "<button type=\"button\" role=\"tab\" data-mode=\"\($0)\" aria-selected=\"false\">\($1)</button>"
    }.joined()
  }

  private var drawing: String {
    """
    <section data-for="draw">
    <h2>Ink</h2>
    <div class="field"><label for="stage">Stage</label><select id="stage">
    <option value="naive">1. one sample per event</option>
    <option value="coalesced">2. coalesced samples</option>
    <option value="refresh">3. drawn once per refresh</option>
    <option value="predicted" selected>4. with predicted ink</option>
    </select></div>
    <div class="field"><label for="width">Width</label><select id="width">
    <option value="auto">pen by pressure, others by speed</option>
    <option value="pressure">by pressure</option><option value="speed">by speed</option>
    <option value="tilt">by tilt</option>
    </select></div>
    <p class="note">The predicted ink comes from the first predictor under Compare.</p>
    </section>

    """
  }

  private var horizon: String {
    """
    <section data-for="draw compare">
    <h2>How far ahead</h2>
    <div class="field"><label for="horizon">Horizon</label>
    <input type="range" id="horizon" min="0" max="150" step="0.1" value="33.3"><output id="horizon-text" for="horizon">33.3 ms</output></div>
    <button type="button" id="next-frame">Until the next frame is on screen</button>
    </section>

    """
  }

  private var comparison: String {
    """
    <section data-for="compare">
    <h2>Predictors</h2>
    <form id="add"><input type="text" id="spelling" list="spellings" aria-label="Predictor to add, such as kalman" placeholder="kalman" autocomplete="off" autocapitalize="off" spellcheck="false"><button>Add</button></form>
    <datalist id="spellings"></datalist>
    <div class="scores"><table>
    <thead><tr><th scope="col">predictor</th><th scope="col">mean error</th><th scope="col">error p95</th><th scope="col">over&shy;shoot p95</th><th scope="col">jitter</th><th scope="col">silent</th><th scope="col"><span class="unseen">Remove</span></th></tr></thead>
    <tbody id="scores"></tbody>
    </table></div>
    <p class="note" id="scored"></p>
    <p class="note"><code>recorded</code> stands for the browser’s own <code>getPredictedEvents()</code>, which reach about a frame ahead. A silent predictor is scored at the newest position.</p>
    </section>

    """
  }

  private var dragging: String {
    """
    <section data-for="drag">
    <h2>Drag</h2>
    <div class="field"><label for="latency">Added latency</label>
    <input type="range" id="latency" min="0" max="150" step="1" value="60"><output id="latency-text" for="latency">60 ms</output></div>
    <p><label><input type="checkbox" id="predicts" checked> Predict</label></p>
    <p class="note">The square follows with the added latency. With prediction it is where the first predictor under Compare expects the contact; the dashed square is where it would be without. The ring is the newest contact.</p>
    </section>

    """
  }

  private var device: String {
    """
    <section data-for="device">
    <h2>This device and browser</h2>
    <dl id="facts"></dl>
    <h2>Time between samples, 0 to 20 ms</h2>
    <svg id="histogram" viewBox="0 0 240 62" preserveAspectRatio="none" role="img" aria-label="Histogram of the time between samples"></svg>
    </section>

    """
  }

  private var keys: String {
    let keys = [
      ("1</kbd> to <kbd>4", "modes"), ("Z", "undo"), ("C", "clear"), ("S", "save session"),
      ("T", "save table"), ("[</kbd> <kbd>]", "horizon"), ("N", "until the next frame"),
    ]
    let items = keys.map { "<li><kbd>\($0)</kbd> \($1)</li>" }.joined()
    return "<details><summary>Keys</summary><ul class=\"keys\">\(items)</ul></details>\n"
  }
}
