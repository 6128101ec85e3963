import Datasets
import Evaluation
import Foundation
import Reporting

extension SweepRecord {
  /// The hash by which a sweep is known: of all that determines its scores, and of what it keeps.
  ///
  /// The numerical environment is not in it: pieces say theirs themselves, and whether they may stand
  /// side by side is decided when they are put together.
  static func hash(
    of identity: RunManifest.Identity, keepsPredictions: Bool
  ) throws -> String {
    struct Hashed: Encodable {
      let identity: RunManifest.Identity
      let keepsPredictions: Bool
    }
    var bare = identity
    bare.environment = NumericalEnvironment(
      linearAlgebra: "", kernel: "", libc: "", architecture: "")
    bare.otherEnvironments = nil
    return ContentHash.text(
      of: try RunFolder.json(of: Hashed(identity: bare, keepsPredictions: keepsPredictions)))
  }

  /// As many digits of a hash as tell two sweeps apart in a sentence.
  static func short(_ hash: String) -> String { String(hash.prefix(16)) }

  /// The bytes of the file, with the seal by which it is known to be what was written.
  func sealedBytes() throws -> [UInt8] {
    var sealed = self
    sealed.seal = try ownSeal()
    return try RunFolder.json(of: sealed)
  }

  /// Returns the unedited record of a run directory; nil if there is none.
  ///
  /// - Throws: `CommandFailure`, exit code 65, where the file was edited.
  static func unedited(in folder: String) throws(CommandFailure) -> SweepRecord? {
    guard let record = SweepRecord(in: folder) else { return nil }
    let isWhole = (try? record.ownSeal()) == record.seal
    let found = try? hash(of: record.identity, keepsPredictions: record.keepsPredictions)
    guard isWhole, found == record.hash else {
      throw .edited("\(folder)/\(fileName)", remedy: "start the sweep over with --force")
    }
    return record
  }

  private func ownSeal() throws -> String {
    var bare = self
    bare.seal = ""
    return ContentHash.text(of: try RunFolder.json(of: bare))
  }
}

extension RunManifest {
  /// The same manifest with the hash of its identity half.
  func sealed() throws -> RunManifest {
    var sealed = self
    sealed.hash = try identityHash()
    return sealed
  }

  /// Ends the command if the identity half was edited.
  ///
  /// - Parameter folder: The run directory that it was read from.
  /// - Throws: `CommandFailure`, exit code 65.
  func checkUnedited(in folder: String) throws(CommandFailure) {
    guard let hash, (try? identityHash()) != hash else { return }
    throw .edited("\(folder)/\(RunFolder.manifestName)", remedy: "run the sweep again with --force")
  }

  private func identityHash() throws -> String {
    ContentHash.text(of: try RunFolder.json(of: identity))
  }
}

extension RunFolder {
  /// Reads a run directory whose manifest, and whose `plan.json` where one is there, are what the
  /// run wrote.
  ///
  /// - Throws: `CommandFailure` where one was edited, and what reading throws.
  init(unedited folder: String) throws {
    _ = try SweepRecord.unedited(in: folder)
    try self.init(reading: folder)
    try manifest.checkUnedited(in: folder)
  }
}

extension CommandFailure {
  /// The failure for an edited file of a run.
  fileprivate static func edited(_ path: String, remedy: String) -> CommandFailure {
    .noData(
      "\(path): its contents do not have the hash that it states, so it was edited or damaged; put "
        + "back the file that the run wrote, or \(remedy)")
  }
}
