'use strict';
// A scene: its frames one after the other, what chip, bus and host took of each, against the deadline; and its pairs.
(() => {
  const { element, integer, percent } = report;
  const kMostBars = 400;  // frames in one bar beyond that: the slowest of them stands for all
  const parts = [['chip', 'var(--busy)'], ['bus and doorbell', '#e69f00'], ['host alone', '#cc79a7']];

  const unpacked = new WeakMap();
  function columnsOf(scene) {
    if (!unpacked.has(scene)) {
      unpacked.set(scene, Object.fromEntries(Object.entries(scene.columns).map(([name, block]) => [name, report.numbers(block)])));
    }
    return unpacked.get(scene);
  }

  // One entry a bar: the slowest frame of those that fall into it.
  function bars(scene) {
    const columns = columnsOf(scene), frames = columns.frame.length;
    const each = Math.ceil(frames / kMostBars);
    const result = [];
    for (let from = 0; from < frames; from += each) {
      const to = Math.min(frames, from + each);
      let slowest = from;
      for (let i = from; i < to; ++i) if (columns.total_ns[i] > columns.total_ns[slowest]) slowest = i;
      result.push({ from, to, ...Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[slowest]])) });
    }
    return result;
  }

  function describe(totals, bar) {
    return `frame ${bar.frame}${bar.to - bar.from > 1 ? `, the slowest of ${bar.from} to ${bar.to - 1}` : ''}\n` +
      `${report.time(bar.total_ns)}: chip ${report.time(bar.chip_ns)}, bus and doorbell ${report.time(bar.link_ns)}, host ${report.time(bar.host_ns)}, ` +
      `${report.time(bar.overlap_ns)} thereof while chip and bus work\n` +
      `${integer(bar.pairs_tested)} pairs of objects asked, ${integer(bar.pairs_colliding)} colliding, ${integer(bar.triangle_pairs)} pairs of triangles\n` +
      (bar.missed ? 'deadline missed' : 'deadline met');
  }

  // Frames are whole numbers: no ticks between them.
  function frameAxis(scene) {
    const frames = columnsOf(scene).frame.length;
    return frames <= 12 ? { label: 'frame', ticks: [...Array(frames).keys()], tickFormat: 'd' } : { label: 'frame' };
  }

  // A deadline far above the slowest frame would leave bars too low to see.
  const isDeadlineNear = ({ totals }) => totals.deadline.us * 1000 <= 4 * totals.deadline.slowest_ns;

  // Time of every frame, stacked: chip, then PCI, then the host without what overlaps.
  function timeLine(scene, width) {
    const { totals } = scene;
    const deadline = totals.deadline.us / 1000;
    const shown = isDeadlineNear(scene) ? [deadline] : [];
    const rows = bars(scene).flatMap((bar) => {
      const ends = [0, bar.chip_ns, bar.chip_ns + bar.link_ns, bar.total_ns].map((ns) => ns / 1e6);
      return parts.map(([, colour], i) => ({ bar, low: ends[i], high: ends[i + 1], colour }));
    });
    return report.figure({
      width, height: 260, marginLeft: 60, marginRight: 20,
      x: frameAxis(scene), y: { label: 'ms', grid: true, zero: true },
      marks: [
        Plot.rectY(rows, { x1: (r) => r.bar.from - 0.5, x2: (r) => r.bar.to - 0.5, y1: 'low', y2: 'high', fill: 'colour', insetRight: rows.length <= 160 ? 1 : 0,
          title: (r) => describe(totals, r.bar), tip: report.tipStyle }),
        Plot.ruleY(shown, { stroke: 'var(--bad)', strokeDasharray: '4 3' }),
        Plot.text(shown, { y: (v) => v, frameAnchor: 'right', text: () => `deadline ${report.time(totals.deadline.us * 1000)}`, dy: -7, textAnchor: 'end',
          stroke: 'var(--surface)', strokeWidth: 4, fill: 'var(--bad)' }),
        Plot.ruleY([0]),
      ],
    });
  }

  const series = [['asked', '#7f7f7f', 'pairs_tested'], ['colliding', '#009e73', 'pairs_colliding']];

  function pairLines(scene, width) {
    const rows = bars(scene);
    return report.figure({
      width, height: 200, marginLeft: 60, marginRight: 20,
      x: frameAxis(scene), y: { label: 'pairs of objects', grid: true, zero: true },
      marks: series.map(([, colour, name]) => Plot.line(rows, { x: 'frame', y: name, stroke: colour, strokeWidth: 1.8 })).concat([
        Plot.dot(rows, { x: 'frame', y: 'pairs_tested', r: 2, fill: '#7f7f7f', title: (bar) => describe(scene.totals, bar), tip: report.tipStyle }),
      ]),
    });
  }

  function tile(value, label) {
    return element('div', { class: 'tile' }, element('b', {}, value), element('span', {}, label));
  }

  function tiles({ totals }) {
    const { deadline } = totals;
    return element('div', { class: 'tiles' },
      tile(integer(totals.frames), `frames, ${integer(deadline.met)} within ${report.time(deadline.us * 1000)}, ${integer(deadline.missed)} late`),
      tile(report.time(deadline.slowest_ns), `the slowest, frame ${integer(deadline.slowest_frame)}`),
      tile(integer(totals.pairs_tested), `of ${integer(totals.all_pairs)} pairs of objects left by the broad phase and asked`),
      tile(integer(totals.pairs_colliding), 'of them colliding'),
      tile(integer(totals.triangle_pairs), 'pairs of triangles'),
      tile(percent(totals.link_ns, totals.total_ns), 'of the time for bus and doorbell'),
      tile(percent(totals.host_ns - totals.overlap_ns, totals.total_ns), 'the host’s part alone: set-up, settling and calls'));
  }

  function verdict({ totals }) {
    const { deadline } = totals;
    return [
      deadline.missed === 0 ? `All ${integer(totals.frames)} frames met their deadline of ${report.time(deadline.us * 1000)}.`
        : `${integer(deadline.missed)} of ${integer(totals.frames)} frames missed their deadline of ${report.time(deadline.us * 1000)}.`,
      totals.checked ? ` ${integer(totals.verdict.queries)} answers compared with the reference, ${integer(totals.verdict.differences)} differences.` : ''].join('');
  }

  function meetings({ meetings: { count, most } }) {
    const head = ['object', 'meets', ...['frames', 'first', 'last', 'triangle pairs'].map((name) => ({ name, number: true }))];
    return [
      count > most.length && element('p', { class: 'note' }, `The ${integer(most.length)} of ${integer(count)} with the most pairs of triangles; pairs.csv has all.`),
      count === 0 ? element('p', {}, 'No two objects meet.') : report.searchable('search objects', head, most.map(([a, b, ...numbers]) => [a, b, ...numbers.map(integer)])),
    ].filter(Boolean);
  }

  // The slowest frames first.
  function slowest(scene) {
    const columns = columnsOf(scene);
    const order = Array.from(columns.frame.keys()).sort((i, j) => columns.total_ns[j] - columns.total_ns[i]).slice(0, 20);
    const numeric = ['frame', 'time', 'chip cycles', 'PCI cycles', 'PCI bytes', 'pairs asked', 'colliding', 'triangle pairs'];
    return report.table([...numeric.map((name) => ({ name, number: true })), 'deadline'], order.map((i) => [
      integer(columns.frame[i]), report.time(columns.total_ns[i]),
      ...['cycles', 'pci_cycles', 'pci_bytes', 'pairs_tested', 'pairs_colliding', 'triangle_pairs'].map((name) => integer(columns[name][i])),
      columns.missed[i] === 1 ? 'missed' : 'met']));
  }

  function render(body, { run }) {
    const { scene } = run, { totals } = scene;
    body.append(
      element('p', {}, element('b', {}, totals.scene), `, ${integer(totals.objects.length)} objects of ${integer(totals.shapes)} meshes on ${totals.chip}; `,
        `${integer(totals.upload.bytes)} bytes uploaded once, ${report.time(totals.upload.ns)} over PCI.`),
      element('p', {}, element('b', {}, verdict(scene))), tiles(scene));
    if (!totals.checked) body.append(element('p', { class: 'note' }, 'Not compared with the reference (--no-check).'));
    body.append(...[
      element('h3', {}, 'Frame by frame'), report.legend(parts.map(([name, colour]) => [name, colour])),
      report.plot((width) => timeLine(scene, width), 420),
      !isDeadlineNear(scene) && element('p', { class: 'note' }, `The deadline of ${report.time(totals.deadline.us * 1000)} is above the picture.`),
      element('h3', {}, 'Pairs of objects'), report.legend(series.map(([name, colour]) => [name, colour])),
      report.plot((width) => pairLines(scene, width), 420),
      element('h3', {}, 'The slowest frames'), slowest(scene),
      element('h3', {}, 'Which objects meet'), ...meetings(scene)].filter(Boolean));
  }

  report.section({ id: 'frames', title: 'Frames of the scene', short: 'Frames', applies: ({ run }) => run.scene !== undefined, render });
})();
