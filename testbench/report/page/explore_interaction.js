'use strict';
// Two keys together: the objective over their values as a heat map, whole or without what each key does by itself.
(() => {
  const { element, integer, short } = report;
  const chosen = { x: undefined, y: undefined, show: 'mean' };
  const shows = [['mean', 'mean of the points'], ['least', 'best of the points'], ['interaction', 'what the keys do only together']];

  // [{x, y, count, mean, least, place}], the mean geometric; x and y are places of values.
  function cells(now, x, y) {
    const values = now.values(explore.state.objective);
    const all = new Map();
    for (const place of now.counted()) {
      const id = x.places[place] * y.values.length + y.places[place];
      if (!all.has(id)) all.set(id, { x: x.places[place], y: y.places[place], count: 0, log: 0, least: Infinity });
      const cell = all.get(id);
      cell.count += 1;
      cell.log += Math.log(Math.max(1, values[place]));
      if (values[place] < cell.least) [cell.least, cell.place] = [values[place], place];
    }
    const result = [...all.values()];
    for (const cell of result) cell.mean = Math.exp(cell.log / cell.count);
    addInteraction(result);
    return result;
  }

  // A cell's mean over the product of its row's and its column's: means of means, so that each cell counts once.
  function addInteraction(result) {
    const mean = (some) => explore.sum(some.map((cell) => Math.log(cell.mean))) / some.length;
    const whole = mean(result);
    const by = (side) => {
      const groups = new Map();
      for (const cell of result) groups.set(cell[side], [...(groups.get(cell[side]) || []), cell]);
      return new Map([...groups].map(([place, some]) => [place, mean(some)]));
    };
    const rows = by('y'), columns = by('x');
    for (const cell of result) cell.interaction = Math.exp(Math.log(cell.mean) - rows.get(cell.y) - columns.get(cell.x) + whole) - 1;
  }

  function colouring(result) {
    const values = result.map((cell) => cell[chosen.show]);
    if (chosen.show === 'interaction') {
      const reach = Math.max(0.001, ...values.map(Math.abs));
      return (cell) => explore.shade(0.5 + cell.interaction / reach / 2);
    }
    const log = (value) => Math.log(Math.max(1, value));
    const low = log(Math.min(...values)), high = log(Math.max(...values));
    return (cell) => explore.shade(high > low ? (log(cell[chosen.show]) - low) / (high - low) : 0);
  }

  function chart(now, x, y, result, width) {
    const colour = colouring(result);
    const place = (axis, i) => `${i}`.padStart(7, '0');  // a band for each value, in their order
    const name = (axis) => (id) => String(axis.values[Number(id)]);
    const text = (cell) => (chosen.show === 'interaction' ? explore.signed(cell.interaction) : short(cell[chosen.show]));
    const fits = (width - 110) / x.values.length > 52 && y.values.length <= 30;
    const every = (axis, room) => axis.values.map((_, i) => i).filter((i) => i % Math.ceil(axis.values.length / room) === 0).map((i) => place(axis, i));
    const svg = report.figure({
      width, height: Math.min(720, Math.max(160, 32 * y.values.length + 68)), marginLeft: 110,
      x: { label: x.key, domain: x.values.map((_, i) => place(x, i)), tickFormat: name(x), tickSize: 0, padding: 0.02, ticks: every(x, Math.floor(width / 50)) },
      y: { label: y.key, domain: y.values.map((_, i) => place(y, i)).reverse(), tickFormat: name(y), tickSize: 0, padding: 0.04, ticks: every(y, 24), labelAnchor: 'top' },
      marks: [
        Plot.cell(result, { x: (cell) => place(x, cell.x), y: (cell) => place(y, cell.y), fill: colour, inset: 0.5,
          title: (cell) => [`${x.key}=${x.values[cell.x]}`, `${y.key}=${y.values[cell.y]}`, `mean ${integer(cell.mean)}`,
            `best ${integer(cell.least)}, point ${integer(now.numbers[cell.place])}`, `only together ${explore.signed(cell.interaction)}`, `${integer(cell.count)} points`].join('\n'),
          tip: report.tipStyle }),
        fits ? Plot.text(result, { x: (cell) => place(x, cell.x), y: (cell) => place(y, cell.y), text, fill: '#fff', pointerEvents: 'none', stroke: '#0008', strokeWidth: 2.5 }) : null,
      ],
    });
    svg.addEventListener('click', () => {
      if (svg.value) explore.choosePoint(svg.value.place);
    });
    svg.style.cursor = 'pointer';
    return svg;
  }

  function render(body, now) {
    const keys = now.axes.map(({ key }) => key);
    if (keys.length < 2 || now.data.strategy === 'one-at-a-time') {
      body.append(element('p', { class: 'note' }, 'Needs points in which two keys vary together: a grid, random points or a Latin hypercube over at least two keys.'));
      return;
    }
    if (!keys.includes(chosen.x)) chosen.x = explore.mostSensitive(now, keys) || keys[0];
    if (!keys.includes(chosen.y) || chosen.y === chosen.x) chosen.y = explore.mostSensitive(now, keys.filter((key) => key !== chosen.x)) || keys.find((key) => key !== chosen.x);
    const place = element('div');
    const controls = element('div', { class: 'controls' });
    function fill() {
      controls.replaceChildren(
        explore.choice('Across', keys.filter((key) => key !== chosen.y), chosen.x, (key) => { chosen.x = key; fill(); }, { id: 'interaction-x' }),
        explore.choice('Up', keys.filter((key) => key !== chosen.x), chosen.y, (key) => { chosen.y = key; fill(); }, { id: 'interaction-y' }),
        explore.choice('Show', shows, chosen.show, (show) => { chosen.show = show; fill(); }, { id: 'interaction-show' }));
      const [x, y] = [chosen.x, chosen.y].map((name) => now.axes.find(({ key }) => key === name));
      const result = cells(now, x, y);
      if (result.length === 0) {
        place.replaceChildren(explore.nothing(now));
        return;
      }
      const most = result.reduce((p, q) => (Math.abs(q.interaction) > Math.abs(p.interaction) ? q : p));
      place.replaceChildren(report.plot((width) => chart(now, x, y, result, width)),
        element('p', { class: 'note' }, `Most of what they do only together: ${explore.signed(most.interaction)} at ${x.key}=${x.values[most.x]} ${y.key}=${y.values[most.y]}. A click shows the best point of a cell.`));
    }
    fill();
    body.append(element('p', {}, `${explore.state.objective} over the values of two keys, all other keys averaged. Blue is least.${explore.zeroText(now)}`), controls, place);
  }

  explore.section({ id: 'interaction', title: 'Two keys together', short: 'Interaction', render });
})();
