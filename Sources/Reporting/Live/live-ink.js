// Drawing: finished ink on a canvas of its own, what is in progress on the visible one, once a refresh.
const canvas = document.getElementById('board'), board = canvas.getContext('2d');
const paper = document.createElement('canvas'), finished = paper.getContext('2d');
const sheet = { width: 1, height: 1, ratio: 1 };
let colors = {};

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ['--paper', '--ink', '--muted', '--grid', '--predicted', ...Array.from({ length: 8 }, (_, i) => '--s' + i)];
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()]));
}

function measureSheet() {
  const box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
  if (!box.width) return;
  Object.assign(sheet, { width: box.width, height: box.height, ratio });
  for (const each of [canvas, paper]) {
    each.width = Math.round(box.width * ratio);
    each.height = Math.round(box.height * ratio);
  }
  redrawFinished();
}

const onSheet = (stroke, s) => ({ ...s, x: s.x - stroke.origin.x, y: s.y - stroke.origin.y });
const PEN_WIDTH = 7, TAPER = 14, CHUNK = 48, OVERLAP = 4;
const lawOf = (stroke) => settings.width !== 'auto' ? settings.width : stroke.kind === 'pen' ? 'pressure' : 'speed';

// Draws a finished stroke, or the part of a long one that no longer changes.
function bake(stroke, to, endTaper) {
  const from = Math.max(0, stroke.baked - OVERLAP);
  finished.setTransform(sheet.ratio, 0, 0, sheet.ratio, 0, 0);
  fillOutline(finished, stroke.shown.slice(from, to), lawOf(stroke), PEN_WIDTH,
    [stroke.baked ? 0 : TAPER, endTaper], colors['--ink']);
  stroke.baked = to;
}
function bakeWhileDrawn(stroke) {
  while (stroke.shown.length - stroke.baked > 2 * CHUNK) bake(stroke, stroke.baked + CHUNK, 0);
}
function redrawFinished() {
  finished.setTransform(1, 0, 0, 1, 0, 0);
  finished.clearRect(0, 0, paper.width, paper.height);
  for (const stroke of session.strokes) {
    stroke.baked = 0;
    if (session.active.has(stroke.id) && session.active.get(stroke.id) === stroke) bakeWhileDrawn(stroke);
    else bake(stroke, stroke.shown.length, TAPER);
  }
  needsFrame();
}

// Frames: one is drawn when something changed, and all of them while the page says that something moves.
let isFramePending = false;
function needsFrame() {
  if (isFramePending) return;
  isFramePending = true;
  requestAnimationFrame((time) => {
    isFramePending = false;
    if (facts.lastFrame && time - facts.lastFrame < 100) facts.frames.push(time - facts.lastFrame);
    if (facts.frames.length > 600) facts.frames.splice(0, 300);
    facts.lastFrame = time;
    if (drawPage(time)) needsFrame();
  });
}

// What is under the hand: the newest ink, the predicted ink, ghosts, the dragged object.
function drawFrame(time) {
  const started = performance.now();
  board.setTransform(1, 0, 0, 1, 0, 0);
  board.clearRect(0, 0, canvas.width, canvas.height);
  if (mode === 'drag') {
    board.setTransform(sheet.ratio, 0, 0, sheet.ratio, 0, 0);
    drawDrag(time);
  } else {
    // The ghosts stand out from pale ink.
    board.globalAlpha = mode === 'compare' ? 0.3 : 1;
    board.drawImage(paper, 0, 0);
    board.setTransform(sheet.ratio, 0, 0, sheet.ratio, 0, 0);
    for (const stroke of session.active.values()) {
      bakeWhileDrawn(stroke);
      const from = Math.max(0, stroke.baked - OVERLAP);
      if (mode === 'draw' && settings.stage === 'predicted') drawPredicted(stroke, time);
      fillOutline(board, stroke.shown.slice(from), lawOf(stroke), PEN_WIDTH, [stroke.baked ? 0 : TAPER, 0], colors['--ink']);
    }
    board.globalAlpha = 1;
    if (mode === 'compare') for (const stroke of session.strokes.slice(-1)) drawGhosts(stroke);
  }
  facts.frameWork.push(performance.now() - started);
  if (facts.frameWork.length > 600) facts.frameWork.splice(0, 300);
}

