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
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="generator" content="nextpoint \(XMLText.escaped(version))">
    <title>\(title) – replay</title>
    <style>
    \(style)</style>
    <script>\(Self.errorRecorder)</script>
    </head>
    <body>
    <header>
    <h1>\(title)</h1>
    \(HTMLFragment.paragraph(XMLText.escaped(extent), style: "note"))</header>
    \(ReplayControls(predictors: model.predictors, events: model.trace.steps.count).html)
    <footer>
    \(HTMLFragment.paragraph("Made by nextpoint \(XMLText.escaped(version)). This page is self-contained and loads nothing."))</footer>
    <script type="application/json" id="replay-data">
    \(data)
    </script>
    <script>
    \(Self.script)</script>
    </body>
    </html>

    """
  }

  /// The model as JSON without any `<`.
  var data: String { ReplayJSON(model).text.replacing("<", with: "\\u003c") }

  private var title: String { XMLText.escaped(model.source.title) }

  private var extent: String {
    return [
      HTMLFragment.count(model.trace.steps.count, "event"),
      HTMLFragment.count(model.trace.paths.count, "touch", plural: "touches"),
      "predictions \(FixedPoint.text(model.horizon.milliseconds, decimals: 1))\u{A0}ms ahead",
      "\(FixedPoint.text(model.refreshRate, decimals: 0))\u{A0}Hz screen",
    ].joined(separator: " · ")
  }

  private var style: String {
    """
    :root{color-scheme:light dark;\(FigureStyle.variables(\.light))}
    @media(prefers-color-scheme:dark){:root{\(FigureStyle.variables(\.dark))}}
    body{font-family:\(FigureStyle.fonts)}
    \(String(decoding: PackageResources.replay_css, as: UTF8.self))
    """
  }

  /// Collects errors in an attribute of the document.
  private static let errorRecorder =
    "addEventListener('error',function(e){var d=document.documentElement.dataset;"
    + "d.errors=(d.errors||'')+e.message+'\\n'})"

  private static var script: String {
    [
      PackageResources.replay_state_js, PackageResources.replay_view_js,
      PackageResources.replay_controls_js,
    ].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
}
