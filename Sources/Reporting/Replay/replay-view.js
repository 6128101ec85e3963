// Marks, colors, and the drawing of the board and of the four stages.
const MARKS = {
  delivered: { path: 'M-1,0a1,1 0 1,0 2,0a1,1 0 1,0 -2,0Z', color: '--s7', fill: true, size: 3.2 },
  coalesced: { path: 'M-1,0a1,1 0 1,0 2,0a1,1 0 1,0 -2,0Z', color: '--s3', fill: false, size: 2.6 },
  predicted: { path: 'M0,-1.4L1.4,0L0,1.4L-1.4,0Z', color: '--s2', fill: false, size: 3.6 },
  updated: { path: 'M-1,-1H1V1H-1Z', color: '--s6', fill: true, size: 2.7 },
};
const PREDICTOR_MARKS = [
  ['M-1,-1L1,1M1,-1L-1,1', '--s4'], ['M0,-1.4V1.4M-1.4,0H1.4', '--s5'],
  ['M0,-1.3L1.2,.9H-1.2Z', '--s1'], ['M0,1.3L1.2,-.9H-1.2Z', '--s0'],
  ['M-1,-1H1L-1,1H1Z', '--s3'], ['M-1,-1.2V1.2L1.2,0Z', '--s6'],
].map(([path, color]) => ({ path, color, fill: false, size: 4.6 }));
const PREDICTOR_DASHES = [[], [5, 3], [1.5, 2.5], [8, 3, 1.5, 3], [3, 2], [10, 4]];
for (const mark of [...Object.values(MARKS), ...PREDICTOR_MARKS]) mark.shape = new Path2D(mark.path);

let colors = {};
function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ['--paper', '--ink', '--muted', '--grid', '--curve', '--gap', '--smooth'];
  for (let i = 0; i < 8; i++) names.push('--s' + i);
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()]));
}

// A mark as a legend entry.
function markPicture(mark, dash) {
  const width = mark.fill ? 'stroke:none;fill' : 'stroke-width:.5;fill:none;stroke';
  const whisker = dash === undefined ? '' :
    `<path d="M2,0H6" style="fill:none;stroke:var(${mark.color});stroke-width:.5"` +
    ` stroke-dasharray="${dash.map((x) => x / 4).join(' ')}"/>`;
  const box = dash === undefined ? '-5 -2.5 10 5' : '-2 -2 8 4';
  return `<svg class="key" viewBox="${box}" aria-hidden="true">` +
    `<path d="${mark.path}" style="${width}:var(${mark.color})"/>${whisker}</svg>`;
}

// A canvas in device pixels that follows the size of its box and calls back when that changes.
function surface(canvas, changed) {
  const context = canvas.getContext('2d');
  const self = { canvas, context, width: 1, height: 1 };
  self.measure = () => {
    const box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
    if (!box.width) return;
    self.width = box.width; self.height = box.height;
    canvas.width = Math.round(box.width * ratio); canvas.height = Math.round(box.height * ratio);
    self.ratio = ratio;
  };
  self.clear = () => {
    context.setTransform(self.ratio || 1, 0, 0, self.ratio || 1, 0, 0);
    context.clearRect(0, 0, self.width, self.height);
  };
  self.measure();
  if (window.ResizeObserver) new ResizeObserver(() => { self.measure(); changed(); }).observe(canvas);
  return self;
}

function drawMark(s, mark, x, y, scale = 1, color = colors[mark.color]) {
  const c = s.context, size = mark.size * scale;
  c.save(); c.translate(x, y); c.scale(size, size);
  if (mark.fill) { c.fillStyle = color; c.fill(mark.shape); }
  else { c.strokeStyle = color; c.lineWidth = 1.6 / size; c.stroke(mark.shape); }
  c.restore();
}

