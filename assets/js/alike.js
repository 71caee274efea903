// Marks that look alike. ECharts makes several objects for every mark and looks at each again in every step of a
// drawing: 0.3 ms a mark in the engine of the build, most of the time of a figure of many. Marks of one series differ
// in their place only, unless a datum says more; so ECharts makes the first, and the drawing has copies of it.
import SymbolDraw from 'echarts/lib/chart/helper/SymbolDraw.js';

// copied maps the first mark of a series to the others: [x, y, index of the datum].
const copied = new WeakMap();

export const copiesOf = (el) => copied.get(el);

const alike = (data) => !data.hasItemOption && !data.hasItemVisual() && !data.getVisual('symbolOffset')
  && !data.hostModel.get(['label', 'show']);

const drawn = (point, i, { isIgnore, clipShape }) => point && !Number.isNaN(point[0]) && !Number.isNaN(point[1])
  && !isIgnore?.(i) && !(clipShape && !clipShape.contain(point[0], point[1]));

// places are the marks that ECharts would make.
const places = (data, options) => {
  const found = [];
  for (let i = 0; i < data.count(); i++) {
    const point = options.getSymbolPoint ? options.getSymbolPoint(i) : data.getItemLayout(i);
    if (drawn(point, i, options)) found.push([point[0], point[1], i]);
  }
  return found;
};

const { updateData } = SymbolDraw.prototype;

SymbolDraw.prototype.updateData = function (data, given) {
  if (!alike(data)) return updateData.call(this, data, given);
  const options = typeof given === 'function' ? { isIgnore: given } : given ?? {};
  const [first, ...others] = places(data, options);
  updateData.call(this, data, { ...options, isIgnore: (i) => i !== first?.[2] });
  const mark = first && data.getItemGraphicEl(first[2]); // none where the series has no symbol
  if (mark) copied.set(mark.getSymbolPath(), others);
};
