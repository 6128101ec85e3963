// The explorer: a measure over the horizons for a data set, a group and a unit, as a chart and a table.
if (SETS.length) (() => {
  const WIDTH = 640, HEIGHT = 340, LEFT = 62, RIGHT = 20, TOP = 14, BOTTOM = 46;
  const SVG = 'http://www.w3.org/2000/svg';
  const fields = Object.fromEntries(['set', 'measure', 'horizon', 'group', 'unit'].map((name) => [name, byId(`explore-${name}`)]));
  const chart = byId('explore-chart'), tableFigure = byId('explore-table');
  byId('explore').hidden = false;
  let updateLegend = () => {}, pointed = { line: 0, horizon: -1 };

  // Lengths in other units, by that of the run.
  const LENGTHS = {
    mm: [['mm', 1], ['µm', 1000], ['in', 1 / 25.4]], m: [['m', 1], ['mm', 1000], ['µm', 1e6]],
  };
  const current = () => {
    const set = SETS[fields.set.selectedIndex], group = set.groups[fields.group.selectedIndex];
    const measure = set.measures.find((one) => one.name === fields.measure.value);
    return { set, group, measure, horizon: fields.horizon.selectedIndex, unit: fields.unit.value };
  };
  // The units that a measure can be shown in: its own, others of length, and as a multiple of hold.
  function units(set, measure) {
    const own = { key: '', title: measure.unit || 'as it is', factor: measure.factor, decimals: measure.decimals, unit: measure.unit };
    const others = measure.isLength ? (LENGTHS[set.unit] ?? []).slice(1).map(([unit, factor]) => (
      { key: unit, title: unit, factor, decimals: null, unit })) : [];
    const hold = set.predictors.some((predictor) => predictor[0] === 'hold') && measure.order === 'lower'
      ? [{ key: 'hold', title: 'multiples of hold', factor: 1, decimals: 3, unit: '× hold' }] : [];
    return [own, ...others, ...hold];
  }

  // The value of a predictor at a horizon in the chosen unit; null where it is missing.
  function reader({ set, group, measure, unit }) {
    const look = units(set, measure).find((one) => one.key === unit), count = set.horizons.length;
    const values = group.values[measure.name] ?? [];
    const hold = set.predictors.findIndex((predictor) => predictor[0] === 'hold');
    const raw = (predictor, horizon) => values[predictor * count + horizon] ?? null;
    const scaled = (value, horizon) => {
      if (value === null) return null;
      if (look.key !== 'hold') return value * look.factor;
      const held = raw(hold, horizon);
      return held ? value / held : null;
    };
    return {
      look,
      count: values.length / count,
      value: (predictor, horizon) => scaled(raw(predictor, horizon), horizon),
      interval(predictor, horizon) {
        const isMean = group === set.groups[0];
        const found = isMean && set.predictors[predictor][2] >= 0 && set.intervals[measure.name]?.[predictor * count + horizon];
        // Hold varies with the participants too, so that a multiple of it has no such interval.
        return found && look.key !== 'hold' ? found.map((end) => end * look.factor) : null;
      },
    };
  }
  // A spelling that may break after its separators.
  const breakable = (spelling) => spelling.split(/(?<=[,:+])/).flatMap((part) => [part, make('wbr')]);
  const number = (value, { decimals }) => (decimals === null ? measured(value) : value.toFixed(decimals));
  const exact = (value, look) => (value === null ? 'no value' : `${Number(value.toPrecision(6))}${look.unit ? '\u00a0' + look.unit : ''}`);
  const estimate = (read, predictor, horizon) => {
    const interval = read.interval(predictor, horizon);
    return exact(read.value(predictor, horizon), read.look) +
      (interval ? ` [${interval.map((end) => Number(end.toPrecision(6))).join(', ')}]` : '');
  };

  // Choices.
  function fill(select, options, wanted) {
    select.replaceChildren(...options.map(([value, text, isOff]) => make('option', { value, textContent: text, disabled: Boolean(isOff) })));
    const place = options.findIndex(([value, , isOff]) => value === wanted && !isOff);
    select.selectedIndex = place < 0 ? options.findIndex(([, , isOff]) => !isOff) : place;
  }
  const nearest = (set, milliseconds) => set.horizons.reduce(
    (best, one, i) => (Math.abs(one[0] - milliseconds) < Math.abs(set.horizons[best][0] - milliseconds) ? i : best), 0);
  // Fills the choices by what was asked for, as far as the data set has it.
  function fillChoices(asked) {
    fill(fields.set, SETS.map((set) => [set.slug, set.name]), asked.set);
    const set = SETS[fields.set.selectedIndex];
    fill(fields.group, set.groups.map((group) => [groupKey(group), group.kind ? `${group.kind}: ${group.title}` : group.title]), asked.group);
    const group = set.groups[fields.group.selectedIndex];
    fill(fields.measure, set.measures.map((one) => [one.name, one.title, !group.values[one.name]]), asked.measure);
    // What no group lacks is shown where the asked one is not there.
    if (fields.measure.value !== asked.measure && group.values.error_mean) fields.measure.value = 'error_mean';
    fill(fields.horizon, set.horizons.map(([ms, text]) => [String(ms), text]));
    fields.horizon.selectedIndex = Number(asked.horizon) > 0 ? nearest(set, Number(asked.horizon)) : set.headline;
    const measure = set.measures.find((one) => one.name === fields.measure.value) ?? set.measures[0];
    fill(fields.unit, units(set, measure).map((one) => [one.key, one.title]), asked.unit);
  }
  const groupKey = (group) => (group.kind ? `${group.kind}:${group.title}` : group.title);

  // The chart.
  const draw = (name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  function roundTicks(greatest) {
    const rough = greatest / 5 || 0.2, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999);
    return Array.from({ length: Math.ceil(greatest / step - 1e-9) + 1 }, (_, i) => i * step);
  }
  function drawChart() {
    const now = current(), { set, measure, horizon } = now, read = reader(now), lines = drawn(set);
    const all = lines.flatMap((_, i) => set.horizons.flatMap((_, h) => [read.value(i, h), ...(read.interval(i, h) ?? [])])).filter((v) => v !== null);
    const up = roundTicks(Math.max(0, ...all)), down = roundTicks(Math.max(0, ...all.map((v) => -v))).slice(1).map((v) => -v);
    const ticks = [...down.reverse(), ...up], [low, high] = [ticks[0], ticks.at(-1) || 1];
    const first = set.horizons[0][0], span = set.horizons.at(-1)[0] - first;
    const x = (h) => (span ? LEFT + (WIDTH - LEFT - RIGHT) * (set.horizons[h][0] - first) / span : (LEFT + WIDTH - RIGHT) / 2);
    const y = (value) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low || 1);
    const svg = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'figure', tabindex: 0, role: 'application' });
    svg.setAttribute('aria-label', `${measure.title} over the horizons on ${set.name}. Left and right choose the horizon, up and down the predictor.`);
    const decimals = Math.max(0, 1 - Math.floor(Math.log10(high - low || 1)));
    const label = (tick) => (decimals > 6 && tick !== 0 ? tick.toExponential(1) : tick.toFixed(Math.min(decimals, 6)));
    for (const tick of ticks) {
      svg.append(draw('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick), class: tick === 0 ? 'axis' : 'grid' }),
        draw('text', { x: LEFT - 7, y: y(tick) + 4, 'text-anchor': 'end', class: 'muted small' }, label(tick)));
    }
    set.horizons.forEach(([ms], h) => {
      svg.append(draw('text', { x: x(h), y: HEIGHT - BOTTOM + 17, 'text-anchor': 'middle', class: 'muted small' }, String(Math.round(ms * 10) / 10)));
    });
    svg.append(
      draw('text', { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, 'text-anchor': 'middle' }, 'prediction horizon (ms)'),
      draw('text', { x: 13, y: (HEIGHT - BOTTOM + TOP) / 2, 'text-anchor': 'middle', transform: `rotate(-90 13 ${(HEIGHT - BOTTOM + TOP) / 2})` }, read.look.unit || measure.title),
      draw('line', { x1: x(horizon), x2: x(horizon), y1: TOP, y2: HEIGHT - BOTTOM, class: 'front' }));
    if (!all.length) svg.append(draw('text', { x: WIDTH / 2, y: HEIGHT / 2, 'text-anchor': 'middle', class: 'muted' }, 'no values'));
    const points = [];
    lines.forEach(([spelling, , style, dash], i) => {
      const faded = isolation.spelling && isolation.spelling !== spelling && lines.some((line) => line[0] === isolation.spelling) ? ' faded' : '';
      const known = set.horizons.map((_, h) => h).filter((h) => read.value(i, h) !== null);
      const ends = known.filter((h) => read.interval(i, h));
      if (ends.length > 1) {
        const path = [...ends.map((h) => [h, 1]), ...ends.slice().reverse().map((h) => [h, 0])].map(([h, end]) => `${x(h)} ${y(read.interval(i, h)[end])}`);
        svg.append(draw('path', { d: `M${path.join('L')}z`, class: `band f${style}${faded}` }));
      }
      svg.append(draw('path', { d: known.length ? `M${known.map((h) => `${x(h)} ${y(read.value(i, h))}`).join('L')}` : '', class: `line s${style}${faded}`, 'stroke-dasharray': dash }));
      for (const h of known) {
        const mark = draw('circle', { cx: x(h), cy: y(read.value(i, h)), r: 4, class: `mark f${style}${faded}` });
        svg.append(mark);
        if (!faded) points.push({ mark, line: i, horizon: h, x: x(h), y: y(read.value(i, h)) });
      }
    });
    const near = (event) => {
      const box = svg.getBoundingClientRect(), scale = WIDTH / box.width;
      const [px, py] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
      return points.map((point) => [point, Math.hypot(point.x - px, point.y - py)]).sort((a, b) => a[1] - b[1])[0];
    };
    const light = (point) => {
      svg.querySelector('.lit')?.classList.remove('lit');
      if (!point) return hideTip();
      pointed = { line: point.line, horizon: point.horizon };
      point.mark.classList.add('lit');
      const box = point.mark.getBoundingClientRect();
      const text = `${lines[point.line][0]}, ${set.horizons[point.horizon][1]}: ${estimate(read, point.line, point.horizon)}`;
      showTip(text, box.left + box.width / 2, box.top + box.height / 2);
      return text;
    };
    svg.addEventListener('pointermove', (event) => { const found = near(event); light(found && found[1] < 40 ? found[0] : null); });
    for (const name of ['pointerleave', 'blur']) svg.addEventListener(name, () => light(null));
    svg.addEventListener('click', (event) => { const found = near(event); if (found) chooseHorizon(found[0].horizon); });
    svg.addEventListener('keydown', (event) => {
      const [across, along] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key] ?? [];
      if (event.key === 'Escape') light(null);
      if (across === undefined || !points.length) return;
      event.preventDefault();
      const present = [...new Set(points.map((point) => point.line))];
      const line = present[(Math.max(present.indexOf(pointed.line), 0) + along + present.length) % present.length];
      const start = pointed.horizon < 0 ? horizon - across : pointed.horizon;
      const h = Math.min(Math.max(start + across, 0), set.horizons.length - 1);
      const point = points.find((one) => one.line === line && one.horizon === h);
      if (point) say(light(point)); else pointed = { line, horizon: h };
    });
    chart.replaceChildren(svg);
    hideTip();
  }

  // The table at the chosen horizon.
  function fillTable() {
    const now = current(), { set, measure, horizon, group } = now, read = reader(now);
    const hold = set.predictors.findIndex((predictor) => predictor[0] === 'hold');
    const badness = (value) => (measure.order === 'nearer' ? Math.abs(value / read.look.factor - (measure.perfect ?? 0)) : value);
    const places = Array.from({ length: read.count }, (_, i) => i);
    if (measure.order !== 'none') {
      const rank = (i) => { const value = read.value(i, horizon); return value === null ? Number.MAX_VALUE : badness(value); };
      places.sort((a, b) => rank(a) - rank(b));
    }
    const unit = read.look.unit ? ` (${read.look.unit})` : '';
    tableFigure.querySelector('thead tr').replaceChildren(...['predictor', `${measure.title}${unit}`, '95 % interval', 'beside hold (%)'].map((text, i) => {
      const cell = make('th', { textContent: text, className: i ? 'number' : '' });
      cell.scope = 'col';
      return cell;
    }));
    tableFigure.querySelector('tbody').replaceChildren(...places.map((i) => {
      const [spelling, , style] = set.predictors[i], value = read.value(i, horizon), held = hold < 0 ? null : read.value(hold, horizon);
      const interval = read.interval(i, horizon), key = make('span', { className: 'key' });
      key.style.background = style < 0 ? 'none' : `var(--s${style})`;
      const head = make('th', {}, key, make('code', {}, ...breakable(spelling)));
      head.scope = 'row';
      const beside = value !== null && held && i !== hold ? `${value > held ? '+' : ''}${(100 * (value / held - 1)).toFixed(1)}` : MISSING;
      const cellOf = (text, title = '') => make('td', { className: 'number', textContent: text, title });
      return make('tr', {}, head, cellOf(value === null ? MISSING : number(value, read.look), exact(value, read.look)),
        cellOf(interval ? interval.map((end) => number(end, read.look)).join(' to ') : MISSING), cellOf(beside));
    }));
    tableFigure.querySelector('figcaption').textContent = `${set.name}, ${fields.group.selectedOptions[0].textContent}, ${set.horizons[horizon][1]}.`
      + (group.kind ? ' Groups have the drawn predictors and the key measures; scores.csv has the rest.' : '')
      + (set.left > 0 && !group.kind ? ` ${set.left} more configurations, with greater errors, are in scores.csv.` : '');
    byId('explore-definition').textContent = `${measure.title}: ${measure.formula}`;
    refreshTable();
  }

  function chooseHorizon(place) { fields.horizon.selectedIndex = place; changed(); }
  function show() { drawChart(); fillTable(); updateLegend(); }
  function asked() { return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value])); }
  function changed() {
    fillChoices(asked());
    const set = SETS[fields.set.selectedIndex];
    // What the page opens with is not in the address.
    address.set('set', fields.set.selectedIndex ? fields.set.value : '');
    address.set('measure', fields.measure.value === 'error_mean' ? '' : fields.measure.value);
    address.set('horizon', fields.horizon.selectedIndex === set.headline ? '' : fields.horizon.value);
    address.set('group', fields.group.selectedIndex ? fields.group.value : '');
    address.set('unit', fields.unit.value);
    updateLegend = fillLegend(byId('explore-legend'), set);
    show();
  }
  Object.values(fields).forEach((field) => { field.onchange = changed; });
  byId('explore-link').onclick = () => {
    byId('explore-link').textContent = copyText(address.link()) ? 'Copied' : 'The address bar has it';
    byId('explore-link').focus();
  };
  const refreshTable = liveTable(tableFigure, '');
  isolation.follow(() => { if (chart.firstChild) { drawChart(); updateLegend(); } });
  address.follow(() => {
    fillChoices(Object.fromEntries(Object.keys(fields).map((name) => [name, address.get(name)])));
    updateLegend = fillLegend(byId('explore-legend'), SETS[fields.set.selectedIndex]);
    show();
  });
})();
isolation.start();
document.documentElement.dataset.ready = '1';
