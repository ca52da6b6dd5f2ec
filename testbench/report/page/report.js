'use strict';
// The core of the page: the data, what is selected, small helpers, and the registry of sections.
//
// A section is {id, title, applies(context), render(body, context)}. It is shown when its data are there. It is drawn
// again, into an empty body, when another run or pose is selected. context = {runs, run, query}; run is one entry of
// data.folders, query one of its queries (undefined where a folder has none).
const report = (() => {
  const data = JSON.parse(document.getElementById('report-data').textContent);
  const sections = [];
  const selected = { run: 0, pose: undefined };  // no pose chosen: the slowest

  // ------------------------------------------------------------------------------------------------------- data

  const blobs = new Map();

  // The bytes of a base64 block, decoded once.
  function bytes(id) {
    if (!blobs.has(id)) {
      const text = atob(document.getElementById(id).textContent.trim());
      const result = new Uint8Array(text.length);
      for (let i = 0; i < text.length; ++i) result[i] = text.charCodeAt(i);
      blobs.set(id, result);
    }
    return blobs.get(id);
  }

  // Blocks are little endian; so is every machine that runs a browser.
  function numbers(block) {
    const types = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };
    return new types[block.type](bytes(block.id).buffer);
  }

  // What a query took: chip cycles, or time on the host where no chip was asked.
  const cost = (query) => query.cycles ?? query.time_us;

  function context() {
    const run = data.folders[selected.run];
    const queries = run.queries || [];
    const slowest = queries.reduce((most, q) => (most === undefined || cost(q) > cost(most) ? q : most), undefined);
    const query = queries.find((q) => q.pose === selected.pose) || slowest;
    return { runs: data.folders, run, query };
  }

  // ---------------------------------------------------------------------------------------------------- elements

  // element('p', {class: 'note'}, 'text', child, ...); text is never taken for HTML.
  function element(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
      else if (value === true) node.setAttribute(key, '');
      else if (value !== false && value !== undefined) node.setAttribute(key, value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
    return node;
  }

  // A button that stays pressed.
  function toggle(label, pressed, onchange, attributes = {}) {
    const button = element('button', { type: 'button', 'aria-pressed': String(pressed), ...attributes }, label);
    button.addEventListener('click', () => {
      const now = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(now));
      onchange(now);
    });
    return button;
  }

  // head: names, or {name, number: true}; rows: arrays of text or nodes.
  function table(head, rows) {
    const numeric = head.map((h) => Boolean(h.number));
    const names = head.map((h) => h.name ?? h);
    const cell = (kind, value, i) => element(kind, { class: numeric[i] && 'number', 'data-head': kind === 'td' && names[i] }, value);
    return element('div', { class: 'scroll' }, element('table', {},
      element('thead', {}, element('tr', {}, ...names.map((name, i) => cell('th', name, i)))),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map((value, i) => cell('td', value, i)))))));
  }

  // A table that shrinks to the rows that hold all words of the search.
  function searchable(label, head, rows) {
    const place = element('div');
    const input = element('input', { type: 'search', placeholder: label, 'aria-label': label, oninput: () => fill() });
    function fill() {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const found = rows.filter((row) => words.every((word) => row.join(' ').toLowerCase().includes(word)));
      place.replaceChildren(table(head, found), element('p', { class: 'note' }, `${found.length} of ${rows.length}`));
    }
    fill();
    return element('div', { class: 'searchable' }, input, place);
  }

  function legend(entries) {
    return element('div', { class: 'legend' }, ...entries.map(([name, colour, title]) =>
      element('span', title ? { title } : {}, element('i', { style: `background:${colour}` }), name)));
  }

  // What a screen reader says of a plot: its section, the heading above it, and its axes.
  function nameOf(place) {
    const texts = [place.closest('section')?.querySelector('h2')?.textContent];
    for (let node = place; node && node.localName !== 'section'; node = node.parentElement) {
      let before = node;
      while ((before = before.previousElementSibling) && before.localName !== 'h3');
      if (before) {
        texts.push(before.textContent);
        break;
      }
    }
    const axis = (name) => place.querySelector(`[aria-label="${name}-axis label"]`)?.textContent.replace(/[←↑→↓]/g, '').trim();
    return [...texts, [axis('y'), axis('x')].filter(Boolean).join(' by ')].filter(Boolean).join(': ');
  }

  // A plot that follows the width of its place; draw(width) returns a node. Below `least` it scrolls.
  function plot(draw, least = 300) {
    if (typeof Plot === 'undefined') return element('p', { class: 'warning' }, 'This plot needs Observable Plot, which this page lacks.');
    const place = element('figure', { class: 'plot scroll', role: 'img' });
    let width = 0;
    function follow() {
      const now = Math.max(least, Math.floor(place.clientWidth));
      if (now === width || place.clientWidth === 0) return;
      width = now;
      place.replaceChildren(draw(width));
      place.setAttribute('aria-label', nameOf(place));
    }
    new ResizeObserver(() => requestAnimationFrame(follow)).observe(place);  // not within the observer: it would see itself
    return place;
  }

  // Plot.plot with this page's margins and tips.
  function figure({ marks, x = {}, y = {}, ...options }) {
    return Plot.plot({
      marginTop: 24, marginBottom: 44, style: { background: 'transparent' }, ...options, marks,
      x: { labelOffset: 40, ...x }, y: { labelOffset: options.marginLeft ?? 40, ...y },
    });
  }
  const tipStyle = { fill: 'var(--surface)', stroke: 'var(--muted)', lineWidth: 42, textPadding: 8 };

  const hoverBox = element('div', { id: 'hover', role: 'status', hidden: true });

  // Shows text next to the pointer; no text hides it.
  function hover(text, x = 0, y = 0) {
    hoverBox.hidden = !text;
    if (!text) return;
    hoverBox.textContent = text;
    const box = hoverBox.getBoundingClientRect();
    hoverBox.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - box.width - 8))}px`;
    hoverBox.style.top = `${y + 18 + box.height > innerHeight ? Math.max(4, y - box.height - 10) : y + 18}px`;
  }

  // ----------------------------------------------------------------------------------------------------- numbers

  // 646779 -> 646 779 with narrow spaces. Not a number: there is none.
  function integer(value) {
    if (Number.isNaN(value)) return '–';
    return Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
  }
  function percent(part, whole) {
    return whole > 0 ? `${(100 * part / whole).toFixed(1)} %` : '–';
  }
  // Nanoseconds: "2.145 ms", "537.086 µs", "85 ns".
  function time(ns) {
    if (ns < 1e3) return `${Math.round(ns)} ns`;
    return ns < 1e6 ? `${(ns / 1e3).toFixed(3)} µs` : `${(ns / 1e6).toFixed(3)} ms`;
  }
  // The program's own texts, with the signs that a terminal may lack.
  function typeset(text) {
    return text.replace(/\bus\b/g, 'µs').replace(/\buJ\b/g, 'µJ').replace(/\bmm2\b/g, 'mm²').replace(/\bum\b/g, 'µm').replace(/\balpha\b/g, 'α');
  }
  // Short: 3 significant digits with a prefix.
  function short(value) {
    if (value === 0) return '0';
    const step = Math.min(3, Math.max(-3, Math.floor(Math.log10(Math.abs(value)) / 3)));
    const names = { '-3': ' n', '-2': ' µ', '-1': ' m', 0: '', 1: ' k', 2: ' M', 3: ' G' };
    return Number((value / 1000 ** step).toPrecision(3)) + names[step];
  }

  // ----------------------------------------------------------------------------------------------------- drawing

  function section(description) {
    sections.push(description);
  }

  function draw() {
    const now = context();
    hover('');
    const main = document.querySelector('main');
    const nav = document.querySelector('header nav');
    main.replaceChildren();
    nav.replaceChildren();
    for (const { id, title, short: name, applies, render } of sections) {
      if (!applies(now)) continue;
      const body = element('div');
      main.append(element('section', { id }, element('h2', {}, title), body));
      nav.append(element('a', { href: `#${id}` }, name || title));
      render(body, now);
    }
  }

  function select(change) {
    Object.assign(selected, change);
    const top = window.scrollY;
    draw();
    window.scrollTo(0, top);
  }

  function start() {
    document.body.append(hoverBox);
    document.addEventListener('scroll', () => hover(''), { passive: true });
    draw();
    document.documentElement.dataset.ready = 'true';
  }

  return {
    data, bytes, numbers, cost, context, element, toggle, table, searchable, legend, plot, figure, tipStyle, hover, integer, percent, short, time, typeset, section,
    select, draw, start,
  };
})();
