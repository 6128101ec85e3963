// The page: its modes and settings, the events of the pointer and the keys, and the tables.
const KINDS = JSON.parse(byId('kinds').textContent);
const settings = { stage: 'predicted', width: 'auto', horizon: 33.3, latency: 60, predicts: true };
const DASHES = [[], [6, 3], [2, 3], [9, 3, 2, 3], [4, 2], [12, 4]];
const HUES = ['--s2', '--s3', '--s5', '--s6', '--s4', '--s7', '--s0'];
let mode = 'draw', rows = [];

const horizonSeconds = () => settings.horizon / 1000;

// Draws the page; says whether something still moves.
function drawPage() {
  drawFrame(performance.now());
  return session.active.size > 0 || Boolean(drag.contact) || drag.queue.length > 0;
}

// Predictors of the table.
function addRow(spelling) {
  const text = spelling.trim();
  if (!text) return;
  if (rows.some((row) => row.spelling === text)) return say(`${text} is in the table already`);
  const made = createPredictor(text, 60, horizonSeconds());
  if (!made.predictor) { byId('problem').textContent = made.reason; return; }
  made.predictor.free();
  byId('problem').textContent = '';
  const used = new Set(rows.map((row) => row.place));
  const place = [...Array(rows.length + 1).keys()].find((i) => !used.has(i));
  rows.push({
    spelling: text, place, color: HUES[place % HUES.length], dash: DASHES[place % DASHES.length],
    predictors: new Map(), scores: null, stale: true,
  });
  showTable();
  scoreSoon();
}
// Frees a row's predictors; one that a stroke in progress uses becomes that stroke's own.
function releasePredictors(row) {
  const ghosts = [...session.active.values()].flatMap((stroke) => [...stroke.ghosts.values()]);
  for (const each of row.predictors.values()) {
    const user = ghosts.find((ghost) => ghost.predictor === each);
    if (user) user.isCopy = true;
    else each.free();
  }
  row.predictors = new Map();
}
function removeRow(row) {
  releasePredictors(row);
  rows = rows.filter((other) => other !== row);
  showTable();
  needsFrame();
}
// Predictors learn one horizon, so that another horizon begins anew.
function restartPredictors() {
  for (const row of rows) {
    releasePredictors(row);
    row.stale = true;
  }
  scoreSoon();
}

// Each kind of pointer has its predictors; a second contact of a kind takes copies.
function beginGhosts(stroke) {
  const isAlone = ![...session.active.values()].some((other) => other !== stroke && other.kind === stroke.kind);
  for (const row of rows) {
    let predictor = row.predictors.get(stroke.kind);
    if (!predictor) {
      const made = createPredictor(row.spelling, wasm.session_rate(), horizonSeconds());
      if (!made.predictor) continue;
      predictor = made.predictor;
      row.predictors.set(stroke.kind, predictor);
    }
    if (!isAlone) predictor = predictor.copy();
    predictor.begin();
    stroke.ghosts.set(row, { predictor, isCopy: !isAlone, trail: [] });
  }
}
function observeGhosts(stroke, samples) {
  const started = performance.now();
  for (const ghost of stroke.ghosts.values()) {
    for (const s of samples) {
      ghost.predictor.observe(s);
      if (s === samples.at(-1) && stroke.devicePredictions?.length) {
        ghost.predictor.observeDevicePredictions(stroke.devicePredictions);
      }
      ghost.trail.push(ghost.predictor.position(horizonSeconds()));
    }
    if (ghost.trail.length > 400) ghost.trail.splice(0, 100);
  }
  if (samples.length) facts.eventWork.push((performance.now() - started) / samples.length);
  if (facts.eventWork.length > 600) facts.eventWork.splice(0, 300);
}
function endGhosts(stroke) {
  for (const ghost of stroke.ghosts.values()) {
    if (ghost.isCopy) ghost.predictor.free();
    else ghost.predictor.end(stroke.samples.at(-1)?.time ?? 0);
    ghost.predictor = null;
  }
}

