'use strict';
// How often each value came: lists by length, waiting lists, SDRAM banks; and how full the channels were.
(() => {
  const { element, integer, percent } = report;
  const occupancy = '_occupancy';
  const ofBank = '_of_bank';

  const about = (name) => ((report.data.meanings || {}).statistics || {})[name] || {};
  const sum = (pairs, term) => pairs.reduce((all, pair) => all + term(pair), 0);

  // [[value, count], ...] in bins of equal width, so that no bar gets thinner than a few pixels.
  function bins(pairs, most) {
    const last = pairs[pairs.length - 1][0];
    const width = Math.max(1, Math.ceil((last + 1) / most));
    const result = Array.from({ length: Math.floor(last / width) + 1 }, (_, i) => ({ from: i * width, to: (i + 1) * width, count: 0 }));
    for (const [value, count] of pairs) result[Math.floor(value / width)].count += count;
    return result;
  }

  function histogram(name, pairs, width) {
    const total = sum(pairs, ([, count]) => count);
    const mean = sum(pairs, ([value, count]) => value * count) / total;
    const rows = bins(pairs, Math.floor((width - 70) / 5));
    const span = (row) => (row.to - row.from > 1 ? `${row.from} to ${row.to - 1}` : `${row.from}`);
    return report.figure({
      width, height: 220, marginLeft: 60,
      x: { label: about(name).value || 'value' }, y: { label: about(name).unit || 'count', grid: true, tickFormat: '~s', ticks: 5 },
      marks: [
        Plot.rectY(rows, { x1: (row) => row.from - 0.5, x2: (row) => row.to - 0.5, y: 'count', fill: 'var(--busy)', insetLeft: 0.5, insetRight: 0.5,
          title: (row) => `${span(row)}: ${integer(row.count)}, ${percent(row.count, total)}`, tip: report.tipStyle }),
        Plot.ruleY([0]),
        Plot.ruleX([mean], { stroke: '#d55e00', strokeDasharray: '4 3' }),
        Plot.text([mean], { x: (v) => v, frameAnchor: 'top', text: () => `mean ${mean.toFixed(2)}`, textAnchor: 'start', dx: 4, fill: '#d55e00',
          stroke: 'var(--surface)', strokeWidth: 4 }),
      ],
    });
  }

  // Reads by bank: row hits, closed banks, conflicts.
  function banks(all, width) {
    const kinds = [['hits', 'var(--busy)'], ['empty', '#b8a800'], ['conflicts', '#d55e00']];
    const rows = all.flatMap(([name, pairs]) => {
      const [, kind] = name.match(/row_(\w+)_of_bank/) || [null, name];
      return pairs.map(([bank, count]) => ({ bank, count, kind }));
    });
    return element('div', {}, report.legend(kinds), report.figure({
      width, height: 190, marginLeft: 60,
      x: { label: 'bank', tickFormat: 'd' }, y: { label: 'reads', grid: true, tickFormat: '~s', ticks: 5 },
      marks: [
        Plot.barY(rows, { x: 'bank', y: 'count', fill: (row) => (kinds.find(([kind]) => kind === row.kind) || [null, '#7f7f7f'])[1],
          title: (row) => `bank ${row.bank}, ${row.kind}: ${integer(row.count)} reads`, tip: report.tipStyle }),
        Plot.ruleY([0]),
      ],
    }));
  }

  // [{channel, capacity, empty, partly, full, mean}] as shares of the cycles; without capacity nothing is full.
  function fill(histograms, capacities) {
    return histograms.map(([name, pairs]) => {
      const channel = name.slice(0, -occupancy.length);
      const capacity = (capacities || {})[channel];
      const all = Math.max(1, sum(pairs, ([, count]) => count));
      const part = (select) => sum(pairs, ([value, count]) => (select(value) ? count : 0)) / all;
      return { channel, capacity, empty: part((v) => v === 0), partly: part((v) => v > 0 && v !== capacity), full: part((v) => v === capacity),
        mean: sum(pairs, ([value, count]) => value * count) / all, most: Math.max(0, ...pairs.map(([value]) => value)) };
    });
  }

  function channels(rows, width) {
    const kinds = [['empty', 'var(--idle)'], ['partly', 'var(--busy)'], ['full', '#d55e00']];
    const bars = rows.flatMap((row) => kinds.map(([kind, colour]) => ({ ...row, kind, colour, share: 100 * row[kind] })));
    const text = (row) => `${row.channel}\n${row.kind}: ${row.share.toFixed(2)} % of the cycles\nmean ${row.mean.toFixed(3)} items, at most ${row.most}` +
      (row.capacity ? ` of ${row.capacity}` : '');
    return element('div', {}, report.legend(kinds), report.figure({
      width, height: 22 * rows.length + 68, marginLeft: width < 500 ? 170 : 260, marginRight: 16,
      x: { label: 'per cent of all cycles', domain: [0, 100], grid: true }, y: { label: null, domain: rows.map((row) => row.channel), tickFormat: (name) => (width < 500 && name.length > 24 ? `…${name.slice(-23)}` : name) },
      marks: [Plot.barX(bars, { x: 'share', y: 'channel', fill: 'colour', insetTop: 2, insetBottom: 2, order: null, title: text, tip: report.tipStyle })],
    }));
  }

  function card(title, note, draw) {
    return element('div', {}, element('h3', {}, title), note && element('p', { class: 'note' }, note), report.plot(draw));
  }

  function render(body, { run, query }) {
    const all = Object.entries(query.histograms || {}).filter(([, pairs]) => pairs.length > 0);
    if (all.length === 0) {
      body.append(element('p', { class: 'note' }, 'Not recorded by the version that made this run.'));
      return;
    }
    const ofBanks = all.filter(([name]) => name.endsWith(ofBank));
    const ofChannels = all.filter(([name]) => name.endsWith(occupancy));
    const rest = all.filter((entry) => !ofBanks.includes(entry) && !ofChannels.includes(entry));
    const place = element('div', { class: 'columns' });
    for (const [name, pairs] of rest) place.append(card(name, about(name).meaning, (width) => histogram(name, pairs, width)));
    if (ofBanks.length > 0) place.append(card('SDRAM rows by bank', 'Reads that found their row open, their bank closed, or another row open.', (width) => banks(ofBanks, width)));
    body.append(place);
    if (ofChannels.length > 0) {
      body.append(card('Channels', 'Share of the cycles in which a channel was empty, held something, or was full.',
        (width) => channels(fill(ofChannels, run.run.channels), width)));
    }
  }

  report.section({ id: 'distributions', title: 'Distributions', applies: ({ query }) => query && query.units !== undefined, render });
})();
