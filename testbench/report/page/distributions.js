'use strict';
// Histograms of the statistics: list lengths, occupancy of queues, and whatever else the run recorded.
(() => {
  const { element, integer, percent } = report;

  function title(name) {
    const { meaning } = ((report.data.meanings || {}).statistics || {})[name] || {};
    return meaning || '';
  }

  // counts[value]; long tails are gathered in bins of equal width.
  function bins(counts, most) {
    const width = Math.max(1, Math.ceil(counts.length / most));
    const result = [];
    for (let from = 0; from < counts.length; from += width) {
      const count = counts.slice(from, from + width).reduce((sum, c) => sum + c, 0);
      result.push({ from, to: from + width, count });
    }
    return result;
  }

  function chart(name, counts, width) {
    const { unit = '', value = '' } = ((report.data.meanings || {}).statistics || {})[name] || {};
    const rows = bins(counts, Math.floor(width / 8));
    const total = counts.reduce((sum, c) => sum + c, 0);
    return report.figure({
      width, height: 200, marginLeft: 60,
      x: { label: value || 'value' }, y: { label: unit || 'count', grid: true, tickFormat: '~s', ticks: 5 },
      marks: [
        Plot.rectY(rows, { x1: 'from', x2: 'to', y: 'count', fill: 'var(--busy)', insetLeft: 0.5, insetRight: 0.5,
          title: (row) => `${row.to - row.from > 1 ? `${row.from} to ${row.to - 1}` : row.from}: ${integer(row.count)} (${percent(row.count, total)})`,
          tip: report.tipStyle }),
        Plot.ruleY([0]),
      ],
    });
  }

  function render(body, { query }) {
    const all = Object.entries(query.histograms || {}).filter(([, counts]) => counts.some((count) => count > 0));
    if (all.length === 0) {
      body.append(element('p', { class: 'note' }, 'Not recorded.'));
      return;
    }
    const place = element('div', { class: 'columns' });
    for (const [name, counts] of all) {
      place.append(element('div', {}, element('h3', {}, name), element('p', { class: 'note' }, title(name)),
        report.plot((width) => chart(name, counts, width))));
    }
    body.append(place);
  }

  report.section({ id: 'distributions', title: 'Distributions', applies: ({ query }) => query && query.units !== undefined, render });
})();