// Maps positions of the recording to positions on a surface.
const view = { scale: 1, x: 0, y: 0 };
function boundsOf(lines) {
  const b = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const rows of lines) for (const row of rows) {
    b.left = Math.min(b.left, row[0]); b.right = Math.max(b.right, row[0]);
    b.top = Math.min(b.top, row[1]); b.bottom = Math.max(b.bottom, row[1]);
  }
  if (!(b.right >= b.left)) Object.assign(b, { left: 0, top: 0, right: 1, bottom: 1 });
  return b;
}
const bounds = boundsOf(data.batch[0]);
const extent = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top) || 1;
// Shows everything, or the box that is given.
function fit(s, box = bounds) {
  const margin = 46, width = box.right - box.left, height = box.bottom - box.top;
  view.scale = Math.min(
    Math.max(s.width - 2 * margin, 20) / (width || extent), Math.max(s.height - 2 * margin, 20) / (height || extent));
  view.x = s.width / 2 - view.scale * (box.left + width / 2);
  view.y = s.height / 2 - view.scale * (box.top + height / 2);
}
function zoom(s, factor, x = s.width / 2, y = s.height / 2) {
  const least = 8 / extent, most = 4e4 / extent;
  const scale = Math.min(Math.max(view.scale * factor, least), most), share = scale / view.scale;
  view.x = x - share * (x - view.x); view.y = y - share * (y - view.y); view.scale = scale;
}
const onBoard = (x, y) => [view.scale * x + view.x, view.scale * y + view.y];

function strokeRows(s, rows, place, style, from = 0) {
  const c = s.context;
  c.save(); c.beginPath();
  rows.forEach((row, i) => {
    const [x, y] = place(row[0], row[1]);
    if (i <= from) c.moveTo(x, y);
    else if (row.length === 6 && style.isCurve) {
      c.bezierCurveTo(...place(row[2], row[3]), ...place(row[4], row[5]), x, y);
    } else c.lineTo(x, y);
  });
  c.lineWidth = style.width; c.strokeStyle = style.color; c.lineCap = c.lineJoin = 'round';
  c.globalAlpha = style.alpha || 1; c.setLineDash(style.dash || []); c.stroke(); c.restore();
}

// Draws the board after n events and returns how many items of each kind it drew.
function drawBoard(s, n, shown, inspected) {
  const counts = { curve: 0, filtered: 0, polyline: 0, points: 0, predictions: 0 };
  KINDS.forEach((kind) => { counts[kind] = 0; });
  const [points, filtered, elements] = replay.lines(n);
  s.clear();
  points.forEach((rows, line) => {
    if (shown.curve) {
      strokeRows(s, elements[line], onBoard,
        { isCurve: true, width: 5, color: colors['--curve'], alpha: 0.55 });
      counts.curve += elements[line].length;
    }
    if (shown.polyline) {
      strokeRows(s, rows, onBoard, { width: 1, color: colors['--muted'] });
      counts.polyline += rows.length;
    }
    if (shown.filtered) {
      strokeRows(s, filtered[line], onBoard, { width: 1.8, color: colors['--smooth'], dash: [7, 4] });
      for (const row of filtered[line]) {
        const [x, y] = onBoard(row[0], row[1]);
        s.context.strokeStyle = colors['--smooth']; s.context.lineWidth = 1.4;
        s.context.strokeRect(x - 4.5, y - 4.5, 9, 9);
      }
      counts.filtered += filtered[line].length;
    }
  });
  if (shown.points) points.forEach((rows) => {
    for (const row of rows) {
      const kind = KINDS[row[4]];
      counts[kind] += 1; counts.points += 1;
      const [x, y] = onBoard(row[0], row[1]);
      if (x < -9 || y < -9 || x > s.width + 9 || y > s.height + 9) continue;
      drawMark(s, MARKS[kind], x, y);
    }
  });
  if (shown.past) {
    for (const row of forecasts.upTo(n)) counts.predictions += drawForecast(s, row, shown, 0.6, 0.62);
  }
  const newest = forecasts.newest(n);
  if (newest) counts.predictions += drawForecast(s, newest, shown, 1, 1.15);
  if (inspected) drawInspected(s, inspected, points, shown);
  return counts;
}

