// Playing, stepping and inspecting: input from pointer and keys, and what the page reports.
const byId = (id) => document.getElementById(id);
const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const CATCH_UP = 100;

const now = { event: 0, played: 0, playing: false, inspected: null };
const shown = {
  points: true, polyline: true, filtered: false, curve: true, past: false,
  predictors: data.predictors.map(() => true),
};
let counts = {};

const board = surface(byId('board'), () => { if (isFitted) fit(board); draw(); });
const panels = [...document.querySelectorAll('.panel canvas')].map((canvas) => surface(canvas, () => draw()));
let isFitted = true;

// Positions have as many decimals as resolve the drawing.
const decimals = Math.min(Math.max(5 - Math.ceil(Math.log10(extent)), 2), 12);
const length = (value) => value === null || value === undefined ? '–' : measured(value) + ' ' + data.unit;
const milliseconds = (value) => value.toFixed(1) + ' ms';
const behind = (delay) => delay === null ? '' :
  delay >= 0 ? `${delay.toFixed(1)} ms behind` : `${(-delay).toFixed(1)} ms ahead`;
const KIND_NAMES = { delivered: 'delivered', coalesced: 'coalesced', predicted: 'predicted by the device', updated: 'updated' };

function recordedNow() {
  return clock.recorded[now.event] + Math.max(now.played - clock.played[now.event], 0);
}

function draw() {
  counts = drawBoard(board, now.event, shown, now.inspected);
  const line = clock.line[now.event], time = recordedNow();
  panels.forEach((panel, stage) => {
    const frame = now.event ? drawPanel(panel, stage, line, time) : (panel.clear(), null);
    const gap = byId('gap-' + stage), mean = now.event ? meanGap(stage, line, time) : null;
    gap.textContent = frame ? (frame[5] === null ? 'the contact has lifted' : `${length(frame[5])}`) : 'nothing on screen yet';
    byId('delay-' + stage).textContent = frame && frame[5] !== null ? behind(frame[6]) : '';
    byId('mean-' + stage).textContent = mean === null ? '' : `mean ${length(mean)}`;
    panel.canvas.setAttribute('aria-label', `${latency[stage].title}: ${gap.textContent} ${byId('delay-' + stage).textContent}`);
  });
  KINDS.forEach((kind) => { byId('count-' + kind).textContent = shown.points ? counts[kind] : '–'; });
  const errors = forecasts.means(now.event);
  data.predictors.forEach((_, p) => { byId('error-' + p).textContent = length(errors.means[p]) + (errors.held[p] ? `, abstained ${errors.held[p]}×` : ''); });
  byId('scored').textContent = `Mean error over ${errors.count} predictions.`;
  const text = stateText();
  byId('state').textContent = text;
  const scrub = byId('scrub');
  scrub.value = now.event; scrub.setAttribute('aria-valuetext', text);
  byId('play').textContent = now.playing ? 'Pause' : 'Play';
  byId('play').classList.toggle('on', now.playing);
  describeInspected();
}

function stateText() {
  if (!now.event) return `Before the first of ${eventCount} events`;
  const step = data.steps[now.event - 1];
  const ignored = step[3] < 0 ? ', ignored' : '';
  return `Event ${now.event} of ${eventCount}, ${KIND_NAMES[KINDS[step[1]]]}${ignored}, ${milliseconds(clock.recorded[now.event])}`;
}

// Announces the newest state to screen readers, no more often than it can be spoken.
const announce = (() => {
  const QUIET = 350, PLAYING = 3000;
  let timer = 0, last = 0;
  return (text) => {
    clearTimeout(timer);
    const wait = Math.max(QUIET, (now.playing ? PLAYING : 0) - (Date.now() - last));
    timer = setTimeout(() => { last = Date.now(); byId('live').textContent = text; }, wait);
  };
})();

function seek(event) {
  now.event = Math.min(Math.max(Math.round(event), 0), eventCount);
  now.played = clock.played[now.event];
  if (!now.playing) announce(stateText() + '. ' + byId('gap-3').textContent + ' from pen to ink');
  draw();
}
function step(count) { pause(); seek(now.event + count); announce(stateText()); }

// Playing: by the recording's own clock, times the chosen speed.
let before = 0;
function tick(moment) {
  if (!now.playing) return;
  const elapsed = moment - before;
  if (elapsed > 0 && (!reducedMotion.matches || elapsed >= 250)) { before = moment; advance(elapsed); }
  requestAnimationFrame(tick);
}
function advance(elapsed) {
  const end = clock.played[eventCount] + CATCH_UP;
  now.played = Math.min(now.played + elapsed * Number(byId('speed').value), end);
  now.event = clock.eventAt(now.played);
  if (now.played === end) { pause(); announce('The end. ' + stateText()); } else announce(stateText());
  draw();
}
function pause() { now.playing = false; }
function toggle() {
  if (now.playing) { pause(); draw(); announce('Paused. ' + stateText()); return; }
  if (now.event >= eventCount) seek(0);
  now.playing = true; before = performance.now();
  draw(); requestAnimationFrame(tick);
}
function changeSpeed(by) {
  const choice = byId('speed'), place = SPEEDS.indexOf(Number(choice.value)) + by;
  if (SPEEDS[place] === undefined) return;
  choice.value = String(SPEEDS[place]);
  announce(`Speed ${SPEEDS[place]}`);
}

