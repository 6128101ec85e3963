import Foundation

/// The text of a decoding error for people: the key and what is wrong with it.
package struct DecodingErrorText {
  /// The path of the key, for example `files[3].path`; nil for the whole text.
  package var key: String?
  /// What is wrong.
  package var message: String

  /// Creates the text of an error that a decoder threw.
  package init(_ error: any Error) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      self.key = Self.path(context.codingPath + [key])
      message = "the key '\(key.stringValue)' is missing"
    case .typeMismatch(let type, let context):
      key = Self.path(context.codingPath)
      message = "\(Self.name(of: type)) is due here"
    case .valueNotFound(let type, let context):
      key = Self.path(context.codingPath)
      message = "\(Self.name(of: type)) is due here and not null"
    case .dataCorrupted(let context):
      key = context.codingPath.isEmpty ? nil : Self.path(context.codingPath)
      message = context.codingPath.isEmpty ? Self.syntax(context) : Self.fault(context)
    case nil:
      key = nil
      message = "\(error)"
    @unknown default:
      key = nil
      message = "\(error)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String? {
    var result = ""
    for key in keys {
      if let index = key.intValue {
        result += "[\(index)]"
      } else {
        result += (result.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return result.isEmpty ? nil : result
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is any AnyArray.Type: "an array"
    default: "an object"
    }
  }

  private static func syntax(_ context: DecodingError.Context) -> String {
    let detail = (context.underlyingError as? NSError)?.userInfo["NSDebugDescription"] as? String
    return "not valid JSON" + (detail.map { " (\($0))" } ?? "")
  }

  /// What is wrong with a value; what the Swift library says is reworded without the names of types.
  private static func fault(_ context: DecodingError.Context) -> String {
    let text = context.debugDescription
    if let words = text.firstRange(of: " from invalid String value ") {
      return "'\(ReadProblem.displayed(String(text[words.upperBound...])))' is not known here"
    }
    if text.contains("does not fit in") || text.contains("is not representable") {
      return "the number does not fit here"
    }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// An array of any elements, told by its type alone.
private protocol AnyArray {}
extension Array: AnyArray {}

extension KeyedDecodingContainer {
  /// Returns a number that may be missing or null; one that the type cannot hold is a fault of its key.
  func number<Number: Decodable & Numeric>(
    _ type: Number.Type, forKey key: Key
  ) throws -> Number? {
    do {
      return try decodeIfPresent(type, forKey: key)
    } catch let error as DecodingError {
      throw error
    } catch {
      // Foundation's decoder would report it as a fault of the whole text.
      let value = try? decode(Double.self, forKey: key)
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: Self.reason(value))
    }
  }

  /// Returns a number that may be written as a text, as `"12.5"`; nil if it is missing or null.
  func writtenNumber(forKey key: Key) throws -> Double? {
    do {
      return try number(Double.self, forKey: key)
    } catch {
      guard let text = try? decode(String.self, forKey: key) else { throw error }
      let bytes = Array(text.utf8)
      let range = DecimalNumber.trimmed(bytes, bytes.indices)
      guard let value = DecimalNumber.value(bytes, range) else { throw error }
      return value
    }
  }

  /// Returns a number that must be there and may be written as a text.
  func requiredWrittenNumber(forKey key: Key) throws -> Double {
    guard let value = try writtenNumber(forKey: key) else {
      return try decode(Double.self, forKey: key)
    }
    return value
  }

  /// Returns a whole number that may be written as a text; nil if it is missing or null.
  func writtenInteger(forKey key: Key) throws -> Int? {
    do {
      return try number(Int.self, forKey: key)
    } catch {
      guard let value = try? writtenNumber(forKey: key), let whole = Int(exactly: value) else {
        throw error
      }
      return whole
    }
  }

  /// Returns a number that must be there.
  func requiredNumber<Number: Decodable & Numeric>(
    _ type: Number.Type, forKey key: Key
  ) throws -> Number {
    guard let value = try number(type, forKey: key) else { return try decode(type, forKey: key) }
    return value
  }

  private static func reason(_ value: Double?) -> String {
    guard let value else { return "the number is too large" }
    let text = DecimalNumber.shortest(value)
    return value == value.rounded() ? "\(text) is too large" : "\(text) is not a whole number"
  }
}
