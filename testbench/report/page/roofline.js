'use strict';
// Where the query sits under the roofs of memory and units, and what the memory's bytes are for.
(() => {
  const { element, integer, short } = report;

  const colours = ['#cc79a7', '#0072b2', '#009e73'];  // of what the bytes are for
  // Bytes per chip cycle, all channels together.
  const peak = (run) => run.run.machine.bytes_per_cycle;
  const peakText = (run) => `${Number(peak(run).toFixed(2))} bytes per cycle`;

  // Work is counted in aligned pairs compared. A roof is where the query would be if it used all of the resource.
  function roofs(run, query) {
    return query.roofs.filter(({ share }) => share > 0).map(({ name, pairs_per_1000_cycles: rate }) => ({
      name: name === 'sdram' ? `SDRAM, ${peakText(run)}` : name, memory: name === 'sdram', rate }));
  }
  // Queries with work and with bytes: others have no place on the scales.
  const isShown = ({ roofline }) => roofline !== undefined && roofline.pairs_per_1000_cycles > 0 && roofline.bytes > 0;
  const spotOf = ({ pose, roofline }) => ({ pose, intensity: roofline.pairs_per_1000_bytes, rate: roofline.pairs_per_1000_cycles });

  function chart(run, query, width) {
    const all = roofs(run, query);
    const spots = run.queries.filter(isShown).map(spotOf);
    const here = spots.find((spot) => spot.pose === query.pose);
    const x = [here.intensity / 8, here.intensity * 8];
    const flat = all.filter((roof) => !roof.memory).slice(0, 4);
    const top = Math.max(...all.slice(0, 4).map((roof) => roof.rate)) * 1.8;
    const low = Math.min(...spots.map((spot) => spot.rate)) / 4;
    const slope = (side) => ({ x: side, y: peak(run) * side });
    const labels = narrowLabels(flat);
    return report.figure({
      width, height: 420, marginLeft: 56, marginRight: 16,
      x: { type: 'log', domain: x, label: 'aligned pairs per 1000 bytes read', grid: true, tickFormat: '~g', ticks: 5 },
      y: { type: 'log', domain: [low, top], label: 'aligned pairs per 1000 cycles', grid: true, tickFormat: '~g', ticks: 5 },
      marks: [
        Plot.line(x.map(slope), { x: 'x', y: 'y', stroke: '#e69f00', strokeWidth: 2.5, clip: true }),
        Plot.ruleY(flat, { y: 'rate', stroke: 'var(--muted)', strokeWidth: 1.5 }),
        Plot.text(labels, { x: x[1], y: 'y', text: 'name', textAnchor: 'end', dy: -7, fill: 'currentColor', stroke: 'var(--surface)', strokeWidth: 4 }),
        Plot.text([slope(here.intensity / 3.2)], { x: 'x', y: 'y', text: () => all.find((r) => r.memory).name, textAnchor: 'start', dx: 8, dy: 8,
          fill: '#c27a00', stroke: 'var(--surface)', strokeWidth: 4 }),
        Plot.link([here], { x: 'intensity', y1: 'rate', y2: () => all[0].rate, stroke: 'var(--bad)', strokeDasharray: '3 3' }),
        Plot.dot(spots, { x: 'intensity', y: 'rate', r: 4, fill: 'var(--busy)', fillOpacity: 0.6,
          title: (spot) => `pose ${spot.pose}: ${spot.rate.toPrecision(3)} aligned pairs per 1000 cycles`, tip: report.tipStyle }),
        Plot.dot([here], { x: 'intensity', y: 'rate', r: 7, fill: 'var(--bad)', stroke: 'var(--surface)' }),
      ],
    });
  }

  // Roofs that lie close together share a line of text.
  function narrowLabels(flat) {
    const result = [];
    for (const roof of flat) {
      const last = result[result.length - 1];
      if (last && roof.rate / last.y < 1.12) last.name += `, ${roof.name}`;
      else result.push({ y: roof.rate, name: roof.name });
    }
    return result;
  }

  function demand(run, query, width) {
    const rows = query.roofline.traffic.map((row, i) => ({ ...row, colour: colours[i] }));
    return report.figure({
      width, height: 140, marginLeft: 16, marginRight: 16,
      x: { domain: [0, peak(run) * 1.02], label: 'bytes per chip cycle', grid: true },
      y: { axis: null },
      marks: [
        Plot.barX(rows, { x: 'bytes_per_cycle', y: () => '', fill: 'colour', insetTop: 8, insetBottom: 8, order: null,
          title: (row) => `${row.purpose}: ${integer(row.bytes)} bytes, ${row.bytes_per_cycle.toFixed(2)} per cycle`, tip: report.tipStyle }),
        Plot.ruleX([peak(run)], { stroke: '#e69f00', strokeWidth: 2.5 }),
        Plot.text([peak(run)], { x: (v) => v, frameAnchor: 'top', text: (v) => `peak ${Number(v.toFixed(2))}`, textAnchor: 'end', dx: -5, dy: 6 }),
      ],
    });
  }

  function verdict(query) {
    const bound = query.figures.find(({ name }) => name === 'bound by');
    return `Bound by ${bound.value}: ${bound.about}.`;
  }

  function render(body, { run, query }) {
    const { bytes, bytes_per_cycle: rate, traffic } = query.roofline;
    body.append(
      element('p', {}, `The chip reads ${short(bytes)}B in ${integer(query.cycles)} cycles: ${rate.toFixed(2)} of ${peakText(run)}. `,
        verdict(query)),
      element('h3', {}, 'What the bytes are for'),
      report.legend(traffic.map(({ purpose }, i) => [purpose, colours[i]])),
      report.plot((width) => demand(run, query, width)),
      element('h3', {}, 'Roofline'),
      report.plot((width) => chart(run, query, Math.min(width, 860)), 420),
      element('p', { class: 'note' }, 'Work is counted in aligned pairs compared. A flat roof is what a unit would do if it were busy in ',
        'every cycle, at the cycles per pair it needs in this query; the slope is the peak of all memory channels. The red mark is this query, ',
        'its dashed line the distance to the roof; blue marks are the other poses.'));
  }

  report.section({ id: 'roofline', title: 'Memory roofline', short: 'Memory',
    applies: ({ query }) => query && !query.batch && isShown(query), render });
})();
