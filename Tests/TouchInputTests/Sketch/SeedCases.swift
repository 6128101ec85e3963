import Foundation
import Testing

/// The worked cases of the seed systems, where NEXTPOINT_CONFORMANCE names their folder.
enum SeedCases {
  /// Why a test that needs them is skipped.
  static let absence: Comment = "NEXTPOINT_CONFORMANCE names no folder with seeds"

  /// Whether they are there.
  static let arePresent = url("continuous_gesture.json") != nil

  /// Reads one of the files.
  static func read<Content: Decodable>(_ type: Content.Type, from name: String) throws -> Content {
    let file = try #require(url(name), "\(name) is missing")
    return try JSONDecoder().decode(type, from: Data(contentsOf: file))
  }

  private static func url(_ name: String) -> URL? {
    guard let folder = ProcessInfo.processInfo.environment["NEXTPOINT_CONFORMANCE"] else {
      return nil
    }
    let url = URL(fileURLWithPath: folder).appendingPathComponent("seeds/\(name)")
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }
}
