import Datasets

/// The page that walks participants through a study, described in `docs/study.md`.
///
/// One self-contained HTML file like `LivePage`, with the same ink and the same recordings. It keeps what is
/// recorded in the browser's own database, and sends it only to the recorder that served it.
package struct StudyPage: Sendable {
  private let plan: StudyPlan
  private let upload: String?
  private let module: String
  private let version: String

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - plan: The study.
  ///   - upload: Where finished trials are sent, relative to the page's address; nil for nowhere.
  ///   - module: The WebAssembly module, compressed by gzip, in base64.
  ///   - version: The version of the tool, which the page names.
  package init(plan: StudyPlan, upload: String? = nil, module: String, version: String) {
    self.plan = plan
    self.upload = upload
    self.module = module
    self.version = version
  }

  /// The page; equal plans and modules give equal bytes.
  package var html: String {
    HTMLPage(
      title: XMLText.escaped(plan.title), version: version,
      head: LivePage.head(upload: upload),
      style: EmbeddedText.live_css + EmbeddedText.study_css,
      body: """
        \(header)<main>
        <noscript><p class="warning">This page needs a script, and the browser blocks it.</p></noscript>
        <p class="warning" id="problem" role="alert"></p>
        \(welcome)\(steps)\(desk)\(finish)<p id="said" class="unseen" role="status" aria-live="polite"></p>
        </main>
        <script type="application/json" id="study">\(settings)</script>
        <script type="text/plain" id="module">
        \(module)
        </script>

        """,
      script: [
        EmbeddedText.live_module_js, EmbeddedText.live_session_js,
        EmbeddedText.live_upload_js, EmbeddedText.live_ink_js,
        EmbeddedText.study_order_js,
        EmbeddedText.study_measures_js, EmbeddedText.study_store_js,
        EmbeddedText.study_scenes_js, EmbeddedText.study_send_js,
        EmbeddedText.study_page_js,
      ].joined()
    ).html
  }

  /// What the script reads, as JSON without any `<`.
  private var settings: String {
    JSONText.object([
      ("id", JSONText.quoted(plan.identifier)),
      ("upload", upload.map(JSONText.quoted) ?? "null"), ("plan", plan.json),
    ]).replacing("<", with: "\\u003c")
  }

  private var header: String {
    """
    <header><h1>\(XMLText.escaped(plan.title))</h1>
    <div id="progress" hidden><progress id="bar" max="1" value="0" aria-labelledby="progress-text"></progress><span id="progress-text"></span></div></header>

    """
  }

  private var welcome: String {
    let paragraphs = plan.consent.split(whereSeparator: \.isNewline)
      .map { HTMLFragment.paragraph(XMLText.escaped(String($0))) }.joined()
    let consent =
      plan.consent.isEmpty
      ? ""
      : "<div id=\"consent\" tabindex=\"0\" role=\"region\" aria-label=\"Information for participants\">\(paragraphs)</div>\n"
    return """
      <section class="panel" id="welcome" hidden>
      <h2 tabindex="-1">Welcome</h2>
      \(consent)<form id="join">
      <label><input type="checkbox" id="agree" required> \(plan.consent.isEmpty ? "I would like to take part." : "I have read this and agree to take part.")</label>
      <label>Participant code <input type="text" id="code" required pattern="[a-z0-9]+(-[a-z0-9]+)*" maxlength="20" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="p01" title="letters, digits and - only"></label>
      <div class="row"><button class="next">Begin</button><button type="button" id="continue" hidden></button></div>
      </form>
      <details id="kept" hidden><summary>Recordings on this device</summary><ul id="runs"></ul></details>
      </section>

      """
  }

  private var steps: String {
    """
    <section class="panel" id="task" hidden>
    <h2 tabindex="-1" id="task-title"></h2>
    <p id="task-text"></p><p class="note" id="task-practice"></p>
    <div class="row"><button type="button" class="next" id="task-next">Start</button></div>
    </section>
    <section class="panel" id="rest" hidden>
    <h2 tabindex="-1">Break</h2>
    <p id="rest-text"></p>
    <div class="row"><button type="button" class="next" id="rest-next">Go on</button></div>
    </section>

    """
  }

  private var desk: String {
    """
    <section id="desk" hidden>
    <h2 tabindex="-1" id="desk-title"></h2>
    <p id="desk-text"></p>
    <div class="stack"><canvas id="scene" aria-hidden="true"></canvas><canvas id="board" role="img" aria-label="Board"></canvas></div>
    <div class="bar"><button type="button" class="next" id="done">Done</button></div>
    </section>

    """
  }

  private var finish: String {
    """
    <section class="panel" id="finish" hidden>
    <h2 tabindex="-1">Thank you</h2>
    <p id="finish-text"></p>
    <p id="sent" class="note" role="status" aria-live="polite"></p>
    <div class="row"><button type="button"\(upload == nil ? " class=\"next\"" : "") id="save">Save recordings</button>
    <button type="button" id="table">Save table</button>
    <button type="button" id="again">Next participant</button></div>
    </section>

    """
  }
}
