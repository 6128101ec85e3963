// Exact values under the pointer or by the arrow keys, and one predictor alone, in all figures.
const tip = make('div', { id: 'tip', hidden: true });
tip.setAttribute('aria-hidden', 'true');
document.body.append(tip);

function showTip(text, x, y) {
  tip.textContent = text;
  tip.hidden = false;
  const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = `${Math.max(4, Math.min(x + 14, room)) + scrollX}px`;
  tip.style.top = `${(y > tip.offsetHeight + 20 ? y - tip.offsetHeight - 12 : y + 18) + scrollY}px`;
}
function hideTip() { tip.hidden = true; }

// A figure whose marks have tips: the nearest answers to the pointer, each in turn to the arrow keys.
function liveFigure(svg) {
  const NEAR = 28;
  const marks = [...svg.querySelectorAll('title')].filter((title) => title.parentNode !== svg).map((title) => {
    const mark = title.parentNode, text = title.textContent;
    // The browser would show it a second time.
    title.remove();
    return { mark, text };
  });
  if (!marks.length) return;
  let at = -1, centers = [];
  const measure = () => {
    centers = marks.map(({ mark }) => {
      const box = mark.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2, Math.max(box.width, box.height) / 2];
    });
  };
  const light = (place) => {
    marks[at]?.mark.classList.remove('lit');
    at = place;
    marks[at]?.mark.classList.add('lit');
    if (at < 0) return hideTip();
    showTip(marks[at].text, centers[at][0], centers[at][1]);
  };
  svg.addEventListener('pointermove', (event) => {
    measure();
    let best = -1, least = NEAR;
    centers.forEach(([x, y, radius], i) => {
      const distance = Math.max(0, Math.hypot(event.clientX - x, event.clientY - y) - radius / 2);
      if (distance <= least) { best = i; least = distance; }
    });
    light(best);
  });
  svg.addEventListener('pointerleave', () => light(-1));
  svg.addEventListener('blur', () => light(-1));
  svg.setAttribute('tabindex', '0');
  svg.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') return light(-1);
    if (!by) return;
    event.preventDefault();
    measure();
    light((at + by + marks.length + (at < 0 && by < 0 ? 1 : 0)) % marks.length);
    say(marks[at].text);
  });
}
document.querySelectorAll('svg.figure').forEach(liveFigure);

// What the page knows of the scores; empty where it has none.
const SETS = byId('scores') ? JSON.parse(byId('scores').textContent) : [];
const drawn = (set) => set.predictors.filter((predictor) => predictor[2] >= 0);

// One predictor alone: the lines of all others fade, on every data set that has it.
const isolation = (() => {
  let spelling = '';
  const followers = [];
  function apply() {
    for (const set of SETS) {
      const found = drawn(set).find((predictor) => predictor[0] === spelling), section = byId(set.slug);
      if (section && found) section.dataset.only = found[2]; else if (section) delete section.dataset.only;
    }
    followers.forEach((follow) => follow());
  }
  return {
    get spelling() { return spelling; },
    toggle(name) {
      spelling = spelling === name ? '' : name;
      address.set('only', spelling);
      apply();
      say(spelling ? `Only ${spelling}` : 'All predictors');
    },
    // Calls after each change.
    follow(action) { followers.push(action); },
    start() { address.follow(() => { spelling = address.get('only'); apply(); }); },
  };
})();

// The buttons of a legend, one per drawn predictor.
function fillLegend(box, set) {
  const entries = drawn(set).map(([spelling, label, style]) => {
    const key = make('span', { className: 'key' });
    key.style.background = `var(--s${style})`;
    const button = make('button', { type: 'button', title: spelling }, key, label);
    button.onclick = () => isolation.toggle(spelling);
    return { button, spelling };
  });
  box.replaceChildren(...entries.map((entry) => entry.button));
  const update = () => entries.forEach(({ button, spelling }) => {
    button.setAttribute('aria-pressed', String(isolation.spelling === spelling));
  });
  update();
  return update;
}

for (const set of SETS) {
  const charts = byId(set.slug)?.querySelector('.quad');
  if (!charts || drawn(set).length < 2) continue;
  const legend = make('div', { className: 'legend' });
  legend.setAttribute('role', 'group');
  legend.setAttribute('aria-label', `Show one predictor alone on ${set.name}`);
  charts.before(legend);
  isolation.follow(fillLegend(legend, set));
  // The names in the charts do the same.
  for (const [spelling, , style] of drawn(set)) {
    for (const name of byId(set.slug).querySelectorAll(`.quad .k${style}`)) {
      name.addEventListener('click', () => isolation.toggle(spelling));
    }
  }
}
