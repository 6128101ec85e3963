// The measures of trials, one row for each movement, and the table of them.

// What is computed of a sequence of movements, in the module's order.
const SEQUENCE = ['effective_amplitude_px', 'effective_width_px', 'effective_index_of_difficulty', 'throughput_bits_per_s'];
const COLUMNS = [
  'participant', 'date', 'task', 'kind', 'trial', 'practice', 'interrupted', 'condition', 'movement', 'amplitude_px', 'width_px',
  'scale', 'index_of_difficulty', 'movement_time_ms', 'error', 'deviation_px', 'outside_share', 'overshoots', 'strokes', 'path_px',
  ...SEQUENCE,
];
const mean = (values) => values.length ? values.reduce((sum, v) => sum + v, 0) / values.length : null;
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

const pathLength = (points) => points.slice(1).reduce((sum, p, i) => sum + distance(points[i], p), 0);

// Where a point is on a line of points, between two lengths along it: how far along, and how far beside it.
function placeOn(line, point, least = -Infinity, greatest = Infinity) {
  let best = { along: Math.max(least, 0), beside: Infinity }, passed = 0;
  for (let i = 1; i < line.length && passed <= greatest; i++) {
    const a = line[i - 1], b = line[i], length = distance(a, b);
    if (length > 0 && passed + length >= least) {
      const share = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / (length * length);
      const along = Math.min(Math.max(share, 0), 1), x = a.x + along * (b.x - a.x), y = a.y + along * (b.y - a.y);
      const beside = Math.hypot(point.x - x, point.y - y);
      if (beside < best.beside) best = { along: passed + along * length, beside };
    }
    passed += length;
  }
  return best;
}

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