// The ink up to where the first predictor expects the contact, in another color.
function drawPredicted(stroke) {
  const predictor = stroke.ghosts.get(rows[0])?.predictor, last = stroke.samples.at(-1);
  if (!predictor || !last) return;
  const horizon = horizonSeconds(), tail = [onSheet(stroke, last)];
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const p = predictor.position(share * horizon);
    if (p) tail.push(onSheet(stroke, { ...last, ...p, time: last.time + share * horizon }));
  }
  if (tail.length > 1) fillOutline(board, tail, lawOf(stroke), PEN_WIDTH, [0, TAPER], colors['--predicted']);
}

// Where each predictor expected the contact after each of the newest samples, and expects it now.
function drawGhosts(stroke) {
  for (const [row, ghost] of [...stroke.ghosts].reverse()) {
    if (!rows.includes(row)) continue;
    board.strokeStyle = board.fillStyle = colors[row.color];
    board.lineWidth = 1.6;
    board.setLineDash(row.dash);
    board.beginPath();
    let isDrawing = false;
    for (const p of ghost.trail) {
      if (p) board[isDrawing ? 'lineTo' : 'moveTo'](p.x - stroke.origin.x, p.y - stroke.origin.y);
      isDrawing = p !== null;
    }
    board.globalAlpha = 0.75;
    board.stroke();
    board.setLineDash([]);
    board.globalAlpha = 1;
    const p = ghost.trail.at(-1);
    if (!p || !session.active.has(stroke.id)) continue;
    board.beginPath();
    board.arc(p.x - stroke.origin.x, p.y - stroke.origin.y, 5, 0, 2 * Math.PI);
    board.fill();
  }
}

// The object under the finger: where it would be with the added latency, with and without prediction.
const drag = { queue: [], predictor: null, contact: null, plain: null, origin: null, made: '' };
function drawDrag(time) {
  const latency = settings.latency / 1000, now = time / 1000;
  while (drag.queue.length && drag.queue[0].time <= now - latency) {
    drag.plain = drag.queue.shift();
    drag.predictor?.observe(drag.plain);
  }
  const rest = { x: sheet.width / 2, y: sheet.height / 2 };
  const local = (p) => p ? { x: p.x - drag.origin.x, y: p.y - drag.origin.y } : rest;
  const plain = local(drag.plain);
  // The answer is asked for the contact's time now: the added latency and the age of the newest sample.
  const ahead = drag.plain && drag.contact ? Math.min(Math.max(now - drag.plain.time, 0), 0.2) : 0;
  const predicted = drag.plain && settings.predicts && ahead ? drag.predictor?.position(ahead) : null;
  const square = (p, fill) => {
    board.beginPath();
    board.roundRect(p.x - 45, p.y - 45, 90, 90, 14);
    if (fill) { board.fillStyle = fill; board.fill(); } else { board.lineWidth = 2; board.setLineDash([6, 4]); board.stroke(); board.setLineDash([]); }
  };
  board.strokeStyle = colors['--muted'];
  square(predicted ? local(predicted) : plain, colors['--s2']);
  if (settings.predicts) square(plain, null);
  if (drag.contact) {
    const p = local(drag.contact);
    board.beginPath();
    board.arc(p.x, p.y, 9, 0, 2 * Math.PI);
    // The paper's color around it sets it off from the square.
    for (const [width, color] of [[7, '--paper'], [3, '--s3']]) {
      board.lineWidth = width;
      board.strokeStyle = colors[color];
      board.stroke();
    }
  }
}
