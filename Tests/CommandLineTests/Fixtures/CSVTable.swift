/// A CSV text as a header and rows by column name, read without any code of the tool.
struct CSVTable {
  let header: [String]
  let rows: [[String: String]]

  init(_ text: String) {
    let records = Self.records(text)
    let header = records.first ?? []
    self.header = header
    rows = records.dropFirst().map { record in
      Dictionary(zip(header, record), uniquingKeysWith: { first, _ in first })
    }
  }

  /// The rows in which the columns have these values.
  func rows(where conditions: [String: String]) -> [[String: String]] {
    rows.filter { row in conditions.allSatisfy { row[$0] == $1 } }
  }

  private static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var (record, field, isQuoted) = ([String](), "", false)
    var characters = Array(text.unicodeScalars)[...]
    while let character = characters.popFirst() {
      switch character {
      case "\"" where isQuoted && characters.first == "\"":
        field.unicodeScalars.append(character)
        characters.removeFirst()
      case "\"":
        isQuoted.toggle()
      case "," where !isQuoted:
        record.append(field)
        field = ""
      case "\n" where !isQuoted:
        records.append(record + [field])
        (record, field) = ([], "")
      default:
        field.unicodeScalars.append(character)
      }
    }
    return field.isEmpty && record.isEmpty ? records : records + [record + [field]]
  }
}