// The point under the cursor, or selected by key.
function inspect(found) {
  const old = now.inspected;
  if (old === found || (old && found && old.line === found.line && old.index === found.index)) return;
  now.inspected = found; draw();
}
function inspectNext(by) {
  const rows = replay.lines(now.event)[0];
  const all = rows.flatMap((line, place) => line.map((_, index) => ({ line: place, index })));
  if (!all.length) return announce('There is no point yet');
  const old = now.inspected;
  const place = old ? all.findIndex((p) => p.line === old.line && p.index === old.index) : -1;
  inspect(all[place < 0 ? all.length - 1 : Math.min(Math.max(place + by, 0), all.length - 1)]);
  announce(inspectedText());
}
function pointNear(x, y) {
  let best = null, least = 16;
  replay.lines(now.event)[0].forEach((rows, line) => rows.forEach((row, index) => {
    const [px, py] = onBoard(row[0], row[1]), distance = Math.hypot(px - x, py - y);
    if (distance <= least) { least = distance; best = { line, index }; }
  }));
  return best;
}
function inspectedFacts() {
  const at = now.inspected, row = at && (replay.lines(now.event)[0][at.line] || [])[at.index];
  if (!row) return null;
  const facts = [
    ['Point', `${at.index + 1}, ${KIND_NAMES[KINDS[row[4]]]}`], ['Time', row[2] === null ? '–' : milliseconds(row[2])],
    ['Position', `${row[0].toFixed(decimals)}, ${row[1].toFixed(decimals)} ${data.unit}`],
    ['Force', row[3] === null ? '–' : row[3].toFixed(3)],
  ];
  if (data.touches.length > 1) facts.unshift(['Touch', String(at.line + 1)]);
  if (row[4] === 2) {
    const contact = contactAt(at.line, row[2]);
    facts.push(['Device’s error', contact ? length(Math.hypot(row[0] - contact[0], row[1] - contact[1])) : '–']);
    return facts;
  }
  const forecast = forecasts.at(at.line, at.index);
  data.predictors.forEach((name, p) => {
    const held = forecast && !forecast[4][p] ? ' (abstained)' : '';
    facts.push([name, forecast && forecast[6] ? length(forecast[6][p]) + held : '–']);
  });
  return facts;
}
const inspectedText = () => (inspectedFacts() || []).map((fact) => fact.join(' ')).join(', ');
function describeInspected() {
  const facts = inspectedFacts(), list = byId('facts');
  byId('nothing').hidden = Boolean(facts);
  list.replaceChildren(...(facts || []).flatMap(([name, value]) => {
    const term = document.createElement('dt'), text = document.createElement('dd');
    term.textContent = name; text.textContent = value;
    return [term, text];
  }));
}

// Pointers on the board: hovering inspects, dragging pans, the wheel zooms, two fingers do both.
const pointers = new Map();
const canvas = byId('board');
const local = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
canvas.addEventListener('pointerdown', (event) => { canvas.setPointerCapture(event.pointerId); pointers.set(event.pointerId, local(event)); });
for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, (event) => pointers.delete(event.pointerId));
canvas.addEventListener('pointermove', (event) => {
  const [x, y] = local(event), old = pointers.get(event.pointerId);
  if (!old) return inspect(pointNear(x, y));
  const other = [...pointers].find(([id]) => id !== event.pointerId);
  if (other) {
    const [ox, oy] = other[1];
    const factor = Math.hypot(x - ox, y - oy) / (Math.hypot(old[0] - ox, old[1] - oy) || 1);
    if (factor > 0) zoom(board, factor, ox, oy);
  } else { view.x += x - old[0]; view.y += y - old[1]; }
  pointers.set(event.pointerId, [x, y]);
  isFitted = false; draw();
});
canvas.addEventListener('wheel', (event) => {
  event.preventDefault(); isFitted = false;
  zoom(board, Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), ...local(event)); draw();
}, { passive: false });

// Keys zoom about the contact while it is in view, so that it stays in place.
function contactOnBoard() {
  const row = replay.lines(now.event)[0][clock.line[now.event]].filter((point) => point[4] !== 2).pop();
  return row ? onBoard(row[0], row[1]) : [board.width / 2, board.height / 2];
}
function zoomBy(factor) {
  const [x, y] = contactOnBoard();
  const isInView = x >= 0 && y >= 0 && x <= board.width && y <= board.height;
  isFitted = false; zoom(board, factor, isInView ? x : undefined, isInView ? y : undefined); draw();
}
function center() { const [x, y] = contactOnBoard(); panBy(board.width / 2 - x, board.height / 2 - y); }
function panBy(x, y) { isFitted = false; view.x += x; view.y += y; draw(); }
function fitAll() { isFitted = true; fit(board); draw(); announce('Everything is in view'); }
function flip(id) { const box = byId(id); box.checked = !box.checked; box.dispatchEvent(new Event('change')); announce(`${box.dataset.name} ${box.checked ? 'on' : 'off'}`); }

