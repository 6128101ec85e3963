// Goes through a whole study in headless Chromium, by the DevTools protocol: three participants, by touch, pen and mouse.
//
// Usage: node study.mjs PAGE FOLDER [--upload | --record PROGRAM | --pictures]
//
// PAGE is a page of `nextpoint live --study`. The second
// participant reloads the page in the middle of a stroke, the third closes the tab in the middle of a sequence. Writes
// FOLDER/CODE.json and FOLDER/CODE.csv as the page saves them, and FOLDER/result.json: every stroke that was drawn, errors
// on the console, requests that left the page. With --upload the page is served here and sends its trials to FOLDER/sent,
// to a server that is gone for a while in the middle; with --record the page is served by PROGRAM, a nextpoint-record, which
// is killed in the middle, and sends its trials to FOLDER/set. With --pictures it writes PNGs of each step instead.
// CHROMIUM names the browser.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser } from "./browser.mjs";

const [page, folder, ...options] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await openBrowser(), { send, value, until, pause, pointer } = browser;
const strokes = [];

// The page as `nextpoint record --study` serves it.
const uploading = () => readFileSync(page, "utf8").replace('"upload":null', '"upload":"recordings"')
  .replace("'wasm-unsafe-eval'", "'wasm-unsafe-eval'; connect-src 'self'");

