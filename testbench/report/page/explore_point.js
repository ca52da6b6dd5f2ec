'use strict';
// One point: how to run it again, its keys, its accounts and all its statistics.
(() => {
  const { element, integer, percent } = report;

  function commands(now, place) {
    const { data } = now;
    const list = [['This point alone, with its account', `collisionchip explore ${data.plan_word || data.plan} --point ${now.numbers[place]}`]];
    const settings = now.settings(place).map((setting) => ` --set ${setting}`).join('');
    if (data.chip_arguments) list.push(['Its chip, for any other verb', `${data.chip_arguments}${settings}`]);
    return list;
  }

  // Accounts of the units that the point's machine has.
  const accountsOf = (now, place, work) => now.accounts.filter(({ states }) => !Number.isNaN(now.values(states[0].name, work)[place]));

  function bars(now, place, work, width) {
    const value = (name) => now.values(name, work)[place];
    const cycles = value('cycles');
    const accounts = accountsOf(now, place, work);
    const rows = accounts.flatMap(({ unit, states }) => states.map(({ state, name, stalled }) => ({ unit, state, stalled, cycles: value(name) })))
      .filter((row) => row.cycles > 0);
    return report.figure({
      width, height: 30 * accounts.length + 68, marginLeft: 150, marginRight: 16,
      x: { label: 'per cent of all cycles', domain: [0, 100], grid: true },
      y: { label: null, domain: accounts.map(({ unit }) => unit) },
      marks: [Plot.barX(rows, {
        x: (row) => 100 * row.cycles / cycles, y: 'unit', fill: (row) => units.colour(row.state), insetTop: 4, insetBottom: 4, insetRight: 0.5, order: null,
        title: (row) => [`${row.unit}: ${row.stalled ? 'waits, ' : ''}${row.state}`, `${integer(row.cycles)} cycles, ${percent(row.cycles, cycles)}`,
          units.meaning(row.unit, row.state)].filter(Boolean).join('\n'),
        tip: report.tipStyle,
      })],
    });
  }

  function rank(now, place) {
    const values = now.values(explore.state.objective);
    let better = 0;
    for (const value of values) if (value < values[place]) ++better;
    return better + 1;
  }

  // The colours of the account, as legend() of the units makes them for a query.
  function asQuery(now, place, work) {
    const value = (name) => now.values(name, work)[place];
    return { units: Object.fromEntries(accountsOf(now, place, work).map(({ unit, states }) => [unit, {
      busy: value(`${unit}.busy`), idle: value(`${unit}.idle`),
      stalled: Object.fromEntries(states.filter(({ stalled }) => stalled).map(({ state, name }) => [state, value(name)])) }])) };
  }

  const boundText = ({ by, roof, share }) => `${by}${by === roof ? '' : `; the busiest is ${roof}`}, ${(100 * share).toFixed(1)} % used`;

  function outcome(now, place) {
    const { objective, workload } = explore.state;
    const rows = now.data.workloads.map((work, i) => {
      const done = now.isDone(place, i);
      return [work.name, now.statusOf(place, i), done ? integer(now.values(objective, i)[place]) : now.reasonOf(place, i) || '–', done ? boundText(now.bound(place, i)) : '–'];
    });
    const parts = [report.table(['workload', 'status', { name: objective, number: true }, 'bound by'], rows)];
    const lack = !Number.isNaN(now.values(objective)[place]) ? '' : `Its machine has no ${objective}.`;
    if (now.isDone(place, workload)) parts.unshift(lack !== '' ? element('p', {}, lack) : element('p', {}, `Rank ${integer(rank(now, place))} of ${integer(now.counted().length)} by ${objective}.`));
    return parts;
  }

  function render(body, now) {
    const place = element('div');
    function fill() {
      const at = explore.state.point;
      if (at === undefined) {
        place.replaceChildren(explore.nothing(now));
        return;
      }
      const { workload } = explore.state;
      const parts = [
        element('h3', {}, `Point ${integer(now.numbers[at])}, configuration `, element('code', {}, now.data.hashes[at])),
        ...outcome(now, at),
        ...commands(now, at).flatMap(([what, command]) => [element('h3', {}, what), report.copyable(command)]),
        element('div', { class: 'columns' },
          element('div', {}, element('h3', {}, 'Its keys'), report.table(['key', { name: 'value', number: true }], now.axes.map((axis) => [axis.key, String(axis.values[axis.places[at]])]))),
          element('div', {}, element('h3', {}, 'All statistics'), element('details', {}, element('summary', {}, `${now.statistics.size} numbers`),
            now.isDone(at, workload) ? report.searchable('search statistics', ['statistic', { name: 'value', number: true }],
              [...now.statistics.keys()].map((name) => [name, integer(now.values(name)[at])])) : null))),
      ];
      if (now.isDone(at, workload)) {
        parts.push(element('h3', {}, 'Where its cycles went'), units.legend([asQuery(now, at, workload)]), report.plot((width) => bars(now, at, workload, width), 340));
      }
      place.replaceChildren(...parts);
    }
    fill();
    explore.followPoint(place, fill);
    body.append(element('p', { class: 'note' }, 'The best, until another is chosen by a click anywhere on this page.'), place);
  }

  explore.section({ id: 'point', title: 'One point', short: 'Point', render });
})();