// Draws each predictor's mark with a line to the true position and returns how many it drew.
function drawForecast(s, row, shown, alpha, scale) {
  const c = s.context;
  let drawn = 0;
  c.save(); c.globalAlpha = alpha;
  row[4].forEach((answer, p) => {
    if (!answer || !shown.predictors[p]) return;
    const mark = PREDICTOR_MARKS[p], [x, y] = onBoard(...answer);
    if (row[3]) {
      c.beginPath(); c.moveTo(x, y); c.lineTo(...onBoard(...row[3]));
      c.setLineDash(PREDICTOR_DASHES[p]); c.lineWidth = 1.5 * scale; c.strokeStyle = colors[mark.color];
      c.stroke(); c.setLineDash([]);
    }
    drawMark(s, mark, x, y, scale);
    drawn += 1;
  });
  if (row[3] && drawn && alpha === 1) ring(s, onBoard(...row[3]), 5.5, colors['--ink'], 1.6);
  c.restore();
  return drawn;
}

function ring(s, [x, y], radius, color, width) {
  const c = s.context;
  c.beginPath(); c.arc(x, y, radius, 0, 2 * Math.PI); c.lineWidth = width; c.strokeStyle = color; c.stroke();
}

function drawInspected(s, inspected, points, shown) {
  const row = (points[inspected.line] || [])[inspected.index];
  if (!row) return;
  const place = onBoard(row[0], row[1]), forecast = forecasts.at(inspected.line, inspected.index);
  if (forecast && row[4] !== 2) drawForecast(s, forecast, shown, 1, 1.15);
  ring(s, place, 9, colors['--paper'], 5);
  ring(s, place, 9, colors['--ink'], 2);
}

// How much of the recording a panel shows: a multiple of the largest gap, so that the gap is visible.
const window4 = (() => {
  let most = 0;
  for (const stage of latency) for (const line of stage.lines) for (const frame of line) {
    most = Math.max(most, frame[5] || 0);
  }
  return Math.min(Math.max(2.7 * most, extent / 40), extent * 1.3);
})();

// Draws one panel at a moment of a line: the track, the ink on screen, and the gap.
function drawPanel(s, stage, line, time) {
  const frame = frameAt(stage, line, time), c = s.context;
  s.clear();
  if (!frame) return null;
  const contact = frame[4] || contactAt(line, frame[0]);
  const focus = contact || frame[3], scale = Math.min(s.width, s.height * 1.4) / window4;
  const place = (x, y) => [s.width / 2 + scale * (x - focus[0]), s.height / 2 + scale * (y - focus[1])];
  const track = tracks[line];
  const newest = track.filter((row) => row[2] <= frame[0]);
  if (contact) newest.push(contact);
  strokeRows(s, newest, place, { width: 1.2, color: colors['--muted'], dash: [1.5, 3] });
  strokeRows(s, inkOf(stage, line, frame), place, { width: 4, color: colors['--ink'] });
  const tip = place(...frame[3]);
  if (stage === 3) {
    const last = track[frame[2]];
    if (last) strokeRows(s, [last, frame[3]], place, { width: 4, color: colors['--s2'], dash: [6, 6] });
  }
  if (contact) {
    const pen = place(...contact);
    c.beginPath(); c.moveTo(...tip); c.lineTo(...pen);
    c.lineWidth = 2; c.setLineDash([4, 3]); c.strokeStyle = colors['--gap']; c.stroke(); c.setLineDash([]);
    ring(s, pen, 6, colors['--paper'], 5); ring(s, pen, 6, colors['--gap'], 2.4);
  }
  c.beginPath(); c.arc(...tip, 3.6, 0, 2 * Math.PI); c.fillStyle = colors['--ink']; c.fill();
  return frame;
}

// The ink of a line in a stage: the first stage draws only the newest touch of each refresh.
function inkOf(stage, line, frame) {
  if (stage > 0) return tracks[line].slice(0, frame[2] + 1);
  const rows = [];
  for (const shown of latency[0].lines[line]) {
    if (shown[0] > frame[0]) break;
    if (tracks[line][shown[2]]) rows.push(tracks[line][shown[2]]);
  }
  return rows;
}
