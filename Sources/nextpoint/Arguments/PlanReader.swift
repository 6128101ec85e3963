import Foundation
import Yams

/// Reads values of a YAML mapping, with errors that name file, line and value.
struct PlanReader {
  let path: String
  let mapping: Node.Mapping
  let keys: [String]
  /// Where the mapping is one of a list: its node.
  private let entry: Node?

  /// Opens a plan file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - keys: The keys that it may have.
  /// - Throws: `CommandFailure` with file and line where it is no mapping with these keys.
  init(path: String, keys: [String]) throws {
    let text: String
    do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
      throw CommandFailure.noData(
        "\(path): the plan cannot be read; give the path of a YAML file in UTF-8")
    }
    if let alias = YAMLAlias.first(in: text) {
      throw CommandFailure.usage(
        "\(path):\(alias.line): '*\(alias.name)' stands for a list or a mapping, and a plan has aliases "
          + "of single values only; write the values here")
    }
    let root: Node?
    do { root = try Yams.compose(yaml: text) } catch {
      let fault = YAMLFault(error)
      let line = fault.line.map { ":\($0)" } ?? ""
      throw CommandFailure.usage("\(path)\(line): is not YAML: \(fault.problem); correct it")
    }
    guard let mapping = root?.mapping else {
      throw CommandFailure.usage(
        "\(path): is not a list of 'key: value'; the keys are \(keys.joined(separator: ", "))")
    }
    try self.init(path: path, mapping: mapping, keys: keys, entry: nil)
  }

  private init(path: String, mapping: Node.Mapping, keys: [String], entry: Node?) throws {
    self.path = path
    self.entry = entry
    self.mapping = mapping
    self.keys = keys
    try checkKeys()
  }

  /// The readers of a list of mappings; nil where the key is missing.
  func readers(_ key: String, keys: [String]) throws -> [PlanReader]? {
    guard let node = mapping[Node(key)] else { return nil }
    guard let nodes = node.sequence, !nodes.isEmpty else {
      throw failure(node, "'\(key)' must be a list with at least one entry")
    }
    return try nodes.map { node in
      guard let mapping = node.mapping else {
        throw failure(
          node,
          "an entry of '\(key)' is not a list of 'key: value'; the keys are "
            + keys.joined(separator: ", "))
      }
      return try PlanReader(path: path, mapping: mapping, keys: keys, entry: node)
    }
  }

  private func checkKeys() throws {
    for (key, _) in mapping {
      guard let name = key.string, keys.contains(name) else {
        throw failure(
          key,
          "unknown key '\(ShownText(key.string ?? "?"))'; the keys are \(keys.joined(separator: ", "))"
        )
      }
    }
  }

  func text(_ key: String) throws -> String? {
    guard let node = mapping[Node(key)] else { return nil }
    guard let text = node.scalar?.string else {
      throw failure(node, "'\(key)' must be a single value")
    }
    return text
  }

  /// The values of a key with one value or a list; an error of `check` names its line.
  func texts(_ key: String, check: (String) throws -> Void = { _ in }) throws -> [String]? {
    guard let node = mapping[Node(key)] else { return nil }
    let nodes = node.sequence.map(Array.init) ?? [node]
    guard !nodes.isEmpty else { throw failure(node, "'\(key)' is empty; give at least one value") }
    return try nodes.map { node in
      guard let text = node.scalar?.string, !text.isEmpty else {
        throw failure(node, "'\(key)' must be a value or a list of values")
      }
      do { try check(text) } catch let error as CommandFailure {
        throw failure(node, "\(key): \(error)")
      }
      return text
    }
  }

  func choice<Value: RawRepresentable & CaseIterable>(_ key: String) throws -> Value?
  where Value.RawValue == String {
    try text(key).map { try choice(key, $0) }
  }

  func choice<Value: RawRepresentable & CaseIterable>(_ key: String, _ text: String) throws -> Value
  where Value.RawValue == String {
    guard let value = Value(rawValue: text) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure(key, "\(key): '\(ShownText(text))' is none of \(names)")
    }
    return value
  }

  func number<Value>(
    _ key: String, _ text: String, _ read: (String) -> Value?
  ) throws -> Value {
    guard let value = read(text) else {
      throw failure(key, "\(key): '\(ShownText(text))' is not a number")
    }
    return value
  }

  /// Puts file and line before an error about a key.
  func explaining<Value>(_ key: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as CommandFailure {
      throw error.description.hasPrefix(path) ? error : failure(key, error.description)
    }
  }

  func failure(_ key: String, _ message: String) -> CommandFailure {
    guard let node = mapping[Node(key)] ?? entry else { return .usage("\(path): \(message)") }
    return failure(node, message)
  }

  private func failure(_ node: Node, _ message: String) -> CommandFailure {
    let line = node.mark.map { ":\($0.line)" } ?? ""
    return .usage("\(path)\(line): \(message)")
  }
}
