'use strict';
// All points as a table: sorted by a click on a column's name, filtered by words and comparisons.
(() => {
  const { element, integer } = report;
  const kRows = 50;
  const asked = { text: '', sort: undefined, down: false };

  // {name, head, value(place), text(place), number}
  function columnsOf(now) {
    const columns = [{ name: 'point', number: true, value: (p) => now.numbers[p], text: (p) => integer(now.numbers[p]) }];
    for (const axis of now.axes) {
      const value = (p) => axis.values[axis.places[p]];
      columns.push({ name: axis.key, head: now.head(axis.key), number: now.isNumeric(axis), value, text: (p) => String(value(p)) });
    }
    for (const name of new Set([explore.state.objective, ...now.data.objectives])) {
      const values = now.values(name);
      columns.push({ name, number: true, value: (p) => values[p], text: (p) => (Number.isNaN(values[p]) ? '–' : integer(values[p])) });
    }
    const { workload } = explore.state;
    const works = workload === explore.kAll ? now.data.workloads.map((_, i) => i) : [workload];
    const isDone = (p) => works.every((work) => now.statusOf(p, work) === 'done');
    const status = (p) => (isDone(p) ? 'done' : now.statusOf(p, works.find((work) => now.statusOf(p, work) !== 'done')));
    const bound = (p) => (isDone(p) ? now.bound(p).by : '–');
    const used = (p) => (isDone(p) ? 100 * now.bound(p).share : NaN);
    columns.push({ name: 'bound by', value: bound, text: bound },
      { name: 'of its roof', number: true, value: used, text: (p) => (isDone(p) ? `${used(p).toFixed(1)} %` : '–') });
    if (now.data.limits.length > 0) columns.push({ name: 'beyond', value: now.beyond, text: now.beyond });
    columns.push({ name: 'status', value: status, text: status });
    return columns;
  }

  const comparisons = {
    '=': (x, y) => x === y, '!=': (x, y) => x !== y, '<': (x, y) => x < y, '<=': (x, y) => x <= y, '>': (x, y) => x > y, '>=': (x, y) => x >= y,
  };

  // "banks=8 cycles<300000 closed" -> a test of a place. A name may be shortened to its end or its beginning. Text that
  // is unfinished (no such column, no number yet) is looked for as a word.
  function filterOf(text, columns) {
    const tests = text.trim().split(/\s+/).filter(Boolean).map((word) => {
      const [, name, sign, wanted] = word.match(/^([^=<>!]+)(<=|>=|!=|=|<|>)(.+)$/) || [];
      const column = name && (columns.find((c) => c.name === name) || columns.find((c) => c.name.endsWith(name)) || columns.find((c) => c.name.startsWith(name)));
      if (column && column.number && !Number.isNaN(Number(wanted))) return (p) => comparisons[sign](column.value(p), Number(wanted));
      if (column && !column.number) return (p) => comparisons[sign](String(column.value(p)), wanted);
      return (p) => columns.some((c) => String(c.value(p)).includes(word));
    });
    return (place) => tests.every((test) => test(place));
  }

  function sorted(places, column, down) {
    const side = down ? -1 : 1;
    const values = new Map(places.map((place) => [place, column.value(place)]));
    const missing = (value) => Number.isNaN(value);
    return places.sort((p, q) => {
      const [x, y] = [values.get(p), values.get(q)];
      if (missing(x) || missing(y)) return missing(x) - missing(y) || p - q;  // at the end either way
      return (x < y ? -side : x > y ? side : 0) || p - q;
    });
  }

  function render(body, now) {
    const columns = columnsOf(now);
    if (!columns.some(({ name }) => name === asked.sort)) [asked.sort, asked.down] = [explore.state.objective, false];
    let shown = kRows;
    const place = element('div');
    const input = element('input', { type: 'search', value: asked.text, placeholder: `filter: ${now.axes.length > 0 ? `${now.axes[0].key}=${now.axes[0].values[0]}` : 'failed'}  ${explore.state.objective}<…`,
      'aria-label': 'filter points', oninput: () => { asked.text = input.value; shown = kRows; fill(); } });

    function header(column) {
      const mine = column.name === asked.sort;
      return element('th', { class: column.number ? 'number' : '', 'aria-sort': mine ? (asked.down ? 'descending' : 'ascending') : 'none' },
        element('button', { type: 'button', class: 'sort', title: column.name, onclick: () => {
          [asked.sort, asked.down] = [column.name, mine && !asked.down];
          fill();
        } }, `${column.head || column.name}${mine ? (asked.down ? ' ▼' : ' ▲') : ''}`));
    }

    function row(p) {
      const cells = columns.map((column, i) => element('td', column.number ? { class: 'number' } : {}, i === 0 ? explore.pointButton(now, p) : column.text(p)));
      return element('tr', p === explore.state.point ? { class: 'chosen' } : {}, ...cells);
    }

    function fill() {
      const every = Array.from({ length: now.data.kept }, (_, p) => p);
      const found = sorted(every.filter(filterOf(asked.text, columns)), columns.find(({ name }) => name === asked.sort), asked.down);
      place.replaceChildren(...[
        element('div', { class: 'scroll' }, element('table', {}, element('thead', {}, element('tr', {}, ...columns.map(header))),
          element('tbody', {}, ...found.slice(0, shown).map(row)))),
        element('p', { class: 'note', 'data-found': found.length }, `${integer(Math.min(shown, found.length))} of ${integer(found.length)} found, of ${integer(every.length)} points `),
        found.length > shown ? element('button', { type: 'button', onclick: () => { shown += 4 * kRows; fill(); } }, 'more') : null].filter(Boolean));
    }
    fill();
    explore.followPoint(place, fill);
    body.append(element('p', {}, 'Words and comparisons (= != < <= > >=), all of which have to hold; a name may be shortened to its end, as in “banks=8”. A click on a name sorts.'),
      input, place);
  }

  explore.section({ id: 'points', title: 'All points', short: 'Table', render });
})();