// Scores: after the last contact is lifted, one predictor at a time, so that drawing never waits.
let scoring = 0;
function scoreSoon() {
  clearTimeout(scoring);
  scoring = setTimeout(scoreNext, 60);
}
function scoreNext() {
  if (session.active.size) return;
  const row = rows.find((each) => each.stale);
  if (!row) { publish(); return; }
  row.scores = sessionScores(row.spelling, horizonSeconds());
  row.stale = false;
  showTable();
  scoring = setTimeout(scoreNext, 0);
}
// The numbers of the table in full, for scripts that drive the page.
function publish() {
  document.documentElement.dataset.scores = JSON.stringify({
    horizon: settings.horizon, rate: wasm.session_rate(), strokes: session.strokes.length,
    rows: Object.fromEntries(rows.map((row) => [row.spelling, row.scores])),
  });
}
const pixels = (value) => value === null || value === undefined ? '–' : measured(value);
const percent = (value) => value === null || value === undefined ? '–' : (100 * value).toFixed(0) + '\u00a0%';
function showTable() {
  const best = (name) => Math.min(...rows.map((row) => row.scores?.[name] ?? Infinity));
  const columns = ['error_mean', 'error_p95', 'overshoot_p95', 'jitter_mean'];
  const least = columns.map(best);
  const body = byId('scores');
  body.replaceChildren(...rows.map((row) => {
    const line = document.createElement('tr'), head = document.createElement('th');
    head.scope = 'row';
    const key = document.createElement('span');
    key.className = 'key';
    key.style.background = `var(${row.color})`;
    const name = document.createElement('code');
    name.textContent = name.title = row.spelling;
    const gone = document.createElement('button');
    Object.assign(gone, { type: 'button', className: 'remove', textContent: '×' });
    gone.setAttribute('aria-label', `Remove ${row.spelling}`);
    gone.onclick = () => removeRow(row);
    head.append(key, name);
    line.append(head, ...columns.map((column, i) => {
      const cell = document.createElement('td'), value = row.scores?.[column];
      cell.textContent = pixels(value);
      if (rows.length > 1 && value !== null && value !== undefined && value === least[i]) cell.className = 'best';
      return cell;
    }));
    const silent = document.createElement('td'), last = document.createElement('td');
    silent.textContent = percent(row.scores?.abstention_share);
    last.append(gone);
    line.append(silent, last);
    return line;
  }));
  const scored = rows[0]?.scores?.scored ?? 0;
  byId('scored').textContent = scored
    ? `${scored} predictions, ${settings.horizon} ms ahead, ${session.strokes.length} strokes, in CSS pixels`
    : 'Draw something: each stroke is scored when it ends.';
}
function tableText() {
  const lines = rows.map((row) => [`"${row.spelling.replaceAll('"', '""')}"`, settings.horizon, 'px',
    ...MEASURES.map((name) => row.scores?.[name] ?? '')].join(','));
  return [['predictor', 'horizon_ms', 'unit', ...MEASURES].join(','), ...lines].join('\r\n') + '\r\n';
}

// Pointer events of the board.
function down(event) {
  if (session.active.has(event.pointerId) || event.button > 0 || isPalm(event)) return;
  event.preventDefault();
  // A pointer that a script made cannot be captured.
  try { canvas.setPointerCapture(event.pointerId); } catch { /* it is followed as long as it is over the board */ }
  const box = canvas.getBoundingClientRect();
  const origin = { x: box.left, y: box.top };
  if (mode === 'drag') return beginDrag(event, origin);
  const stroke = beginStroke(event, origin);
  beginGhosts(stroke);
  take(stroke, event);
}
function take(stroke, event) {
  const samples = takeEvent(stroke, event);
  observeGhosts(stroke, samples);
  const shown = settings.stage === 'naive' ? samples.slice(-1) : samples;
  stroke.shown.push(...shown.map((s) => onSheet(stroke, s)));
  if (mode === 'draw' && (settings.stage === 'naive' || settings.stage === 'coalesced')) drawFrame(performance.now());
  needsFrame();
}
function move(event) {
  if (mode === 'drag') return moveDrag(event);
  const stroke = session.active.get(event.pointerId);
  if (stroke) take(stroke, event);
}
function up(event) {
  if (mode === 'drag') return endDrag(event);
  const stroke = session.active.get(event.pointerId);
  if (!stroke) return;
  take(stroke, event);
  endGhosts(stroke);
  session.active.delete(event.pointerId);
  bake(stroke, stroke.shown.length, TAPER);
  for (const row of rows) row.stale = true;
  delete document.documentElement.dataset.scores;
  if (mode === 'device') showFacts();
  scoreSoon();
  needsFrame();
}

