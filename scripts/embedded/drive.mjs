// Draws recorded strokes on the live page in headless Chromium, by the DevTools protocol: as touch, pen and mouse.
//
// Usage: node drive.mjs PAGE STROKES.csv FOLDER [--pictures]
//
// STROKES.csv has the columns stroke, t_s, x and y. Writes FOLDER/session.json and FOLDER/scores.csv as the
// page saves them, and FOLDER/result.json: the table in full, costs, errors on the console and
// requests that left the page. With --pictures also a PNG of each mode, wide and narrow, light and dark.
// CHROMIUM names the browser.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { finish, openBrowser } from "./browser.mjs";

const [page, strokesFile, folder, ...options] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await openBrowser(), { send, value, until, pause } = browser;

// The strokes, scaled into a box of the page.
function strokesIn(box) {
  const strokes = new Map();
  const [header, ...lines] = readFileSync(strokesFile, "utf8").trim().split(/\r?\n/);
  const place = Object.fromEntries(header.split(",").map((name, i) => [name, i]));
  for (const line of lines) {
    const fields = line.split(","), name = fields[place.stroke];
    if (!strokes.has(name)) strokes.set(name, []);
    strokes.get(name).push([Number(fields[place.x]), Number(fields[place.y])]);
  }
  const all = [...strokes.values()].flat(), range = (i) => [Math.min(...all.map((p) => p[i])), Math.max(...all.map((p) => p[i]))];
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const scale = Math.min(box.width / (right - left || 1), box.height / (bottom - top || 1));
  return [...strokes.values()].map((points) => points.map(([x, y]) => [box.x + scale * (x - left), box.y + scale * (y - top)]));
}

// Draws one stroke as one kind of pointer, about 120 samples a second.
async function draw(points, kind, halfway = async () => {}) {
  const pointer = (type, point, i) => browser.pointer(kind, type, point, i);
  await pointer("down", points[0], 0);
  for (let i = 1; i < points.length; i++) {
    if (i === points.length >> 1) await halfway();
    await Promise.all([pointer("move", points[i], i), pause(8)]);
  }
  await pointer("up", points.at(-1), points.length);
}

const open = (width, height, dark = false, touch = false) =>
  browser.open(pathToFileURL(resolve(page)).href, { width, height, dark, touch });
const box = () => value(`(() => { const b = canvas.getBoundingClientRect();
  return { x: b.left + 30, y: b.top + 30, width: b.width - 60, height: b.height - 60 }; })()`);
const picture = (name) => browser.picture(join(folder, `${name}.png`));

async function session() {
  await open(1280, 860, false, true);
  const strokes = strokesIn(await box());
  for (const [i, kind] of ["touch", "pen", "mouse"].entries()) {
    for (const points of strokes.slice(2 * i, 2 * i + 2)) await draw(points, kind);
  }
  // The table changes while a stroke is drawn: what that stroke uses stays; and a stroke is taken back.
  await draw(strokes[0], "mouse", () => value("setHorizon(25); removeRow(rows[2]); addRow('kalman')"));
  await draw(strokes[1], "pen");
  await value("undo()");
  await until("document.documentElement.dataset.scores");
  writeFileSync(join(folder, "session.json"), await value("(() => { const { steps, ...kept } = deviceFacts(); return sessionText(kept); })()"));
  writeFileSync(join(folder, "scores.csv"), await value("tableText()"));
  return { scores: JSON.parse(await value("document.documentElement.dataset.scores")), costs: await costs() };
}

// Microseconds an event costs with four horizons, and milliseconds a frame costs at 10,000 points: processor time of
// the page's main thread, by the metrics of DevTools, so that other programs of the machine do not count.
async function costs() {
  await send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => (await send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const spent = async (expression) => {
    const before = await busy();
    await value(expression);
    return await busy() - before;
  };
  await value(`globalThis.cost = (${work})()`);
  const result = {};
  for (const spelling of ["recommended", "rls", "linear"]) {
    await value(`cost.begin("${spelling}"); cost.play(1000)`);
    result[`${spelling}_us`] = 1e6 / 20000 * await spent("cost.play(20000)");
  }
  await value("cost.beginStroke()");
  result.frame_ms = 1000 / 480 * await spent("cost.drawFrames(480)");
  await value("cost.end()");
  return result;
}

// What is measured; runs in the page.
function work() {
  const sample = (i) => ({
    time: i / 120, x: 300 + 200 * Math.cos(i / 17) + Math.sin(7 * i), y: 300 + 150 * Math.sin(i / 13), force: NaN, altitude: NaN, azimuth: NaN,
  });
  let predictor = null, next = 0, stroke = null;
  return {
    begin(spelling) {
      predictor?.free();
      predictor = createPredictor(spelling, 120, 0.0333).predictor;
      predictor.begin();
      next = 0;
    },
    play(count) {
      for (const end = next + count; next < end; next++) {
        predictor.observe(sample(next));
        for (const horizon of [0.0167, 0.0333, 0.05, 0.1]) predictor.position(horizon);
      }
    },
    // A stroke in progress of 10,000 points, with predicted ink.
    beginStroke() {
      choose("draw");
      const samples = Array.from({ length: 10000 }, (_, i) => sample(i));
      stroke = { id: -7, kind: "mouse", samples, shown: [...samples], baked: 0, origin: { x: 0, y: 0 }, ghosts: new Map() };
      beginGhosts(stroke);
      observeGhosts(stroke, samples.slice(-100));
      session.active.set(stroke.id, stroke);
      drawFrame(performance.now());
    },
    // One point comes before each frame.
    drawFrames(count) {
      for (let i = 0; i < count; i++) {
        stroke.shown.push(sample(stroke.shown.length));
        drawFrame(performance.now());
      }
    },
    end() {
      predictor.free();
      endGhosts(stroke);
      session.active.delete(stroke.id);
      redrawFinished();
    },
  };
}

async function pictures() {
  for (const [size, width, height] of [["wide", 1280, 860], ["narrow", 360, 740]]) {
    for (const dark of [false, true]) {
      await open(width, height, dark);
      const strokes = strokesIn(await box());
      for (const mode of ["draw", "compare", "drag", "device"]) {
        await value(`choose("${mode}")`);
        if (mode === "draw") for (const points of strokes.slice(0, 2)) await draw(points, "pen");
        // The last stroke stays in the air, so that the picture has what is only there while one draws.
        if (mode !== "device") {
          const points = strokes[2 + (mode === "compare")].slice(0, -8), [x, y] = points[0];
          await send("Input.dispatchMouseEvent", { type: "mousePressed", x, y, button: "left", buttons: 1, clickCount: 1 });
          for (const [px, py] of points) {
            await Promise.all([send("Input.dispatchMouseEvent", { type: "mouseMoved", x: px, y: py, button: "left", buttons: 1 }), pause(8)]);
          }
        }
        await picture(`${mode}-${size}-${dark ? "dark" : "light"}`);
        const [x, y] = strokes[mode === "drag" || mode === "draw" ? 2 : 3].at(-9);
        await send("Input.dispatchMouseEvent", { type: "mouseReleased", x, y, button: "left", buttons: 0, clickCount: 1 });
        if (mode !== "drag") await until("document.documentElement.dataset.scores");
      }
    }
  }
}

await finish(folder, browser, async () => {
  const result = await session();
  if (options.includes("--pictures")) await pictures();
  return { ...result, errors: await value("document.documentElement.dataset.errors ?? ''") };
});
