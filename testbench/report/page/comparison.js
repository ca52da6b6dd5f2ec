'use strict';
// Two or more runs side by side: key figures with their ratio, accounts, and only those keys that differ.
(() => {
  const { element, integer } = report;

  // Those that have accounts of their own: of a batch its first pose.
  const accounted = (run) => run.queries.filter((q) => q.units && (!q.batch || q.batch.first_pose === q.pose));

  // What a run did in all: sums over its queries, as far as the page holds them.
  function totals(run) {
    const sum = (read) => run.queries.reduce((all, query) => all + (read(query) || 0), 0);
    const counted = (counter) => accounted(run).reduce((all, query) => all + (query.counters[counter] || 0), 0);
    const facts = run.run;
    return {
      cycles: facts.cycles, pairs: facts.pairs, queries: facts.queries,
      eq5: sum((q) => q.eq5_cycles), lists: sum((q) => q.lists), aligned: sum((q) => q.aligned_pairs),
      tests: sum((q) => q.triangle_tests), uncertain: sum((q) => q.uncertain),
      bytes: counted('sdram.bytes'), hits: counted('sdram.row_hits'),
    };
  }

  const figures = [
    ['pairs', (t) => t.pairs], ['queries', (t) => t.queries], ['chip cycles', (t) => t.cycles], ['Eq. 5, cycles', (t) => t.eq5],
    ['lists', (t) => t.lists], ['aligned pairs', (t) => t.aligned], ['triangle tests', (t) => t.tests],
    ['uncertain', (t) => t.uncertain], ['SDRAM bytes', (t) => t.bytes], ['SDRAM row hits', (t) => t.hits],
  ];

  function figureTable(runs) {
    const all = runs.map(totals);
    const head = ['', ...runs.map((run) => ({ name: run.name, number: true }))];
    return report.table(head, figures.map(([name, read]) => {
      const base = read(all[0]);
      return [name, ...all.map((t, i) => {
        const value = read(t);
        if (i === 0 || !base || value === base) return integer(value);
        return element('span', {}, integer(value), element('b', {}, `  × ${(value / base).toFixed(3)}`));
      })];
    }));
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

  function differences(runs) {
    const all = runs.map((run) => new Map(report.flatConfiguration(run.run.configuration)));
    const keys = [...new Set(all.flatMap((keysOf) => [...keysOf.keys()]))];
    return keys.filter((key) => new Set(all.map((keysOf) => keysOf.get(key))).size > 1)
      .map((key) => [key, ...all.map((keysOf) => keysOf.get(key) ?? '–')]);
  }

  function samePairs(runs) {
    const [first, ...others] = runs.map((run) => run.pairs_digest);
    return others.every((digest) => digest === first);
  }

  function render(body, { runs }) {
    const compared = runs.filter((run) => run.queries);
    const keys = differences(compared);
    body.append(
      element('p', { class: samePairs(compared) ? 'note' : 'warning' }, samePairs(compared)
        ? 'All runs found exactly the same pairs.' : 'The runs did not find the same pairs.'),
      element('div', { class: 'columns' },
        element('div', {}, element('h3', {}, 'Key figures, and their ratio to the first run'), figureTable(compared)),
        element('div', {}, element('h3', {}, 'Configuration: what differs'), keys.length === 0
          ? element('p', {}, 'No key differs.') : report.table(['key', ...compared.map((run) => run.name)], keys))),
      element('h3', {}, 'Cycles by cause'),
      units.legend(compared.flatMap((run) => run.queries.filter((q) => q.units))),
      report.plot((width) => chart(compared.filter((run) => run.queries.some((q) => q.units)), width), 640));
  }

  report.section({ id: 'comparison', title: 'Comparison', applies: ({ runs }) => runs.filter((run) => run.queries).length > 1, render });
})();
