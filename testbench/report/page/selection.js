'use strict';
// Which run and which pose the page shows: two lists next to the title, where there is a choice.
(() => {
  const { element, integer } = report;
  const place = document.getElementById('selection');

  function choice(label, entries, chosen, change) {
    const list = element('select', { 'aria-label': label, onchange: () => change(Number(list.value)) },
      ...entries.map(([value, text]) => element('option', { value, selected: value === chosen }, text)));
    return list;
  }

  function poseName(query) {
    const cost = query.cycles === undefined ? `${integer(query.time_us)} µs` : `${integer(query.cycles)} cycles`;
    return `pose ${query.pose}: ${integer(query.pairs)} pairs, ${cost}`;
  }

  report.section({
    id: 'selection',
    applies(now) {
      const lists = [];
      if (now.runs.length > 1) {
        lists.push(choice('Run', now.runs.map((run, i) => [i, run.name]), now.runs.indexOf(now.run),
          (run) => report.select({ run })));
      }
      const queries = now.run.queries || [];
      if (queries.length > 1) {
        lists.push(choice('Pose', queries.map((q) => [q.pose, poseName(q)]), now.query.pose,
          (pose) => report.select({ pose })));
      }
      place.replaceChildren(...lists);
      return false;
    },
  });
})();
