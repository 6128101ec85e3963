// Prints what an event with four horizons costs in a WebAssembly module: microseconds of processor time, and the bytes
// by which its memory grew while 40,000 events came.
//
// Usage: node cost.mjs MODULE SPELLING…
import { create, load } from "./module.mjs";

const [path, ...spellings] = process.argv.slice(2);
const horizons = [0.0167, 0.0333, 0.05, 0.1];
for (const spelling of spellings) {
  const page = load(path), predictor = create(page, spelling, 120, horizons);
  const [sample, answer] = [page.malloc(48), page.malloc(16)];
  const play = (from, to) => {
    for (let i = from; i < to; i++) {
      const place = [300 + 200 * Math.cos(i / 17) + Math.sin(7 * i), 300 + 150 * Math.sin(i / 13)];
      new Float64Array(page.memory.buffer, sample, 6).set([i / 120, ...place, NaN, NaN, NaN]);
      page.nextpoint_observe(predictor, sample);
      for (const horizon of horizons) page.nextpoint_position(predictor, horizon, answer, answer + 8);
    }
  };
  page.nextpoint_begin_stroke(predictor);
  play(0, 20000);
  const bytes = page.memory.buffer.byteLength, before = process.cpuUsage();
  play(20000, 60000);
  const { user, system } = process.cpuUsage(before);
  console.log(`${spelling} ${((user + system) / 40000).toFixed(2)} ${page.memory.buffer.byteLength - bytes}`);
}
