// The tasks on the board: each scene draws what is asked for, follows the leading contact, and measures. Positions are
// those of the board, times in milliseconds; `isComplete` ends the trial when no contact is down.
const circleAt = (context, p, radius) => {
  context.beginPath();
  context.arc(p.x, p.y, Math.max(radius, 0.5), 0, 2 * Math.PI);
};
const lineThrough = (context, points) => {
  context.beginPath();
  for (const p of points) context.lineTo(p.x, p.y);
};

// Lines to trace and to follow, in a square of side 1 or as wide as 1.6 of its height, from their start.
const turn = (count, point) => Array.from({ length: count + 1 }, (_, i) => point(i / count));
const corners = (...points) => points.map(([x, y]) => ({ x, y }));
const SHAPES = {
  line: () => corners([-0.8, 0], [0.8, 0]),
  circle: () => turn(120, (t) => ({ x: 0.5 * Math.sin(2 * Math.PI * t), y: -0.5 * Math.cos(2 * Math.PI * t) })),
  square: () => corners([-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5]),
  triangle: () => corners([0, -0.5], [0.5, 0.4], [-0.5, 0.4], [0, -0.5]),
  wave: () => turn(160, (t) => ({ x: 1.6 * t - 0.8, y: 0.32 * Math.sin(4 * Math.PI * t) })),
  zigzag: () => corners(...Array.from({ length: 7 }, (_, i) => [1.6 * i / 6 - 0.8, i % 2 ? -0.35 : 0.35])),
  spiral: () => turn(240, (t) => ({ x: 0.5 * t * Math.cos(6 * Math.PI * t), y: 0.5 * t * Math.sin(6 * Math.PI * t) })),
  star: () => turn(5, (t) => ({ x: 0.5 * Math.sin(4 * Math.PI * t), y: -0.5 * Math.cos(4 * Math.PI * t) })),
  eight: () => turn(160, (t) => ({ x: 0.8 * Math.sin(2 * Math.PI * t), y: 0.4 * Math.sin(4 * Math.PI * t) })),
};
function shapeOn(name, size, margin) {
  const points = SHAPES[name](), middle = { x: size.width / 2, y: size.height / 2 };
  const reach = (axis) => Math.max(...points.map((p) => Math.abs(p[axis])));
  const scale = Math.min((middle.x - margin) / Math.max(reach('x'), 0.01), (middle.y - margin) / Math.max(reach('y'), 0.01), 420);
  return points.map((p) => ({ x: middle.x + scale * p.x, y: middle.y + scale * p.y }));
}

// Writing, drawing and tracing: it ends when the participant says so.
class InkScene {
  inks = true;
  isComplete = false;
  constructor(task, condition, size) {
    this.line = task.kind === 'trace' ? shapeOn(condition.shape, size, 30) : null;
    this.guides = task.kind === 'write' ? [0.38, 0.62, 0.86].map((share) => share * size.height) : [];
    this.prompt = condition.prompt ?? '';
    this.size = size;
  }
  down() {}
  move() {}
  up() {}
  draw(context) {
    context.strokeStyle = colors['--grid'];
    context.lineWidth = 1.5;
    for (const y of this.guides) {
      lineThrough(context, [{ x: 24, y }, { x: this.size.width - 24, y }]);
      context.stroke();
    }
    if (!this.line) return;
    context.strokeStyle = colors['--muted'];
    context.lineWidth = 2;
    context.setLineDash([7, 7]);
    lineThrough(context, this.line);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = colors['--s2'];
    circleAt(context, this.line[0], 7);
    context.fill();
  }
  rows(strokes) {
    if (!this.line) return [strokeFacts(strokes)];
    beginGuide(this.line, 0);
    const samples = strokes.flatMap((s) => s.samples.map((p) => onSheet(s, p)));
    return [{ ...strokeFacts(strokes), deviation_px: orNull(withPoints(samples, wasm.guide_distance)) }];
  }
}

