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
for (const byte of Buffer.from(spelling)) page.addLetter(byte);
const horizon = Number(horizonText);
if (page.makePredictor(Number(rate), horizon) !== 0) {
  console.error(`${spelling} was not made`);
  process.exit(1);
}
page.beginStroke();
const started = performance.now();
let events = 0;
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line.trim() === "") { page.beginStroke(); continue; }
  page.observe(...line.split(",").map(Number));
  const [x, y] = [page.predictX(horizon), page.predictY(horizon)];
  console.log(Number.isNaN(x) ? "," : `${text(x)},${text(y)}`);
  events += 1;
}
console.error((1000 * (performance.now() - started) / events).toFixed(2));
