'use strict';
// Every cycle of every unit by cause, and the way from Eq. 5 to the chip's own cycles.
(() => {
  const { element, integer, percent } = report;

  function bars(query, width) {
    const rows = units.shares(query).filter((row) => row.cycles > 0);
    const names = Object.keys(query.units);
    return report.figure({
      width, height: 34 * names.length + 68, marginLeft: 150, marginRight: 16,
      x: { label: 'per cent of all cycles', domain: [0, 100], grid: true },
      y: { label: null, domain: names },
      marks: [
        Plot.barX(rows, {
          x: (row) => 100 * row.cycles / units.cycles(query), y: 'unit', fill: (row) => units.colour(row.state), insetTop: 4,
          insetBottom: 4, insetRight: 0.5, order: null,
          title: (row) => [`${row.unit}: ${row.stalled ? 'waits, ' : ''}${row.state}`,
            `${integer(row.cycles)} cycles, ${percent(row.cycles, units.cycles(query))}`, units.meaning(row.unit, row.state)]
            .filter(Boolean).join('\n'),
          tip: report.tipStyle,
        }),
      ],
    });
  }

  // From the formula to the chip: a bar for each topic, beginning where the one before ended.
  function waterfall(account, width) {
    const rows = [{ what: 'Eq. 5', from: 0, to: account.eq5_cycles, kind: 'total' }];
    let at = account.eq5_cycles;
    for (const { what, cycles } of account.steps) {
      rows.push({ what, from: at, to: at + cycles, change: cycles, kind: cycles < 0 ? 'saves' : 'adds' });
      at += cycles;
    }
    rows.push({ what: 'this chip', from: 0, to: at, kind: 'total' });
    const narrow = width < 700;
    const wrap = (text) => (narrow ? text.replace(/(.{1,20})( |$)/g, '$1\n').trim() : text);
    const colours = { total: 'var(--busy)', adds: '#d55e00', saves: '#009e73' };
    const label = (row) => (row.kind === 'total' ? integer(row.to) : `${row.change > 0 ? '+' : '−'}${integer(Math.abs(row.change))}`);
    return report.figure({
      width, height: (narrow ? 48 : 30) * rows.length + 68, marginLeft: narrow ? 150 : 430, marginRight: 70,
      x: { label: 'chip cycles', grid: true, tickFormat: 's', ticks: narrow ? 4 : 8 },
      y: { label: null, domain: rows.map((row) => row.what), tickFormat: wrap },
      marks: [
        Plot.barX(rows, { x1: 'from', x2: 'to', y: 'what', fill: (row) => colours[row.kind], insetTop: 5, insetBottom: 5,
          title: (row) => `${row.what}: ${label(row)}` }),
        Plot.text(rows, { x: (row) => Math.max(row.from, row.to), y: 'what', text: label, textAnchor: 'start', dx: 5,
          fill: 'currentColor' }),
      ],
    });
  }

  function render(body, { run, query }) {
    body.append(element('p', {}, `Busy, waiting by cause and idle add up to the ${query.batch ? 'batch' : 'query'}’s cycles in every unit.`));
    body.append(units.legend([query]));
    body.append(report.plot((width) => bars(query, width), 340));
    body.append(element('h3', {}, 'Eq. 5 and the cycles'));
    const account = run.run.eq5_account;
    const ratio = (query.cycles / query.eq5_cycles).toFixed(3);
    body.append(element('p', {}, `Eq. 5 estimates ${integer(query.eq5_cycles)} cycles for `,
      `${query.lists > 0 ? 'these lists' : 'the lists of paper41’s trees'}; the chip takes `,
      `${integer(query.cycles)}, ${ratio} times that.`));
    if (account && account.pose === query.pose && account.cycles === query.cycles) {
      body.append(report.plot((width) => waterfall(account, width), 340));
      body.append(element('p', { class: 'note' }, 'The machine of Eq. 5 is turned into this one topic by topic, in a ',
        'fixed order; each bar is what the topic adds or saves. The sum is exact.'));
    } else {
      body.append(element('p', { class: 'note' }, 'Not itemised: run collide with --eq5 to see what each topic adds or saves (first pose).'));
    }
  }

  report.section({ id: 'account', title: 'Where the cycles went', short: 'Cycles',
    applies: ({ query }) => query && query.units !== undefined, render });
})();
