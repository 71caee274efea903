import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import './english.js';
import { say } from '../web/catalog.js';
import { axisFor, barsOf, boxesOf, endOf, labelsOf, tailOf, total } from '../web/histogram.js';
import { captionOf, layout, titleOf } from '../web/responsebars.js';

const golden = JSON.parse(readFileSync(new URL('../../../charts/testdata/response-bars.json', import.meta.url), 'utf8'));
const near = (got, want, of) => assert.ok(Math.abs(got - want) < 0.11, `${of}: ${got} px, want ${want}`);

test('the script lays out what package charts does', () => {
  for (const [name, { histogram, bars, tail }] of Object.entries(golden)) {
    const own = layout(histogram, false);
    for (const axis of ['x', 'y']) {
      assert.deepEqual(own[axis].map(({ text }) => text), bars[axis].map(({ text }) => text), name);
      own[axis].forEach(({ at }, i) => near(at, bars[axis][i].at, `${name}, ${axis}`));
    }
    const drawn = [...own.path.matchAll(/M([\d.]+) 178V([\d.]+)H([\d.]+)V178z/g)].map(([, ...px]) => px.map(Number));
    assert.equal(drawn.length, bars.boxes.length, name);
    drawn.forEach(([left, top, right], i) =>
      [[left, 'left'], [top, 'top'], [right, 'right']].forEach(([px, side]) => near(px, bars.boxes[i][side], `${name}, bar ${i}`)));
    assert.equal(own.tail ? say('charts.responses.tail', { ...tailOf(own.tail) }) : '', tail);
  }
});

const all = Object.values(golden).map(({ histogram }) => histogram);

test('no answer is lost and no edge is made up, whatever the axis', () => {
  for (const histogram of all) {
    for (const log of [false, true]) {
      const { bars, tail } = barsOf(histogram, endOf(histogram), log);
      assert.equal(total(bars.map(({ n }) => n)) + (tail?.n ?? 0), total(histogram.counts));
      bars.forEach(({ from, to }, i) => {
        assert.ok(histogram.edges.includes(to));
        assert.ok(i === 0 || from === bars[i - 1].to, 'a gap between bars');
      });
    }
  }
});

test('bars in log are equally wide where the source allows it, and areas are answers', () => {
  for (const histogram of all) {
    const shown = barsOf(histogram, endOf(histogram), true);
    const axis = axisFor([shown], true, { width: 340, from: 44, to: 330 });
    const boxes = boxesOf(shown, axis).slice(0, shown.bars.length);
    const width = Math.log(shown.bars.at(-1).to / shown.bars[0].from) / 24;
    shown.bars.slice(0, -1).forEach(({ from, to }) => {
      const bins = histogram.edges.filter((edge) => edge > from && edge <= to).length;
      assert.ok(bins === 1 || Math.log(to / from) >= width * (1 - 1e-6), 'a bar is too narrow');
      assert.ok(bins === 1 || Math.log(histogram.edges[histogram.edges.indexOf(to) - 1] / from) < width, 'a bar is too wide');
    });
    const areas = boxes.map(({ from, to, height, n }) => (height * Math.log(to / from)) / n).filter(Number.isFinite);
    areas.forEach((area) => assert.ok(Math.abs(area / areas[0] - 1) < 1e-9));
  }
});

test('histograms on one axis end together, and no label meets that of the tail', () => {
  const end = Math.max(...all.map(endOf));
  for (const log of [false, true]) {
    const shown = all.map((one) => barsOf(one, end, log));
    const axis = axisFor(shown, log, { width: 340, from: 6, to: 334 });
    for (const one of shown) {
      const labels = labelsOf(axis, one.tail);
      labels.forEach(({ at, text }, i) => {
        assert.ok(at + 3.5 * text.length <= 340.1, `${text} is cut`);
        if (i > 0) assert.ok(at - 3.5 * text.length > labels[i - 1].at + 3.5 * labels[i - 1].text.length,
          `${text} meets ${labels[i - 1].text}`);
      });
      boxesOf(one, axis).forEach(({ left, right }) => assert.ok(left >= 5.9 && right <= 334.1 && right > left));
    }
  }
});

test('title and caption give what the bars say', () => {
  const histogram = { edges: [0, 123.4], counts: [10] };
  assert.equal(titleOf(histogram), 'Median energy per response: about 62\u00a0J; the highest 10% exceed 110\u00a0J');
  assert.equal(captionOf({ name: '1× B200, batch size 8', joules: 0.5 }, histogram, { from: 90, n: 1 }, false),
    'Computed as 0.500 J per token × output length, for 10 responses (1× B200, batch size 8). The filters do not change this figure. '
    + 'The last bar contains the one response that uses more than 90 J.');
});
