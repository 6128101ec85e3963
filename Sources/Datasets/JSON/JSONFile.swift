import Foundation

/// Reads files of JSON whose schema is numbered.
enum JSONFile {
  /// The greatest size of a file, in bytes: descriptions of a hundred thousand files and more.
  private static let sizeLimit = 64 * 1024 * 1024

  private struct SchemaNumber: Decodable {
    var schema: Int

    private enum CodingKeys: String, CodingKey {
      case schema
    }

    init(from decoder: any Decoder) throws {
      schema = try decoder.container(keyedBy: CodingKeys.self)
        .requiredNumber(Int.self, forKey: .schema)
    }
  }

  /// Returns the value in the file.
  ///
  /// `noun` and `remedy` are for messages. Throws where the file is missing, too large or no JSON,
  /// where its schema is another one, and where a key is missing or of the wrong kind.
  static func read<Value: Decodable>(
    _ type: Value.Type, path: String, schema: Int, noun: String, remedy: String
  ) throws(ReadProblem) -> Value {
    try decode(
      type, from: bytes(path: path, noun: noun), path: path, schema: schema, noun: noun,
      remedy: remedy)
  }

  /// Returns the text of the file.
  ///
  /// Throws where the file is missing or too large.
  static func bytes(path: String, noun: String) throws(ReadProblem) -> Data {
    try InputFile(path: path).contents(atMost: sizeLimit, of: "a \(noun)")
  }

  /// Returns the value in the text of the file at the path.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: Data, path: String, schema: Int, noun: String, remedy: String
  ) throws(ReadProblem) -> Value {
    do {
      let decoder = JSONDecoder()
      let found = try decoder.decode(SchemaNumber.self, from: bytes).schema
      guard found == schema else {
        throw ReadProblem(
          file: path, field: "schema", value: String(found),
          message: "the schema of this \(noun) is not known",
          remedy: "this version reads schema \(schema); use a newer nextpoint")
      }
      return try decoder.decode(Value.self, from: bytes)
    } catch let problem as ReadProblem {
      throw problem
    } catch {
      let text = DecodingErrorText(error)
      throw ReadProblem(file: path, field: text.key, message: text.message, remedy: remedy)
    }
  }
}
