'use strict';
// Two or more runs side by side: figures with their ratio, times first, accounts, and only those keys that differ.
(() => {
  const { element, integer } = report;

  // Those that have accounts of their own: of a batch its first pose.
  const accounted = (run) => run.queries.filter((q) => q.units && (!q.batch || q.batch.first_pose === q.pose));

  // As the program wrote it: the values of each run, and their ratios to the first run's.
  function figureTable({ runs, figures }) {
    return report.table(['', ...runs.map((name) => ({ name, number: true }))], figures.map(({ name, values, ratios }) =>
      [name, ...values.map((value, i) => (ratios[i]
        ? element('span', {}, report.typeset(value), element('b', {}, `  × ${ratios[i]}`)) : report.typeset(value)))]));
  }

  function unitSums(run) {
    const rows = new Map();
    let cycles = 0;
    for (const query of accounted(run)) {
      cycles += units.cycles(query);
      for (const row of units.shares(query)) {
        const key = `${row.unit} ${row.state}`;
        if (!rows.has(key)) rows.set(key, { ...row, cycles: 0, run: run.name });
        rows.get(key).cycles += row.cycles;
      }
    }
    return [...rows.values()].filter((row) => row.cycles > 0).map((row) => ({ ...row, all: cycles }));
  }

  function chart(runs, width) {
    const rows = runs.flatMap(unitSums);
    const names = [...new Set(rows.map((row) => row.unit))];
    return report.figure({
      width, height: names.length * (18 * runs.length + 18) + 68, marginLeft: 150, marginRight: Math.min(150, 20 + 8 * Math.max(...runs.map((run) => run.name.length))),
      x: { label: 'chip cycles', grid: true, tickFormat: 's' },
      y: { label: null, axis: 'right', domain: runs.map((run) => run.name), tickSize: 0, tickFormat: (d) => (d.length > 22 ? `…${d.slice(-21)}` : d) },
      fy: { label: null, axis: 'left', domain: names, padding: 0.15 },
      marks: [
        Plot.barX(rows, { x: 'cycles', y: 'run', fy: 'unit', fill: (row) => units.colour(row.state), insetTop: 1, insetBottom: 1, order: null,
          title: (row) => `${row.run}\n${row.unit}: ${row.state}\n${integer(row.cycles)} cycles, ${report.percent(row.cycles, row.all)}`,
          tip: report.tipStyle }),
      ],
    });
  }

  function samePairs(runs) {
    const [first, ...others] = runs.map((run) => run.pairs_digest);
    return others.every((digest) => digest === first);
  }

  function render(body, { runs }) {
    const compared = runs.filter((run) => run.queries);
    const { comparison } = report.data;
    body.append(
      element('p', { class: samePairs(compared) ? 'note' : 'warning' }, samePairs(compared)
        ? 'All runs found exactly the same pairs.' : 'The runs did not find the same pairs.'),
      element('div', { class: 'columns' },
        element('div', {}, element('h3', {}, 'Key figures, and their ratio to the first run'), figureTable(comparison)),
        element('div', {}, element('h3', {}, 'Configuration: what differs'), comparison.keys.length === 0
          ? element('p', {}, 'No key differs.') : report.table(['key', ...comparison.runs], comparison.keys))),
      element('h3', {}, 'Cycles by cause'),
      units.legend(compared.flatMap((run) => run.queries.filter((q) => q.units))),
      report.plot((width) => chart(compared.filter((run) => run.queries.some((q) => q.units)), width), 640));
  }

  report.section({ id: 'comparison', title: 'Comparison', applies: ({ runs }) => runs.filter((run) => run.queries).length > 1, render });
})();
