// A frame is where package charts placed a trade-off: its size, and the axes with their ticks, as { least, most, log,
// from, to, ticks, name }. Scripts move marks within frames; they choose no axis of their own.
import { shareOf } from './option.js';

// frameAt is the frame of a drawing at a percentile.
export const frameAt = (frames, percentile, narrow) => {
  const drawings = frames[Math.min(percentile, frames.length - 1)];
  return (narrow && drawings[1]) || drawings[0];
};

// placeOn is the px of a value on an axis.
export const placeOn = ({ log, least, most, from, to }, value) => px(from + shareOf([least, most], log, value) * (to - from));

export const px = (value) => Math.round(value * 10) / 10;

// halfPx puts a line of one px between pixels.
export const halfPx = (value) => Math.round(value - 0.5) + 0.5;

// gridOf is the path of the lines at the ticks.
export const gridOf = ({ x, y }) => [
  ...y.ticks.map(({ at }) => `M${x.from} ${halfPx(placeOn(y, at))}H${x.to}`),
  ...x.ticks.map(({ at }) => `M${halfPx(placeOn(x, at))} ${y.to}V${y.from}`),
].join('');

export const below = 14; // px from the plotting area to the middle of the labels below it
export const beside = 8; // px from the plotting area to the end of the labels beside it
