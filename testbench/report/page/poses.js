'use strict';
// All poses of the run: cycles against pairs; a click shows that pose.
(() => {
  const { element, integer } = report;

  function chart(run, query, width) {
    const cost = (q) => q.cycles ?? q.time_us;
    const rows = run.queries;
    return report.figure({
      width, height: 320, marginLeft: 70,
      x: { label: 'pose', grid: true },
      y: { label: query.cycles === undefined ? 'µs on this host' : 'chip cycles', grid: true, zero: true, tickFormat: 's' },
      marks: [
        Plot.ruleX(rows, { x: 'pose', y: cost, stroke: 'var(--line)' }),
        Plot.dot(rows, { x: 'pose', y: cost, r: 4, fill: (q) => (q.pose === query.pose ? 'var(--bad)' : 'var(--busy)'),
          title: (q) => `pose ${q.pose}: ${integer(cost(q))} ${q.cycles === undefined ? 'µs' : 'cycles'}, ${integer(q.pairs)} pairs`,
          tip: report.tipStyle }),
      ],
    });
  }

  function render(body, { run, query }) {
    body.append(report.plot((width) => {
      const drawing = chart(run, query, width);
      drawing.addEventListener('click', () => {
        if (drawing.value) report.select({ pose: drawing.value.pose });
      });
      drawing.style.cursor = 'pointer';
      return drawing;
    }), element('p', { class: 'note' }, 'A click on a pose shows it everywhere on this page.'));
  }

  report.section({ id: 'poses', title: 'Poses', applies: ({ run, query }) => query && run.queries.length > 1, render });
})();
