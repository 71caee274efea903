// Where labels of marks stand, as package charts places them (label.go): where they cover fewest marks and neither another
// label nor what is taken.
import { textWidth } from './scale.js';

// In the order of preference: the side, and px from there.
const places = [
  ['right', 1, 13], ['right', -5, 21], ['right', 2, 0], ['right', 1, -13], ['bottom', 0, 2], ['top', 0, -2],
  ['left', -1, 13], ['left', -2, 0], ['left', -1, -13],
];
const lineHeight = 17;
const half = 8; // of it, as whole numbers are halved in Go

const areaOf = ({ at, text, size, gap }, [side, dx, dy]) => {
  const w = textWidth(text, size);
  const [x, y] = [at.x + dx, at.y + dy];
  if (side === 'right') return { left: x + gap, top: y - half, right: x + gap + w, bottom: y + half };
  if (side === 'left') return { left: x - gap - w, top: y - half, right: x - gap, bottom: y + half };
  if (side === 'top') return { left: x - w / 2, top: y - gap - lineHeight, right: x + w / 2, bottom: y - gap };
  return { left: x - w / 2, top: y + gap, right: x + w / 2, bottom: y + gap + lineHeight };
};

const holds = (a, { x, y }) => x >= a.left && x <= a.right && y >= a.top && y <= a.bottom;
const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const inside = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
const from = (a, { x, y }) => Math.hypot(Math.max(a.left - x, x - a.right, 0), Math.max(a.top - y, y - a.bottom, 0));

// placeLabels gives the labels that have a place, each with its side and dx, dy.
export const placeLabels = (labels, marks, bounds) => {
  const placed = [];
  const taken = [];
  for (const label of labels) {
    const mistaken = (area) => labels.some(({ at }) => (at.x !== label.at.x || at.y !== label.at.y) && from(area, at) <= from(area, label.at));
    for (const place of places) {
      const area = areaOf(label, place);
      const wide = { ...area, left: area.left - 4, right: area.right + 4 };
      if (marks.some((mark) => holds(area, mark)) || !inside(area, bounds) || taken.some((one) => meets(one, wide)) || mistaken(area)) continue;
      placed.push({ ...label, place });
      taken.push(area);
      break;
    }
  }
  return placed;
};

// along adds points on the line through the corners, so that labels keep off it.
export const along = (corners) => corners.slice(1).flatMap((b, i) => {
  const a = corners[i];
  const n = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 6);
  return Array.from({ length: n }, (_, k) => ({ x: a.x + ((b.x - a.x) * k) / n, y: a.y + ((b.y - a.y) * k) / n }));
});
