'use strict';
// Draws report pages without a browser and looks at every number and text of them: node page_numbers.js PAGE.html...
//
// The page's own scripts run over a document of bare nodes; the libraries do not. What they are told to draw is looked at
// instead: each channel of each mark, over its data, and each domain. The machine's diagram, which takes a drawing of the page's
// HTML, is left to the browser. Every choice of a page is made once. One line per problem on standard output.
const fs = require('fs');
const vm = require('vm');

const kMostEntries = 12, kTriedEntries = 3;  // of a longer list so many are tried, spread over it
const kWrong = /\bNaN\b|\bundefined\b|\bInfinity\b|\[object /;

class Node {
  constructor(page, name) {
    Object.assign(this, { page, name, attributes: {}, children: [], listeners: {}, dataset: {}, style: {}, hidden: false, clientWidth: 900, isConnected: true, checked: false });
    this.classList = { add() {}, remove() {}, toggle() {}, contains: () => false };
  }
  setAttribute(key, value) {
    this.attributes[key] = String(value);
    this.page.look(`${this.name}: ${key}`, String(value));
  }
  getAttribute(key) { return this.attributes[key] ?? null; }
  removeAttribute(key) { delete this.attributes[key]; }
  get value() { return this.set ?? this.attributes.value ?? (this.options.find((option) => 'selected' in option.attributes) || this.options[0] || { attributes: {} }).attributes.value ?? ''; }
  set value(value) { this.set = value; }
  get options() { return this.children.filter((child) => child.name === 'option'); }
  get childNodes() { return this.children; }
  get textContent() { return this.children.map((child) => (child instanceof Node ? child.textContent : child)).join(''); }
  set textContent(text) { this.replaceChildren(text); }
  append(...children) {
    for (const child of children) {
      if (!(child instanceof Node)) this.page.look(this.name, String(child));
      this.children.push(child instanceof Node ? child : String(child));
    }
  }
  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }
  addEventListener(event, listener) { (this.listeners[event] = this.listeners[event] || []).push(listener); }
  removeEventListener() {}
  getBoundingClientRect() { return { x: 0, y: 0, left: 0, top: 0, width: 900, height: 400 }; }
  getContext() { return context2d(this.page); }
  scale() { return { apply: (value) => value, domain: [0, 1], range: [0, 1] }; }
  find(test) { return (test(this) ? [this] : []).concat(...this.children.filter((child) => child instanceof Node).map((child) => child.find(test))); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  querySelectorAll(selector) { return this.find((node) => node.name === selector || `#${node.attributes.id}` === selector); }
  closest() { return null; }
  contains() { return true; }
  focus() {}
  remove() {}
}

// A canvas of which the numbers are looked at.
const context2d = (page) => new Proxy({ measureText: (text) => ({ width: 6 * String(text).length }), createLinearGradient: () => ({ addColorStop() {} }) }, {
  get: (known, name) => known[name] ?? ((...numbers) => numbers.forEach((value) => page.look(`canvas ${String(name)}`, String(value)))),
  set: (known, name, value) => {
    if (typeof value === 'string') page.look(`canvas ${name}`, value);
    known[name] = value;
    return true;
  },
});

// Observable Plot: what it is told, without drawing it.
function plotOf(page) {
  const kText = new Set(['title', 'text', 'tickFormat']);
  const channel = (mark, name, value, datum, i, data) => {
    const found = typeof value === 'function' ? value(datum, i, data) : typeof value === 'string' && datum !== null && typeof datum === 'object' && value in datum ? datum[value] : null;
    if (found === undefined || (typeof found === 'number' && !Number.isFinite(found)) || (kText.has(name) && kWrong.test(String(found))))
      page.complain(`${mark}: ${name} is ${String(found)} of ${JSON.stringify(datum)}`);
  };
  const isOption = (name) => ['filter', 'sort', 'order', 'transform', 'render', 'initializer', 'pointer', 'frameAnchor'].includes(name);
  const look = (mark) => {
    if (Array.isArray(mark)) return mark.forEach(look);
    if (!mark || mark.data === undefined || mark.data === null || !mark.options) return undefined;
    const data = Array.from(mark.data);
    for (const [name, value] of Object.entries(mark.options)) {
      if (!isOption(name)) data.forEach((datum, i) => channel(mark.mark, name, value, datum, i, data));
    }
    return undefined;
  };
  const scale = (axis, options) => {
    for (const value of (options && options.domain) || []) {
      if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) page.complain(`domain of ${axis}: ${options.domain}`);
    }
  };
  return new Proxy({}, {
    get: (_, name) => (name === 'plot' ? (options) => {
      for (const axis of ['x', 'y', 'fx', 'fy', 'color', 'r']) scale(axis, options[axis]);
      look(options.marks);
      return new Node(page, 'svg');
    } : (data, options) => ({ mark: String(name), data, options })),
  });
}

