// Sends the strokes of a session that were not sent yet to the recorder that served the page.
const sending = { sent: new WeakSet(), waiting: null };

// The finished strokes that the recorder does not have.
const unsentStrokes = () => session.strokes.filter((stroke) => !sending.sent.has(stroke) && !session.active.has(stroke.id));

// Sends what an earlier attempt got no answer for, with the same name and bytes, so that it is stored once; then what
// was drawn since. Returns the names under which the recorder has them.
async function sendUnsent(address, facts, now) {
  const names = [];
  for (;;) {
    if (!sending.waiting) {
      const strokes = unsentStrokes(), records = new Set(strokes.flatMap((stroke) => stroke.events));
      if (!strokes.length) return names;
      const name = `session-${now.toISOString().toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/-$/, '')}`;
      sending.waiting = { name, strokes, text: sessionText(facts, session.events.filter((record) => records.has(record))) };
    }
    const { name, strokes, text } = sending.waiting;
    try {
      names.push(await upload(address, name, text));
    } catch (error) {
      // The recorder refuses these bytes for good: the next attempt makes another file.
      if (error.status === 400 || error.status === 413) sending.waiting = null;
      throw error;
    }
    for (const stroke of strokes) sending.sent.add(stroke);
    sending.waiting = null;
  }
}
