'use strict';
// An exploration: columns of numbers over points, what is looked at (objective, workload, point), and the overview.
const explore = (() => {
  const { element, integer } = report;
  const kAll = -1;  // of the workloads: their sum
  const state = { objective: undefined, workload: kAll, point: undefined };
  const pointListeners = new Set();

  // ------------------------------------------------------------------------------------------------------- data

  // A folder's columns, unpacked once. Places are those of the points that the page carries, from 0.
  function unpack(data) {
    const works = data.workloads.length;
    const whole = (column, count) => (typeof column === 'number' ? new Float64Array(count).fill(column) : report.numbers(column));
    const numbers = whole(data.numbers, data.kept);
    const status = whole(data.status, data.kept * works);
    const done = data.statuses.indexOf('done');
    const statistics = new Map(data.statistics.map((row) => [row.name, row]));
    const axes = data.axes.map((axis) => ({ ...axis, places: whole(axis.places, data.kept) }));
    const cache = new Map();

    const isDone = (place, work) => (work === kAll
      ? data.workloads.every((_, i) => status[place * works + i] === done) : status[place * works + work] === done);

    // Over points; NaN where a point has no result, or its machine lacks what the statistic counts. All workloads: the sum, of
    // a maximum the greatest.
    function values(name, work = state.workload) {
      const id = `${name} ${work}`;
      if (!cache.has(id)) {
        const row = statistics.get(name) || { column: NaN };
        const column = whole(row.column, data.kept * works);
        cache.set(id, Float64Array.from({ length: data.kept }, (_, place) => {
          if (!isDone(place, work)) return NaN;
          if (work !== kAll) return column[place * works + work];
          let all = 0;
          for (let i = 0; i < works; ++i) {
            const value = column[place * works + i];
            all = row.maximum ? Math.max(all, value) : all + value;
          }
          return all;
        }));
      }
      return cache.get(id);
    }

    // A statistic, or an axis whose values are numbers.
    function metric(name) {
      if (statistics.has(name)) return values(name);
      const axis = axes.find(({ key }) => key === name);
      return Float64Array.from(axis.places, (place) => Number(axis.values[place]));
    }
    const isNumeric = (axis) => axis.values.every((value) => typeof value === 'number');

    // Places of the points with a result.
    function complete(work = state.workload) {
      const places = [];
      for (let place = 0; place < data.kept; ++place) if (isDone(place, work)) places.push(place);
      return places;
    }
    // The complete points that have a number of the objective, and the others.
    const counted = () => complete().filter((place) => !Number.isNaN(values(state.objective)[place]));
    const lacking = (name) => complete().filter((place) => Number.isNaN(values(name)[place]));

    // What machines without a statistic have in common, of what varies; otherwise their points.
    function machinesOf(places) {
      const inside = new Set(places);
      const others = complete().filter((place) => !inside.has(place));
      for (const axis of axes) {
        const here = new Set(places.map((place) => axis.places[place]));
        if (others.every((place) => !here.has(axis.places[place]))) return `${axis.key}=${[...here].map((i) => axis.values[i]).join(', ')}`;
      }
      const named = places.slice(0, 8).map((place) => integer(numbers[place]));
      return `point${places.length > 1 ? 's' : ''} ${named.join(', ')}${places.length > 8 ? ', …' : ''}`;
    }
    // A sentence if machines lack what the statistic counts; otherwise nothing.
    function lackText(name) {
      const places = lacking(name);
      if (places.length === 0) return '';
      if (places.length === complete().length) return `No machine of these points has ${name}.`;
      return `${integer(places.length)} of ${integer(complete().length)} points have machines without ${name}: ${machinesOf(places)}. They are not compared by it.`;
    }

    // What bounds a point: of a result, or of all workloads together.
    const unpackBounds = ({ by, roof, share }, count) => ({ by: namesOf(by, count), roof: namesOf(roof, count), share: whole(share, count) });
    const namesOf = ({ names, places }, count) => {
      const at = whole(places, count);
      return (i) => names[at[i]];
    };
    const ofResults = unpackBounds(data.bounds, data.kept * works), together = unpackBounds(data.together, data.kept);
    function bound(place, work = state.workload) {
      const [all, at] = work === kAll ? [together, place] : [ofResults, place * works + work];
      return { by: all.by(at), roof: all.roof(at), share: all.share[at] };
    }
    // The limits of the plan that a point is beyond; empty: none.
    const beyond = namesOf(data.beyond, data.kept);

    const statusOf = (place, work) => data.statuses[status[place * works + work]];
    const reasons = new Map(data.reasons.map(([point, work, reason]) => [`${point} ${work}`, reason]));
    const reasonOf = (place, work) => reasons.get(`${numbers[place]} ${data.workloads[work].name}`);

    // A key as the head of a column: without its section, unless another key would be called the same.
    const bare = (key) => key.split('.').pop();
    const head = (key) => (axes.filter((axis) => bare(axis.key) === bare(key)).length === 1 ? bare(key) : key);

    // A point's axis values as in a chip file.
    const settings = (place) => axes.map((axis) => `${axis.key}=${axis.values[axis.places[place]]}`);

    // [{unit, states: [{state, name, stalled}]}] from the names of the statistics.
    const accounts = [...statistics.keys()].filter((name) => name.endsWith('.busy')).map((name) => {
      const unit = name.slice(0, -'.busy'.length);
      const stalls = [...statistics.keys()].filter((other) => other.startsWith(`${unit}.stalled.`));
      return { unit, states: [{ state: 'busy', name }, ...stalls.map((stall) => ({ state: stall.slice(unit.length + 9), name: stall, stalled: true })),
        { state: 'idle', name: `${unit}.idle` }] };
    });

    return { data, axes, statistics, numbers, values, metric, isNumeric, complete, isDone, statusOf, reasonOf, bound, beyond, head, settings, accounts, counted, lackText };
  }

  const unpacked = new Map();
  function view(run) {
    if (!unpacked.has(run)) unpacked.set(run, unpack(run.explore));
    const now = unpacked.get(run);
    if (!now.statistics.has(state.objective)) state.objective = run.explore.objectives.find((name) => now.statistics.has(name)) || 'cycles';
    if (state.workload >= run.explore.workloads.length) state.workload = kAll;
    if (state.point === undefined || state.point >= run.explore.kept) state.point = best(now, state.objective);
    return now;
  }

  // The place of the point with the least value, of those within the plan's limits; undefined if there is none.
  function best(now, name) {
    const values = now.values(name);
    let least;
    values.forEach((value, place) => {
      if (!Number.isNaN(value) && now.beyond(place) === '' && (least === undefined || value < values[least])) least = place;
    });
    return least;
  }

  // ---------------------------------------------------------------------------------------------------- choices

  function look(change) {
    Object.assign(state, change);
    report.select({});
  }

  // Only what shows the point is drawn again.
  function choosePoint(place) {
    state.point = place;
    for (const [listener, node] of pointListeners) if (node.isConnected) listener();
  }
  function followPoint(node, listener) {
    for (const entry of pointListeners) if (!entry[1].isConnected) pointListeners.delete(entry);
    pointListeners.add([listener, node]);
  }

  // entries: values, or [value, text]
  function choice(label, entries, chosen, onchange, attributes = {}) {
    const list = element('select', { 'aria-label': label, onchange: () => onchange(list.value), ...attributes },
      ...entries.map((entry) => {
        const [value, text] = Array.isArray(entry) ? entry : [entry, entry];
        return element('option', { value, selected: String(value) === String(chosen) }, String(text));
      }));
    return element('label', {}, `${label} `, list);
  }

  // From blue over green to orange: told apart on light and dark, with any colour vision by its lightness too.
  const ramp = [[0, 114, 178], [0, 158, 115], [184, 168, 0], [213, 94, 0]];
  function shade(part) {
    const at = Math.min(1, Math.max(0, part)) * (ramp.length - 1), low = Math.min(ramp.length - 2, Math.floor(at));
    return `rgb(${ramp[low].map((from, i) => Math.round(from + (ramp[low + 1][i] - from) * (at - low))).join(',')})`;
  }

  const sum = (values) => values.reduce((all, value) => all + value, 0);
  const signed = (part) => `${part > 0 ? '+' : part < 0 ? '−' : ''}${Math.abs(100 * part).toFixed(1)} %`;

  // --------------------------------------------------------------------------------------------------- overview

  function tile(value, label) {
    return element('div', { class: 'tile' }, element('b', {}, value), element('span', {}, label));
  }

  function counts(now) {
    const count = new Map();
    for (let place = 0; place < now.data.kept; ++place) {
      now.data.workloads.forEach((_, work) => {
        const status = now.statusOf(place, work);
        count.set(status, (count.get(status) || 0) + 1);
      });
    }
    return [...count].map(([status, n]) => `${integer(n)} ${status}`).join(', ');
  }

  function bestRows(now) {
    return now.data.objectives.flatMap((name) => {
      const place = best(now, name);
      if (place === undefined) return [];
      const least = now.values(name)[place];
      const most = now.values(name).filter((value) => !Number.isNaN(value)).reduce((x, y) => Math.max(x, y));
      return [[name, pointButton(now, place), integer(least), most === least ? '× 1.00' : least > 0 ? `× ${(most / least).toFixed(2)}` : integer(most),
        now.settings(place).join('  ')]];
    });
  }

  // Those of the plan first.
  const objectives = (now) => [...new Set([...now.data.objectives.filter((name) => now.statistics.has(name)), ...now.statistics.keys()])];

  // Why there is nothing to compare.
  const nothing = (now) => element('p', { class: 'note' }, now.complete().length === 0 ? 'No point has a result.'
    : now.counted().length === 0 ? now.lackText(state.objective) : 'Every point with a result is beyond a limit.');

  // Ratios and logarithms need more than 0.
  const zeroText = (now) => (now.counted().some((place) => now.values(state.objective)[place] < 1) ? ' A value of 0 counts as 1 here.' : '');

  function pointButton(now, place) {
    return element('a', { href: '#point', onclick: () => choosePoint(place) }, integer(now.numbers[place]));
  }

  function render(body, { run }) {
    const now = view(run);
    const { data } = now;
    const works = data.workloads.map((work) => `${work.name}: ${work.object_a} against ${work.object_b}, ${integer(work.poses)} ${work.poses === 1 ? 'pose' : 'poses'}${work.first_witness ? ', first witness' : ''}`);
    const least = best(now, state.objective);
    body.append(
      element('p', {}, element('b', {}, data.plan), `: ${integer(data.points)} points of chip ${data.base}, ${data.strategy} over `,
        `${data.axes.length} keys; program ${data.version}.`),
      ...works.map((work) => element('p', { class: 'note' }, work)),
      element('div', { class: 'tiles' },
        tile(integer(data.points), 'points'), tile(String(data.axes.length), 'keys that vary'),
        least === undefined ? null : tile(integer(now.values(state.objective)[least]), `least ${state.objective}`),
        least === undefined ? null : tile(integer(now.numbers[least]), 'the point that has it')),
      element('p', { class: 'note' }, `Results: ${counts(now)}.`));
    if (data.limits.length > 0) {
      const count = Array.from({ length: data.kept }, (_, place) => now.beyond(place)).filter((names) => names !== '').length;
      body.append(element('p', { class: 'note' }, `Limits: ${data.limits.map(({ name, most }) => `${name} at most ${most}`).join(', ')}. `,
        `${integer(count)} points are beyond one of them: never the best, never on the front.`));
    }
    if (data.kept < data.points) {
      body.append(element('p', { class: 'warning' }, `The page holds ${integer(data.kept)} of ${integer(data.points)} points: a sample, and the best. The folder has all.`));
    }
    body.append(element('div', { class: 'controls' },
      choice('Objective', objectives(now), state.objective, (objective) => look({ objective, point: undefined })),
      data.workloads.length < 2 ? null : choice('Workload', [[kAll, 'all together'], ...data.workloads.map((work, i) => [i, work.name])], state.workload,
        (workload) => look({ workload: Number(workload), point: undefined }))));
    const rows = bestRows(now);
    if (rows.length > 0) {
      body.append(report.table(['objective', 'best point', { name: 'least', number: true }, { name: 'worst', number: true }, 'keys'], rows));
    }
    for (const name of new Set([...data.objectives, state.objective])) {
      const text = now.lackText(name);
      if (text !== '') body.append(element('p', { class: 'warning' }, text));
    }
  }

  const applies = ({ run }) => run.explore !== undefined;
  report.section({ id: 'exploration', title: 'Exploration', applies, render });

  // A section of explorations: render(body, view).
  function section(description) {
    report.section({ ...description, applies, render: (body, { run }) => description.render(body, view(run)) });
  }

  return { state, kAll, view, best, look, choosePoint, followPoint, choice, shade, sum, signed, objectives, nothing, zeroText, pointButton, section };
})();
