'use strict';
// Which unit bounds each point: the cycle accounts of all points side by side, the best point first.
(() => {
  const { element, integer, percent } = report;
  const kColumns = 240;
  const chosen = { unit: 'stack_engine' };

  // The Stack Engine sees every wait; what it waits for most names the unit that bounds a point. "aligned_pairs" and
  // "triangle_unit" are shared out: the DOP Unit's and the Triangle Unit's own accounts say whether they wait for memory.
  const bounds = {
    stack_engine: ['stack_engine.busy', 'stack_engine.stalled.stack_sram'],
    memory: ['stack_engine.stalled.tumbled_read'],
    'dop_unit.transform': ['stack_engine.stalled.transform'],
    'dop_unit.overlap': [],
    triangle_unit: ['stack_engine.stalled.drain'],
    pointer_fifo: [],
  };
  const colours = {
    stack_engine: 'var(--busy)', memory: '#e69f00', 'dop_unit.transform': '#cc79a7', 'dop_unit.overlap': '#d55e00',
    triangle_unit: '#009e73', pointer_fifo: '#7f7f7f',
  };

  // For each bound the share of the cycles, over points.
  function shares(now) {
    const read = (name) => (now.statistics.has(name) ? now.values(name) : new Float64Array(now.data.kept));
    const result = Object.fromEntries(Object.entries(bounds).map(([bound, names]) => {
      const columns = names.map(read);
      return [bound, Float64Array.from({ length: now.data.kept }, (_, place) => explore.sum(columns.map((column) => column[place])))];
    }));
    const aligned = read('stack_engine.stalled.aligned_pairs'), overlap = read('dop_unit.overlap.busy'), starved = read('dop_unit.overlap.stalled.memory');
    const triangle = read('stack_engine.stalled.triangle_unit'), testing = read('triangle_unit.busy');
    const fetching = read('triangle_unit.stalled.memory'), full = read('triangle_unit.stalled.pointer_fifo');
    for (let place = 0; place < now.data.kept; ++place) {
      const flags = (starved[place] + overlap[place]) || 1, tests = (testing[place] + fetching[place] + full[place]) || 1;
      result.memory[place] += aligned[place] * starved[place] / flags + triangle[place] * fetching[place] / tests;
      result['dop_unit.overlap'][place] += aligned[place] * (1 - starved[place] / flags);
      result.triangle_unit[place] += triangle[place] * (1 - (fetching[place] + full[place]) / tests);
      result.pointer_fifo[place] += triangle[place] * full[place] / tests;
    }
    return result;
  }

  const known = new WeakMap();  // view -> workload -> shares
  function sharesOf(now) {
    if (!known.has(now)) known.set(now, new Map());
    const byWork = known.get(now);
    if (!byWork.has(explore.state.workload)) byWork.set(explore.state.workload, shares(now));
    return byWork.get(explore.state.workload);
  }

  // The unit that bounds a point.
  explore.boundOf = (now, place) => {
    const all = sharesOf(now);
    return Object.keys(all).reduce((most, bound) => (all[bound][place] > all[most][place] ? bound : most));
  };

  // What is stacked: bounds, or the account of one unit.
  function layers(now) {
    if (chosen.unit === 'bounds') {
      return Object.entries(sharesOf(now)).map(([bound, column]) => ({ state: bound, column, colour: colours[bound] }));
    }
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
      const parts = all.map(({ column }) => explore.sum(places.map((place) => column[place])));
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
      const bound = explore.boundOf(now, place);
      if (!groups.has(bound)) groups.set(bound, []);
      groups.get(bound).push(place);
    }
    const values = now.values(explore.state.objective);
    return report.table(['bound by', { name: 'points', number: true }, { name: 'of all', number: true }, 'best of them', { name: explore.state.objective, number: true }],
      [...groups].sort((x, y) => y[1].length - x[1].length).map(([bound, places]) => [
        element('span', {}, element('i', { class: 'swatch', style: `background:${colours[bound]}` }), bound),
        integer(places.length), percent(places.length, order.length), explore.pointButton(now, places[0]), integer(values[places[0]])]));
  }

  function render(body, now) {
    const values = now.values(explore.state.objective);
    const order = now.complete().sort((p, q) => values[p] - values[q]);
    if (order.length === 0) {
      body.append(element('p', { class: 'note' }, 'No point has a result.'));
      return;
    }
    if (chosen.unit !== 'bounds' && !now.accounts.some(({ unit }) => unit === chosen.unit)) chosen.unit = 'bounds';
    const place = element('div');
    function fill() {
      place.replaceChildren(report.legend(layers(now).filter(({ column }) => column.some((cycles) => cycles > 0)).map(({ state, colour, meaning }) => [state, colour, meaning])),
        report.plot((width) => chart(now, order, width)));
    }
    fill();
    body.append(
      element('p', {}, 'What the Stack Engine, which sees every wait, spends its cycles on. The largest part names the unit that bounds a point; ',
        'waits for flags and for the Triangle Unit are shared out by those units’ own accounts, so that a unit that waits for memory does not count as the bound.'),
      summary(now, order),
      element('div', { class: 'controls' },
        explore.choice('Account of', [['bounds', 'bounds'], ...now.accounts.map(({ unit }) => [unit, unit])], chosen.unit, (unit) => { chosen.unit = unit; fill(); }, { id: 'bounds-unit' })),
      place);
  }

  explore.section({ id: 'bounds', title: 'What bounds each point', short: 'Bounds', render });
})();
