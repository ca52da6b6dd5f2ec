'use strict';
// What bounds each point, as the program has found it, and the cycle accounts of all points side by side, the best point first.
(() => {
  const { element, integer, percent } = report;
  const kColumns = 240;
  const chosen = { unit: undefined };
  const names = ['var(--busy)', '#e69f00', '#cc79a7', '#d55e00', '#009e73', '#7f7f7f', '#0072b2', '#b8a800'];
  const colours = new Map();  // bound -> colour, in the order in which they are met

  function colourOf(bound) {
    if (!colours.has(bound)) colours.set(bound, names[colours.size % names.length]);
    return colours.get(bound);
  }

  // The account of one unit, as layers.
  function layers(now) {
    const { unit, states } = now.accounts.find((account) => account.unit === chosen.unit);
    return states.map(({ state, name, stalled }) => ({
      state: stalled ? `waits, ${state}` : state, column: now.values(name), colour: units.colour(state), meaning: units.meaning(unit, state),
    }));
  }

  // One column of the picture stands for one point, or for so many of equal rank.
  function chart(now, order, width) {
    const all = layers(now);
    const per = Math.max(1, Math.ceil(order.length / Math.min(kColumns, Math.floor(width / 3))));
    const rows = [];
    for (let from = 0; from < order.length; from += per) {
      const places = order.slice(from, from + per);
      const parts = all.map(({ column }) => explore.sum(places.map((place) => column[place] || 0)));  // 0: a machine without the unit
      const whole = explore.sum(parts) || 1;
      let at = 0;
      parts.forEach((part, i) => {
        if (part > 0) rows.push({ ...all[i], from, to: from + places.length, places, y1: 100 * at / whole, y2: 100 * (at + part) / whole });
        at += part;
      });
    }
    const svg = report.figure({
      width, height: 320, marginLeft: 50, marginRight: 16,
      x: { label: `points by rank, the least ${explore.state.objective} first`, domain: [0, order.length], tickFormat: '~s' },
      y: { label: 'per cent of all cycles', domain: [0, 100] },
      marks: [
        Plot.rectY(rows, { x1: 'from', x2: 'to', y1: 'y1', y2: 'y2', fill: 'colour', insetLeft: per === 1 && order.length < 120 ? 0.5 : 0, title: (row) => caption(now, row), tip: report.tipStyle }),
      ],
    });
    svg.addEventListener('click', () => {
      if (svg.value) explore.choosePoint(svg.value.places[0]);
    });
    svg.style.cursor = 'pointer';
    return svg;
  }

  function caption(now, row) {
    const which = row.places.length === 1 ? `point ${integer(now.numbers[row.places[0]])}` : `rank ${row.from + 1} to ${row.to}`;
    return [which, `${row.state}: ${(row.y2 - row.y1).toFixed(1)} %`, row.meaning, ...(row.places.length === 1 ? now.settings(row.places[0]) : [])].filter(Boolean).join('\n');
  }

  function summary(now, order) {
    const groups = new Map();
    for (const place of order) {  // the best of each group comes first
      const bound = now.bound(place).by;
      if (!groups.has(bound)) groups.set(bound, []);
      groups.get(bound).push(place);
    }
    const values = now.values(explore.state.objective);
    const roof = (place) => `${now.bound(place).roof}, ${(100 * now.bound(place).share).toFixed(1)} %`;
    return report.table(['bound by', { name: 'points', number: true }, { name: 'of all', number: true }, 'best of them', { name: explore.state.objective, number: true },
      'its lowest roof, and the used share'],
      [...groups].sort((x, y) => y[1].length - x[1].length).map(([bound, places]) => [
        element('span', {}, element('i', { class: 'swatch', style: `background:${colourOf(bound)}` }), bound),
        integer(places.length), percent(places.length, order.length), explore.pointButton(now, places[0]), integer(values[places[0]]), roof(places[0])]));
  }

  function render(body, now) {
    const values = now.values(explore.state.objective);
    const order = now.counted().sort((p, q) => values[p] - values[q]);
    if (order.length === 0) {
      body.append(explore.nothing(now));
      return;
    }
    if (!now.accounts.some(({ unit }) => unit === chosen.unit)) chosen.unit = now.bound(order[0]).roof;
    if (!now.accounts.some(({ unit }) => unit === chosen.unit)) chosen.unit = now.accounts[0].unit;
    const place = element('div');
    function fill() {
      place.replaceChildren(report.legend(layers(now).filter(({ column }) => column.some((cycles) => cycles > 0)).map(({ state, colour, meaning }) => [state, colour, meaning])),
        report.plot((width) => chart(now, order, width)));
    }
    fill();
    body.append(
      element('p', {}, 'The busiest resource of the machine bounds a point if the point uses at least 60 per cent of that resource: a unit by its account, sdram by the ',
        'bytes out of all that the memory’s pins could carry. Below that it is latency: units wait for each other.'),
      summary(now, order),
      element('div', { class: 'controls' },
        explore.choice('Account of', now.accounts.map(({ unit }) => unit), chosen.unit, (unit) => { chosen.unit = unit; fill(); }, { id: 'bounds-unit' })),
      place);
  }

  explore.section({ id: 'bounds', title: 'What bounds each point', short: 'Bounds', render });
})();
