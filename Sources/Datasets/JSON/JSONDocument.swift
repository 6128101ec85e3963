/// A JSON value with its members in a chosen order, and its text.
indirect enum JSONDocument {
  case text(String)
  case number(Double)
  case integer(Int)
  case flag(Bool)
  case null
  case array([JSONDocument])
  case object([(key: String, value: JSONDocument)])

  /// Returns the text with two spaces a level, without a line feed at the end.
  func rendered(indent: Int = 0) -> String {
    let inner = String(repeating: "  ", count: indent + 1)
    let outer = String(repeating: "  ", count: indent)
    switch self {
    case .text(let text):
      return JSONText.quoted(text)
    case .number(let value):
      return JSONText.number(value)
    case .integer(let value):
      return String(value)
    case .flag(let value):
      return value ? "true" : "false"
    case .null:
      return "null"
    case .array(let values):
      let lines = values.map { inner + $0.rendered(indent: indent + 1) }
      return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
    case .object(let members):
      let lines = members.map { member in
        "\(inner)\(JSONText.quoted(member.key)): \(member.value.rendered(indent: indent + 1))"
      }
      return lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    }
  }
}

extension DatasetDescription {
  /// The text of `dataset.json`: the same bytes for the same description, everywhere.
  package var json: String {
    typealias Member = (key: String, value: JSONDocument)
    var members: [Member] = [
      ("schema", .integer(Self.schema)), ("name", .text(name)), ("title", .text(title)),
      ("licence", .text(licence)), ("citation", .text(citation)),
    ]
    if let source {
      let value: [Member] = [
        ("repository", .text(source.repository)), ("commit", .text(source.commit)),
      ]
      members.append(("source", .object(value)))
    }
    members += [
      ("unit", .text(unit.rawValue)),
      (
        "pixelsPerMillimetre",
        axisScales.map { .array([.number($0.x), .number($0.y)]) }
          ?? pixelsPerMillimetre.map { .number($0) } ?? .null
      ),
      ("nominalRateHz", .number(nominalRate)), ("device", .text(device)), ("clock", .text(clock)),
    ]
    if let tool { members.append(("tool", .text(tool.rawValue))) }
    if let splits {
      let value = splits.sorted { $0.key < $1.key }.map { split -> Member in
        (split.key, .array(split.value.map { .text($0) }))
      }
      members.append(("splits", .object(value)))
    }
    if let returningStrokes {
      members.append(("returningStrokes", .text(returningStrokes.rawValue)))
    }
    if let timeUnit { members.append(("timeUnit", .text(timeUnit.rawValue))) }
    if let columns { members.append(("columns", .text(columns.description))) }
    members.append(("files", .array(files.map { .object($0.members) })))
    return JSONDocument.object(members).rendered() + "\n"
  }
}

extension DatasetDescription.File {
  /// Its members in `dataset.json`.
  var members: [(key: String, value: JSONDocument)] {
    let members: [(key: String, value: JSONDocument?)] = [
      ("path", .text(path)), ("format", .text(format)), ("sha256", sha256.map { .text($0) }),
      ("bytes", bytes.map { .integer($0) }), ("participant", participant.map { .text($0) }),
      ("task", task.map { .text($0) }), ("sourcePath", sourcePath.map { .text($0) }),
      ("nominalRateHz", nominalRate.map { .number($0) }),
      ("tool", tool.map { .text($0.rawValue) }),
      ("deviceClass", device.map { .text($0.rawValue) }), ("unit", unit.map { .text($0.rawValue) }),
      ("timeUnit", timeUnit.map { .text($0.rawValue) }),
      ("columns", columns.map { .text($0.description) }),
    ]
    return members.compactMap { member in member.value.map { (member.key, $0) } }
  }
}
