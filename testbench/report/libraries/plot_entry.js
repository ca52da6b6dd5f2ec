// What the report takes from Observable Plot.
export {
  areaY, barX, barY, cell, dot, frame, gridX, gridY, line, lineY, link, plot, rectX, rectY, ruleX, ruleY, text, tip,
} from '@observablehq/plot';
