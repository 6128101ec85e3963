/// A self-contained HTML page: it loads nothing, in light and dark and in print.
struct HTMLPage {
  /// The title, as markup.
  let title: String
  /// The version of the tool that made it.
  let version: String
  /// More elements of the head; empty for none.
  var head = ""
  /// The style sheet after that of all pages.
  let style: String
  /// What the body holds before its script, as markup.
  let body: String
  let script: String

  /// The page.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="generator" content="nextpoint \(XMLText.escaped(version))">
    \(head)<title>\(title)</title>
    <style>
    \(Self.colors)\(EmbeddedText.page_css)\(style)</style>
    </head>
    <body>
    \(body)<script>
    \(script)</script>
    </body>
    </html>

    """
  }

  /// The colors of both schemes, light in print, and the font.
  private static var colors: String {
    """
    :root{color-scheme:light dark;\(FigureStyle.variables(\.light));--soft:#f5f6f8;--link:#1a5fb4}
    @media(prefers-color-scheme:dark){:root{\(FigureStyle.variables(\.dark));--soft:#1d2128;--link:#7db4f0}}
    @media print{:root{color-scheme:light;\(FigureStyle.variables(\.light));--soft:#f5f6f8;--link:#1b1f24}}
    body{font-family:\(FigureStyle.fonts)}

    """
  }
}