// The multi-directional task: targets on a circle, across it and back, by tapping or by dragging.
class TargetScene {
  inks = false;
  isComplete = false;
  constructor(task, condition, size) {
    Object.assign(this, condition, { isDrag: task.kind === 'drag', movements: [], at: 0, begun: null, held: null, wrong: 0 });
    const step = (this.targets + 1) / 2, { width, height } = size;
    // Half of the ring in each direction from its middle, at the full size.
    const radius = this.amplitude / (2 * Math.sin(Math.PI * step / this.targets));
    this.scale = Math.min(1, (Math.min(width, height) - 16) / (2 * radius + this.width));
    this.amplitude *= this.scale;
    this.width *= this.scale;
    this.places = Array.from({ length: this.targets + 1 }, (_, i) => {
      const angle = 2 * Math.PI * ((i * step) % this.targets) / this.targets - Math.PI / 2;
      return { x: width / 2 + this.scale * radius * Math.cos(angle), y: height / 2 + this.scale * radius * Math.sin(angle) };
    });
  }
  get object() { return this.held ? this.held.at : this.places[this.at]; }
  down(p, time) {
    if (this.isDrag) {
      if (distance(p, this.object) <= Math.max(this.width / 2, 24)) {
        this.held = { start: this.object, at: this.object, offset: { x: this.object.x - p.x, y: this.object.y - p.y }, time };
      }
      return;
    }
    if (!this.begun) {
      // The first target begins the sequence, and must be hit.
      if (distance(p, this.places[0]) <= this.width / 2) this.begun = { p, time };
      return;
    }
    this.select(this.begun, { p, time });
    this.begun = { p, time };
  }
  move(p) {
    if (this.held) this.held.at = { x: p.x + this.held.offset.x, y: p.y + this.held.offset.y };
  }
  up(p, time, isCancelled) {
    if (!this.held) return;
    this.move(p);
    const { start, at, time: begun } = this.held;
    this.held = null;
    if (!isCancelled) this.select({ p: start, time: begun }, { p: at, time });
  }
  select(begun, ended) {
    if (this.isComplete) return;
    const from = this.places[this.at], to = this.places[this.at + 1];
    this.movements.push({ from, to, start: begun.p, end: ended.p, milliseconds: ended.time - begun.time });
    this.wrong = distance(ended.p, to) > this.width / 2 ? ended.time : 0;
    this.at += 1;
    this.isComplete = this.movements.length === this.targets;
  }
  draw(context, time) {
    const next = this.begun || this.isDrag ? this.at + 1 : 0;
    const isWrong = this.wrong && time - this.wrong < 250;
    context.lineWidth = 1.5;
    this.places.slice(0, -1).forEach((p) => {
      circleAt(context, p, this.width / 2);
      context.strokeStyle = colors[isWrong ? '--predicted' : '--muted'];
      context.stroke();
    });
    const goal = this.places[Math.min(next, this.targets)];
    circleAt(context, goal, this.width / 2);
    context.fillStyle = context.strokeStyle = colors['--s2'];
    if (this.isDrag) {
      context.lineWidth = 3;
      context.stroke();
      circleAt(context, this.object, Math.max(0.3 * this.width, 6));
    }
    context.fill();
    this.isMoving = isWrong;
  }
  rows(strokes) {
    const shared = throughput(this.movements), ideal = wasm.fitts_difficulty(this.amplitude, this.width);
    return this.movements.map((m, i) => ({
      movement: i + 1, amplitude_px: this.amplitude, width_px: this.width, scale: this.scale, index_of_difficulty: ideal,
      movement_time_ms: m.milliseconds, error: Number(distance(m.end, m.to) > this.width / 2),
      deviation_px: distance(m.end, m.to), ...shared,
    }));
  }
}

// Following a path between its edges, from the disk to the bar.
class PathScene {
  inks = true;
  isComplete = false;
  constructor(task, condition, size) {
    this.width = condition.width;
    this.line = shapeOn(condition.shape, size, this.width / 2 + 12);
    this.length = pathLength(this.line);
    this.tries = [];
  }
  down(p, time) {
    if (this.isComplete || distance(p, this.line[0]) > Math.max(this.width / 2, 22)) return;
    this.run = { begun: time, difficulty: beginGuide(this.line, this.width) };
    this.move(p, time);
  }
  move(p, time) {
    if (this.run && wasm.guide_move(p.x, p.y)) this.end(time, true);
  }
  up(p, time) { if (this.run) this.end(time, false); }
  end(time, isComplete) {
    const { begun, difficulty } = this.run, outside = wasm.guide_outside();
    this.run = null;
    this.isComplete = isComplete;
    this.tries.push({
      movement: this.tries.length + 1, amplitude_px: this.length, width_px: this.width, scale: 1,
      index_of_difficulty: difficulty, movement_time_ms: time - begun,
      error: Number(!isComplete || outside > 0), outside_share: outside, deviation_px: wasm.guide_deviation(),
    });
  }
  draw(context) {
    context.lineCap = context.lineJoin = 'round';
    for (const [color, more] of [['--muted', 3], ['--paper', 0]]) {
      context.strokeStyle = colors[color];
      context.lineWidth = this.width + more;
      lineThrough(context, this.line);
      context.stroke();
    }
    context.lineCap = 'butt';
    context.fillStyle = colors['--s2'];
    circleAt(context, this.line[0], Math.min(this.width / 2, 14));
    context.fill();
    const [before, last] = this.line.slice(-2), length = distance(before, last);
    const across = { x: (last.y - before.y) / length, y: (before.x - last.x) / length }, half = this.width / 2;
    const back = { x: last.x - 0.5 * half * (last.x - before.x) / length, y: last.y - 0.5 * half * (last.y - before.y) / length };
    context.strokeStyle = colors['--s3'];
    context.lineWidth = 4;
    lineThrough(context, [-1, 1].map((s) => ({ x: back.x + s * half * across.x, y: back.y + s * half * across.y })));
    context.stroke();
  }
  rows() { return this.tries; }
}

