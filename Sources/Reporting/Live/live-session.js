const byId = (id) => document.getElementById(id);
const say = (text) => { byId('said').textContent = text; };

// What was drawn: the events as the browser gave them, which are saved, and the module's copy, which is scored.
const session = {
  events: [], strokes: [], active: new Map(), lastPen: -Infinity,
  // What the device is like, for the facts that are shown and saved.
  kinds: new Set(), stamps: [], moves: 0, coalesced: 0, predicted: 0, tilts: false, pressures: new Set(),
};
const facts = { frameWork: [], frames: [], lastFrame: 0, eventWork: [] };
const median = (values) => values.length ? [...values].sort((a, b) => a - b)[values.length >> 1] : null;
const TOOLS = { touch: 0, pen: 1, mouse: 2 };

// A pointer event as the file holds it.
function recordOf(event, nested = true) {
  const record = {
    type: event.type, pointerId: event.pointerId, pointerType: event.pointerType, timeStamp: event.timeStamp,
    clientX: event.clientX, clientY: event.clientY, pressure: event.pressure, buttons: event.buttons,
  };
  if (event.pointerType === 'pen') {
    Object.assign(record, { tiltX: event.tiltX, tiltY: event.tiltY, twist: event.twist });
    if (event.altitudeAngle !== undefined) {
      Object.assign(record, { altitudeAngle: event.altitudeAngle, azimuthAngle: event.azimuthAngle });
    }
  }
  if (!nested) return record;
  const coalesced = event.getCoalescedEvents?.() ?? [], predicted = event.getPredictedEvents?.() ?? [];
  if (coalesced.length) record.coalescedEvents = coalesced.map((e) => recordOf(e, false));
  if (predicted.length) record.predictedEvents = predicted.map((e) => recordOf(e, false));
  return record;
}

// A sample as the predictors take it: seconds, and NaN for what was not measured.
function sampleOf(record) {
  const isPen = record.pointerType === 'pen';
  return {
    time: record.timeStamp / 1000, x: record.clientX, y: record.clientY,
    force: record.pointerType === 'mouse' ? NaN : record.pressure,
    altitude: isPen ? record.altitudeAngle ?? NaN : NaN, azimuth: isPen ? record.azimuthAngle ?? NaN : NaN,
  };
}

// The samples of an event, in order of time, as the readers of nextpoint take them.
const samplesOf = (record) => {
  const events = record.coalescedEvents ?? [record];
  return [...events].sort((a, b) => a.timeStamp - b.timeStamp).map(sampleOf);
};

// A resting hand: touches while a pen is down and for half a second after.
const isPalm = (event) => event.pointerType === 'touch' &&
  (event.timeStamp - session.lastPen < 500 || [...session.active.values()].some((s) => s.kind === 'pen'));

function beginStroke(event, origin) {
  const kind = event.pointerType || 'mouse', tool = TOOLS[kind] ?? 3;
  const stroke = {
    id: event.pointerId, kind, index: wasm.session_begin(tool), samples: [], shown: [], baked: 0, events: [],
    origin, ghosts: new Map(), tails: new Map(),
  };
  session.active.set(event.pointerId, stroke);
  session.strokes.push(stroke);
  session.kinds.add(kind);
  return stroke;
}

// Takes in an event of a contact; returns its new samples.
function takeEvent(stroke, event) {
  const record = recordOf(event);
  stroke.events.push(record);
  session.events.push(record);
  if (stroke.kind === 'pen') session.lastPen = event.timeStamp;
  // The position of a contact that was taken away is not known.
  if (event.type === 'pointercancel') return [];
  const samples = samplesOf(record);
  for (const s of samples) {
    stroke.samples.push(s);
    wasm.session_add(stroke.index, s.time, s.x, s.y, s.force);
  }
  const predicted = event.type === 'pointerup' ? [] : (record.predictedEvents ?? []).map(sampleOf);
  predicted.sort((a, b) => a.time - b.time);
  if (predicted.length) {
    reserve(24 * predicted.length);
    numbersAt(scratch.at, 3 * predicted.length).set(predicted.flatMap((s) => [s.time, s.x, s.y]));
    wasm.session_device(stroke.index, scratch.at, predicted.length);
  }
  countFacts(event, record, samples);
  stroke.devicePredictions = predicted;
  return samples;
}

function countFacts(event, record, samples) {
  if (event.type !== 'pointermove') return;
  session.moves += 1;
  session.coalesced += samples.length;
  session.predicted += record.predictedEvents ? 1 : 0;
  for (const s of samples) session.stamps.push(s.time * 1000);
  if (session.stamps.length > 5000) session.stamps.splice(0, 1000);
  if (record.pointerType === 'pen') session.tilts ||= record.tiltX !== 0 || record.tiltY !== 0;
  if (session.pressures.size < 2000) session.pressures.add(record.pressure);
}

// Facts about the device; `steps` are for the histogram alone.
function deviceFacts() {
  const steps = session.stamps.slice(1).map((t, i) => t - session.stamps[i]).filter((d) => d > 0 && d < 100);
  const finest = steps.length ? Math.min(...steps) : null;
  const probe = window.PointerEvent?.prototype ?? {};
  const refresh = median(facts.frames);
  return {
    userAgent: navigator.userAgent, pointerTypes: [...session.kinds], maxTouchPoints: navigator.maxTouchPoints ?? null,
    sampleRateHz: session.stamps.length > 1 ? wasm.session_rate() : null,
    samplesPerEvent: session.moves ? session.coalesced / session.moves : null, shortestStepMs: finest,
    refreshRateHz: refresh ? 1000 / refresh : null, frameWorkMs: median(facts.frameWork), eventWorkMs: median(facts.eventWork),
    secureContext: window.isSecureContext, coalescedEvents: 'getCoalescedEvents' in probe,
    predictedEvents: 'getPredictedEvents' in probe, predictedSeen: session.predicted > 0, rawUpdates: 'onpointerrawupdate' in window,
    devicePixelRatio: window.devicePixelRatio, screen: [screen.width, screen.height], pressureLevels: session.pressures.size,
    tilt: session.tilts, steps,
  };
}

function clearSession() {
  wasm.session_clear();
  Object.assign(session, { events: [], strokes: [] });
}

// Takes the newest stroke back.
function undoStroke() {
  const stroke = session.strokes.pop();
  if (!stroke) return false;
  wasm.session_undo();
  const gone = new Set(stroke.events);
  session.events = session.events.filter((record) => !gone.has(record));
  return true;
}

// Events of the session as pointer events, one a line, after one that holds the facts and adds no sample.
function sessionText(facts, events = session.events) {
  const first = { type: 'pointerfacts', pointerId: -1, timeStamp: 0, clientX: 0, clientY: 0, facts };
  return '[\n' + [first, ...events].map((record) => JSON.stringify(record)).join(',\n') + '\n]\n';
}

function download(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
