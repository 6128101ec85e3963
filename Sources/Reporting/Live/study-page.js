// The study: its steps, the events of the pointer during a trial, and what is kept, saved and sent.
const STUDY = JSON.parse(byId('study').textContent);
const settings = { stage: 'refresh', width: 'auto' };
const mode = 'draw', PANELS = ['welcome', 'task', 'rest', 'desk', 'finish'];
const scenery = byId('scene').getContext('2d');
let store = null, run = null, timeline = [], trial = null, isStepping = false, countdown = 0;

const trouble = (text) => { byId('problem').textContent = text; };
const notKept = (error) => trouble(`The browser cannot keep the recording (${error?.message ?? error}). Please call the researcher.`);

// Draws the scene of the trial; says whether something still moves.
function drawPage(time) {
  if (!trial) return false;
  scenery.canvas.width = canvas.width;
  scenery.canvas.height = canvas.height;
  scenery.setTransform(sheet.ratio, 0, 0, sheet.ratio, 0, 0);
  trial.scene.draw(scenery, performance.now());
  if (trial.scene.inks) drawFrame(time);
  if (!trial.scene.isComplete) return session.active.size > 0 || Boolean(trial.scene.isMoving);
  endTrial();
  return false;
}

// Steps.
function show(panel) {
  for (const name of PANELS) byId(name).hidden = name !== panel;
  document.documentElement.dataset.panel = panel;
  clearInterval(countdown);
  byId(panel).querySelector('h2').focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
function showProgress() {
  const trials = timeline.filter((item) => item.step === 'trial');
  const done = timeline.slice(0, run.place).filter((item) => item.step === 'trial').length;
  byId('progress').hidden = false;
  byId('bar').max = trials.length;
  byId('bar').value = done;
  byId('progress-text').textContent = `${run.participant}: ${done} of ${trials.length} done`;
}
function showStep() {
  trial = null;
  const item = timeline[run.place];
  showProgress();
  if (!item) return finish();
  if (item.step === 'trial') return beginTrial(item);
  if (item.step === 'task') {
    byId('task-title').textContent = item.task.title;
    byId('task-text').textContent = item.task.instruction;
    byId('task-practice').textContent = item.task.practice
      ? `First comes practice: ${item.task.practice === 1 ? 'one trial' : `${item.task.practice} trials`}.` : '';
    return show('task');
  }
  show('rest');
  let left = STUDY.plan.breakSeconds;
  const tick = () => {
    byId('rest-text').textContent = left > 0 ? `Rest your hand. You can go on in ${left} s.` : 'Rest your hand, and go on when you like.';
    byId('rest-next').disabled = left > 0;
    if (left-- <= 0) clearInterval(countdown);
  };
  tick();
  countdown = setInterval(tick, 1000);
}
async function nextStep() {
  const item = timeline[run.place];
  if (!item || item.step === 'trial' || isStepping) return;
  isStepping = true;
  run.place += 1;
  await store.finish(run, null).catch(notKept);
  isStepping = false;
  showStep();
}

// Trials.
function beginTrial(item) {
  show('desk');
  const { task, condition, practice } = item;
  byId('desk-title').textContent = `${practice ? 'Practice: ' : ''}${task.title}`;
  byId('desk-text').textContent = condition.prompt ?? task.instruction;
  byId('desk-text').className = condition.prompt ? 'prompt' : '';
  document.documentElement.dataset.kind = task.kind;
  measureSheet();
  clearSession();
  const scene = new SCENES[task.kind](task, condition, { width: sheet.width, height: sheet.height });
  const box = canvas.getBoundingClientRect();
  trial = { item, scene, lead: null, palms: 0, kept: [], part: 0, timer: 0, width: sheet.width, height: sheet.height };
  trial.header = {
    type: 'pointerfacts', pointerId: -1, timeStamp: 0, clientX: 0, clientY: 0,
    participant: run.participant, task: task.name, trial: item.name,
    study: { plan: STUDY.id, title: STUDY.plan.title, kind: task.kind, practice, condition, date: new Date().toISOString(),
      board: { x: box.left, y: box.top, width: box.width, height: box.height } },
  };
  byId('done').hidden = !['write', 'draw', 'trace'].includes(task.kind);
  byId('done').disabled = true;
  canvas.setAttribute('aria-label', `Board: ${byId('desk-text').textContent}`);
  say(byId('desk-text').textContent);
  redrawFinished();
}

// The recording of a trial, and its rows of the table.
function recordingOf(participantRun, header, records, rows, known) {
  const { study } = header, shared = {
    participant: header.participant, date: study.date, task: header.task, kind: study.kind, trial: header.trial,
    practice: study.practice, interrupted: Boolean(study.interrupted),
    condition: study.condition.prompt ?? study.condition.shape ?? null,
  };
  const told = rows.map((row) => ({ ...shared, ...row }));
  const first = { ...header, study: { ...study, rows }, facts: known };
  participantRun.recordings += 1;
  return {
    run: participantRun.run, number: participantRun.recordings, name: `${header.participant}-${header.trial}`,
    text: [first, ...records].map((record) => JSON.stringify(record)).join(',\n'), rows: told, sent: null, refused: null,
  };
}
async function endTrial() {
  if (!trial || trial.isEnding || session.active.size) return;
  trial.isEnding = true;
  const { steps, ...known } = deviceFacts(), { header, scene } = trial;
  clearTimeout(trial.timer);
  const rows = scene.rows(session.strokes);
  const recording = recordingOf(run, header, session.events, rows, { ...known, palms: trial.palms });
  run.place += 1;
  try { await store.finish(run, recording); } catch (error) { return notKept(error); }
  showStep();
  sendSoon();
}

// What a trial has so far goes to the database twice a second, and when a contact is lifted.
function keep(records, isUrgent) {
  const mine = trial;
  mine.kept.push(...records);
  if (isUrgent) return flush();
  mine.timer ||= setTimeout(() => flush(mine), 400);
}
function flush(mine = trial) {
  if (!mine || mine.isEnding || !mine.kept.length) return;
  clearTimeout(mine.timer);
  mine.timer = 0;
  const part = { run: run.run, number: mine.part, records: mine.kept };
  if (!mine.part) part.header = mine.header;
  mine.part += 1;
  mine.kept = [];
  store.addPart(part).catch(notKept);
}

// A trial that a reload, a closed tab or a turned screen cut off: it is kept under a name of its own, and begins again.
async function recover(cut) {
  const parts = await store.parts(cut.run);
  if (!parts.length) return;
  const { header } = parts[0], earlier = await store.trials(cut.run);
  const times = earlier.filter((t) => t.name.startsWith(`${header.participant}-${header.trial}-cut-`)).length + 1;
  const told = { ...header, trial: `${header.trial}-cut-${times}`, study: { ...header.study, interrupted: true } };
  const recording = recordingOf(cut, told, parts.flatMap((part) => part.records), [{}], null);
  await store.finish(cut, recording);
}
async function cutTrial() {
  if (!trial || trial.isEnding) return;
  flush();
  trial.isEnding = true;
  for (const stroke of session.active.values()) try { canvas.releasePointerCapture(stroke.id); } catch { /* it had none */ }
  session.active.clear();
  await recover(run).catch(notKept);
  showStep();
  say('The size of the window changed: this trial begins again.');
  sendSoon();
}

// Pointer events of the board. The first contact leads; others are recorded and leave the task alone.
function down(event) {
  if (!trial || trial.isEnding || session.active.has(event.pointerId) || event.button > 0) return;
  event.preventDefault();
  if (isPalm(event)) { trial.palms += 1; return; }
  try { canvas.setPointerCapture(event.pointerId); } catch { /* a pointer that a script made */ }
  const box = canvas.getBoundingClientRect(), stroke = beginStroke(event, { x: box.left, y: box.top });
  trial.lead ??= event.pointerId;
  take(stroke, event);
}
function follow(event) {
  const stroke = session.active.get(event.pointerId);
  if (stroke && trial && !trial.isEnding) take(stroke, event);
}
function take(stroke, event) {
  const samples = takeEvent(stroke, event), { scene } = trial, hasEnded = event.type === 'pointerup' || event.type === 'pointercancel';
  stroke.shown.push(...samples.map((s) => onSheet(stroke, s)));
  if (event.pointerId === trial.lead) {
    const last = onSheet(stroke, samples.at(-1) ?? stroke.samples.at(-1));
    if (event.type === 'pointerdown') scene.down(last, event.timeStamp);
    else if (hasEnded) scene.up(last, event.timeStamp, event.type === 'pointercancel');
    else for (const s of samples) scene.move(onSheet(stroke, s), 1000 * s.time);
  }
  if (hasEnded) {
    session.active.delete(event.pointerId);
    if (event.pointerId === trial.lead) trial.lead = null;
    if (scene.inks) bake(stroke, stroke.shown.length, TAPER);
    byId('done').disabled = session.active.size > 0;
  }
  keep([stroke.events.at(-1)], hasEnded);
  needsFrame();
}

// The beginning and the end.
async function begin(participant) {
  const known = (await store.runs()).filter((each) => each.participant === participant && !each.finished);
  run = known[0] ?? await store.begin({
    participant, started: new Date().toISOString(), finished: null, place: 0, recordings: 0,
  });
  await navigator.storage?.persist?.().catch(() => false);
  timeline = timelineOf(STUDY.plan, participant);
  showStep();
}
async function finish() {
  if (!run.finished) {
    run.finished = new Date().toISOString();
    await store.finish(run, null).catch(notKept);
  }
  byId('finish-text').textContent = STUDY.upload
    ? 'You are done. Please keep this page open until everything is sent.'
    : 'You are done. Please save the recordings, or give the device back to the researcher.';
  show('finish');
  showSent();
}
async function welcome() {
  run = trial = null;
  byId('progress').hidden = true;
  byId('code').value = '';
  byId('agree').checked = false;
  await listRuns();
  show('welcome');
  showSent();
}
const fileName = (name) => `${STUDY.plan.title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'study'}-${name}`;
async function saveRecordings(each) {
  download(fileName(`${each.participant}.json`), 'application/json', fileOf(await store.trials(each.run)));
}
async function saveRows(each) {
  download(fileName(`${each.participant}.csv`), 'text/csv', rowsText((await store.trials(each.run)).flatMap((t) => t.rows)));
}
async function listRuns() {
  const runs = await store.runs();
  byId('kept').hidden = !runs.length;
  const button = (text, name, action) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text, onclick: action });
    made.setAttribute('aria-label', `${text}: ${name}`);
    return made;
  };
  byId('runs').replaceChildren(...runs.map((each) => {
    const item = document.createElement('li'), text = document.createElement('span'), name = each.participant;
    text.textContent = `${name}, ${each.started.slice(0, 16).replace('T', ' ')} UTC, ${each.recordings} recordings${each.finished ? '' : ', not finished'}`;
    const gone = button('Delete', name, async () => {
      if (gone.textContent === 'Delete') { gone.textContent = 'Really delete?'; return; }
      await store.remove(each.run);
      listRuns();
    });
    item.append(text);
    if (!each.finished) item.append(button('Continue', name, () => begin(name)));
    if (each.recordings) item.append(button('Save recordings', name, () => saveRecordings(each)), button('Save table', name, () => saveRows(each)));
    item.append(gone);
    return item;
  }));
  const open = runs.findLast((each) => !each.finished);
  byId('continue').hidden = !open;
  if (open) {
    byId('continue').textContent = `Continue as ${open.participant}`;
    byId('continue').onclick = () => begin(open.participant);
  }
}
function resized() {
  measureSheet();
  if (trial && (Math.abs(trial.width - sheet.width) > 1 || Math.abs(trial.height - sheet.height) > 1)) cutTrial();
}
function key(event) {
  if (event.key !== 'Enter' || event.target.closest?.('button, input, summary, a')) return;
  const panel = byId(document.documentElement.dataset.panel), next = panel?.querySelector('button.next:not([hidden]):not(:disabled)');
  if (!next) return;
  event.preventDefault();
  next.click();
}
// One tab at a time, since two would write over each other's steps: waits until no other tab has the study open.
function lockPage() {
  if (!navigator.locks) return Promise.resolve();
  const hint = setTimeout(() => trouble('This study is open in another tab. Close that tab to go on here.'), 500);
  return new Promise((done) => {
    const go = () => {
      clearTimeout(hint);
      trouble('');
      done();
    };
    navigator.locks.request(`nextpoint-study-${STUDY.id}`, () => { go(); return new Promise(() => {}); }).catch(go);
  });
}

