// Sends a recording to the recorder that served the page (docs/reference/record.md); returns the name under which it was
// stored. What is there already under the proposed name stays.
async function upload(address, proposed, body) {
  const bytes = new TextEncoder().encode(body).length;
  for (let again = 1; again < 100; again++) {
    const name = again === 1 ? proposed : `${proposed}-${again}`;
    const answer = await fetch(address, {
      method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Nextpoint-Name': name }, body, cache: 'no-store',
    });
    if (answer.status === 409) continue;
    if (answer.ok) {
      const stored = await answer.json();
      if (stored.bytes === bytes) return stored.name;
      throw new Error(`the recorder has ${stored.bytes} of ${bytes} bytes`);
    }
    const { error: reason } = await answer.json().catch(() => ({}));
    const after = Number(answer.headers.get('Retry-After')) || 0;
    throw Object.assign(new Error(reason || `status ${answer.status}`), { status: answer.status, after });
  }
  throw new Error('the recorder has recordings of this name already');
}
