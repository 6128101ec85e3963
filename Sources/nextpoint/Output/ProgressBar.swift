import Datasets
import Foundation
import Reporting
import Synchronization

/// A progress bar on standard error, with speed and remaining time.
///
/// It is drawn only on a terminal, at most ten times a second, and wiped at the end.
final class ProgressBar: Sendable {
  private struct State {
    var done = 0
    var drawn = ContinuousClock.now - .seconds(1)
  }

  /// What is counted, which decides how the rate is written.
  enum Piece {
    case task
    case byte
  }

  private let label: String
  private let piece: Piece
  private let total: Int
  private let started = ContinuousClock.now
  private let isShown = Terminal.showsProgress
  private let state = Mutex(State())

  /// A bar for `total` pieces of work.
  init(_ label: String, total: Int, of piece: Piece = .task) {
    self.label = VisibleText.line(label)
    self.piece = piece
    self.total = max(total, 1)
  }

  /// Advances the bar by a number of pieces; may be called from any worker.
  func advance(by count: Int = 1) {
    state.withLock { state in
      state.done = min(state.done + count, total)
      let now = ContinuousClock.now
      guard isShown, now - state.drawn > .milliseconds(100) else { return }
      state.drawn = now
      draw(done: state.done, elapsed: now - started)
    }
  }

  /// Wipes the line.
  func finish() {
    guard isShown else { return }
    Terminal.draw("\r\u{1B}[K")
  }

  private func draw(done: Int, elapsed: Duration) {
    let seconds = elapsed / .seconds(1)
    let rate = Double(done) / max(seconds, 1e-3)
    let left = Double(total - done) / max(rate, 1e-9)
    let width = 24
    let filled = min(width, done * width / total)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    let text =
      "\r\u{1B}[K\(label) \(bar) \(100 * done / total) %  \(rateText(rate))/s  "
      + "\(Self.timeText(left)) left"
    Terminal.draw(text)
  }

  private func rateText(_ rate: Double) -> String {
    guard piece == .task else { return "\(Int(rate / 1000)) kB" }
    return rate >= 10 ? String(Int(rate)) : String(format: "%.1f", rate)
  }

  static func timeText(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 360_000 else { return "long" }
    if seconds < 60 { return "\(Int(seconds.rounded(.up))) s" }
    if seconds < 3600 { return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s" }
    return "\(Int(seconds) / 3600) h \(Int(seconds) % 3600 / 60) min"
  }
}