// A server as the page knows it (docs/reference/record.md). `isGone` writes the upload and loses the answer.
const recorder = { server: null, program: null, port: 0, isGone: false, lost: 0, back: null };
async function serve() {
  mkdirSync(join(folder, "sent"), { recursive: true });
  const html = uploading();
  recorder.server = createServer(async (request, response) => {
    if (request.method === "GET") return response.writeHead(200, { "Content-Type": "text/html" }).end(html);
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks), name = request.headers["x-nextpoint-name"], path = join(folder, "sent", `${name}.json`);
    const isNew = !existsSync(path), isSame = isNew || readFileSync(path).equals(body);
    if (isNew) writeFileSync(path, body);
    if (recorder.isGone) {
      recorder.lost += 1;
      return request.socket.destroy();
    }
    if (!isSame) return response.writeHead(409).end('{"error":"another recording has the name"}');
    response.writeHead(isNew ? 201 : 200, { "Content-Type": "application/json" })
      .end(JSON.stringify({ name, sha256: createHash("sha256").update(body).digest("hex"), bytes: body.length }));
  });
  await new Promise((done) => recorder.server.listen(recorder.port, "127.0.0.1", done));
  recorder.port = recorder.server.address().port;
  return `http://127.0.0.1:${recorder.port}/token/`;
}
// The recorder itself; another time on the same port, where it goes on with the same token. It prints its address first.
async function startProgram() {
  const file = join(folder, "page.html");
  writeFileSync(file, uploading());
  recorder.program = spawn(options[options.indexOf("--record") + 1],
    ["--page", file, "--output", join(folder, "set"), "--port", String(recorder.port)], { stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  for await (const text of recorder.program.stdout.iterator({ destroyOnReturn: false })) {
    said += text;
    const address = said.match(/http:\/\/127\.0\.0\.1:(\d+)\/[0-9a-f]+\//);
    if (!address) continue;
    recorder.port = Number(address[1]);
    recorder.program.stdout.resume();
    return address[0];
  }
  throw new Error("the recorder ended");
}
// The recorder is gone for two seconds.
function interrupt() {
  recorder.isGone = true;
  if (!recorder.program) return;
  recorder.program.kill("SIGKILL");
  recorder.back = pause(2000).then(startProgram);
}

const at = (line, count) => Array.from({ length: count }, (_, i) => {
  const place = i / (count - 1) * (line.length - 1), k = Math.min(Math.floor(place), line.length - 2), t = place - k;
  return [0, 1].map((axis) => line[k][axis] + t * (line[k + 1][axis] - line[k][axis]));
});

// Draws a stroke; `during` is called in its middle, and the stroke goes no further if it returns false.
async function draw(kind, points, during = async () => true, rests = false) {
  const trial = await value("trial.header.trial"), participant = await value("run.participant");
  await pointer(kind, "down", points[0]);
  let moves = [];
  for (let i = 1; i < points.length; i++) {
    // A few at a time, which the browser delivers together.
    moves.push(pointer(kind, "move", points[i], i));
    if (i % 4 === 0 || i === points.length >> 1 || i === points.length - 1) moves = (await Promise.all(moves), []);
    if (i === points.length >> 1 && !await during(points[i])) {
      strokes.push({ participant, trial, points: points.slice(0, i + 1), isCut: true });
      return false;
    }
  }
  // What rests before the lift is not flung.
  if (rests) await pause(100);
  await pointer(kind, "up", points.at(-1));
  strokes.push({ participant, trial, points, isCut: false });
  return true;
}

// What the page shows, with the places of the scene in the window.
const state = () => value(`(() => {
  const item = run && timeline[run.place], scene = trial?.scene, b = canvas.getBoundingClientRect();
  const inWindow = (points) => points?.map((p) => [p.x + b.left, p.y + b.top]);
  return { panel: document.documentElement.dataset.panel, kind: item?.task?.kind, name: item?.name, place: run?.place, isReady: Boolean(trial && !trial.isEnding),
    box: [b.left, b.top, b.width, b.height], line: inWindow(scene?.line), places: inWindow(scene?.places), at: scene?.at,
    left: scene?.target === undefined ? 0 : scene.target - scene.offset };
})()`);

// Does the trial that is shown; \`during\` comes in the middle of its first stroke, \`between\` after its third contact.
async function trial(kind, { during, between } = {}) {
  const s = await state(), [x, y, width, height] = s.box;
  const inBox = (u, v) => [x + u * width, y + v * height];
  const line = (from, to, count = 10) => at([from, to], count);
  if (s.kind === "write" || s.kind === "draw") {
    for (let i = 0; i < 3; i++) {
      const wave = line(inBox(0.1 + 0.2 * i, 0.5), inBox(0.25 + 0.2 * i, 0.6), 14).map(([px, py], k) => [px, py - 30 * Math.sin(k)]);
      if (!await draw(kind, wave, i ? undefined : during)) return false;
    }
  } else if (s.kind === "trace" || s.kind === "follow") {
    await draw(kind, at(s.line, 40), during);
  } else if (s.kind === "tap") {
    for (const [i, place] of s.places.entries()) {
      await draw(kind, [place, place].map((p) => past(s.places, i, p)), during);
      if (i === 2 && between && !await between()) return false;
    }
  } else if (s.kind === "drag") {
    for (let i = 1; i < s.places.length; i++) await draw(kind, line(s.places[i - 1], past(s.places, i, s.places[i]), 6));
  } else if (s.kind === "scroll") {
    for (let left = s.left; Math.abs(left) > 4; left = (await state()).left) {
      const step = Math.sign(left) * Math.min(Math.abs(left), 0.7 * height), middle = y + height / 2;
      const path = line([x + width / 2, middle + step / 2], [x + width / 2, middle - step / 2], 8);
      await draw(kind, path, during, true);
      await until("trial === null || !trial.scene.speed || trial.scene.isComplete");
      if (await value("trial === null || trial.scene.isComplete || Math.abs(trial.scene.target - trial.scene.offset) <= trial.scene.frame / 2")) break;
    }
  }
  if (["write", "draw", "trace"].includes(s.kind)) await value("byId('done').click()");
  await until(`run.place !== ${s.place}`);
  return true;
}
// A selection 5 px past the target's center along the axis of the movement, or before it, in turn.
function past(places, i, [x, y]) {
  if (!i) return [x, y];
  const [fx, fy] = places[i - 1], [tx, ty] = places[i], length = Math.hypot(tx - fx, ty - fy), by = i % 2 ? 5 : -5;
  return [x + by * (tx - fx) / length, y + by * (ty - fy) / length];
}

async function begin(code) {
  await value(`byId('agree').checked = true, byId('code').value = '${code}', byId('join').requestSubmit()`);
  await until("run !== null && document.documentElement.dataset.panel === 'task'");
}
// Goes on from wherever the page is to the end; `special` may do a trial in its own way.
async function finish(kind, special = async () => true) {
  for (;;) {
    const { panel, name, isReady } = await state();
    if (panel === "finish") return;
    if (panel === "desk" && !isReady) await pause(5);
    else if (panel === "desk") await trial(kind, await special(name));
    else if (await value(`byId('${panel}-next').disabled`)) await pause(50);
    else {
      const place = await value("run.place");
      await value(`byId('${panel}-next').click()`);
      await until(`run.place !== ${place} && !isStepping`);
    }
  }
}
async function save(code) {
  writeFileSync(join(folder, `${code}.json`), await value("store.trials(run.run).then(fileOf)"));
  writeFileSync(join(folder, `${code}.csv`), await value("store.trials(run.run).then((trials) => rowsText(trials.flatMap((t) => t.rows)))"));
}
const size = { width: 1000, height: 800, touch: true };

async function study(url) {
  await browser.open(url, size);
  // The first participant's second finger comes down beside the first: it is recorded, and selects nothing.
  await begin("p01");
  await finish("touch", async (name) => (/^(writing|tapping)/.test(name) ? { during: secondFinger } : {}));
  async function secondFinger([x, y]) {
    const touch = (type, ...touchPoints) => send("Input.dispatchTouchEvent", { type, touchPoints });
    const second = [480, 420], finger = { x: second[0], y: second[1], id: 2, force: 0.5 };
    await touch("touchStart", { x, y, id: 1, force: 0.5 }, finger);
    await touch("touchEnd", finger);
    strokes.push({ participant: "p01", trial: await value("trial.header.trial"), points: [second], isCut: false });
    return true;
  }
  await save("p01");
  interrupt();
  await value("byId('again').click()");
  await until("document.documentElement.dataset.panel === 'welcome'");

  // The second one's hand rests on the screen, and the page is loaded again in the middle of a stroke.
  await begin("p02");
  let isReloaded = false, hand = 0;
  await finish("pen", async (name) => (name !== "writing-002" || isReloaded ? { during: name?.startsWith("writing") ? rest : undefined } : { during: reload }));
  async function rest() {
    hand += 1;
    const touch = (type, touchPoints) => send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x: 500, y: 500, id: 7 }]);
    await touch("touchEnd", []);
    return true;
  }
  async function reload() {
    isReloaded = true;
    await recorder.back;
    await browser.open(url, size);
    await value("byId('continue').click()");
    await until("trial !== null");
    return false;
  }
  recorder.isGone = false;
  await save("p02");
  await value("byId('again').click()");
  await until("document.documentElement.dataset.panel === 'welcome'");

  // The third one's tab is closed in the middle of a sequence.
  await begin("p03");
  let isClosed = false;
  await finish("mouse", async (name) => (name !== "tapping-002" || isClosed ? {} : { between: close }));
  async function close() {
    isClosed = true;
    await browser.openTab();
    await browser.open(url, size);
    await value("byId('continue').click()");
    await until("trial !== null");
    return false;
  }
  await save("p03");
  const order = await value("Object.fromEntries(['p01', 'p02', 'p03', 'ü'].map((code) => [code, timelineOf(STUDY.plan, code).filter((i) => i.step === 'trial').map((i) => [i.name, STUDY.plan.tasks.find((t) => t === i.task).conditions.indexOf(i.condition)])]))");
  const palms = await value("store.all('trials').then((trials) => trials.reduce((sum, t) => sum + (JSON.parse(t.text.split('\\n')[0].slice(0, -1)).facts?.palms ?? 0), 0))");
  if (await value("STUDY.upload")) await until("store.all('trials').then((trials) => trials.every((t) => t.sent))");
  const sent = await value("store.all('trials').then((trials) => trials.map((t) => [t.name, t.sent, fileOf([t])]))");
  return { strokes, order, palms, hand, lost: recorder.lost, sent };
}