class Page {
  constructor(path) {
    this.path = path;
    this.problems = new Set();
    this.place = '';
    const html = fs.readFileSync(path, 'utf8');
    this.scripts = [...html.matchAll(/<script>\n?([\s\S]*?)<\/script>/g)].map((found) => found[1])
      .filter((text) => text.startsWith("'use strict';") && !text.includes("id: 'diagram'"));
    this.data = new Map([...html.matchAll(/<script type="[^"]*" id="([^"]*)">([\s\S]*?)<\/script>/g)].map((found) => [found[1], found[2]]));
    this.body = new Node(this, 'body');
    this.known = new Map();
  }

  complain(text) { this.problems.add(`${this.path}: ${this.place}${text.slice(0, 300)}`); }
  look(where, text) { if (kWrong.test(text)) this.complain(`${where}: ${text}`); }

  byId(id) {
    if (!this.data.has(id)) return this.named(`#${id}`);
    const node = new Node(this, 'script');
    node.children = [this.data.get(id)];
    return node;
  }
  // One for each selector, except of what the sections have made.
  named(selector) {
    const inMain = this.known.has('main') && this.known.get('main').querySelector(selector);
    if (inMain) return inMain;
    if (!this.known.has(selector)) this.known.set(selector, new Node(this, selector));
    return this.known.get(selector);
  }

  run() {
    const document = {
      getElementById: (id) => this.byId(id), querySelector: (selector) => this.named(selector), querySelectorAll: () => [],
      createElement: (name) => new Node(this, name), createElementNS: (_, name) => new Node(this, name), createTextNode: (text) => text,
      addEventListener() {}, body: this.body, documentElement: new Node(this, 'html') };
    document.documentElement.dataset = { theme: 'light' };
    const queue = [];
    const globals = {
      document, Plot: plotOf(this), THREE: undefined, console: { log() {}, warn: (...text) => this.complain(`console: ${text.join(' ')}`), error: (...text) => this.complain(`console: ${text.join(' ')}`) },
      atob, performance, devicePixelRatio: 1, innerWidth: 1280, innerHeight: 900, scrollY: 0, scrollTo() {}, addEventListener() {}, navigator: {}, location: { hash: '' },
      matchMedia: () => ({ matches: false, addEventListener() {} }), getComputedStyle: () => ({ getPropertyValue: () => '#123456', color: '#123456', fontFamily: 'serif' }),
      requestAnimationFrame: (call) => queue.push(call), setTimeout: (call) => queue.push(call), clearTimeout() {}, cancelAnimationFrame() {}, Option: Node,
      ResizeObserver: class { constructor(call) { this.call = call; } observe() { this.call([]); } disconnect() {} }, MutationObserver: class { observe() {} }, IntersectionObserver: class { observe() {} },
    };
    globals.window = globals;
    this.settle = () => { while (queue.length > 0) queue.shift()(0); };
    const guard = (what, call) => {
      this.place = what;
      try {
        call();
        this.settle();
      } catch (error) {
        this.complain(String((error && error.stack) || error).split('\n').slice(0, 3).join(' '));
      }
      this.place = '';
    };
    const context = vm.createContext(globals);
    guard('', () => this.scripts.forEach((text) => new vm.Script(text, { filename: this.path }).runInContext(context)));
    this.choose(guard);
    return [...this.problems];
  }

  // Every list of the page, its entries one after another, and the first again.
  choose(guard) {
    const lists = () => this.named('main').find((node) => node.name === 'select').concat(this.named('#selection').find((node) => node.name === 'select'));
    const label = (list) => list.attributes['aria-label'] || list.attributes.id;
    for (const name of [...new Set(lists().map(label))]) {
      const find = () => lists().find((list) => label(list) === name);
      const values = find().options.map((option) => option.attributes.value);
      const step = values.length <= kMostEntries ? 1 : Math.ceil(values.length / kTriedEntries);
      for (const value of values.filter((_, i) => i % step === 0).concat(values.slice(0, 1))) {
        guard(`${name} = ${value}: `, () => {
          const list = find();
          if (list === undefined) return;
          list.value = value;
          (list.listeners.change || []).forEach((listener) => listener({ target: list }));
        });
      }
    }
  }
}

let wrong = 0;
for (const path of process.argv.slice(2)) {
  const page = new Page(path);
  if (page.scripts.length === 0 || !page.data.has('report-data')) page.complain('expected the page of a report');
  for (const problem of page.run()) {
    console.log(problem);
    ++wrong;
  }
}
process.exitCode = wrong > 0 ? 1 : 0;
