// Tables that sort by a click on a title and filter by words.
const MISSING = '–', FEWEST_TO_FILTER = 6;

// The number at the beginning of a cell, such as that of "1.03 [0.91, 1.15]"; null for a text.
function leadingNumber(text) {
  const found = text.replace(/[\u202f\u00a0]/g, ' ').replace(/(\d) (?=\d{3}\b)/g, '$1').match(/^\s*[-−+]?\d*\.?\d+(e[-+]?\d+)?/i);
  return found ? Number(found[0].replace('−', '-')) : null;
}

// Gives the table of a figure its buttons and its filter; the key is that of its state in the address.
function liveTable(figure, key) {
  const head = figure.querySelector('thead tr:last-child'), body = figure.querySelector('tbody');
  const filter = make('input', { type: 'search', placeholder: 'Filter rows' });
  filter.setAttribute('aria-label', 'Filter the rows of this table by words');
  const order = make('select'), count = make('output');
  order.setAttribute('aria-label', 'Sort the rows of this table');
  const tools = make('div', { className: 'tools' }, filter, order, count);
  figure.querySelector('.scroll').before(tools);
  let original = [], column = -1, isDown = false, titles = [];

  function sort() {
    const text = (row) => row.children[column]?.textContent.trim() ?? '';
    let rows = original;
    if (column >= 0) {
      const cells = original.map((row) => ({ row, text: text(row), number: leadingNumber(text(row)) }));
      const known = cells.filter((cell) => cell.text && cell.text !== MISSING);
      const isNumeric = known.length > 0 && known.every((cell) => cell.number !== null);
      known.sort((a, b) => (isNumeric ? a.number - b.number : a.text.localeCompare(b.text, 'en', { numeric: true })) * (isDown ? -1 : 1));
      // Missing values are last, whatever the direction.
      rows = [...known, ...cells.filter((cell) => !known.includes(cell))].map((cell) => cell.row);
    }
    body.append(...rows);
    titles.forEach((title, i) => {
      if (i === column) title.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      else title.removeAttribute('aria-sort');
    });
    order.value = column < 0 ? '' : `${column}${isDown ? '-' : ''}`;
  }
  function pass() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = original.filter((row) => {
      const text = row.textContent.toLowerCase(), passes = words.every((word) => text.includes(word));
      row.classList.toggle('passed', !passes);
      return passes;
    });
    count.textContent = words.length ? `${shown.length} of ${original.length} rows` : '';
  }
  function choose(place, down) {
    [column, isDown] = [place, down];
    address.set(`s${key}`, place < 0 ? '' : `${place}${down ? '-' : ''}`);
    sort();
    say(place < 0 ? 'Sorted as at first' : `Sorted by ${titles[place].textContent}, ${down ? 'descending' : 'ascending'}`);
  }
  // Takes up the rows and the titles that are there now.
  function refresh() {
    original = [...body.rows];
    titles = [...head.cells];
    order.replaceChildren(make('option', { value: '', textContent: 'Sort by …' }));
    titles.forEach((title, i) => {
      const words = title.textContent;
      if (!title.querySelector('button')) {
        const button = make('button', { type: 'button', className: 'sort' }, ...title.childNodes);
        // Up, down, and as it was.
        button.onclick = () => (column !== i ? choose(i, false) : isDown ? choose(-1, false) : choose(i, true));
        title.replaceChildren(button);
      }
      order.append(make('option', { value: `${i}`, textContent: `${words} ↑` }), make('option', { value: `${i}-`, textContent: `${words} ↓` }));
    });
    filter.hidden = original.length < FEWEST_TO_FILTER && !filter.value;
    tools.hidden = original.length < 2;
    sort();
    pass();
  }
  filter.oninput = () => { address.set(`f${key}`, filter.value); pass(); };
  order.onchange = () => choose(order.value === '' ? -1 : parseInt(order.value, 10), order.value.endsWith('-'));
  address.follow(() => {
    const asked = address.get(`s${key}`);
    [column, isDown] = /^\d+-?$/.test(asked) ? [parseInt(asked, 10), asked.endsWith('-')] : [-1, false];
    filter.value = address.get(`f${key}`);
    sort();
    pass();
  });
  refresh();
  return refresh;
}

[...document.querySelectorAll('figure.table:not(#explore-table)')].forEach((figure, i) => liveTable(figure, i + 1));
