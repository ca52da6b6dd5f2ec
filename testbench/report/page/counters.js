'use strict';
// All counters of the query.
(() => {
  const { element, integer, searchable } = report;

  function render(body, { query }) {
    const meanings = report.data.meanings || {};
    const rows = Object.entries(query.counters).map(([name, value]) => {
      const { unit = '', meaning = '' } = (meanings.statistics || {})[name] || {};
      return [name, integer(value), unit, meaning];
    });
    body.append(element('p', { class: 'printed' }, `stats.json has all ${rows.length} counters; the page on the screen shows them.`), searchable('search counters', ['counter', { name: 'value', number: true }, 'unit', 'meaning'], rows));
  }

  report.section({ id: 'counters', title: 'Counters', applies: ({ query }) => query && query.counters !== undefined, render: render });
})();
