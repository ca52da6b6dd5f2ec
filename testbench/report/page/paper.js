'use strict';
// A folder of `collisionchip paper`: what the paper claims and what came out here, and its figures again.
(() => {
  const { element } = report;

  const series = {
    simultaneous: ['traditional (Algorithm 1)', '#d55e00'],
    simultaneous_stored: ['traditional, transforms stored (§3.1)', '#b07aa1'],
    simultaneous_stacked: ['traditional, transforms on the stack (§3.1)', '#8c564b'],
    single_list: ['new, one node at a time (§3.1)', '#0072b2'],
    list: ['new, sibling pairs (Algorithm 2)', '#009e73'],
    fcl: ['FCL, OBB trees', '#7f7f7f'],
    paper52: ['paper52', '#e69f00'],
    paper41: ['paper41', '#0072b2'],
    'paper52-eq5': ['paper52-eq5', '#cc79a7'],
  };
  const modes = { first: 'first witness', all: 'all pairs' };
  const colour = (name) => (series[name] || [name, '#9467bd'])[1];

  // Rows as objects; {columns, rows} keeps the names once.
  function rowsOf(table) {
    return table.rows.map((row) => Object.fromEntries(table.columns.map((name, i) => [name, row[i]])));
  }

  const short = (path) => path.split('/').pop();
  const words = (name) => name.replace(/_/g, ' ');

  // One panel for each object (and mode): lines of `y` over `x`, one a series.
  function panels(rows, { x, y, by, xLabel, yLabel, log = false, rules = [] }, width) {
    const objects = [...new Set(rows.map((row) => row.object))];
    const lanes = [...new Set(rows.map((row) => row.mode).filter(Boolean))];
    const across = Math.max(1, Math.min(objects.length, Math.floor(width / 280)));
    const place = element('div', { style: `display:grid;grid-template-columns:repeat(${across},1fr);gap:4px 12px` });
    for (const mode of lanes.length > 0 ? lanes : [undefined]) {
      for (const object of objects) {
        const chosen = rows.filter((row) => row.object === object && row.mode === mode && (!log || row[y] > 0));
        place.append(element('div', {}, element('div', { class: 'note' }, short(object) + (mode ? `, ${modes[mode] || mode}` : '')),
          report.figure({
            width: Math.floor(width / across) - 12, height: 230, marginLeft: 56,
            x: { label: xLabel, grid: true, zero: true, ticks: 5, tickFormat: '~s' },
            y: { label: yLabel, grid: true, type: log ? 'log' : 'linear', zero: !log, ticks: 5, tickFormat: log ? '~g' : '~s' },
            marks: [
              Plot.ruleY(rules, { stroke: 'var(--bad)', strokeDasharray: '4 3' }),
              Plot.line(chosen, { x, y, z: by, sort: x, stroke: (row) => colour(row[by]), strokeWidth: 1.8 }),
              Plot.dot(chosen, { x, y, r: 3, fill: (row) => colour(row[by]), tip: report.tipStyle,
                title: (row) => `${words(row[by])}\n${words(x)}: ${row[x]}\n${words(y)}: ${row[y]}` }),
            ],
          })));
      }
    }
    return place;
  }

  function legend(rows, by) {
    return report.legend([...new Set(rows.map((row) => row[by]))].map((name) => (series[name] ? series[name] : [name, colour(name)])));
  }

  function figure(body, title, note, rows, options) {
    if (!rows || rows.length === 0) return;
    body.append(element('h3', {}, title), element('p', { class: 'note' }, note), legend(rows, options.by),
      report.plot((width) => panels(rows, options, width)));
  }

  function claimTable(claims) {
    const colours = { yes: '#009e73', partly: '#e69f00', no: 'var(--bad)' };
    const verdict = (claim) => element('b', { style: `color:${colours[claim.agrees] || 'inherit'}` }, claim.agrees);
    return report.table(['where', 'claim', 'paper', 'ours', 'agrees', 'why'],
      claims.map((claim) => [claim.place, claim.claim, claim.paper, claim.ours, verdict(claim), claim.why]));
  }

  function renderClaims(body, { run }) {
    const claims = [...run.paper.claims, ...(run.host ? run.host.claims : [])];
    const count = (verdict) => claims.filter((claim) => claim.agrees === verdict).length;
    body.append(
      element('p', {}, `${claims.length} claims of the paper held against this model: ${count('yes')} hold, ${count('partly')} in part, ${count('no')} do not.`),
      claimTable(claims));
  }

  function renderFigures(body, { run }) {
    const table = (source, name) => (source && source.tables[name] ? rowsOf(source.tables[name]) : []);
    const host = run.host && run.host.host && run.host.host.cpu ? ` Host: ${run.host.host.cpu}.` : '';
    const distance = { x: 'distance', xLabel: 'distance of the box centres' };
    figure(body, 'Figure 9 again: first witness', `Average time of a query on this host.${host}`, table(run.host, 'figure09'),
      { ...distance, y: 'ms_mean', by: 'software', yLabel: 'ms', log: true });
    figure(body, 'Figure 10 again: all pairs', `Average time of a query on this host.${host}`, table(run.host, 'figure10'),
      { ...distance, y: 'ms_mean', by: 'software', yLabel: 'ms', log: true });
    for (const [name, title, what] of [['figure11', 'Figure 11 again: nodes visited', 'visits_mean'], ['figure12', 'Figure 12 again: DOPs transformed', 'transforms_mean']]) {
      figure(body, title, 'By the number of polygons, average over a turn at the first peak of Figure 9.', table(run.paper, name),
        { x: 'triangles', xLabel: 'polygons per object', y: what, by: 'traversal', yLabel: 'per query' });
    }
    figure(body, 'Figure 13 again: speed-up of the chip', `Over our software on this host, where the copies touch; the dashed line is the paper’s 30 over a Pentium 4.${host}`,
      table(run.host, 'figure13').filter((row) => row.software === 'list' && row.in_contact === 1),
      { ...distance, y: 'speedup_mean', by: 'preset', yLabel: 'speed-up', log: true, rules: [30] });
    figure(body, 'Cycles by Eq. 5', 'The chip’s cycles over what Eq. 5 estimates for the same lists.', table(run.paper, 'eq5'),
      { ...distance, y: 'cycles_by_eq5', by: 'preset', yLabel: 'cycles / Eq. 5', rules: [1] });
  }

  function renderRun(body, { run }) {
    const rows = Object.entries(run.paper.run).map(([key, value]) => [words(key), typeof value === 'object' ? JSON.stringify(value) : String(value)]);
    if (run.host) rows.push(...Object.entries(run.host.host).map(([key, value]) => [`host: ${words(key)}`, String(value)]));
    body.append(report.table(['', ''], rows));
  }

  const applies = ({ run }) => run.paper !== undefined;
  report.section({ id: 'claims', title: 'The paper’s claims', short: 'Claims', applies, render: renderClaims });
  report.section({ id: 'figures', title: 'The paper’s figures again', short: 'Figures', applies, render: renderFigures });
  report.section({ id: 'paper-run', title: 'How it was made', short: 'Run', applies, render: renderRun });
})();
