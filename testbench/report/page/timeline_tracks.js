'use strict';
// Tracks of a trace, unpacked (testbench/report/trace_track.h says how they lie in the page), and what they hold at a
// cycle or over a span.
const timelineTracks = (() => {
  const bins = 1024;  // of the whole query, in the page
  const fineBins = 8192;  // of the cycles in detail, made here: drawing from far away need not visit every phase

  function unpack(track, timeline) {
    const count = track.phases;
    const begins = new Uint32Array(count + 1);  // less timeline.from
    const states = new Uint8Array(count);
    const cells = report.numbers(track.cells);
    let at = 0, place = 0;
    const next = (bytes) => {
      let number = 0, scale = 1, byte;
      do {
        byte = bytes[place++];
        number += (byte & 127) * scale;
        scale *= 128;
      } while (byte > 127);
      return number;
    };
    for (let i = 0; i < count; ++i) {
      const cell = next(cells);
      begins[i] = at;
      states[i] = cell % track.states.length;
      at += Math.floor(cell / track.states.length);
    }
    begins[count] = at;
    let values = null;
    if (track.values) {
      const bytes = report.numbers(track.values);
      values = new Float64Array(count);
      place = 0;
      for (let i = 0, value = 0; i < count; ++i) {
        const step = next(bytes);
        value += step % 2 ? -(step + 1) / 2 : step / 2;
        values[i] = value;
      }
    }
    const result = { ...track, begins, states, names: track.states, values, shares: report.numbers(track.bins),
      from: timeline.from, to: timeline.to, cycles: timeline.cycles };
    result.fine = fineShares(result);
    return result;
  }

  // Cycles by fine bin and state.
  function fineShares(track) {
    const { begins, states, phases, names } = track;
    const width = (track.to - track.from) / fineBins, fine = new Float32Array(fineBins * names.length);
    for (let i = 0; i < phases; ++i) {
      for (let at = begins[i]; at < begins[i + 1];) {
        const bin = Math.min(fineBins - 1, Math.floor(at / width + 1e-9));
        const end = bin === fineBins - 1 ? begins[i + 1] : Math.min(begins[i + 1], (bin + 1) * width);
        fine[bin * names.length + states[i]] += end - at;
        at = end > at ? end : begins[i + 1];
      }
    }
    return fine;
  }

  // Number of the phase that holds the cycle; -1 where the page has no detail.
  function phaseAt(track, cycle) {
    const offset = cycle - track.from;
    if (offset < 0 || cycle >= track.to || track.phases === 0) return -1;
    let low = 0, high = track.phases - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (track.begins[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function phase(track, i) {
    return { begin: track.from + track.begins[i], end: track.from + track.begins[i + 1], state: track.states[i],
      name: track.names[track.states[i]], value: track.values ? track.values[i] : undefined };
  }

  // Adds to sums[state] the cycles of [begin, end) in each state: from the phases where they are known, else from the bins.
  function addSpan(track, begin, end, sums) {
    const from = Math.max(begin, track.from), to = Math.min(end, track.to);
    const fineWidth = (track.to - track.from) / fineBins;
    if (to - from >= 2 * fineWidth) {
      addBins(track.fine, fineBins, fineWidth, 1 / fineWidth, from - track.from, to - track.from, sums);
    } else if (from < to) {
      for (let i = phaseAt(track, Math.floor(from)); i < track.phases; ++i) {
        const low = Math.max(from, track.from + track.begins[i]);
        const high = Math.min(to, track.from + track.begins[i + 1]);
        if (track.from + track.begins[i] >= to) break;
        if (high > low) sums[track.states[i]] += high - low;
      }
    }
    const width = track.cycles / bins;
    if (begin < track.from) addBins(track.shares, bins, width, 1 / 255, begin, Math.min(end, track.from), sums);
    if (end > track.to) addBins(track.shares, bins, width, 1 / 255, Math.max(begin, track.to), end, sums);
  }

  // scale * what a bin holds is the share of a state in it.
  function addBins(shares, count, width, scale, begin, end, sums) {
    const n = sums.length;
    for (let bin = Math.max(0, Math.floor(begin / width)); bin < count && bin * width < end; ++bin) {
      const part = (Math.min(end, (bin + 1) * width) - Math.max(begin, bin * width)) * scale;
      for (let state = 0; state < n; ++state) sums[state] += part * shares[bin * n + state];
    }
  }

  return { unpack, phaseAt, phase, addSpan };
})();