async function start() {
  readColors();
  if (!window.WebAssembly || !window.DecompressionStream || !window.indexedDB) {
    return trouble('This browser is too old for the study: it lacks WebAssembly, DecompressionStream or IndexedDB.');
  }
  await lockPage();
  await startModule();
  store = await StudyStore.open(STUDY.id);
  for (const each of await store.runs()) await recover(each);
  canvas.addEventListener('pointerdown', down);
  for (const type of ['pointermove', 'pointerup', 'pointercancel']) canvas.addEventListener(type, follow);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  document.addEventListener('keydown', key);
  byId('code').oninput = (event) => { event.target.value = event.target.value.toLowerCase(); };
  byId('join').onsubmit = (event) => { event.preventDefault(); begin(byId('code').value).catch(notKept); };
  byId('task-next').onclick = nextStep;
  byId('rest-next').onclick = nextStep;
  byId('done').onclick = endTrial;
  byId('save').onclick = () => saveRecordings(run);
  byId('table').onclick = () => saveRows(run);
  byId('again').onclick = welcome;
  for (const type of ['pagehide', 'visibilitychange']) document.addEventListener(type, () => flush());
  window.addEventListener('pagehide', () => flush());
  window.addEventListener('online', sendSoon);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readColors(); redrawFinished(); });
  new ResizeObserver(resized).observe(canvas);
  await welcome();
  document.documentElement.dataset.ready = '1';
  sendSoon();
}
start().catch((error) => { trouble(`The page could not start: ${error.message}`); throw error; });