function beginDrag(event, origin) {
  drag.predictor?.free();
  drag.predictor = createPredictor(rows[0]?.spelling ?? 'hold', wasm.session_rate(), Math.max(settings.latency, 1) / 1000).predictor;
  drag.predictor?.begin();
  Object.assign(drag, { origin, queue: [], id: event.pointerId });
  drag.plain = null;
  moveDrag(event, true);
}
function moveDrag(event, isFirst = false) {
  if (event.pointerId !== drag.id || (!drag.contact && !isFirst)) return;
  const samples = samplesOf(recordOf(event));
  drag.queue.push(...samples);
  drag.contact = samples.at(-1);
  needsFrame();
}
function endDrag(event) {
  if (event.pointerId !== drag.id) return;
  drag.contact = null;
  needsFrame();
}

// Facts about the device.
function showFacts() {
  const f = deviceFacts(), number = (value, unit, digits = 1) => value === null ? 'draw first' : `${value.toFixed(digits)} ${unit}`;
  const insecure = 'no: browsers give it only to secure pages; save the page to the device, or serve it by https or from localhost (adb reverse)';
  const lines = [
    ['Pointers so far', f.pointerTypes.join(', ') || 'none'], ['Sample rate', number(f.sampleRateHz, 'Hz')],
    ['Samples per event', number(f.samplesPerEvent, '', 2)], ['Shortest time step', number(f.shortestStepMs, 'ms', 3)],
    ['Screen refresh', number(f.refreshRateHz, 'Hz')], ['Work per frame, median', number(f.frameWorkMs, 'ms', 2)],
    ['Work per sample, all predictors', number(f.eventWorkMs, 'ms', 3)],
    ['Coalesced events', f.coalescedEvents ? 'yes' : f.secureContext ? 'no: this browser has none' : insecure],
    ['Predicted events', !f.predictedEvents ? 'no: so far only Chromium has getPredictedEvents()'
      : f.predictedSeen || !session.moves ? 'yes' : 'the function is there, but it has returned none'],
    ['Raw updates', f.rawUpdates ? 'yes' : f.secureContext ? 'no: this browser has none' : insecure],
    ['Levels of pressure seen', String(f.pressureLevels)], ['Tilt', f.tilt ? 'yes' : 'none seen'],
    ['Touch points at once', String(f.maxTouchPoints ?? 'not stated')], ['Pixels per CSS pixel', String(f.devicePixelRatio)],
  ];
  byId('facts').replaceChildren(...lines.flatMap(([name, value]) => {
    const dt = document.createElement('dt'), dd = document.createElement('dd');
    dt.textContent = name;
    dd.textContent = value;
    return [dt, dd];
  }));
  showHistogram(f.steps);
}
function showHistogram(steps) {
  const bins = Array(20).fill(0);
  for (const step of steps) bins[Math.min(Math.floor(step), bins.length - 1)] += 1;
  const most = Math.max(...bins, 1);
  byId('histogram').innerHTML = bins.map((count, i) =>
    `<rect x="${i * 12 + 1}" y="${60 - 58 * count / most}" width="10" height="${58 * count / most}"><title>${i} to ${i + 1} ms: ${count}</title></rect>`).join('');
  byId('histogram').setAttribute('aria-label',
    `Histogram of the time between samples; the most frequent bin begins at ${bins.indexOf(Math.max(...bins))} ms`);
}

// Commands.
function clearAll() {
  if (session.active.size) return;
  clearSession();
  drag.plain = null;
  restartPredictors();
  for (const row of rows) row.scores = null;
  showTable();
  redrawFinished();
  say('Cleared');
}
function undo() {
  if (session.active.size || !undoStroke()) return;
  for (const row of rows) row.stale = true;
  scoreSoon();
  redrawFinished();
  say('The newest stroke is gone');
}
function saveSession() {
  const { steps, ...kept } = deviceFacts();
  download('nextpoint-session.json', 'application/json', sessionText(kept));
}
// To the recorder that served the page; elsewhere there is no button for it.
async function sendSession() {
  const button = byId('send'), { steps, ...kept } = deviceFacts();
  button.disabled = true;
  try {
    const names = await sendUnsent(button.dataset.upload, kept, new Date());
    byId('sent').textContent = names.length ? `Sent as ${names.join(', ')}.` : 'Everything that was drawn has been sent.';
  } catch (error) {
    byId('sent').textContent = `Not sent: ${error.message}. Try again, or save the session.`;
  }
  button.disabled = false;
}
function saveTable() { download('nextpoint-scores.csv', 'text/csv', tableText()); }

