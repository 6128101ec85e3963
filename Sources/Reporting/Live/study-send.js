// Sends finished trials to the recorder that served the page, and asks again until each is acknowledged.
const sender = { isBusy: false, timer: 0, wait: 1, problem: '' };

// One file of pointer events made of trials.
const fileOf = (trials) => `[\n${trials.map((trial) => trial.text).join(',\n')}\n]\n`;

// Sends a trial; returns the name under which it was stored. What another participant has sent under the name stays.
async function send(trial) {
  const body = fileOf([trial]), bytes = new TextEncoder().encode(body).length;
  for (let again = 1; again < 100; again++) {
    const name = again === 1 ? trial.name : `${trial.name}-${again}`;
    const answer = await fetch(STUDY.upload, {
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

// Sends what was not sent yet; a recorder that cannot be reached is asked again after 1, 2, 4 up to 30 seconds.
async function sendSoon() {
  if (!STUDY.upload || !store || sender.isBusy) return;
  sender.isBusy = true;
  clearTimeout(sender.timer);
  const waiting = (await store.all('trials')).filter((trial) => !trial.sent && !trial.refused);
  for (const trial of waiting) {
    try {
      trial.sent = await send(trial);
      sender.problem = '';
      sender.wait = 1;
    } catch (error) {
      const { status } = error;
      if (status === 401 || status === 404) {
        sender.problem = 'The address of this study has expired. Ask the researcher for the new one; nothing is lost.';
      } else if (status === 400 || status === 413) {
        trial.refused = error.message;
      } else {
        sender.problem = `Recordings are waiting to be sent (${error.message}). They are kept on this device.`;
      }
      if (!trial.refused) {
        sender.timer = setTimeout(sendSoon, 1000 * Math.max(sender.wait, error.after ?? 0));
        sender.wait = Math.min(2 * sender.wait, 30);
        break;
      }
    }
    await store.mark(trial);
  }
  sender.isBusy = false;
  if (!sender.problem && (await store.all('trials')).some((trial) => !trial.sent && !trial.refused)) return sendSoon();
  showSent();
}

async function showSent() {
  if (!STUDY.upload) return;
  const trials = run ? await store.trials(run.run) : await store.all('trials');
  const sent = trials.filter((trial) => trial.sent).length, refused = trials.filter((trial) => trial.refused);
  const parts = [`${sent} of ${trials.length} recordings sent.`, sender.problem];
  if (refused.length) parts.push(`The recorder refused ${refused.length}: ${refused[0].refused}. Save the file below.`);
  byId('sent').textContent = parts.filter(Boolean).join(' ');
}
