'use strict';
// Everything needed to repeat the run: the effective configuration, the commands, versions.
(() => {
  const { element, integer, searchable } = report;

  function flat(configuration) {
    return Object.entries(configuration).flatMap(([section, keys]) =>
      Object.entries(keys).map(([key, value]) => [`${section}.${key}`, String(value)]));
  }

  function copyable(command) {
    const button = element('button', { type: 'button', onclick: async () => {
      await navigator.clipboard.writeText(command);
      button.textContent = 'copied';
    } }, 'copy');
    return element('div', {}, element('pre', {}, command), button);
  }

  function renderConfiguration(body, { run }) {
    const facts = run.run;
    body.append(
      element('h3', {}, 'As it was asked'), copyable(facts.command),
      run.command ? element('h3', {}, 'From the folder alone') : null, run.command ? copyable(run.command) : null,
      element('h3', {}, 'Run'),
      report.table(['', ''], [
        ['folder', run.name], ['version', facts.version], ['configuration hash', element('code', {}, facts.configuration_hash)],
        ['compared with the reference', facts.checked ? 'yes, no difference' : 'no'],
        ['host', `${facts.host.wall_seconds.toFixed(3)} s, ${integer(facts.host.simulated_cycles_per_second)} cycles per second, ${integer(facts.host.peak_memory_mib)} MiB`],
      ]),
      element('h3', {}, 'Effective configuration'), element('p', { class: 'printed' }, 'chip.toml has every key; the page on the screen shows them.'),
      searchable('search keys and values', ['key', { name: 'value', number: true }], flat(facts.configuration)));
  }

  report.section({ id: 'configuration', title: 'Configuration and repetition', short: 'Configuration',
    applies: ({ run }) => run.run !== undefined && run.run.configuration !== undefined, render: renderConfiguration });

  report.copyable = copyable;
})();
