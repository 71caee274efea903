import assert from 'node:assert/strict';
import { test } from 'node:test';
import './english.js';
import { openBoard, ties } from '../web/board.js';
import { chosenIn, distinctMarks } from '../web/comparison.js';
import { wire } from './sample.js';

const board = openBoard(wire);
const read = (search) => chosenIn(board, { models: ['lab/a', 'lab/c'], most: 2 }, new URLSearchParams(search));

test('an address chooses models, with commas in their ids too', () => {
  assert.deepEqual(read('models=lab/b%252C1,lab/a&base=lab/a'), { models: ['lab/b,1', 'lab/a'], base: 'lab/a', elsewhere: [], faults: [] });
  assert.deepEqual(read(''), { models: ['lab/a', 'lab/c'], base: 'lab/a', elsewhere: [], faults: [] });
  assert.deepEqual(read('models=none'), { models: [], base: undefined, elsewhere: [], faults: [] });
});

test('what the board does not have is left out and named', () => {
  const { models, base, faults } = read('models=lab/a,nobody,lab/a&base=nobody');
  assert.deepEqual([models, base], [['lab/a'], 'lab/a']);
  assert.deepEqual(faults, [
    '“nobody” for Models, not found here', '“nobody” for Base, which should be one of the models compared',
  ]);
  assert.equal(read('models=lab/a,lab/b%252C1,lab/c').models.length, 2);
});

test('no two models compared share a hue, the first of each keeps its own, and four have four shapes', () => {
  const hues = ['red', 'blue', 'green', 'gray', 'pink', 'teal', 'brown', 'gold', 'navy', 'lime'];
  const mark = (color, shape = 'circle') => ({ color, shape });
  assert.deepEqual(distinctMarks([mark('red'), mark('red', 'rect'), mark('blue')], hues),
    [mark('red'), mark('green', 'rect'), mark('blue', 'triangle')]);
  for (let seed = 1; seed < 200; seed++) {
    const marks = Array.from({ length: 8 }, (_, i) => mark(hues[(seed * (i + 3) ** 3) % 10]));
    const own = distinctMarks(marks, hues);
    assert.equal(new Set(own.map(({ color }) => color)).size, 8);
    own.forEach(({ color, shape }, i) => {
      if (marks.findIndex((one) => one.color === marks[i].color) === i) assert.equal(color, marks[i].color);
      assert.ok(own.slice(0, i).filter((one) => one.shape === shape).length <= i / 4);
    });
  }
});

// The cases are those of package aggregate's test.
test('rows tie within what their uncertainty allows', () => {
  const tied = (apart, margins, sensors, gpus) => {
    const energies = [1, Math.exp(apart)];
    const ends = (sign) => [...energies.map((x, i) => x * Math.exp(sign * margins[i])), 1, 1, 1];
    return ties(openBoard({ ...wire, sensor: [...sensors, 0, 0, 0], columns: [
      ...wire.columns.filter(({ name }) => name !== wire.energy && name !== 'gpu_model'),
      { name: 'gpu_model', kind: 'string', words: ['A', 'B'], at: [...gpus, 0, 0, 0] },
      { name: wire.energy, kind: 'number', values: [...energies, 0, 0, 0] },
      { name: 'energy_low', kind: 'number', values: ends(-1) },
      { name: 'energy_high', kind: 'number', values: ends(1) },
    ] }), 1, 0);
  };
  assert.equal(tied(0, [0, 0], [0, 0], [0, 0]), true, 'equal');
  assert.equal(tied(0.001, [0, 0], [0, 0], [0, 0]), false, 'nothing known');
  assert.equal(tied(0.0499, [0.03, 0.04], [0, 0], [0, 0]), true, 'within both');
  assert.equal(tied(0.0501, [0.03, 0.04], [0, 0], [0, 0]), false, 'beyond both');
  assert.equal(tied(0.0499, [0, 0], [0.03, 0.04], [0, 1]), true, 'sensors between GPU types');
  assert.equal(tied(0.0501, [0, 0], [0.03, 0.04], [0, 1]), false, 'beyond the sensors');
  assert.equal(tied(0.01, [0, 0], [0.03, 0.03], [0, 0]), false, 'a sensor that both share');
});
