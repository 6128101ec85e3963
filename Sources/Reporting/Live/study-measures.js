// The measures of trials, one row for each movement, and the table of them.

// What is computed of a sequence of movements, in the module's order.
const SEQUENCE = ['effective_amplitude_px', 'effective_width_px', 'effective_index_of_difficulty', 'throughput_bits_per_s'];
const COLUMNS = [
  'participant', 'date', 'task', 'kind', 'trial', 'practice', 'interrupted', 'condition', 'movement', 'amplitude_px', 'width_px',
  'scale', 'index_of_difficulty', 'movement_time_ms', 'error', 'deviation_px', 'outside_share', 'overshoots', 'strokes', 'path_px',
  ...SEQUENCE,
];
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

// The throughput of a sequence of movements, each with its `milliseconds`, which the module computes; empty where there
// is none.
function throughput(movements) {
  const inputs = movements.flatMap(({ from, to, start, end, milliseconds }) =>
    [...[from, to, start, end].flatMap((p) => [p.x, p.y]), milliseconds]);
  const bytes = 8 * inputs.length;
  reserve(bytes + 8 * SEQUENCE.length);
  numbersAt(scratch.at, inputs.length).set(inputs);
  if (wasm.fitts_throughput(scratch.at, movements.length, scratch.at + bytes)) return {};
  const numbers = numbersAt(scratch.at + bytes, SEQUENCE.length);
  return Object.fromEntries(SEQUENCE.map((name, i) => [name, numbers[i]]));
}

// Calls a function of the module with points, which it gets as x and y in turn, and their number.
function withPoints(points, body) {
  reserve(16 * points.length);
  numbersAt(scratch.at, 2 * points.length).set(points.flatMap((p) => [p.x, p.y]));
  return body(scratch.at, points.length);
}
const orNull = (value) => Number.isNaN(value) ? null : value;
const pathLength = (points) => withPoints(points, wasm.path_length);
// Begins to follow a line between edges; returns the index of difficulty.
const beginGuide = (line, width) => withPoints(line, (at, count) => wasm.guide_begin(at, count, width));

// What a trial's strokes were: how many, how long they are, and the time from the first contact to the last lift.
function strokeFacts(strokes) {
  const ends = strokes.flatMap((s) => [s.samples[0], s.samples.at(-1)]).filter(Boolean).map((s) => s.time);
  return {
    strokes: strokes.length, path_px: strokes.reduce((sum, s) => sum + pathLength(s.samples), 0),
    movement_time_ms: ends.length ? 1000 * (Math.max(...ends) - Math.min(...ends)) : null,
  };
}

// The rows as CSV; empty for what a row does not have.
function rowsText(rows) {
  const field = (value) => {
    const text = value === null || value === undefined ? '' : typeof value === 'boolean' ? String(Number(value)) : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name]))].map((line) => line.map(field).join(',')).join('\n') + '\n';
}
