'use strict';
// The address of the page holds its state, so that a link shows what its sender saw.
const byId = (id) => document.getElementById(id);
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
const say = (text) => { if (byId('said')) byId('said').textContent = text; };

const address = (() => {
  // The address of a section, such as #henze-2017, is no state.
  const read = () => new URLSearchParams(location.hash.includes('=') ? location.hash.slice(1) : '');
  const followers = [];
  let state = read();
  addEventListener('hashchange', () => {
    if (location.hash && !location.hash.includes('=')) return;
    state = read();
    followers.forEach((follow) => follow());
  });
  return {
    get: (name) => state.get(name) ?? '',
    // Writes a part of the state; an empty one is left out.
    set(name, value) {
      if (value) state.set(name, value); else state.delete(name);
      try {
        history.replaceState(null, '', state.size ? `#${state}` : location.pathname + location.search);
      } catch { /* A page in a frame may not change its address. */ }
    },
    // Calls now, and whenever another address was entered.
    follow(action) { followers.push(action); action(); },
    link: () => `${location.href.split('#')[0]}${state.size ? `#${state}` : ''}`,
  };
})();

// Copies a text; the answer is whether that was possible.
function copyText(text) {
  const box = make('textarea', { value: text });
  document.body.append(box);
  box.select();
  let done = false;
  try { done = document.execCommand('copy'); } catch { /* No clipboard. */ }
  box.remove();
  return done;
}

for (const box of document.querySelectorAll('.copy')) {
  const button = make('button', { type: 'button', textContent: 'Copy' });
  button.onclick = () => {
    const done = copyText(box.querySelector('pre').textContent);
    button.textContent = done ? 'Copied' : 'Select and copy';
    button.focus();
  };
  box.append(button);
}

// A choice of one data set, where there are several.
(() => {
  const parts = [...document.querySelectorAll('section[data-set]')], nav = document.querySelector('header nav');
  if (parts.length < 2 || !nav) return;
  const choice = make('select');
  ['all data sets', ...parts.map((part) => part.dataset.set)].forEach((text, value) => {
    choice.append(make('option', { value, textContent: text }));
  });
  const show = () => parts.forEach((part, i) => { part.classList.toggle('passed', choice.value > 0 && i + 1 !== Number(choice.value)); });
  choice.onchange = () => { show(); address.set('show', choice.value > 0 ? parts[choice.value - 1].id : ''); };
  address.follow(() => { choice.value = 1 + parts.findIndex((part) => part.id === address.get('show')); show(); });
  // A link leads to what it names, shown or not.
  document.addEventListener('click', (event) => {
    if (event.target.closest?.('a[href^="#"]') && choice.value > 0) { choice.value = 0; choice.onchange(); }
  }, true);
  nav.append(make('label', { textContent: 'Show ' }, choice));
})();
