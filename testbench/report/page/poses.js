'use strict';
// All poses of the run: what they come to together, how they are distributed, and one after the other; a click shows a
// pose.
(() => {
  const { element, integer, cost } = report;

  // The smallest cost that `share` of the sorted ones do not exceed.
  const rank = (sorted, share) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

  // Poses of a batch run at the same time: their latencies add up to more than the run takes.
  function totals(sorted, unit, run) {
    const sum = sorted.reduce((all, value) => all + value, 0);
    const together = run.queries[0].batch ? run.run.cycles : sum;
    const entries = [['poses', sorted.length], [`${unit} together`, together], ['average', sum / sorted.length],
      ['median', rank(sorted, 0.5)], ['90 % below', rank(sorted, 0.9)], ['99 % below', rank(sorted, 0.99)],
      ['slowest', sorted[sorted.length - 1]]];
    return element('div', { class: 'tiles' }, ...entries.map(([name, value]) =>
      element('div', { class: 'tile' }, element('b', {}, integer(value)), element('span', {}, name))));
  }

  function histogram(sorted, unit, width) {
    const most = sorted[sorted.length - 1] || 1, bins = Math.min(40, Math.max(5, Math.ceil(Math.sqrt(sorted.length))));
    const rows = Array.from({ length: bins }, (_, i) => ({ from: i * most / bins, to: (i + 1) * most / bins, count: 0 }));
    for (const value of sorted) rows[Math.min(bins - 1, Math.floor(value * bins / most))].count += 1;
    const marks = [['median', 0.5], ['90 %', 0.9], ['99 %', 0.99]].map(([name, share]) => ({ name, at: rank(sorted, share) }));
    return report.figure({
      width, height: 240, marginLeft: 70,
      x: { label: unit, tickFormat: 's' }, y: { label: 'poses', grid: true },
      marks: [
        Plot.rectY(rows, { x1: 'from', x2: 'to', y: 'count', fill: 'var(--busy)', insetLeft: 0.5, insetRight: 0.5,
          title: (row) => `${integer(row.from)} to ${integer(row.to)} ${unit}: ${row.count} poses`, tip: report.tipStyle }),
        Plot.ruleY([0]),
        Plot.ruleX(marks, { x: 'at', stroke: '#d55e00', strokeDasharray: '4 3' }),
        ...marks.map((mark, i) => Plot.text([mark], { x: 'at', text: 'name', frameAnchor: 'top', dy: 12 * i, textAnchor: 'end', dx: -4,
          fill: '#d55e00', stroke: 'var(--surface)', strokeWidth: 4 })),
      ],
    });
  }

  function chart(run, query, width) {
    const rows = run.queries, all = run.costs.map((value, pose) => ({ value, pose }));
    return report.figure({
      width, height: 320, marginLeft: 70,
      x: { label: 'pose', grid: true },
      y: { label: query.cycles === undefined ? 'µs on this host' : 'chip cycles', grid: true, zero: true, tickFormat: 's' },
      marks: [
        Plot.dot(all, { x: 'pose', y: 'value', r: 1.5, fill: 'var(--muted)' }),
        Plot.ruleX(rows, { x: 'pose', y: cost, stroke: 'var(--line)' }),
        Plot.dot(rows, { x: 'pose', y: cost, r: 4, fill: (q) => (q.pose === query.pose ? 'var(--bad)' : 'var(--busy)'),
          title: (q) => `pose ${q.pose}: ${integer(cost(q))} ${q.cycles === undefined ? 'µs' : 'cycles'}, ${integer(q.pairs)} pairs`,
          tip: report.tipStyle }),
      ],
    });
  }

  function render(body, { run, query }) {
    const unit = query.cycles === undefined ? 'µs' : 'chip cycles';
    const sorted = run.costs.slice().sort((x, y) => x - y);
    body.append(totals(sorted, unit, run), report.plot((width) => histogram(sorted, unit, width)), report.plot((width) => {
      const drawing = chart(run, query, width);
      drawing.addEventListener('click', () => {
        if (drawing.value) report.select({ pose: drawing.value.pose });
      });
      drawing.style.cursor = 'pointer';
      return drawing;
    }), element('p', { class: 'note' }, 'A click on a pose shows it everywhere on this page. Small dots: poses that the page does not carry.'));
  }

  report.section({ id: 'poses', title: 'Poses', applies: ({ run, query }) => query && run.queries.length > 1, render });
})();
