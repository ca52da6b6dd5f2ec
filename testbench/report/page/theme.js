'use strict';
// Light and dark: the system's wish, until the button says otherwise. Colours live in style.css; canvases ask for them.
const theme = (() => {
  const root = document.documentElement;
  const wish = matchMedia('(prefers-color-scheme: dark)');
  const listeners = new Set();

  function set(name) {
    root.dataset.theme = name;
    for (const listener of listeners) listener();
  }

  set(wish.matches ? 'dark' : 'light');
  wish.addEventListener('change', () => set(wish.matches ? 'dark' : 'light'));
  document.getElementById('theme').addEventListener('click', () => set(root.dataset.theme === 'dark' ? 'light' : 'dark'));

  return {
    colour: (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim(),
    // Calls back on every change, as long as the node is part of the page.
    follow(node, change) {
      const listener = () => (node.isConnected ? change() : listeners.delete(listener));
      listeners.add(listener);
    },
  };
})();
