'use strict';
// Two figures of every point against each other, less being better, and the points that no other beats in both.
(() => {
  const { element, integer, short } = report;
  const axes = { x: undefined, y: undefined, colour: undefined };

  // Places on the front, by x: no other place has less or the same of both.
  function frontOf(places, x, y) {
    const order = [...places].sort((p, q) => x[p] - x[q] || y[p] - y[q]);
    const front = [];
    let least = Infinity;
    for (const place of order) {
      if (y[place] < least) front.push(place);
      least = Math.min(least, y[place]);
    }
    return front;
  }

  // The nearest of many spots, in pixels, within `reach`; looked up in squares of that size.
  function finder(spots, reach) {
    const squares = new Map();
    const square = (x, y) => `${Math.floor(x / reach)} ${Math.floor(y / reach)}`;
    for (const spot of spots) {
      const id = square(spot.x, spot.y);
      if (!squares.has(id)) squares.set(id, []);
      squares.get(id).push(spot);
    }
    return (x, y) => {
      let nearest, least = reach * reach;
      for (const dx of [-reach, 0, reach]) {
        for (const dy of [-reach, 0, reach]) {
          for (const spot of squares.get(square(x + dx, y + dy)) || []) {
            const distance = (spot.x - x) ** 2 + (spot.y - y) ** 2;
            if (distance <= least) [nearest, least] = [spot, distance];
          }
        }
      }
      return nearest;
    };
  }

  function domainOf(values, places) {
    let low = Infinity, high = -Infinity;
    for (const place of places) {
      low = Math.min(low, values[place]);
      high = Math.max(high, values[place]);
    }
    const margin = (high - low) * 0.04 || Math.max(1, high * 0.05);
    return [Math.max(0, low - margin), high + margin];
  }

  function colourOf(now) {
    const axis = now.axes.find(({ key }) => key === axes.colour);
    if (!axis) return () => theme.colour('busy');
    return (place) => explore.shade(axis.values.length < 2 ? 0 : axis.places[place] / (axis.values.length - 1));
  }

  // An area is read in mm2, all else in its own unit.
  function scaleOf(name, domain) {
    const area = name.endsWith('_um2');
    return { label: area ? name.replace(/_um2$/, '_mm2') : name, grid: true, domain, tickFormat: area ? (value) => `${value / 1e6}` : '~s' };
  }

  // Thousands of points are painted; the front, the chosen point and the scales are drawn over them.
  function chart(now, places, front, width) {
    const x = now.metric(axes.x), y = now.metric(axes.y);
    const steps = front.flatMap((place, i) => (i === 0 ? [] : [{ x: x[place], y: y[front[i - 1]] }]).concat({ x: x[place], y: y[place] }));
    const svg = report.figure({
      width, height: 420, marginLeft: 66, marginRight: 16,
      x: { ...scaleOf(axes.x, domainOf(x, places)), ticks: width < 600 ? 5 : 10 },
      y: scaleOf(axes.y, domainOf(y, places)),
      marks: [
        Plot.line(steps, { x: 'x', y: 'y', stroke: 'var(--bad)', strokeWidth: 1.5 }),
        Plot.dot(front, { x: (p) => x[p], y: (p) => y[p], r: 4.5, stroke: 'var(--bad)', strokeWidth: 2, fill: 'none' }),
      ],
    });
    const [toX, toY] = [svg.scale('x'), svg.scale('y')];
    const spots = places.map((place) => ({ place, x: toX.apply(x[place]), y: toY.apply(y[place]) }));
    const canvas = element('canvas', { width: width * devicePixelRatio, height: 420 * devicePixelRatio, class: 'cloud' });
    const mark = element('div', { class: 'spot', hidden: true });
    const stage = element('div', { class: 'layers', style: `width:${width}px` }, canvas, svg, mark);

    function paint() {
      const context = canvas.getContext('2d'), colour = colourOf(now);
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      context.clearRect(0, 0, width, 420);
      context.globalAlpha = places.length > 3000 ? 0.65 : 0.85;
      const radius = places.length > 3000 ? 2 : 3.5;
      for (const spot of spots) {
        context.fillStyle = colour(spot.place);
        context.beginPath();
        context.arc(spot.x, spot.y, radius, 0, 7);
        context.fill();
      }
    }
    function showPoint() {
      const spot = spots.find(({ place }) => place === explore.state.point);
      mark.hidden = spot === undefined;
      if (spot) mark.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
    }
    const nearest = finder(spots, 14);
    const under = (event) => {
      const box = stage.getBoundingClientRect();
      return nearest(event.clientX - box.x, event.clientY - box.y);
    };
    stage.addEventListener('pointermove', (event) => {
      const spot = under(event);
      stage.style.cursor = spot ? 'pointer' : '';
      report.hover(spot ? describe(now, spot.place) : '', event.clientX, event.clientY);
    });
    stage.addEventListener('pointerleave', () => report.hover(''));
    stage.addEventListener('click', (event) => {
      const spot = under(event);
      if (spot) explore.choosePoint(spot.place);
    });
    paint();
    showPoint();
    theme.follow(stage, paint);
    explore.followPoint(stage, showPoint);
    return stage;
  }

  function describe(now, place) {
    const figures = [...new Set([axes.x, axes.y])].map((name) => `${name}: ${integer(now.metric(name)[place])}`);
    return [`point ${integer(now.numbers[place])}`, ...figures, ...now.settings(place)].join('\n');
  }

  function colourLegend(now) {
    const axis = now.axes.find(({ key }) => key === axes.colour);
    if (!axis) return null;
    const last = axis.values.length - 1;
    const shown = last < 12 ? axis.values.map((_, i) => i) : [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * last));
    return report.legend(shown.map((i) => [String(axis.values[i]), explore.shade(last < 1 ? 0 : i / last)]));
  }

  function render(body, now) {
    const numeric = now.axes.filter(now.isNumeric).map(({ key }) => key);
    const objectives = explore.objectives(now);
    const names = [...new Set([...objectives.filter((name) => now.data.objectives.includes(name)), ...numeric, ...objectives])];
    const known = (name) => names.includes(name);
    axes.y = explore.state.objective;
    const other = now.data.objectives.find((name) => name !== axes.y && known(name));
    if (!known(axes.x) || axes.x === axes.y) axes.x = other || explore.mostSensitive(now, numeric) || names.find((name) => name !== axes.y);
    if (!now.axes.some(({ key }) => key === axes.colour)) axes.colour = explore.mostSensitive(now, now.axes.map(({ key }) => key).filter((key) => key !== axes.x));
    const place = element('div');
    function fill() {
      const x = now.metric(axes.x), y = now.metric(axes.y);
      const places = now.complete().filter((p) => !Number.isNaN(x[p]) && !Number.isNaN(y[p]));
      if (places.length === 0) {
        place.replaceChildren(now.counted().length === 0 ? explore.nothing(now) : element('p', { class: 'note' }, now.lackText(axes.x)));
        return;
      }
      const front = frontOf(places.filter((p) => now.beyond(p) === ''), x, y);
      place.replaceChildren(...[colourLegend(now), report.plot((width) => chart(now, places, front, width)),
        element('h3', {}, `The front: ${integer(front.length)} of ${integer(places.length)} points`),
        report.table(['point', { name: axes.x, number: true }, { name: axes.y, number: true }, ...now.axes.map(({ key }) => now.head(key))],
          front.slice(0, 30).map((p) => [explore.pointButton(now, p), integer(now.metric(axes.x)[p]), integer(now.metric(axes.y)[p]),
            ...now.axes.map((axis) => String(axis.values[axis.places[p]]))])),
        front.length > 30 ? element('p', { class: 'note' }, 'The first 30; the table below has all points.') : null].filter(Boolean));
    }
    fill();
    body.append(element('p', {}, 'Less of both is better. The line joins the points that no other beats in both; point at one for its keys, click to see the whole point.'),
      element('div', { class: 'controls' },
        explore.choice('Against', names.filter((name) => name !== axes.y), axes.x, (name) => { axes.x = name; fill(); }, { id: 'pareto-x' }),
        now.axes.length === 0 ? null : explore.choice('Colour', now.axes.map(({ key }) => key), axes.colour, (name) => { axes.colour = name; fill(); })),
      place);
  }

  explore.section({ id: 'pareto', title: 'Pareto front', short: 'Pareto', render });
})();
