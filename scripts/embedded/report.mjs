// Uses the report page in headless Chromium, by the DevTools protocol: sorts, filters, points, isolates, and opens the
// address that this leads to.
//
// Usage: node report.mjs PAGE FOLDER [--pictures]
//
// Writes FOLDER/result.json: what each step showed, errors on the console and requests that left the page. With
// --pictures also a PNG of the page, wide and narrow, light and dark. CHROMIUM names the browser.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { finish, openBrowser } from "./browser.mjs";

const [page, folder, ...options] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await openBrowser(), { send, value, until } = browser;

async function open(width, height, dark = false, fragment = "") {
  // Another document first, or a new fragment would only move within the page.
  await send("Page.navigate", { url: "about:blank" });
  await until("location.href === 'about:blank'");
  await browser.open(pathToFileURL(resolve(page)).href + fragment, { width, height, dark });
}
const click = async (expression) => {
  const { x, y } = await value(`(() => { const e = ${expression}; e.scrollIntoView({ block: 'center' }); const b = e.getBoundingClientRect();
    return { x: b.left + b.width / 2, y: b.top + b.height / 2 }; })()`);
  for (const type of ["mousePressed", "mouseReleased"]) await send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
};
const point = async (expression) => {
  const { x, y } = await value(`(() => { const e = ${expression}; e.scrollIntoView({ block: 'center' }); const b = e.getBoundingClientRect();
    return { x: b.left + b.width / 2, y: b.top + b.height / 2 }; })()`);
  await send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  return value("document.getElementById('tip').hidden ? '' : document.getElementById('tip').textContent");
};
const press = async (key) => { for (const type of ["keyDown", "keyUp"]) await send("Input.dispatchKeyEvent", { type, key, code: key }); };
const type = (text) => send("Input.insertText", { text });
const choose = (name, wanted) => value(`(() => { const s = document.getElementById('explore-${name}'); s.value = ${JSON.stringify(wanted)};
  s.dispatchEvent(new Event('change')); return s.value; })()`);

// What the explorer shows.
const state = () => value(`(() => ({
  choices: Object.fromEntries(['set', 'measure', 'horizon', 'group', 'unit'].map((n) => [n, document.getElementById('explore-' + n).value])),
  rows: [...document.querySelectorAll('#explore-table tbody tr')].filter((r) => r.offsetParent).map((r) => [...r.cells].map((c) => c.textContent.trim())),
  sorted: [...document.querySelectorAll('#explore-table th[aria-sort]')].map((t) => t.textContent + ' ' + t.getAttribute('aria-sort')).join(),
  faded: document.querySelectorAll('#explore-chart .line.faded').length, lines: document.querySelectorAll('#explore-chart .line').length,
  only: [...document.querySelectorAll('section[data-only]')].length, hash: location.hash,
}))()`);

const steps = {};
async function use() {
  await open(1300, 900);
  steps.opened = await state();
  // A point of the chart, and a mark of a figure, by the pointer; the next one by a key.
  steps.chartTip = await point("document.querySelector('#explore-chart .mark:not(.faded)')");
  await value("document.querySelector('#explore-chart svg').focus()");
  await press("ArrowDown");
  steps.chartKey = await value("document.getElementById('said').textContent");
  steps.figureTip = await point("document.querySelector('.quad .mark, .quad .bar')");
  await value("document.querySelector('.quad svg').focus()");
  await press("ArrowRight");
  steps.figureKey = await value("document.getElementById('said').textContent");
  // Sorting: up, then down.
  await click("document.querySelectorAll('#explore-table .sort')[1]");
  steps.ascending = await state();
  await click("document.querySelectorAll('#explore-table .sort')[1]");
  steps.descending = await state();
  // Filtering by words.
  await value("document.querySelector('#explore-table .tools input').focus()");
  await type("lin");
  steps.filtered = await state();
  steps.printed = await (async () => {
    await send("Emulation.setEmulatedMedia", { media: "print" });
    const rows = (await state()).rows.length;
    await send("Emulation.setEmulatedMedia", { media: "" });
    return rows;
  })();
  // Choosing.
  await choose("measure", "error_p95");
  await choose("unit", "hold");
  await choose("horizon", await value("document.getElementById('explore-horizon').options[0].value"));
  steps.group = await choose("group", await value("document.getElementById('explore-group').options[document.getElementById('explore-group').length - 1].value"));
  // One predictor alone, by the keyboard; the link leads to the same.
  await value("document.querySelectorAll('#explore-legend button')[1].focus()");
  await press(" ");
  steps.isolated = await state();
  await open(1300, 900, false, steps.isolated.hash);
  steps.reopened = await state();
  // An address that names what is not there shows what is.
  await open(1300, 900, false, "#set=none&measure=none&horizon=x&group=none&unit=none&only=none&s=99&f=");
  steps.astray = await state();
  // A table of the page, by its first title.
  const first = "document.querySelector('figure.table:not(#explore-table) .sort')";
  if (await value(`Boolean(${first})`)) {
    const column = () => value(`[...${first}.closest('table').tBodies[0].rows].map((r) => r.cells[0].textContent.trim())`);
    await click(first);
    await click(first);
    steps.tableDescending = await column();
    steps.tableHash = await value("location.hash");
  }
}

async function pictures() {
  for (const [size, width, height] of [["wide", 1300, 1000], ["narrow", 400, 900]]) {
    for (const dark of [false, true]) {
      await open(width, height, dark);
      const shot = async (name, clip) => {
        const { data } = await send("Page.captureScreenshot", { format: "png", captureBeyondViewport: Boolean(clip), ...(clip ? { clip } : {}) });
        writeFileSync(join(folder, `${name}-${size}-${dark ? "dark" : "light"}.png`), Buffer.from(data, "base64"));
      };
      await shot("first");
      const all = await value("({ width: document.documentElement.clientWidth, height: document.documentElement.scrollHeight })");
      await shot("page", { x: 0, y: 0, width: all.width, height: Math.min(all.height, 12000), scale: 1 });
      const box = await value(`(() => { const b = document.getElementById('explore').getBoundingClientRect();
        return { x: 0, y: b.top + scrollY - 10, width: document.documentElement.clientWidth, height: b.height + 20, scale: 1 }; })()`);
      await shot("explore", box);
    }
  }
}

await finish(folder, browser, async () => {
  await use();
  if (options.includes("--pictures")) await pictures();
  return steps;
});
