'use strict';
// The answer in a few figures, and what its cycles were waited for in one sentence.
(() => {
  const { element, integer, percent } = report;

  function tile(value, label, title) {
    return element('div', { class: 'tile', title }, element('b', {}, value), element('span', {}, label));
  }

  // What the Stack Engine, which sees every wait, waits for most.
  function waits(query) {
    const engine = query.units.stack_engine;
    const causes = Object.entries(engine ? engine.stalled : {}).sort((x, y) => y[1] - x[1]).filter(([, c]) => c > 0).slice(0, 2)
      .map(([cause, cycles]) => `${cause} ${percent(cycles, units.cycles(query))}`);
    return causes.length > 0 && `The Stack Engine, which sees every wait, waits mostly for ${causes.join(' and ')}.`;
  }

  // As the terminal prints them.
  function figureTiles(query) {
    return query.figures.map(({ name, value, about }) => tile(report.typeset(value), report.typeset(`${labels[name] || ''}${about}`), name));
  }
  const labels = { triangles: 'triangle ', 'bound by': 'bounds it: ' };

  function hostTiles(query) {
    return [tile(integer(query.pairs), 'intersecting pairs of triangles'), tile(`${integer(query.time_us)} µs`, 'on this host'),
      ...(query.lists > 0 ? [tile(integer(query.lists), `lists, with ${integer(query.aligned_pairs)} aligned pairs`, 'tumbled pairs visited')] : []),
      ...(query.triangle_tests === undefined ? [] : [tile(integer(query.triangle_tests), 'triangle pairs tested'),
        tile(integer(query.uncertain), 'uncertain, settled exactly', 'what float32 could not decide')])];
  }

  // From handing over the pose until its last pair is settled. When the host settles while chip and bus work is not written down, only how
  // long: it is drawn at the end.
  function parts({ moments: { made, start, done, come, settled, overlap } }) {
    return [['host', 'call and set-up', 0, made], ['bus', 'before the start', made, start], ['chip', 'works', start, done],
      ['bus', 'and doorbell, after the end', done, come], ['host', 'settles while chip and bus work', come - overlap, come], ['host', 'settles alone', come, settled]]
      .filter(([, , from, to]) => to > from);
  }
  const lanes = { host: '#cc79a7', bus: '#e69f00', chip: 'var(--busy)' };

  function whenDrawn(query, width) {
    return report.figure({
      width, height: 130, marginLeft: 60, marginRight: 20,
      x: { label: 'µs', grid: true, zero: true }, y: { label: null, domain: Object.keys(lanes), tickSize: 0 },
      marks: [Plot.barX(parts(query), {
        x1: ([, , from]) => from / 1e3, x2: ([, , , to]) => to / 1e3, y: ([lane]) => lane, fill: ([lane]) => lanes[lane],
        fillOpacity: ([, what]) => (what.includes('while') ? 0.45 : 1), insetTop: 3, insetBottom: 3,
        title: ([lane, what, from, to]) => `${lane}: ${what}\n${report.time(to - from)}`, tip: report.tipStyle })],
    });
  }

  function render(body, { run, query }) {
    const facts = run.run;
    body.append(element('p', {}, element('b', {}, facts.object_a), ` (${integer(facts.triangles_a)} triangles) against `,
      element('b', {}, facts.object_b), ` (${integer(facts.triangles_b)} triangles), `,
      query.cycles === undefined ? `software ${facts.model.replace('_', ' ')}` :
        `${facts.model} model, configuration ${facts.configuration_hash}`,
      facts.first_witness ? ', first witness' : ', all pairs', facts.queries > 1 ? `, pose ${query.pose} of 0 to ${integer(facts.queries - 1)}` : ''));
    const timed = query.cycles !== undefined;
    body.append(element('div', { class: 'tiles' }, ...(timed ? figureTiles(query) : hostTiles(query))));
    if (query.batch) {
      const { first_pose: first, poses, cycles } = query.batch;
      body.append(element('p', {}, `Asked together with ${poses === 1 ? 'no other pose' : `poses ${first} to ${first + poses - 1}`}: `,
        `${integer(cycles)} cycles for all. Cycles and times of a pose are its own, from the batch’s begin; energy, `,
        'what bounds it, accounts, counters, distributions and the timeline are the batch’s.'));
    }
    if (timed) {
      body.append(element('h3', {}, 'When host, bus and chip work'), report.plot((width) => whenDrawn(query, width), 420),
        element('p', { class: 'note' }, 'Light: pairs that the host settles while chip and bus work. It counts once.'));
    }
    if (timed && waits(query)) body.append(element('p', {}, waits(query)));
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
