import Datasets
import Evaluation
import Foundation
import MotionPrediction

/// The folder of `train --examples-only`: the training examples as arrays that NumPy reads.
///
/// `features.npy`: float32 of shape (samples, features). `standardization.npy`: float32 of shape (2, features), the
/// means and the reciprocal deviations. `examples.npy`: records, one for each horizon at a sample.
/// `examples.json`: what the numbers of the records stand for.
struct ExampleFolder {
  private struct Description: Codable {
    var schema = 1
    let kind: String
    let layout: String
    let displacements: Int
    let velocities: Int
    let shape: Bool
    let memory: Double
    let referenceInterval: Double
    let featureLimit: Double
    let knots: [Double]
    let participants: [String]
    let tasks: [String]
  }

  private static let fields = [
    ("sample", "<i4"), ("participant", "<i4"), ("task", "<i4"), ("replayed", "<i4"),
    ("knot", "<i4"),
    ("share", "<f4"), ("horizon_s", "<f4"), ("along", "<f4"), ("across", "<f4"), ("length", "<f4"),
    ("weight", "<f4"),
  ]

  let table: TrainingTable
  let settings: TrainingSettings

  private static let descriptionName = "examples.json"

  /// The folders that this writes, by their description.
  static let content = FolderContent("a folder of training examples") { folder in
    let path = "\(folder)/\(descriptionName)"
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let found = try? JSONDecoder().decode(Description.self, from: data), found.schema == 1
    else { return nil }
    return [descriptionName, "features.npy", "standardization.npy", "examples.npy"].contains
  }

  /// Writes the folder, which appears whole or not at all.
  ///
  /// - Throws: An error if it exists and may not be replaced, or cannot be written.
  func write(to path: String, replacing: Bool) throws {
    let folder: OutputFolder
    do { folder = try OutputFolder(path: path, replacing: replacing, content: Self.content) } catch
    {
      throw CommandFailure(error) ?? .folderCannotBeMade(path, error)
    }
    do {
      for (name, bytes) in try files {
        try AtomicFile.write(bytes, to: "\(folder.temporary)/\(name)", replacing: false)
      }
      try folder.finish()
    } catch {
      folder.discard()
      if let error = error as? FileWriteError, error.isRefusal { throw error }
      throw CommandFailure.failed(
        "\(path): cannot be written (\(SystemReason.text(error))); check that the disk has space")
    }
  }

  private var files: [(name: String, bytes: Data)] {
    get throws {
      let columns = table.means.count
      let record = Self.fields.map { "('\($0.0)', '\($0.1)')" }.joined(separator: ", ")
      return [
        (
          "features.npy",
          Self.array(
            "'<f4'", shape: [table.features.count / columns, columns],
            words: table.features.lazy.map(\.bitPattern))
        ),
        (
          "standardization.npy",
          Self.array(
            "'<f4'", shape: [2, columns],
            words: (table.means + table.reciprocalDeviations).lazy.map(\.bitPattern))
        ),
        (
          "examples.npy",
          Self.array(
            "[\(record)]", shape: [table.rows.count], words: table.rows.lazy.flatMap(\.words))
        ),
        (Self.descriptionName, try description),
      ]
    }
  }

  private var description: Data {
    get throws {
      let layout = table.layout
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try encoder.encode(
        Description(
          kind: settings.kind, layout: "\(layout.kind)", displacements: layout.displacements,
          velocities: layout.velocities, shape: layout.shapeCount > 0, memory: layout.memory,
          referenceInterval: layout.referenceInterval, featureLimit: Double(table.limit),
          knots: (0..<HorizonBasis.count).map {
            Double(layout.basis.knots[$0]) * layout.referenceInterval
          },
          participants: table.participants, tasks: table.tasks))
    }
  }

  /// An array of words of 32 bits, little-endian, in the format NPY 1.0.
  ///
  /// Source: numpy.lib.format in the reference of NumPy.
  private static func array(
    _ type: String, shape: [Int], words: some Sequence<UInt32>
  ) -> Data {
    let sizes = shape.map { "\($0)," }.joined(separator: " ")
    var header = "{'descr': \(type), 'fortran_order': False, 'shape': (\(sizes)), }"
    let start = 10
    header += String(repeating: " ", count: 63 - (start + header.utf8.count) % 64) + "\n"
    var data = Data([0x93] + "NUMPY".utf8 + [1, 0])
    let length = UInt16(header.utf8.count)
    data += [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)]
    data += Array(header.utf8)
    data += words.flatMap { word in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
    return data
  }
}

extension TrainingTable.Row {
  /// The fields of `examples.npy`.
  fileprivate var words: [UInt32] {
    [sample, participant, task, isReplayed ? 1 : 0, knot].map(UInt32.init(bitPattern:))
      + [share, horizon, target.x, target.y, length, weight].map(\.bitPattern)
  }
}
