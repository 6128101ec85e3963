// The WebAssembly module: the same predictors, scores and outlines as the command line, behind the functions of
// nextpoint.h and a few of the page's own.
let wasm = null;

// Unpacks and starts the module, which the page holds as gzip in base64.
async function startModule() {
  const text = document.getElementById('module').textContent.trim();
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = await new Response(stream).arrayBuffer();
  const trap = (name) => () => { throw new Error(`the module called ${name}`); };
  const { instance } = await WebAssembly.instantiate(bytes, {
    env: { __stack_chk_fail: trap('__stack_chk_fail') },
    wasi_snapshot_preview1: {
      random_get: (at, count) => {
        crypto.getRandomValues(new Uint8Array(wasm.memory.buffer, at, count));
        return 0;
      },
      fd_close: trap('fd_close'), fd_seek: trap('fd_seek'), fd_write: trap('fd_write'),
    },
  });
  wasm = instance.exports;
  wasm.__wasm_call_ctors?.();
  scratch.at = wasm.malloc(scratch.bytes);
}

// Memory of the module that every call may use for its arguments and results.
const scratch = { at: 0, bytes: 4096 };
const numbersAt = (at, count) => new Float64Array(wasm.memory.buffer, at, count);
function reserve(bytes) {
  if (bytes <= scratch.bytes) return;
  wasm.free(scratch.at);
  scratch.bytes = 2 * bytes;
  scratch.at = wasm.malloc(scratch.bytes);
}
function withText(text, body) {
  const bytes = new TextEncoder().encode(text), at = wasm.malloc(bytes.length + 1);
  const memory = new Uint8Array(wasm.memory.buffer, at, bytes.length + 1);
  memory.set(bytes);
  memory[bytes.length] = 0;
  try { return body(at); } finally { wasm.free(at); }
}

// A predictor made of its spelling, or the reason why there is none.
function createPredictor(spelling, rate, horizon) {
  const message = wasm.malloc(1024), context = wasm.malloc(40);
  const view = new DataView(wasm.memory.buffer);
  view.setFloat64(context, rate, true);
  view.setFloat64(context + 8, 0, true);
  view.setFloat64(context + 16, 0, true);
  view.setUint32(context + 24, context + 32, true);
  view.setUint32(context + 28, 1, true);
  view.setFloat64(context + 32, horizon, true);
  const handle = withText(spelling, (at) => wasm.nextpoint_create(at, context, message, 1024));
  const bytes = new Uint8Array(wasm.memory.buffer, message, 1024);
  const reason = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  wasm.free(message);
  wasm.free(context);
  return handle ? { predictor: new Predictor(handle) } : { reason };
}

class Predictor {
  constructor(handle) { this.handle = handle; }
  begin() { wasm.nextpoint_begin_stroke(this.handle); }
  observe(sample) {
    numbersAt(scratch.at, 6).set([sample.time, sample.x, sample.y, sample.force, sample.altitude, sample.azimuth]);
    wasm.nextpoint_observe(this.handle, scratch.at);
  }
  observeDevicePredictions(samples) {
    reserve(48 * samples.length);
    const numbers = numbersAt(scratch.at, 6 * samples.length);
    samples.forEach((s, i) => numbers.set([s.time, s.x, s.y, NaN, NaN, NaN], 6 * i));
    wasm.nextpoint_observe_device_predictions(this.handle, scratch.at, samples.length);
  }
  position(horizon) {
    if (!wasm.nextpoint_position(this.handle, horizon, scratch.at, scratch.at + 8)) return null;
    const [x, y] = numbersAt(scratch.at, 2);
    return { x, y };
  }
  end(time) { wasm.nextpoint_end_stroke(this.handle, time); }
  copy() { return new Predictor(wasm.nextpoint_copy(this.handle)); }
  free() { wasm.nextpoint_free(this.handle); }
}

// The scores of a spelling on the whole session; null where the spelling makes no predictor.
const MEASURES = ['scored', 'error_mean', 'error_p95', 'overshoot_p95', 'jitter_mean', 'abstention_share'];
function sessionScores(spelling, horizon) {
  const failed = withText(spelling, (at) => wasm.session_score(at, horizon, scratch.at));
  if (failed) return null;
  const numbers = numbersAt(scratch.at, MEASURES.length);
  return Object.fromEntries(MEASURES.map((name, i) => [name, Number.isNaN(numbers[i]) ? null : numbers[i]]));
}

// Fills the outline of a line of samples, a closed path of cubic Bézier curves, with a color.
const LAWS = { pressure: 0, speed: 1, tilt: 2 };
function fillOutline(context, samples, law, width, tapers, color) {
  if (!samples.length) return;
  reserve(48 * samples.length);
  const numbers = numbersAt(scratch.at, 6 * samples.length);
  samples.forEach((s, i) => numbers.set([s.x, s.y, s.time, s.force, s.altitude, s.azimuth], 6 * i));
  const count = wasm.ink_path(
    scratch.at, samples.length, LAWS[law], 0.3 * width, width, tapers[0], tapers[1]);
  const v = numbersAt(wasm.ink_vertices(), 2 * count);
  context.beginPath();
  if (count) context.moveTo(v[0], v[1]);
  for (let i = 2; i < 2 * count; i += 6) context.bezierCurveTo(v[i], v[i + 1], v[i + 2], v[i + 3], v[i + 4], v[i + 5]);
  context.closePath();
  context.fillStyle = color;
  context.fill();
}
