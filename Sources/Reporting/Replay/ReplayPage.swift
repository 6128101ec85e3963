/// A replay as one self-contained HTML page, described in `docs/ink/replay.md`.
///
/// The model's JSON is embedded with every `<` escaped, so that no name in a recording can close the
/// element around it, and a content security policy forbids all loading.
public struct ReplayPage: Sendable {
  private let model: ReplayModel
  private let version: String

  /// Creates the page of a model; the version of the tool is named in it.
  public init(_ model: ReplayModel, version: String) {
    self.model = model
    self.version = version
  }

  /// The page; equal models give equal bytes.
  public var html: String {
    let title = XMLText.escaped(model.source.title)
    let body = """
      <header>
      <h1>\(title)</h1>
      \(HTMLFragment.paragraph(XMLText.escaped(extent), style: "note"))</header>
      \(ReplayControls(predictors: model.predictors, events: model.trace.steps.count).html)
      <footer>
      \(HTMLFragment.paragraph("Made by nextpoint \(XMLText.escaped(version)). This page is self-contained and loads nothing."))</footer>
      <script type="application/json" id="replay-data">
      \(data)
      </script>

      """
    return HTMLPage(
      title: "\(title) – replay", version: version, head: Self.head,
      style: EmbeddedText.replay_css, body: body,
      script: [
        EmbeddedText.numbers_js, EmbeddedText.replay_state_js, EmbeddedText.replay_view_js,
        EmbeddedText.replay_controls_js,
      ].joined()
    ).html
  }

  /// The model as JSON without any `<`.
  var data: String { ReplayJSON(model).text.replacing("<", with: "\\u003c") }

  private var extent: String {
    return [
      HTMLFragment.count(model.trace.steps.count, "event"),
      HTMLFragment.count(model.trace.paths.count, "touch", plural: "touches"),
      "predictions \(FixedPoint.text(model.horizon.milliseconds, decimals: 1))\u{A0}ms ahead",
      "\(FixedPoint.text(model.refreshRate, decimals: 0))\u{A0}Hz screen",
    ].joined(separator: " · ")
  }

  /// Forbids loading, and collects errors in an attribute of the document.
  private static let head = """
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <script>addEventListener('error',function(e){var d=document.documentElement.dataset;d.errors=(d.errors||'')+e.message+'\\n'})</script>

    """
}
