// Prints the answers of a WebAssembly module to samples, to be compared with those of `nextpoint predict`.
//
// Usage: node answers.mjs MODULE SPELLING RATE HORIZON <samples.csv (hertz and seconds)
import { readFileSync } from "node:fs";

const [path, spelling, rate, horizonText] = process.argv.slice(2);
const trap = (name) => () => { throw new Error(`${name} was called`); };
const random = (at, count) => {
  crypto.getRandomValues(new Uint8Array(page.memory.buffer, at, count));
  return 0;
};
const page = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), {
  env: { __stack_chk_fail: trap("__stack_chk_fail") },
  wasi_snapshot_preview1: {
    random_get: random, fd_close: trap("fd_close"), fd_seek: trap("fd_seek"), fd_write: trap("fd_write"),
  },
}).exports;

// A number as Swift prints it.
const text = (value) => (Number.isInteger(value) ? value.toFixed(1) : String(value));

page.__wasm_call_ctors?.();
const horizon = Number(horizonText), letters = Buffer.from(`${spelling}\0`);
// The structs of nextpoint.h: the spelling, the context with one horizon, a sample, the answer.
const [name, context, sample, answer] = [letters.length, 40, 48, 16].map((bytes) => page.malloc(bytes));
new Uint8Array(page.memory.buffer).set(letters, name);
const view = new DataView(page.memory.buffer, context, 40);
[Number(rate), 0, 0].forEach((value, i) => view.setFloat64(8 * i, value, true));
view.setUint32(24, context + 32, true);
view.setUint32(28, 1, true);
view.setFloat64(32, horizon, true);
const predictor = page.nextpoint_create(name, context, 0, 0);
if (predictor === 0) {
  console.error(`${spelling} was not made`);
  process.exit(1);
}
page.nextpoint_begin_stroke(predictor);
const started = performance.now();
let events = 0;
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line.trim() === "") { page.nextpoint_begin_stroke(predictor); continue; }
  new Float64Array(page.memory.buffer, sample, 6).set([...line.split(",").map(Number), NaN, NaN, NaN]);
  page.nextpoint_observe(predictor, sample);
  const isKnown = page.nextpoint_position(predictor, horizon, answer, answer + 8);
  const [x, y] = new Float64Array(page.memory.buffer, answer, 2);
  console.log(isKnown ? `${text(x)},${text(y)}` : ",");
  events += 1;
}
console.error((1000 * (performance.now() - started) / events).toFixed(2));