// Scrolling a list by dragging, with a fling that fades, until the marked line rests in the frame.
class ScrollScene {
  inks = false;
  isComplete = false;
  static fade = 325;
  static rest = 500;
  constructor(task, condition, size) {
    Object.assign(this, { target: condition.distance, frame: condition.frame, size, offset: 0, speed: 0, trail: [], held: null });
    Object.assign(this, { begun: null, entered: null, crossings: 0, contacts: 0 });
  }
  down(p, time) {
    if (this.isComplete) return;
    this.begun ??= time;
    this.contacts += 1;
    this.speed = 0;
    this.held = p;
    this.trail = [{ y: p.y, time }];
    this.note(time);
  }
  move(p, time) {
    if (!this.held) return;
    this.offset -= p.y - this.held.y;
    this.held = p;
    this.trail = [...this.trail.filter((s) => time - s.time <= 80), { y: p.y, time }];
    this.note(time);
  }
  up(p, time, isCancelled) {
    if (!this.held) return;
    if (!isCancelled) this.move(p, time);
    this.held = null;
    const first = this.trail[0], elapsed = time - first.time;
    this.speed = elapsed > 0 && !isCancelled ? (first.y - p.y) / elapsed : 0;
    this.shown = time;
  }
  // Whether the marked line is in the frame, since when, and how often it left it.
  note(time) {
    const isInside = Math.abs(this.target - this.offset) <= this.frame / 2;
    if (isInside) this.entered ??= time;
    else if (this.entered !== null) {
      this.entered = null;
      this.crossings += 1;
    }
  }
  draw(context, time) {
    if (!this.held && this.speed) {
      const elapsed = Math.max(time - this.shown, 0), left = Math.exp(-elapsed / ScrollScene.fade);
      this.offset += this.speed * ScrollScene.fade * (1 - left);
      this.speed *= left;
      if (Math.abs(this.speed) < 0.01) this.speed = 0;
      this.shown = time;
      this.note(time);
    }
    this.isMoving = Boolean(this.speed) || (this.entered !== null && !this.held);
    if (!this.held && !this.speed && this.entered !== null && time - Math.max(this.entered, this.shown) >= ScrollScene.rest) {
      this.isComplete = true;
      this.isMoving = false;
    }
    const { width, height } = this.size, row = 44, middle = height / 2;
    context.font = `15px ${getComputedStyle(document.body).fontFamily}`;
    context.textBaseline = 'middle';
    context.lineWidth = 1;
    const line = (at, y, isMarked) => {
      context.fillStyle = colors[isMarked ? '--s2' : '--muted'];
      if (isMarked) context.fillRect(16, y - row / 2, width - 32, row);
      context.fillStyle = colors[isMarked ? '--paper' : '--muted'];
      context.fillText(isMarked ? 'Bring this line into the frame' : `Line ${at + 3000}`, 32, y);
    };
    const first = Math.floor((this.offset - middle) / row);
    for (let at = first; at <= first + height / row + 2; at++) {
      const y = middle + at * row - this.offset;
      if (Math.abs(at * row - this.target) >= row) line(at, y, false);
    }
    line(0, middle + this.target - this.offset, true);
    context.strokeStyle = colors['--s3'];
    context.lineWidth = 3;
    context.strokeRect(8, middle - this.frame / 2 - row / 2, width - 16, this.frame + row);
    if (Math.abs(this.target - this.offset) > middle) {
      context.fillStyle = colors['--ink'];
      context.textAlign = 'center';
      context.fillText(this.target > this.offset ? '↓ further down' : '↑ further up', width / 2, this.target > this.offset ? height - 22 : 22);
      context.textAlign = 'start';
    }
  }
  rows() {
    const amplitude = Math.abs(this.target);
    return [{
      movement: 1, amplitude_px: amplitude, width_px: this.frame, scale: 1, index_of_difficulty: wasm.fitts_difficulty(amplitude, this.frame),
      movement_time_ms: this.entered === null || this.begun === null ? null : this.entered - this.begun, error: 0,
      overshoots: this.crossings, strokes: this.contacts,
    }];
  }
}

const SCENES = {
  write: InkScene, draw: InkScene, trace: InkScene, tap: TargetScene, drag: TargetScene, follow: PathScene, scroll: ScrollScene,
};
