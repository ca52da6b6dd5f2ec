'use strict';
// Units, lists, memory and banks over the cycles of a query. Wheel, pinch, keys and buttons zoom; dragging and arrow keys
// move; pointing names what happens there.
(() => {
  const { element, integer, percent } = report;
  const closest = 20;  // cycles: no closer
  const unpacked = new WeakMap();

  function tracksOf(timeline) {
    if (!unpacked.has(timeline)) unpacked.set(timeline, timeline.tracks.map((track) => timelineTracks.unpack(track, timeline)));
    return unpacked.get(timeline);
  }

  function timelinesOf({ run, query }) {
    const pose = query && (query.batch ? query.batch.first_pose : query.pose);
    return query ? (run.timelines || []).filter((timeline) => timeline.pose === pose) : [];
  }

  // Banks of one memory are shown; those of several channels, up to hundreds, when they are asked for.
  const isBank = (track) => track.name.startsWith('bank ');
  const hasManyBanks = (tracks) => new Set(tracks.filter(isBank).map((track) => track.group)).size > 1;

  class View {
    constructor(timeline) {
      this.timeline = timeline;
      this.all = tracksOf(timeline);
      this.from = 0;
      this.to = timeline.cycles;
      this.canvas = element('canvas', { class: 'timeline', tabindex: 0, role: 'img', 'aria-label': 'Timeline of units and memory banks' });
      this.range = element('span', { class: 'note', 'data-range': true });
      this.asked = false;
      this.showBanks(!hasManyBanks(this.all));
      this.listen();
    }

    showBanks(shown) {
      this.tracks = this.all.filter((track) => shown || !isBank(track));
      this.canvas.style.height = `${timelinePaint.layout(this.tracks).height}px`;
      this.draw();
    }

    get left() { return this.canvas.clientWidth < 600 ? 92 : 150; }
    get width() { return Math.max(1, this.canvas.clientWidth - this.left - 10); }
    cycleAt(x) { return this.from + (x - this.left) / this.width * (this.to - this.from); }

    // Keeps the span within the query and no shorter than can be read.
    show(from, to) {
      const all = this.timeline.cycles;
      const span = Math.min(all, Math.max(closest, to - from));
      this.from = Math.min(Math.max(0, from), all - span);
      this.to = this.from + span;
      this.draw();
    }

    zoom(factor, cycle = (this.from + this.to) / 2) {
      const span = Math.min(this.timeline.cycles, Math.max(closest, (this.to - this.from) * factor));
      const part = (cycle - this.from) / (this.to - this.from);
      this.show(cycle - part * span, cycle - part * span + span);
    }

    move(part) {
      const step = part * (this.to - this.from);
      this.show(this.from + step, this.to + step);
    }

    // One painting a frame, however many events ask for it.
    draw() {
      if (this.asked) return;
      this.asked = true;
      requestAnimationFrame(() => {
        this.asked = false;
        this.paint();
      });
    }

    paint() {
      const { canvas } = this;
      if (canvas.clientWidth === 0) return;
      const ratio = Math.min(devicePixelRatio, 2);
      const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      timelinePaint.paint(canvas, this.tracks, this);
      const { from, to, cycles } = this.timeline;
      const outside = this.from < from || this.to > to;
      this.range.textContent = `cycles ${integer(this.from)} to ${integer(this.to)} of ${integer(cycles)}` +
        (outside ? `; single cycles are known from ${integer(from)} to ${integer(to)}, the rest in parts of ${integer(cycles / 1024)} cycles` : '');
    }

    describe(x, y) {
      const { rows } = timelinePaint.layout(this.tracks);
      const i = rows.findIndex((top) => y >= top && y < top + timelinePaint.rowHeight);
      if (i < 0 || x < this.left || x > this.left + this.width) return '';
      const track = this.tracks[i];
      const perPixel = (this.to - this.from) / this.width;
      const cycle = this.cycleAt(x);
      const phase = timelineTracks.phaseAt(track, Math.floor(cycle));
      if (phase >= 0 && perPixel < 1.5) return this.describePhase(track, phase);
      const sums = new Float64Array(track.names.length);
      timelineTracks.addSpan(track, cycle - 2 * perPixel, cycle + 2 * perPixel, sums);
      const all = sums.reduce((sum, n) => sum + n, 0);
      return [`${track.name}, about cycle ${integer(cycle)}`, ...[...sums].map((n, state) => [n, track.names[state]])
        .filter(([n]) => n > 0.005 * all).sort((a, b) => b[0] - a[0]).map(([n, name]) => `${name}: ${percent(n, all)}`)].join('\n');
    }

    describePhase(track, i) {
      const { begin, end, name, value } = timelineTracks.phase(track, i);
      const value_text = track.value_name && name !== track.names[0]
        ? `\n${track.value_name} ${track.value_name === 'address' ? `0x${value.toString(16)}` : integer(value)}` : '';
      return `${track.name}: ${name}\ncycles [${integer(begin)}, ${integer(end)}), ${integer(end - begin)} long${value_text}`;
    }

    listen() {
      const { canvas } = this;
      const pointers = new Map();
      new ResizeObserver(() => this.draw()).observe(canvas);
      theme.follow(canvas, () => this.draw());
      canvas.addEventListener('wheel', (event) => {
        event.preventDefault();
        if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.move(event.deltaX / this.width);
        else this.zoom(1.0015 ** event.deltaY, this.cycleAt(event.offsetX));
      }, { passive: false });
      canvas.addEventListener('pointerdown', (event) => {
        canvas.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, event.offsetX);
      });
      for (const kind of ['pointerup', 'pointercancel']) canvas.addEventListener(kind, (event) => pointers.delete(event.pointerId));
      canvas.addEventListener('pointerleave', () => report.hover(''));
      canvas.addEventListener('pointermove', (event) => this.onMove(event, pointers));
      canvas.addEventListener('dblclick', (event) => this.zoom(0.25, this.cycleAt(event.offsetX)));
      canvas.addEventListener('keydown', (event) => {
        const act = { ArrowLeft: () => this.move(-0.2), ArrowRight: () => this.move(0.2), '+': () => this.zoom(0.5), '-': () => this.zoom(2),
          Home: () => this.show(0, this.timeline.cycles) }[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      });
    }

    onMove(event, pointers) {
      const before = pointers.get(event.pointerId);
      if (before === undefined) {
        report.hover(this.describe(event.offsetX, event.offsetY), event.clientX, event.clientY);
        return;
      }
      report.hover('');
      if (pointers.size === 1) {
        this.move((before - event.offsetX) / this.width);
      } else {  // two fingers
        const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, x]) => x);
        const [was, now] = [Math.abs(before - other), Math.abs(event.offsetX - other)];
        if (was > 5 && now > 5) this.zoom(was / now, this.cycleAt(other));
      }
      pointers.set(event.pointerId, event.offsetX);
    }
  }

  // By group; states that never come are left out, those of one colour are together, and so are groups with the same states.
  function legend(tracks) {
    const groups = new Map();  // group -> colour -> names
    for (const track of tracks) {
      if (!groups.has(track.group)) groups.set(track.group, new Map());
      const colours = groups.get(track.group);
      for (const name of track.names.filter((_, state) => track.shares.some((share, i) => share > 0 && i % track.names.length === state))) {
        const colour = timelinePaint.colourOf(name);
        if (!colours.has(colour)) colours.set(colour, new Set());
        colours.get(colour).add(name);
      }
    }
    const lines = new Map();  // entries -> names of groups
    for (const [group, colours] of groups) {
      const entries = JSON.stringify([...colours].map(([colour, names]) => [[...names].sort().join(', '), colour]).sort());
      lines.set(entries, [...(lines.get(entries) || []), group]);
    }
    return element('div', {}, ...[...lines].map(([entries, names]) => element('div', { class: 'legend' }, element('b', {}, names.join(', ')),
      ...report.legend(JSON.parse(entries)).childNodes)));
  }

  function render(body, now) {
    const [timeline, ...others] = timelinesOf(now);
    const view = new View(timeline);
    const button = (label, act, title) => element('button', { type: 'button', onclick: act, title }, label);
    body.append(
      element('div', { class: 'controls' },
        button('+', () => view.zoom(0.5), 'closer'), button('−', () => view.zoom(2), 'wider'),
        button('◀', () => view.move(-0.5), 'earlier'), button('▶', () => view.move(0.5), 'later'),
        button('whole query', () => view.show(0, timeline.cycles)),
        hasManyBanks(view.all) && report.toggle('banks', false, (on) => view.showBanks(on), { title: 'every bank of every memory channel' }), view.range),
      element('div', { class: 'stage' }, view.canvas), legend(view.tracks),
      element('p', { class: 'note' }, 'Wheel or two fingers zoom, dragging moves; keys: + − ← → Home. Zoomed out, each column of pixels shows the ',
        'shares of its cycles; zoomed in, every phase to the cycle.',
        others.length > 0 ? ` This is the first of ${others.length + 1} sub-queries of the pose.` : ''));
    view.draw();
    report.timelineView = view;
  }

  report.section({ id: 'timeline', title: 'Timeline', applies: (now) => timelinesOf(now).length > 0, render });
})();
