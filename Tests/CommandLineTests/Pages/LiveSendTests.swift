import Foundation
import TestSupport
import Testing

/// *Send session* of the live page, by its scripts alone.
@Suite struct LiveSendTests {
  private static let folder = Repository.root.appending(path: "Sources/Reporting/Live").path

  /// Draws, sends to a recorder that does what a test says, and prints what the recorder has.
  private func sent(_ steps: String) throws -> [[String]] {
    let workspace = try Workspace()
    let sources = try ["live-session.js", "live-upload.js", "live-send.js"].map {
      try String(contentsOfFile: "\(Self.folder)/\($0)", encoding: .utf8)
    }
    let script = """
      const stored = new Map(), recorder = { fault: null };
      globalThis.fetch = async (address, { body, headers }) => {
        const name = headers['X-Nextpoint-Name'], fault = recorder.fault;
        recorder.fault = null;
        if (fault === 'unreachable') throw new Error('unreachable');
        if (fault === 400) return { ok: false, status: 400, headers: new Map(), json: async () => ({ error: 'no' }) };
        if (stored.has(name) && stored.get(name) !== body) return { ok: false, status: 409 };
        stored.set(name, body);
        if (fault === 'lost') throw new Error('lost');
        return { ok: true, json: async () => ({ name, bytes: new TextEncoder().encode(body).length }) };
      };
      const draw = (id, isActive = false) => {
        const events = ['down', 'up'].slice(0, isActive ? 1 : 2).map((type) => ({ type, id }));
        const stroke = { id, events };
        session.strokes.push(stroke);
        session.events.push(...events);
        if (isActive) session.active.set(id, stroke);
        return stroke;
      };
      const lift = (stroke) => {
        const event = { type: 'up', id: stroke.id };
        stroke.events.push(event);
        session.events.push(event);
        session.active.delete(stroke.id);
      };
      let minute = 0;
      const send = () => sendUnsent('recordings', { some: 'facts' }, new Date(Date.UTC(2026, 0, 1, 0, minute++))).catch(() => []);
      (async () => {
        \(steps)
        const ids = (body) => JSON.parse(body).slice(1).map((event) => event.type + event.id);
        console.log(JSON.stringify([...stored.values()].map(ids)));
      })();
      """
    try workspace.write("script.js", sources.joined() + script)
    let result = try workspace.shell("node script.js")
    result.expect(code: 0)
    return try JSONDecoder().decode([[String]].self, from: Data(result.standardOutput.utf8))
  }

  @Test(.needsNode) func onlyWhatIsNewIsSent() throws {
    let files = try sent(
      """
      draw(1); draw(2);
      const three = draw(3, true);
      await send();
      await send();
      lift(three); draw(4);
      await send();
      """)
    // A stroke that is being drawn is sent whole, once it is.
    #expect(files == [["down1", "up1", "down2", "up2"], ["down3", "up3", "down4", "up4"]])
  }

  @Test(.needsNode, arguments: ["lost", "unreachable"])
  func whatGotNoAnswerIsStoredOnce(fault: String) throws {
    let files = try sent(
      """
      draw(1);
      recorder.fault = '\(fault)';
      await send();
      draw(2);
      await send();
      """)
    #expect(files == [["down1", "up1"], ["down2", "up2"]])
  }

  @Test(.needsNode) func whatWasRefusedIsSentAnew() throws {
    let files = try sent(
      """
      draw(1);
      recorder.fault = 400;
      await send();
      draw(2);
      await send();
      """)
    #expect(files == [["down1", "up1", "down2", "up2"]])
  }
}
