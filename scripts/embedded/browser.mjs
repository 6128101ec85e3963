// A headless Chromium that a script drives by the DevTools protocol. CHROMIUM names the browser.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Starts the browser with one tab at a time; what was heard are errors on the console and requests.
export async function openBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "nextpoint-browser-"));
  const browser = spawn(process.env.CHROMIUM ?? "chromium", [
    "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank",
  ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });

  // Messages end with a zero byte, in both directions.
  const waiting = new Map(), heard = { console: [], requests: [] };
  let number = 0, rest = "", tab = null;
  browser.stdio[4].on("data", (data) => {
    const parts = (rest + data).split("\0");
    rest = parts.pop();
    for (const part of parts) hear(JSON.parse(part));
  });
  function hear(message) {
    if (message.id) {
      const { done, failed, method } = waiting.get(message.id);
      waiting.delete(message.id);
      message.error ? failed(new Error(`${method}: ${message.error.message}`)) : done(message.result);
    } else if (message.method === "Runtime.exceptionThrown") {
      heard.console.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
    } else if (message.method === "Runtime.consoleAPICalled" || message.method === "Log.entryAdded") {
      heard.console.push(JSON.stringify(message.params));
    } else if (message.method === "Network.requestWillBeSent") {
      heard.requests.push(message.params.request.url.slice(0, 80));
    }
  }
  const send = (method, params = {}) => new Promise((done, failed) => {
    const id = ++number;
    waiting.set(id, { done, failed, method });
    browser.stdio[3].write(JSON.stringify({ id, method, params, ...(tab ? { sessionId: tab } : {}) }) + "\0");
  });
  const value = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  async function until(expression, seconds = 60) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end; await pause(20)) if (await value(expression)) return;
    throw new Error(`after ${seconds} s still not: ${expression}`);
  }
  // Requests that left the page.
  const outside = () => heard.requests.filter((url) => !/^(file|data|blob|about):/.test(url));
  async function close() {
    browser.kill();
    await new Promise((done) => (browser.exitCode === null && browser.signalCode === null ? browser.once("exit", done) : done()));
    // The browser's helper processes may still write; retries of rmSync would not remove what they add.
    for (let tries = 30; ; tries--) {
      try { return rmSync(profile, { recursive: true, force: true }); } catch (error) { if (!tries) throw error; }
      await pause(100);
    }
  }
  // Opens another tab in place of the one that is open, if there is one.
  let target = null;
  async function openTab() {
    tab = null;
    if (target) await send("Target.closeTarget", { targetId: target });
    target = (await send("Target.createTarget", { url: "about:blank" })).targetId;
    tab = (await send("Target.attachToTarget", { targetId: target, flatten: true })).sessionId;
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  }
  // Loads a page in a window of a size, and waits until it says that it is ready.
  async function open(url, { width, height, dark = false, touch = false }) {
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await send("Emulation.setTouchEmulationEnabled", { enabled: touch, maxTouchPoints: 5 });
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await send("Page.navigate", { url });
    await until("document.documentElement?.dataset.ready === '1'");
  }
  // One event, down, move or up, of touch, pen or mouse.
  async function pointer(kind, type, [x, y], i = 0) {
    if (kind === "touch") {
      const phase = { down: "touchStart", move: "touchMove", up: "touchEnd" }[type];
      await send("Input.dispatchTouchEvent", { type: phase, touchPoints: type === "up" ? [] : [{ x, y, id: 1, force: 0.5 }] });
      return;
    }
    const phase = { down: "mousePressed", move: "mouseMoved", up: "mouseReleased" }[type];
    const pen = kind === "pen" ? { pointerType: "pen", force: 0.25 + 0.5 * Math.abs(Math.sin(i / 9)), tiltX: 20, tiltY: 30 } : {};
    await send("Input.dispatchMouseEvent", { type: phase, x, y, button: "left", buttons: type === "up" ? 0 : 1, clickCount: 1, ...pen });
  }
  async function picture(path) {
    const { data } = await send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }
  await openTab();
  return { send, value, until, pause, pointer, picture, open, openTab, heard, outside, close };
}

// Does the work, writes FOLDER/result.json with what it gave and what was heard, closes the browser and ends the process.
export async function finish(folder, { heard, outside, close }, work) {
  let code = 0;
  try {
    const result = await work();
    writeFileSync(join(folder, "result.json"), JSON.stringify({ ...result, console: heard.console, outside: outside() }, null, 1));
  } catch (error) {
    console.error(error.message, heard.console.join("\n"));
    code = 1;
  } finally {
    await close();
  }
  process.exit(code);
}
