// Prints the answers of a WebAssembly module to samples, to be compared with those of `nextpoint predict`.
//
// Usage: node answers.mjs MODULE SPELLING RATE HORIZON <samples.csv (hertz and seconds)
import { readFileSync } from "node:fs";
import { create, load } from "./module.mjs";

const [path, spelling, rate, horizonText] = process.argv.slice(2);
const page = load(path), horizon = Number(horizonText);
const predictor = create(page, spelling, Number(rate), [horizon]);
if (predictor === 0) {
  console.error(`${spelling} was not made`);
  process.exit(1);
}
// A number as Swift prints it, but for the exponent of a very great or small one.
const text = (value) => (Number.isInteger(value) ? value.toFixed(1) : String(value));
const [sample, answer] = [page.malloc(48), page.malloc(16)];
page.nextpoint_begin_stroke(predictor);
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (line.trim() === "") { page.nextpoint_begin_stroke(predictor); continue; }
  new Float64Array(page.memory.buffer, sample, 6).set([...line.split(",").map(Number), NaN, NaN, NaN]);
  page.nextpoint_observe(predictor, sample);
  const isKnown = page.nextpoint_position(predictor, horizon, answer, answer + 8);
  const [x, y] = new Float64Array(page.memory.buffer, answer, 2);
  console.log(isKnown ? `${text(x)},${text(y)}` : ",");
}
