// Loads the WebAssembly module of the predictors in Node.
import { readFileSync } from "node:fs";

/// The exports of the module at a path; what it imports of a system it never calls, but for random numbers.
export function load(path) {
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
  page.__wasm_call_ctors?.();
  return page;
}

/// A predictor for samples at `rate` hertz and horizons in seconds, as the structs of nextpoint.h say; 0 for none.
/// `model`: the bytes of a model file for `learned:model=NAME`.
export function create(page, spelling, rate, horizons, model) {
  const letters = Buffer.from(`${spelling}\0`), name = page.malloc(letters.length);
  new Uint8Array(page.memory.buffer).set(letters, name);
  const context = page.malloc(32 + 8 * horizons.length);
  const view = new DataView(page.memory.buffer, context, 32 + 8 * horizons.length);
  [rate, 0, 0].forEach((value, i) => view.setFloat64(8 * i, value, true));
  view.setUint32(24, context + 32, true);
  view.setUint32(28, horizons.length, true);
  horizons.forEach((horizon, i) => view.setFloat64(32 + 8 * i, horizon, true));
  if (model === undefined) return page.nextpoint_create(name, context, 0, 0);
  const bytes = page.malloc(model.length);
  new Uint8Array(page.memory.buffer).set(model, bytes);
  return page.nextpoint_create_with_model(name, context, bytes, model.length, 0, 0);
}