const KEYS = {
  ' ': toggle, ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-eventCount), End: () => step(eventCount),
  PageUp: () => step(-10), PageDown: () => step(10), '<': () => changeSpeed(-1), '>': () => changeSpeed(1),
  '+': () => zoomBy(1.25), '=': () => zoomBy(1.25), '-': () => zoomBy(0.8), '0': fitAll,
  w: () => panBy(0, 60), s: () => panBy(0, -60), a: () => panBy(60, 0), d: () => panBy(-60, 0),
  '[': () => inspectNext(-1), ']': () => inspectNext(1), Escape: () => inspect(null),
  1: () => flip('show-points'), 2: () => flip('show-polyline'), 3: () => flip('show-filtered'), 4: () => flip('show-curve'), p: () => flip('show-past'), c: center,
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target, action = KEYS[event.key];
  const isOwn = target.matches('select') || (target.matches('button,summary,input[type=checkbox]') && event.key === ' ') ||
    (target.matches('input[type=range]') && /^(Arrow|Home|End|Page)/.test(event.key));
  if (!action || isOwn) return;
  event.preventDefault(); action();
});

for (const [id, action] of Object.entries({
  first: () => step(-eventCount), back: () => step(-1), play: toggle, forward: () => step(1), last: () => step(eventCount),
  'zoom-in': () => zoomBy(1.25), 'zoom-out': () => zoomBy(0.8), 'zoom-fit': fitAll,
  'point-back': () => inspectNext(-1), 'point-forward': () => inspectNext(1),
})) byId(id).addEventListener('click', action);
byId('scrub').addEventListener('input', (event) => { pause(); seek(Number(event.target.value)); });
for (const stage of ['points', 'polyline', 'filtered', 'curve', 'past']) {
  byId('show-' + stage).addEventListener('change', (event) => { shown[stage] = event.target.checked; draw(); });
}
data.predictors.forEach((_, p) => byId('show-predictor-' + p).addEventListener('change', (event) => { shown.predictors[p] = event.target.checked; draw(); }));
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readColors(); draw(); });

// Writes the state into an attribute of the document, which a headless browser can print.
function writeState() {
  document.documentElement.dataset.replay = JSON.stringify({
    event: now.event, events: eventCount, drawn: counts, matchesBatch: replay.matchesBatch(),
    errors: forecasts.means(now.event).means, gaps: [0, 1, 2, 3].map((stage) => byId('gap-' + stage).textContent),
    inspected: inspectedText(), playing: now.playing, scale: view.scale, state: byId('state').textContent,
  });
}

// Goes to the end of a touch and shows it alone in view; a name that is not there changes nothing.
function showStroke(name) {
  const line = data.touches.indexOf(name), last = data.steps.map((step) => step[3]).lastIndexOf(line);
  if (line < 0 || last < 0) return;
  seek(last + 1);
  isFitted = false; fit(board, boundsOf([data.batch[0][line]])); draw();
}

// The page opens on the whole recording. The address can name another state: #stroke=3, or #event=25, with
// &inspect=12, &zoom=4, &past, &filtered.
// For tests, &press=A,B presses keys, &advance=500 plays 500 ms, and &check writes the state.
function followAddress() {
  const asked = new URLSearchParams(location.hash.slice(1)), event = asked.get('event');
  for (const name of ['past', 'filtered']) if (asked.has(name) && !shown[name]) flip('show-' + name);
  if (event && Number.isFinite(Number(event))) seek(Number(event));
  else seek(eventCount);
  if (asked.has('stroke')) showStroke(asked.get('stroke'));
  if (asked.has('inspect')) inspect({ line: clock.line[now.event], index: Number(asked.get('inspect')) - 1 });
  if (asked.has('zoom')) { center(); zoomBy(Number(asked.get('zoom')) || 1); }
  for (const key of (asked.get('press') || '').split(',').filter(Boolean)) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: key === 'Space' ? ' ' : key, bubbles: true }));
  }
  if (now.playing && asked.has('advance')) advance(Number(asked.get('advance')) || 0);
  if (asked.has('check')) writeState();
}
data.predictors.forEach((_, p) => { byId('mark-' + p).innerHTML = markPicture(PREDICTOR_MARKS[p], PREDICTOR_DASHES[p]); });
KINDS.forEach((kind) => { byId('mark-' + kind).innerHTML = markPicture(MARKS[kind]); });
readColors(); fit(board); followAddress();
window.addEventListener('hashchange', followAddress);