// Each step, wide and narrow, light and dark.
async function pictures(url) {
  for (const [i, [form, width, height]] of [["wide", 1280, 860], ["narrow", 360, 740]].entries()) {
    for (const dark of [false, true]) {
      const picture = async (name) => {
        await pause(200);
        await browser.picture(join(folder, `${name}-${form}-${dark ? "dark" : "light"}.png`));
        return true;
      };
      await browser.openTab();
      await browser.open(url, { width, height, dark });
      await picture("welcome");
      await begin(`p${1 + 2 * i + dark}`);
      await picture("task");
      const kinds = await value("[...new Set(STUDY.plan.tasks.map((task) => task.kind))]");
      for (const kind of kinds) {
        await value(`run.place = timeline.findIndex((item) => item.step === 'trial' && !item.practice && item.task.kind === '${kind}'), showStep()`);
        if (["tap", "drag", "scroll"].includes(kind)) await picture(kind);
        else await trial("pen", { during: () => picture(kind) });
      }
      await value("run.place = timeline.findIndex((item) => item.step === 'break'), showStep()");
      await picture("break");
      await value("run.place = timeline.length, showStep()");
      await until("document.documentElement.dataset.panel === 'finish'");
      await picture("finish");
    }
  }
  return {};
}

let code = 0;
try {
  const url = options.includes("--upload") ? await serve() : options.includes("--record") ? await startProgram()
    : pathToFileURL(resolve(page)).href;
  const result = options.includes("--pictures") ? await pictures(url) : await study(url);
  const errors = await value("(document.documentElement.dataset.errors ?? '') + byId('problem').textContent");
  // A lost answer is an error of the network on the console, and meant.
  const isMeant = (line) => /ERR_EMPTY_RESPONSE|ERR_CONNECTION_|status of 4/.test(line) && url.startsWith("http");
  const outside = browser.outside().filter((address) => !url.startsWith("http") || !address.startsWith(url));
  writeFileSync(join(folder, "result.json"), JSON.stringify(
    { ...result, errors, console: browser.heard.console.filter((line) => !isMeant(line)), outside }, null, 1));
} catch (error) {
  console.error(error.stack, browser.heard.console.join("\n"), await value("document.documentElement.dataset.panel + byId('problem').textContent").catch(() => ""));
  code = 1;
} finally {
  await browser.close();
  recorder.program?.kill();
  recorder.server?.close();
  recorder.server?.closeAllConnections();
}
process.exit(code);
