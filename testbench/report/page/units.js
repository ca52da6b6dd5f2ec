'use strict';
// The chip's units and what their cycles are called, with one colour each on every picture of the page.
const units = (() => {
  // After Okabe and Ito: told apart with any colour vision. By what a unit waits for, which the statistics say of each
  // cause: so a cause keeps its colour in all units, and causes that mean the same thing share one.
  const waitColours = {
    memory: '#e69f00',
    transform: '#cc79a7',
    comparison: '#d55e00',
    'triangle test': '#009e73',
    register: '#8fbf3f',
    'list memory': '#b8a800',
    operand: '#9467bd',
    results: '#7f7f7f',
    host: '#8c564b',
  };
  const spare = ['#17becf', '#bcbd22', '#e377c2', '#c49c94', '#9edae5'];

  function colour(state) {
    if (state === 'busy' || state === 'idle') return `var(--${state})`;
    const wait = ((report.data.meanings || {}).waits || {})[state] || state;
    if (!(wait in waitColours)) waitColours[wait] = spare[Object.keys(waitColours).length % spare.length];
    return waitColours[wait];
  }

  // For canvases, which know no variables.
  function solid(state) {
    const value = colour(state);
    return value.startsWith('var(--') ? theme.colour(value.slice(6, -1)) : value;
  }

  // [{unit, state, cycles, meaning}] in the order busy, causes, idle.
  function shares(query) {
    const rows = [];
    for (const [unit, account] of Object.entries(query.units || {})) {
      rows.push({ unit, state: 'busy', cycles: account.busy });
      for (const [state, cycles] of Object.entries(account.stalled)) rows.push({ unit, state, cycles, stalled: true });
      rows.push({ unit, state: 'idle', cycles: account.idle });
    }
    return rows;
  }

  // What the accounts add up to: of a batch all of its cycles, of which a query has its latency.
  const cycles = (query) => (query.batch || query).cycles;

  function total(account) {
    return account.busy + account.idle + stalled(account);
  }
  function stalled(account) {
    return Object.values(account.stalled).reduce((sum, cycles) => sum + cycles, 0);
  }

  // What a state of a unit means, where the statistics say so.
  function meaning(unit, state) {
    return ((report.data.meanings || {}).states || {})[`${unit}.${state}`] || '';
  }

  // One unit as lines of text: busy, causes in order of weight, idle.
  function account(unit, query) {
    const it = query.units[unit];
    const all = total(it);
    const line = (name, cycles) => `${name}: ${report.integer(cycles)} cycles, ${report.percent(cycles, all)}`;
    return [it.of > 1 ? `${unit}, mean of ${it.of}` : unit, line('busy', it.busy),
      ...Object.entries(it.stalled).filter(([, c]) => c > 0).sort((x, y) => y[1] - x[1])
        .map(([cause, cycles]) => line(`waits, ${cause}`, cycles)),
      line('idle', it.idle)].join('\n');
  }

  // The colours that the queries use: busy, causes, idle; causes of one colour together.
  function legend(queries) {
    const names = new Map();  // colour -> states
    for (const { state, cycles } of queries.flatMap(shares)) {
      if (cycles === 0) continue;
      if (!names.has(colour(state))) names.set(colour(state), new Set());
      names.get(colour(state)).add(state);
    }
    const order = (states) => (states.has('busy') ? 0 : states.has('idle') ? 2 : 1);
    return report.legend([...names].sort((x, y) => order(x[1]) - order(y[1])).map(([c, states]) => [[...states].join(', '), c]));
  }

  return { legend, cycles, colour, solid, shares, total, stalled, meaning, account };
})();