function choose(name) {
  if (session.active.size) return;
  mode = name;
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isChosen = tab.dataset.mode === name;
    tab.setAttribute('aria-selected', isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
  }
  for (const panel of document.querySelectorAll('[data-for]')) panel.hidden = !panel.dataset.for.split(' ').includes(name);
  document.documentElement.dataset.mode = name;
  if (name === 'device') showFacts();
  measureSheet();
  needsFrame();
}
function setHorizon(value) {
  settings.horizon = Math.min(Math.max(Math.round(10 * value) / 10, 0), 150);
  byId('horizon').value = settings.horizon;
  byId('horizon-text').textContent = `${settings.horizon} ms`;
  restartPredictors();
}
// Until the next frame is on screen: half a refresh to the frame on average, and one to show it.
const nextFrame = () => setHorizon(1.5 * (median(facts.frames) ?? 1000 / 60));

const KEYS = {
  1: () => choose('draw'), 2: () => choose('compare'), 3: () => choose('drag'), 4: () => choose('device'),
  z: undo, c: clearAll, s: saveSession, t: saveTable,
  '[': () => setHorizon(settings.horizon - 5), ']': () => setHorizon(settings.horizon + 5), n: nextFrame,
};
function key(event) {
  if (event.target.matches('input[type=text]') || event.altKey) return;
  if ((event.ctrlKey || event.metaKey) && event.key !== 'z') return;
  const action = KEYS[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
}
function tabKey(event) {
  const tabs = [...document.querySelectorAll('[role=tab]')], at = tabs.indexOf(event.target);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || at < 0) return;
  const next = tabs[(at + step + tabs.length) % tabs.length];
  choose(next.dataset.mode);
  next.focus();
}

async function start() {
  readColors();
  if (!window.WebAssembly || !window.DecompressionStream) {
    byId('problem').textContent = 'This browser is too old for the page: it lacks WebAssembly or DecompressionStream.';
    return;
  }
  await startModule();
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  document.addEventListener('keydown', key);
  byId('tabs').addEventListener('keydown', tabKey);
  for (const tab of document.querySelectorAll('[role=tab]')) tab.onclick = () => choose(tab.dataset.mode);
  byId('horizon').oninput = (event) => setHorizon(Number(event.target.value));
  byId('next-frame').onclick = nextFrame;
  byId('stage').onchange = (event) => { settings.stage = event.target.value; };
  byId('width').onchange = (event) => { settings.width = event.target.value; redrawFinished(); };
  byId('latency').oninput = (event) => {
    settings.latency = Number(event.target.value);
    byId('latency-text').textContent = `${settings.latency} ms`;
  };
  byId('predicts').onchange = (event) => { settings.predicts = event.target.checked; };
  byId('add').onsubmit = (event) => { event.preventDefault(); addRow(byId('spelling').value); byId('spelling').value = ''; };
  byId('undo').onclick = undo;
  byId('clear').onclick = clearAll;
  byId('save').onclick = saveSession;
  if (byId('send')) byId('send').onclick = sendSession;
  byId('table').onclick = saveTable;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readColors(); redrawFinished(); });
  new ResizeObserver(measureSheet).observe(canvas);
  KINDS.forEach((kind) => byId('spellings').append(Object.assign(document.createElement('option'), kind)));
  for (const spelling of ['recommended', 'rls', 'linear', 'hold', 'recorded']) addRow(spelling);
  choose(location.hash.slice(1) in { compare: 1, drag: 1, device: 1 } ? location.hash.slice(1) : 'draw');
  document.documentElement.dataset.ready = '1';
}
start().catch((error) => { byId('problem').textContent = `The page could not start: ${error.message}`; throw error; });
