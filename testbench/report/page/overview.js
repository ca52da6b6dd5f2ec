'use strict';
// The answer in a few figures, and where its cycles went in one sentence.
(() => {
  const { element, integer, percent } = report;

  function tile(value, label, title) {
    return element('div', { class: 'tile', title }, element('b', {}, value), element('span', {}, label));
  }

  function milliseconds(cycles, run) {
    return (cycles * run.run.configuration.chip.clock_period_ps * 1e-9).toPrecision(4);
  }

  // The busiest unit, and what the Stack Engine (which sees every wait) waits for most.
  function bottleneck(query) {
    const busiest = Object.entries(query.units).sort((x, y) => y[1].busy - x[1].busy)[0];
    const parts = [`Busiest: ${busiest[0]}, ${percent(busiest[1].busy, units.cycles(query))} of all cycles.`];
    const engine = query.units.stack_engine;
    if (engine) {
      const causes = Object.entries(engine.stalled).sort((x, y) => y[1] - x[1]).filter(([, c]) => c > 0).slice(0, 2)
        .map(([cause, cycles]) => `${cause} ${percent(cycles, units.cycles(query))}`);
      if (causes.length > 0) parts.push(`The Stack Engine, which sees every wait, waits mostly for ${causes.join(' and ')}.`);
    }
    return parts.join(' ');
  }

  function chipTiles(query, run) {
    return [
      tile(integer(query.cycles), `chip cycles = ${milliseconds(query.cycles, run)} ms`,
        'from the start command to the last result in the Pointer FIFO'),
      tile((query.cycles / query.eq5_cycles).toFixed(3), `of Eq. 5, ${integer(query.eq5_cycles)} cycles`,
        'Eq. 5: the paper’s estimate for the same lists'),
    ];
  }

  function render(body, { run, query }) {
    const facts = run.run;
    body.append(element('p', {}, element('b', {}, facts.object_a), ` (${integer(facts.triangles_a)} triangles) against `,
      element('b', {}, facts.object_b), ` (${integer(facts.triangles_b)} triangles), `,
      query.cycles === undefined ? `software ${facts.model.replace('_', ' ')}` :
        `${facts.model} model, configuration ${facts.configuration_hash}`,
      facts.first_witness ? ', first witness' : ', all pairs', facts.queries > 1 ? `, pose ${query.pose} of ${integer(facts.queries)}` : ''));
    const timed = query.cycles !== undefined;
    body.append(element('div', { class: 'tiles' },
      tile(integer(query.pairs), 'intersecting pairs of triangles'),
      ...(timed ? chipTiles(query, run) : [tile(`${integer(query.time_us)} µs`, 'on this host')]),
      ...(query.lists > 0 ? [tile(integer(query.lists), `lists, α = ${(query.aligned_pairs / query.lists).toFixed(2)}`,
        'tumbled pairs visited; α: aligned pairs per list')] : []),
      ...(query.triangle_tests === undefined ? [] : [tile(integer(query.triangle_tests), 'triangle pairs tested'),
        tile(integer(query.uncertain), 'uncertain, settled exactly', 'what float32 could not decide')])));
    if (query.batch) {
      const { first_pose: first, poses, cycles } = query.batch;
      body.append(element('p', {}, `Asked together with ${poses === 1 ? 'no other pose' : `poses ${first} to ${first + poses - 1}`}: `,
        `${integer(cycles)} cycles for all, ${integer(cycles / poses)} a pose. Cycles of a pose are its latency; accounts, counters, distributions and the `,
        'timeline are the batch’s.'));
    }
    if (timed) body.append(element('p', {}, bottleneck(query)));
    if (facts.differences > 0) body.append(element('p', { class: 'warning' }, 'The models disagree.'));
    if (!facts.checked) body.append(element('p', { class: 'note' }, 'Not compared with the reference (--no-check).'));
    const left = facts.queries - run.queries.length;
    if (left > 0) {
      body.append(element('p', { class: 'note' },
        `The page holds ${run.queries.length} of ${facts.queries} poses, the slowest ones; stats.json has all.`));
    }
  }

  report.section({ id: 'overview', title: 'Answer', applies: ({ query }) => query !== undefined, render });
})();
