'use strict';
// What each key does to the objective: the range of its values' means (a tornado), and its share of the variance.
(() => {
  const { element, integer } = report;
  const kMostKeys = 25;

  const oneAtATime = (now) => now.data.strategy === 'one-at-a-time';

  // [{key, effects: [{value, ratio, count}], low, high, share}], the greatest range first. A ratio is the geometric
  // mean of the objective over the points with that value, over the one of all points; of a plan that varies one key
  // at a time: over the base, point 0. Values differ by chance too: from the share is taken off what that alone would
  // explain (epsilon squared).
  function effects(now) {
    const places = now.counted();
    const logs = Float64Array.from(now.values(explore.state.objective), (value) => Math.log(Math.max(value, 1)));
    const single = oneAtATime(now);
    if (places.length === 0 || (single && places[0] !== 0)) return [];
    const middle = single ? logs[0] : explore.sum(places.map((place) => logs[place])) / places.length;
    const variance = explore.sum(places.map((place) => (logs[place] - middle) ** 2));
    return now.axes.map((axis) => {
      const sums = axis.values.map(() => ({ sum: 0, count: 0 }));
      const others = now.axes.filter((other) => other !== axis);
      for (const place of places) {
        if (single && !others.every((other) => other.places[place] === other.places[0])) continue;
        sums[axis.places[place]].sum += logs[place];
        sums[axis.places[place]].count += 1;
      }
      const rows = sums.map(({ sum, count }, i) => ({ key: axis.key, value: axis.values[i], place: i, count, ratio: Math.exp(sum / count - middle) }))
        .filter(({ count }) => count > 0);
      const ratios = rows.map(({ ratio }) => ratio);
      const between = explore.sum(rows.map(({ ratio, count }) => count * Math.log(ratio) ** 2));
      const chance = (rows.length - 1) * (variance - between) / Math.max(1, places.length - rows.length);
      return {
        key: axis.key, effects: rows, low: Math.min(...ratios), high: Math.max(...ratios), values: axis.values.length,
        share: Math.max(0, between - chance) / (variance || 1),
      };
    }).filter(({ effects: rows }) => rows.length > 0).sort((x, y) => y.high / y.low - x.high / x.low);
  }

  // The key among `keys` that moves the objective most.
  explore.mostSensitive = (now, keys) => (effects(now).find(({ key }) => keys.includes(key)) || {}).key;

  function chart(rows, width) {
    const narrow = width < 700;
    const dots = rows.flatMap((row) => row.effects.map((effect) => ({ ...effect, values: row.values })));
    const ends = rows.filter((row) => row.high > row.low).flatMap((row) => {
      const at = (ratio) => row.effects.find((effect) => effect.ratio === ratio);
      return [{ ...at(row.low), side: 'end' }, { ...at(row.high), side: 'start' }];
    });
    const percent = (ratio) => 100 * (ratio - 1);
    const [low, high] = [Math.min(...rows.map((row) => row.low)), Math.max(...rows.map((row) => row.high))];
    const room = 0.12 * (high - low) || 0.01;  // for the values next to the ends
    return report.figure({
      width, height: 30 * rows.length + 68, marginLeft: narrow ? 150 : 260, marginRight: 30,
      x: { label: 'change, per cent', grid: true, domain: [percent(low - room), percent(high + room)], ticks: narrow ? 5 : 10 },
      y: { label: null, domain: rows.map(({ key }) => key), tickFormat: (key) => (narrow && key.length > 20 ? `…${key.slice(-19)}` : key) },
      marks: [
        Plot.barX(rows, { x1: (row) => percent(row.low), x2: (row) => percent(row.high), y: 'key', fill: 'var(--busy)', fillOpacity: 0.35, insetTop: 7, insetBottom: 7 }),
        Plot.ruleX([0], { stroke: 'var(--muted)' }),
        Plot.text(ends.filter((end) => end.side === 'end'), { x: (end) => percent(end.ratio), y: 'key', text: (end) => String(end.value), textAnchor: 'end', dx: -9, fill: 'currentColor' }),
        Plot.text(ends.filter((end) => end.side === 'start'), { x: (end) => percent(end.ratio), y: 'key', text: (end) => String(end.value), textAnchor: 'start', dx: 9, fill: 'currentColor' }),
        Plot.dot(dots, { x: (dot) => percent(dot.ratio), y: 'key', r: 4, fill: (dot) => explore.shade(dot.place / Math.max(1, dot.values - 1)),
          title: (dot) => `${dot.key}=${dot.value}\n${explore.signed(dot.ratio - 1)}\n${integer(dot.count)} points`, tip: report.tipStyle }),
      ],
    });
  }

  function render(body, now) {
    const rows = effects(now);
    if (now.axes.length === 0) {
      body.append(element('p', { class: 'note' }, 'No key varies in this plan.'));
      return;
    }
    if (rows.length === 0) {
      body.append(oneAtATime(now) && now.counted().length > 0 ? element('p', { class: 'note' }, `The base, point 0, has no ${explore.state.objective}.`) : explore.nothing(now));
      return;
    }
    const { objective } = explore.state;
    body.append(
      element('p', {}, oneAtATime(now)
        ? `What ${objective} become when one key alone is changed, against the base.`
        : `The geometric mean of ${objective} over all points with a value of a key, against that of all points. `
          + 'A fair comparison as long as the other keys are spread alike: in a grid or a Latin hypercube, less so when points failed or were left out.',
        explore.zeroText(now)),
      report.plot((width) => chart(rows.slice(0, kMostKeys), width)));
    const best = (row) => row.effects.reduce((x, y) => (y.ratio < x.ratio ? y : x));
    const head = ['key', { name: 'worst / best', number: true }, { name: 'share of the variance', number: true }, 'best value', { name: 'values', number: true }];
    const lines = rows.map((row) => [row.key, (row.high / row.low).toFixed(3), oneAtATime(now) ? '–' : `${(100 * row.share).toFixed(1)} %`, String(best(row).value), String(row.effects.length)]);
    body.append(report.table(head, lines));
    if (!oneAtATime(now)) {
      const rest = 1 - explore.sum(rows.map(({ share }) => share));
      body.append(element('p', { class: 'note' }, `Left to interactions of keys: ${(100 * Math.max(0, rest)).toFixed(1)} % of the variance of the logarithm.`));
    }
  }

  explore.section({ id: 'sensitivity', title: 'Sensitivity of each key', short: 'Sensitivity', render });
})();
