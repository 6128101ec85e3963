import Evaluation
import Foundation
import Reporting

/// The pieces of a sweep that are present and complete, and those that are missing.
struct SweepSurvey {
  /// The missing pieces, in order.
  private(set) var missing: [(piece: Int, fault: PieceFault)] = []
  /// The environments that computed the present pieces, each with one of its pieces.
  private(set) var environments: [(environment: NumericalEnvironment, piece: Int)] = []
  /// The number of shares that the present pieces state, if they agree.
  private(set) var shareCount: Int?
  /// By piece: the folder that has it.
  private(set) var places: [Int: String] = [:]

  /// Looks at pieces in one or more folders; the first folder that has a piece counts.
  init(_ pieces: [Int], in folders: [String], plan: String) {
    var counts: Set<Int> = []
    for piece in pieces {
      var fault = PieceFault.missing
      for folder in folders where places[piece] == nil {
        do {
          let header = try PieceFile.open(piece, in: folder, plan: plan).header
          places[piece] = folder
          if let share = SweepShare(header.share) { counts.insert(share.count) }
          if !environments.contains(where: { $0.environment == header.environment }) {
            environments.append((header.environment, piece))
          }
        } catch  where fault == .missing {
          fault = error
        } catch {}
      }
      if places[piece] == nil { missing.append((piece, fault)) }
    }
    shareCount = counts.count == 1 ? counts.first : nil
  }

  /// Warns about files that are present but damaged.
  func warnOfDamage() {
    for (piece, fault) in missing where fault != .missing {
      Terminal.warn(
        "\(PieceFile.name(piece)) \(fault); it is not counted, and is done again")
    }
  }

  /// Refuses pieces of differing numerical environments, which may differ in their last digits.
  ///
  /// - Parameters:
  ///   - current: What would compute the missing ones; nil where nothing is computed.
  ///   - allowed: Whether that is wanted.
  /// - Throws: `CommandFailure` with two pieces and what differs between them.
  func checkEnvironments(
    with current: NumericalEnvironment?, allowed: Bool
  ) throws(CommandFailure) {
    guard !allowed, let first = environments.first else { return }
    let other = current.map { ($0, "here") }
    let others =
      environments.dropFirst().map { ($0.environment, PieceFile.name($0.piece)) }
      + (other.map { [$0] } ?? [])
    guard let (environment, name) = others.first(where: { $0.0 != first.environment }) else {
      return
    }
    let differences = SweepDifferences(there: first.environment, here: environment)
    throw .failed(
      "\(PieceFile.name(first.piece)) was computed in another numerical environment than \(name), so "
        + "that their last digits may differ; do all on machines that are alike, or say "
        + "--allow-mixed-environments; what differs:\(differences)")
  }

  /// How many missing pieces a refusal lists.
  private static let mostListed = 20

  /// Why pieces that are missing cannot be put together, with the commands that make them.
  func refusal(of record: SweepRecord, describing: (Int) -> String) -> CommandFailure {
    let lines = missing.prefix(Self.mostListed).map { piece, fault in
      "\n  piece \(piece) (\(describing(piece))) \(fault)"
    }
    let more = missing.count - Self.mostListed
    return .failed(
      "\(missing.count) of \(record.pieces) pieces are missing:\(lines.joined())"
        + (more > 0 ? "\n  and \(more) more" : "")
        + "\nmake them with:\(commands(record).map { "\n  \($0)" }.joined())")
  }

  /// What makes the missing pieces: the shards that they fall to, or all in one go.
  private func commands(_ record: SweepRecord) -> [String] {
    guard let count = shareCount, count > 1 else { return [record.continuation()] }
    let shares = Set(missing.map { SweepShare(ofPiece: $0.piece, count: count) })
    return shares.sorted { $0.number < $1.number }.map { record.continuation(share: $0) }
  }
}
