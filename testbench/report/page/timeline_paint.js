'use strict';
// Paints tracks on a canvas: phases as bars where a pixel is short enough, elsewhere each column of pixels as the shares
// of its states.
const timelinePaint = (() => {
  const rowHeight = 20, rowGap = 3, groupGap = 12, axisHeight = 26;

  const stateColours = {
    'not recorded': 'var(--ground)', none: 'var(--ground)', free: 'var(--idle)', closed: 'var(--ground)',
    'waiting for first flags': '#e69f00', comparing: 'var(--busy)',
    'tumbled pair': '#cc79a7', 'aligned pair': 'var(--busy)', triangle: '#009e73', 'ancestor pair': '#56b4e9',
    activating: '#e69f00', open: 'var(--idle)', 'column access': 'var(--busy)', precharging: '#d55e00',
    refreshing: '#9467bd',
  };

  const quiet = new Set(['idle', 'open', 'closed', 'free', 'none']);

  // Black or white, whichever can be read on a colour #rrggbb.
  function inkOn(colour) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
    return 0.3 * r + 0.59 * g + 0.11 * b > 0.52 ? '#1b1f24' : '#ffffff';
  }

  function colourOf(name) {
    const colour = stateColours[name] || units.colour(name);
    return colour.startsWith('var(--') ? theme.colour(colour.slice(6, -1)) : colour;
  }

  // y of every row; the height in all.
  function layout(tracks) {
    const rows = [];
    let y = axisHeight;
    tracks.forEach((track, i) => {
      if (i > 0 && tracks[i - 1].group !== track.group) y += groupGap;
      rows.push(y);
      y += rowHeight + rowGap;
    });
    return { rows, height: y + 8 };
  }

  function niceStep(least) {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
    return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= least);
  }

  function paintAxis(context, view, height) {
    const { left, width, from, to } = view;
    const step = Math.max(1, niceStep((to - from) / (width / 110)));
    context.fillStyle = theme.colour('muted');
    context.strokeStyle = theme.colour('line');
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let cycle = Math.ceil(from / step) * step; cycle <= to; cycle += step) {
      const x = Math.round(left + (cycle - from) / (to - from) * width) + 0.5;
      context.beginPath();
      context.moveTo(x, axisHeight - 6);
      context.lineTo(x, height);
      context.stroke();
      if (x > left + 20 && x < left + width - 20) context.fillText(report.integer(cycle), x, 9);
    }
  }

  // Bars with their value or state written into them where it fits.
  function paintPhases(context, view, track, y, colours) {
    const { left, width, from, to } = view;
    const scale = width / (to - from);
    const low = Math.max(from, track.from), high = Math.min(to, track.to);
    for (let i = timelineTracks.phaseAt(track, Math.floor(low)); i >= 0 && i < track.phases; ++i) {
      const begin = track.from + track.begins[i];
      if (begin >= high) break;
      const x0 = left + (Math.max(begin, low) - from) * scale;
      const x1 = left + (Math.min(track.from + track.begins[i + 1], high) - from) * scale;
      context.fillStyle = colours[track.states[i]];
      context.fillRect(x0, y, Math.max(0.5, x1 - x0 - (x1 - x0 > 4 ? 1 : 0)), rowHeight);
      if (x1 - x0 > 34 && track.states[i] > 0) writeInto(context, track, i, x0, x1, y);
    }
  }

  function writeInto(context, track, i, x0, x1, y) {
    const { name, value } = timelineTracks.phase(track, i);
    if (name === 'idle') return;
    const text = track.value_name === 'alpha' ? `α ${value}` : name;
    if (context.measureText(text).width > x1 - x0 - 8) return;
    context.fillStyle = quiet.has(name) ? theme.colour('muted') : inkOn(colourOf(name));
    context.textAlign = 'left';
    context.fillText(text, x0 + 5, y + rowHeight / 2 + 1);
  }

  function paintColumns(context, view, track, y, colours) {
    const { left, width, from, to } = view;
    const perPixel = (to - from) / width;
    const sums = new Float64Array(track.names.length);
    // From the bottom: work, waiting, then what is neither.
    const order = track.names.map((_, state) => state).slice(1).sort((a, b) => quiet.has(track.names[a]) - quiet.has(track.names[b]));
    for (let x = 0; x < width; ++x) {
      const begin = from + x * perPixel;
      sums.fill(0);
      timelineTracks.addSpan(track, begin, begin + perPixel, sums);
      let top = y + rowHeight;
      for (const state of order) {
        const part = sums[state] / perPixel * rowHeight;
        if (part < 0.02) continue;
        context.fillStyle = colours[state];
        context.fillRect(left + x, top - part, 1, part);
        top -= part;
      }
    }
  }

  // view = {left, width, from, to} in pixels and cycles.
  function paint(canvas, tracks, view) {
    const { rows, height } = layout(tracks);
    const context = canvas.getContext('2d');
    const ratio = canvas.width / canvas.clientWidth;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, height);
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    paintAxis(context, view, height);
    tracks.forEach((track, i) => {
      const y = rows[i];
      const colours = track.names.map(colourOf);
      context.fillStyle = colours[0];
      context.fillRect(view.left, y, view.width, rowHeight);
      // Columns cannot show less than a pixel of a phase; bars can show the whole phase.
      const detailed = view.from >= track.from && view.to <= track.to && (view.to - view.from) / view.width < 1.5;
      (detailed ? paintPhases : paintColumns)(context, view, track, y, colours);
      context.fillStyle = theme.colour('ink');
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      context.fillText(track.name, view.left - 8, y + rowHeight / 2 + 1, view.left - 10);
    });
  }

  return { paint, layout, rowHeight, colourOf };
})();
