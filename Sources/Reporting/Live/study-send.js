// Sends finished trials to the recorder that served the page, and asks again until each is acknowledged.
const sender = { isBusy: false, timer: 0, wait: 1, problem: '' };

// One file of pointer events made of trials.
const fileOf = (trials) => `[\n${trials.map((trial) => trial.text).join(',\n')}\n]\n`;

// A trial in which nothing was drawn is kept here alone: the recorder takes recordings with strokes.
const isDue = (trial) => !trial.sent && !trial.refused && trial.text.includes('\n');

// Sends what was not sent yet; a recorder that cannot be reached is asked again after 1, 2, 4 up to 30 seconds.
async function sendSoon() {
  if (!STUDY.upload || !store || sender.isBusy) return;
  sender.isBusy = true;
  clearTimeout(sender.timer);
  const waiting = (await store.all('trials')).filter(isDue);
  for (const trial of waiting) {
    try {
      trial.sent = await upload(STUDY.upload, trial.name, fileOf([trial]));
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
  if (!sender.problem && (await store.all('trials')).some(isDue)) return sendSoon();
  showSent();
}

async function showSent() {
  if (!STUDY.upload) return;
  const trials = run ? await store.trials(run.run) : await store.all('trials');
  const sent = trials.filter((trial) => trial.sent).length, refused = trials.filter((trial) => trial.refused);
  const empty = trials.filter((trial) => !trial.sent && !trial.refused && !isDue(trial)).length;
  const parts = [`${sent} of ${trials.length - empty} recordings sent.`, sender.problem];
  if (refused.length) parts.push(`The recorder refused ${refused.length}: ${refused[0].refused}. Save the file below.`);
  byId('sent').textContent = parts.filter(Boolean).join(' ');
}
