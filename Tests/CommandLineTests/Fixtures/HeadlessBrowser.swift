import Foundation
import Testing

/// A browser without a window, which loads a page of a workspace and prints its document.
struct HeadlessBrowser {
  let workspace: Workspace

  /// The first browser of this family on the path.
  static let program = first(of: ["chromium", "chromium-browser", "google-chrome"])

  /// Whether Node is on the path, with which a script drives the browser.
  static let hasNode = first(of: ["node"]) != nil

  /// Whether librsvg's program is on the path, with which pictures are compared.
  static let hasRenderer = first(of: ["rsvg-convert"]) != nil

  private static func first(of names: [String]) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for name in names {
      for folder in folders {
        let path = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    return nil
  }

  /// Loads a page of the workspace, with what follows `#` in the address and more of the browser's
  /// options, and returns its document after its scripts; an error on its console fails the test.
  func document(_ page: String, at fragment: String = "", flags: String = "") throws -> String {
    let program = try #require(Self.program)
    let result = try workspace.shell(
      "'\(program)' --headless --no-sandbox --disable-gpu --user-data-dir='profile-\(UUID())' "
        + "--enable-logging=stderr --virtual-time-budget=2000 --window-size=1280,1000 \(flags) "
        + "--dump-dom 'file://\(workspace.url(page).path)#\(fragment)'")
    result.expect(code: 0)
    #expect(!result.standardError.contains("CONSOLE"), "\(result.standardError.prefix(2000))")
    return result.standardOutput
  }

  /// Decodes the JSON that a page wrote into an attribute.
  static func value<Value: Decodable>(of attribute: String, in document: String) throws -> Value {
    let pattern = try Regex("\(attribute)=\"([^\"]*)\"", as: (Substring, Substring).self)
    let found = try #require(document.firstMatch(of: pattern), "the page wrote no \(attribute)")
    let text = found.1.replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs only where a browser is found.
  static var needsBrowser: Self {
    .enabled(
      if: HeadlessBrowser.program != nil, "there is no chromium or google-chrome on the path")
  }

  /// Runs only where Node is found.
  static var needsNode: Self {
    .enabled(if: HeadlessBrowser.hasNode, "there is no node on the path")
  }
}
