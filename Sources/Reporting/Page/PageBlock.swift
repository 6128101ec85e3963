/// A part of a data set's section under a heading of its own, which the table of contents names.
struct PageBlock {
  /// The identifier in the page; two hyphens keep it apart from those of data sets and figures.
  let identifier: String
  let heading: String
  /// The markup below the heading; empty where there is nothing to show.
  let content: String

  init(_ word: String, of slug: String, heading: String, content: String) {
    identifier = "\(slug)--\(word)"
    self.heading = heading
    self.content = content
  }

  /// The block; empty without content.
  var html: String {
    content.isEmpty ? "" : "<h3 id=\"\(identifier)\">\(XMLText.escaped(heading))</h3>\n\(content)"
  }

  /// Links to the blocks that have content.
  static func contents(_ blocks: [PageBlock], of name: String) -> String {
    let links = blocks.filter { !$0.content.isEmpty }.map {
      "<a href=\"#\($0.identifier)\">\(XMLText.escaped($0.heading))</a>"
    }
    guard links.count > 1 else { return "" }
    return "<nav class=\"contents\" aria-label=\"Contents of \(XMLText.escaped(name))\">"
      + links.joined(separator: "\n") + "</nav>\n"
  }
}
