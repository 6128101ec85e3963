'use strict';
// The data of the page, and what is drawn after each event. State n is that after n events.
const data = JSON.parse(document.getElementById('replay-data').textContent);
const KINDS = ['delivered', 'coalesced', 'predicted', 'updated'];
const STAGES = 3;
const eventCount = data.steps.length;

// Applies one change to a list of rows: resizes it to a count, then replaces runs of rows.
function applyDelta(rows, delta) {
  if (rows.length > delta[0]) rows.length = delta[0];
  for (let i = 1; i < delta.length; i += 2) {
    delta[i + 1].forEach((row, offset) => { rows[delta[i] + offset] = row; });
  }
}

const replay = (() => {
  const SPACING = 512;
  const snapshots = [];
  let at = 0;
  let lines = Array.from({ length: STAGES }, () => data.touches.map(() => []));
  const copy = () => lines.map((stage) => stage.map((rows) => rows.slice()));

  function forward() {
    const step = data.steps[at];
    if (step[3] >= 0) {
      for (let stage = 0; stage < STAGES; stage++) applyDelta(lines[stage][step[3]], step[4 + stage]);
    }
    at += 1;
    if (at % SPACING === 0 && !snapshots[at / SPACING]) snapshots[at / SPACING] = copy();
  }

  snapshots[0] = copy();
  return {
    // The rows of points, filtered points and elements, each by line, after n events.
    lines(n) {
      if (n < at || n - at > SPACING) {
        let nearest = Math.floor(n / SPACING);
        while (!snapshots[nearest]) nearest -= 1;
        if (n < at || nearest * SPACING > at) {
          at = nearest * SPACING;
          lines = snapshots[nearest].map((stage) => stage.map((rows) => rows.slice()));
        }
      }
      while (at < n) forward();
      return lines;
    },
    // Whether the state after the last event is the result of all events at once.
    matchesBatch() {
      return JSON.stringify(this.lines(eventCount)) === JSON.stringify(data.batch);
    },
  };
})();

// Two clocks: one for playing, which shortens long pauses, and the recording's own.
const clock = (() => {
  const LONGEST_PAUSE = 2000, NEW_CLOCK = 300;
  const played = [0], recorded = [0], line = [0];
  let before = null;
  data.steps.forEach((step, i) => {
    let advance = 0;
    const measured = step[1] < 2 && step[0] !== null && step[3] >= 0;
    if (measured && before !== null) {
      advance = step[0] - before;
      if (advance < 0) advance = step[3] === line[i] ? 0 : NEW_CLOCK;
    }
    if (measured) before = step[0];
    played.push(played[i] + Math.min(advance, LONGEST_PAUSE));
    recorded.push(measured ? step[0] : recorded[i]);
    line.push(measured ? step[3] : line[i]);
  });
  // The last index whose value, ascending, is at most the limit; −1 for none.
  function lastAtMost(values, limit, value = (x) => x) {
    let low = 0, high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value(values[middle]) <= limit) low = middle + 1; else high = middle;
    }
    return low - 1;
  }
  return { played, recorded, line, lastAtMost, eventAt: (time) => Math.max(lastAtMost(played, time), 0) };
})();

// The final measured points of each line.
const tracks = data.batch[0].map((rows) => rows.filter((row) => row[4] !== 2));

// Where the contact of a line was at a moment; null outside its track.
function contactAt(line, time) {
  const track = tracks[line];
  const i = clock.lastAtMost(track, time, (row) => row[2]);
  if (i < 0 || (i === track.length - 1 && time > track[i][2])) return null;
  if (i === track.length - 1) return [track[i][0], track[i][1]];
  const [a, b] = [track[i], track[i + 1]];
  const share = b[2] > a[2] ? (time - a[2]) / (b[2] - a[2]) : 0;
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
}

// Predictions by the step in which their sample came, by their sample, and their errors so far.
const forecasts = (() => {
  const bySample = new Map(), byStep = new Map();
  data.forecasts.forEach((row) => {
    bySample.set(row[1] + ':' + row[2], row);
    byStep.set(row[0], row);
  });
  const ordered = data.forecasts.slice().sort((a, b) => a[0] - b[0]);
  const sums = [data.predictors.map(() => 0)], held = [sums[0]], counts = [0];
  ordered.forEach((row, i) => {
    sums.push(sums[i].map((sum, p) => sum + (row[6] ? row[6][p] : 0)));
    held.push(held[i].map((count, p) => count + (row[6] && !row[4][p] ? 1 : 0)));
    counts.push(counts[i] + (row[6] ? 1 : 0));
  });
  const made = (n) => clock.lastAtMost(ordered, n - 1, (row) => row[0]) + 1;
  return {
    at: (line, index) => bySample.get(line + ':' + index),
    // Those made up to event n, oldest first.
    upTo: (n) => ordered.slice(0, made(n)),
    newest: (n) => ordered[made(n) - 1],
    // The mean error of each predictor up to event n, over how many, and how often it said nothing.
    means(n) {
      const i = made(n);
      return { count: counts[i], held: held[i], means: sums[i].map((sum) => (counts[i] ? sum / counts[i] : null)) };
    },
  };
})();

// The frames of the four stages by line, with sums of their gaps.
const latency = data.stages.map((stage) => {
  const lines = data.touches.map(() => []);
  stage.frames.forEach((frame) => lines[frame[1]].push(frame));
  return { name: stage.name, title: stage.title, lines };
});
// The frame on screen at a moment of a line; undefined before the first.
function frameAt(stage, line, time) {
  const frames = latency[stage].lines[line] || [];
  return frames[clock.lastAtMost(frames, time, (frame) => frame[0])];
}
// The mean gap of the frames of a line up to a moment; null where none is known.
function meanGap(stage, line, time) {
  let sum = 0, count = 0;
  for (const frame of latency[stage].lines[line] || []) {
    if (frame[0] > time) break;
    if (frame[5] !== null) { sum += frame[5]; count += 1; }
  }
  return count ? sum / count : null;
}
