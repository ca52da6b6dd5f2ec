'use strict';
// The machine with every block filled by how busy it was; the drawings are those that docs/make.py makes.
(() => {
  const { element, percent } = report;
  const namespace = 'http://www.w3.org/2000/svg';
  const barHeight = 8;
  const inPlaceOfDops = { obb_unit: 'OBB Unit', aabb_unit: 'AABB Unit' };  // all else of Figure 4 stays
  const low = 80;  // a block below this height has no room for a line of its own

  function svgElement(name, attributes) {
    const node = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  // Channels of memory and engines stand side by side, sdram and sdram_1, and are one block: their mean.
  function merged(query) {
    const blocks = {};
    for (const [name, account] of Object.entries(query.units)) {
      const block = name.replace(/_\d+(?=\.|$)/, '');
      const sum = blocks[block] || (blocks[block] = { busy: 0, stalled: {}, idle: 0, of: 0 });
      sum.busy += account.busy;
      sum.idle += account.idle;
      sum.of += 1;
      for (const [cause, cycles] of Object.entries(account.stalled)) sum.stalled[cause] = (sum.stalled[cause] || 0) + cycles;
    }
    for (const sum of Object.values(blocks)) {
      sum.busy /= sum.of;
      sum.idle /= sum.of;
      for (const cause of Object.keys(sum.stalled)) sum.stalled[cause] /= sum.of;
    }
    return { ...query, units: blocks };
  }

  // A block may hold several accounts: dop_unit has dop_unit.transform and dop_unit.overlap.
  function accountsOf(block, query) {
    return Object.keys(query.units).filter((unit) => unit === block || unit.startsWith(`${block}.`));
  }

  // busy | waits by cause | idle as a strip along the bottom edge of the block.
  function strip(group, frame, query, unit, y) {
    const x0 = frame.x + 8, width = frame.width - 16;
    let at = 0;
    for (const row of units.shares(query).filter((r) => r.unit === unit && r.cycles > 0)) {
      const part = row.cycles / units.cycles(query) * width;
      group.append(svgElement('rect', { x: x0 + at, y, width: part, height: barHeight, style: `fill:${units.colour(row.state)};stroke:none` }));
      at += part;
    }
  }

  // On top of the block; where it is too low for that, after the note below its title.
  function writeShare(group, frame, text) {
    if (frame.height < low) {
      group.querySelector('text.muted').textContent += `, ${text}`;
      return;
    }
    const label = svgElement('text', { class: 'inside', x: frame.x + frame.width / 2, y: frame.y + 19, 'font-size': 14,
      'text-anchor': 'middle' });
    label.textContent = text;
    group.append(label);
  }

  function fillBlock(group, query, accounts) {
    const rect = group.querySelector('rect');
    const frame = { x: 0, y: 0, width: 0, height: 0 };
    for (const key of Object.keys(frame)) frame[key] = Number(rect.getAttribute(key));
    const busiest = Math.max(...accounts.map((unit) => query.units[unit].busy / units.cycles(query)));
    const load = svgElement('rect', { class: 'load', x: frame.x, y: frame.y, width: frame.width, height: frame.height, rx: 8,
      'fill-opacity': (0.08 + 0.72 * busiest).toFixed(3) });
    rect.after(load);
    accounts.forEach((unit, i) => {
      const edge = frame.height < low ? 3 : 8;
      strip(group, frame, query, unit, frame.y + frame.height - edge - (barHeight + 3) * (accounts.length - i) + 3);
    });
    const text = accounts.length === 1 ? percent(query.units[accounts[0]].busy, units.cycles(query))
      : accounts.map((unit) => `${unit.split('.')[1]} ${Math.round(100 * query.units[unit].busy / units.cycles(query))} %`).join(', ');
    writeShare(group, frame, text);
    const explain = accounts.map((unit) => units.account(unit, query)).join('\n\n');
    group.setAttribute('tabindex', 0);
    group.setAttribute('role', 'img');
    group.setAttribute('aria-label', explain);
    const show = (event) => report.hover(explain, event.clientX, event.clientY);
    group.addEventListener('pointermove', show);
    group.addEventListener('pointerdown', show);  // a finger
    group.addEventListener('pointerleave', () => report.hover(''));
    group.addEventListener('focus', () => {
      const box = group.getBoundingClientRect();
      report.hover(explain, box.left, box.bottom - 20);
    });
    group.addEventListener('blur', () => report.hover(''));
  }

  // The arrows of channels say how full they were.
  function explainChannel(group, query, run) {
    const channel = group.id.slice('channel-'.length);
    const counts = (query.histograms || {})[`${channel}_occupancy`];
    if (!counts || counts.length === 0) return;
    const capacity = (run.run.channels || {})[channel];
    const all = counts.reduce((sum, [, count]) => sum + count, 0);
    const mean = counts.reduce((sum, [items, count]) => sum + items * count, 0) / all;
    const share = (items) => percent((counts.find(([value]) => value === items) || [0, 0])[1], all);
    const text = `${channel}: room for ${capacity}\nmean ${mean.toFixed(3)} items\nempty: ${share(0)} of the cycles\nfull: ${share(capacity)}`;
    const path = group.querySelector('path');
    const wide = path.cloneNode();  // an arrow is too thin to be pointed at
    wide.removeAttribute('marker-end');
    wide.setAttribute('style', 'stroke:transparent;stroke-width:18');
    group.append(wide);
    group.addEventListener('pointermove', (event) => report.hover(text, event.clientX, event.clientY));
    group.addEventListener('pointerdown', (event) => report.hover(text, event.clientX, event.clientY));
    group.addEventListener('pointerleave', () => report.hover(''));
  }

  // A machine of boxes is Figure 4 with another unit in the DOP Unit's place.
  function renameBoxUnit(drawing, query) {
    const unit = Object.keys(inPlaceOfDops).find((name) => Object.keys(query.units).some((account) => account.split('.')[0] === name));
    const group = drawing.querySelector('#unit-dop_unit');
    if (!unit || !group) return;
    group.id = `unit-${unit}`;
    const [title, note] = group.querySelectorAll('text');
    title.textContent = inPlaceOfDops[unit];
    note.textContent = '';
    for (const channel of drawing.querySelectorAll('g[id^="channel-dop_unit."]')) channel.id = channel.id.replace('dop_unit', unit);
  }

  // The drawing that has a block for the most of the query's accounts.
  function drawingOf(query) {
    const drawings = [...document.querySelectorAll('template.drawing')].map((template) => template.content.querySelector('svg').cloneNode(true));
    for (const drawing of drawings) renameBoxUnit(drawing, query);
    const blocks = (drawing) => [...drawing.querySelectorAll('g.block')].filter((group) =>
      accountsOf(group.id.slice('unit-'.length), query).length > 0).length;
    return drawings.reduce((best, drawing) => (blocks(drawing) > blocks(best) ? drawing : best));
  }

  function render(body, { run, query: asked }) {
    const query = merged(asked);
    const drawing = drawingOf(query);
    drawing.querySelector('title').remove();  // it would be a tooltip over everything
    drawing.removeAttribute('width');
    drawing.removeAttribute('height');
    for (const group of drawing.querySelectorAll('g.block')) {
      const accounts = accountsOf(group.id.slice('unit-'.length), query);
      if (accounts.length > 0) fillBlock(group, query, accounts);
    }
    for (const group of drawing.querySelectorAll('g[id^="channel-"]')) explainChannel(group, query, run);
    body.append(
      element('p', {}, 'The stronger a block’s colour, the larger the share of the query’s cycles in which it was busy. The strip at ',
        'its bottom shows all its cycles: busy, waiting by cause, idle. Point at a block or an arrow for the figures.'),
      element('p', { class: 'note wider' }, 'The drawing is wider than this window: move it sideways.'),
      element('div', { class: 'architecture', tabindex: 0, role: 'region', 'aria-label': 'drawing of the chip' }, drawing));
  }

  report.section({ id: 'diagram', title: 'The chip at work', short: 'Blocks',
    applies: ({ query }) => query && query.units !== undefined, render });
})();
