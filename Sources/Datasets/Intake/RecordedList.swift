import Foundation

/// The recordings that a server took in since `dataset.json` was written: one line of JSON for each.
///
/// The list is beside `dataset.json`. A line is only ever added at its end, so that an upload costs the same in
/// a large set as in an empty one. Whoever reads the description reads the list too. The server merges the list
/// into `dataset.json` when it starts and when it ends.
struct RecordedList {
  /// The name of the list in the folder of a data set.
  static let fileName = "recorded.jsonl"
  private static let sizeLimit = 256 << 20

  /// One recording.
  struct Line: Decodable {
    /// Its entry, with its unit.
    var entry: DatasetDescription.File
    /// Its browser, in words, if that is a new one; else nil.
    var browser: String?

    private enum CodingKeys: String, CodingKey { case browser }

    init(entry: DatasetDescription.File, browser: String?) {
      (self.entry, self.browser) = (entry, browser)
    }

    init(from decoder: any Decoder) throws {
      entry = try DatasetDescription.File(from: decoder)
      browser = try decoder.container(keyedBy: CodingKeys.self)
        .decodeIfPresent(String.self, forKey: .browser)
    }

    /// The text of the line, with the line feed.
    var text: String {
      var members = entry.members
      if let browser { members.append((CodingKeys.browser.rawValue, .text(browser))) }
      // A line feed in a text is escaped, so these are those between members.
      return JSONDocument.object(members).rendered().split(separator: "\n")
        .map { $0.drop { $0 == " " } }.joined(separator: " ") + "\n"
    }
  }

  /// The lines that can be read.
  private(set) var lines: [Line] = []
  /// The bytes of its lines, with their line feeds.
  private(set) var size = 0
  /// The first line that cannot be read; nil if there is none.
  private(set) var problem: ReadProblem?

  /// Reads the list at a path; it is empty if there is none.
  ///
  /// What follows the last line feed is left out: a server was killed while it wrote it, and acknowledged nothing.
  ///
  /// - Throws: The problem of a list that cannot be opened.
  init(path: String) throws(ReadProblem) {
    var state = stat()
    guard lstat(path, &state) == 0, state.st_size > 0 else { return }
    let text = try InputFile(path: path)
      .contents(atMost: Self.sizeLimit, of: "a list of recordings")
    let decoder = JSONDecoder()
    size = (text.lastIndex(of: 0x0A) ?? -1) + 1
    let whole = text.prefix(size)
    for (index, line) in whole.split(separator: 0x0A).enumerated() {
      do {
        lines.append(try decoder.decode(Line.self, from: line))
      } catch {
        let reason = DecodingErrorText(error)
        problem =
          problem
          ?? ReadProblem(
            file: path, line: index + 1, field: reason.key, message: reason.message,
            remedy: "start nextpoint record with this folder, which lists its recordings again")
      }
    }
  }

  /// Returns the path of the list beside a `dataset.json`.
  static func path(beside description: String) -> String {
    OutputPlace.parts(of: description).folder + fileName
  }
}

extension DatasetDescription {
  /// The bytes that `device` may have; servers add no further browsers.
  static let deviceLimit = 8192

  /// Adds what a server took in since the description was written.
  mutating func add(_ lines: [RecordedList.Line]) {
    guard !lines.isEmpty else { return }
    var indices = Dictionary(
      files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for line in lines {
      let entry = entry(of: line)
      if let index = indices[entry.path] {
        // The file was taken away, and another came under its name.
        if files[index].sha256 != entry.sha256 { files[index] = entry }
      } else {
        indices[entry.path] = files.count
        files.append(entry)
      }
    }
    device = device(adding: lines)
  }

  /// Returns the text of `dataset.json` with what a server took in; everything else stays as it is.
  ///
  /// - Parameters:
  ///   - lines: What is added.
  ///   - bytes: The text that this description, without the lines, was read from.
  /// - Returns: The new text; nil if the text is not in UTF-8.
  func text(adding lines: [RecordedList.Line], to bytes: [UInt8]) -> [UInt8]? {
    guard let opening = bytes.firstIndex(of: JSONChildren.openBrace),
      let members = JSONChildren(bytes, at: opening),
      let place = members.value(of: "files", in: bytes), !place.isEmpty
    else { return nil }
    var merged = self
    merged.add(lines)
    var changes: [(Range<Int>, [UInt8])] = []
    let replaced = files.indices.filter { merged.files[$0] != files[$0] }
    if !replaced.isEmpty {
      guard let array = JSONChildren(bytes, at: place.lowerBound), array.all.count == files.count
      else { return nil }
      changes += replaced.map { (array.all[$0].value, merged.files[$0].text) }
    }
    let new = merged.files.dropFirst(files.count).map(\.text)
    if !new.isEmpty {
      // After the last entry, or after the opening bracket.
      let blank: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
      let before = bytes[..<(place.upperBound - 1)].lastIndex { !blank.contains($0) }
      let end = (before ?? place.lowerBound) + 1
      let separator = Array(",\n    ".utf8)
      let start = files.isEmpty ? Array("\n    ".utf8) : separator
      changes.append(
        (end..<place.upperBound - 1, start + new.joined(separator: separator) + Array("\n  ".utf8)))
    }
    if merged.device != device {
      let text = Array(JSONText.quoted(merged.device).utf8)
      if let old = members.value(of: "device", in: bytes) {
        changes.append((old, text))
      } else {
        changes.append(
          (opening + 1..<opening + 1, Array("\n  \"device\": ".utf8) + text + Array(",".utf8)))
      }
    }
    var result = bytes
    for (place, text) in changes.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      result.replaceSubrange(place, with: text)
    }
    return result
  }

  private func entry(of line: RecordedList.Line) -> File {
    var entry = line.entry
    if entry.unit == unit { entry.unit = nil }
    return entry
  }

  private func device(adding lines: [RecordedList.Line]) -> String {
    lines.compactMap(\.browser).reduce(device) { $0.adding(browser: $1) }
  }
}

extension DatasetDescription.File {
  /// Its text in `dataset.json`.
  fileprivate var text: [UInt8] { Array(JSONDocument.object(members).rendered(indent: 2).utf8) }
}

extension String {
  /// Returns this list of browsers with one more, if it is new and there is room for it.
  func adding(browser: String) -> String {
    guard !contains(browser), utf8.count + browser.utf8.count <= DatasetDescription.deviceLimit
    else { return self }
    return isEmpty ? browser : "\(self); \(browser)"
  }
}
