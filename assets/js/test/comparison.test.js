import assert from 'node:assert/strict';
import { test } from 'node:test';
import './english.js';
import { openBoard, ties } from '../web/board.js';
import { compare, distinctMarks, ratio, readComparison, writeComparison } from '../web/comparison.js';
import { wire } from './sample.js';

const board = openBoard(wire);
const read = (search) => readComparison(board, search);

test('a comparison survives its address, commas in ids too', () => {
  const { comparison, faults } = read('task=t&models=lab/b%252C1,lab/a&base=lab/a&deadline=none&gpu=B200&pct=p90');
  assert.deepEqual(faults, []);
  assert.deepEqual(comparison.models, ['lab/b,1', 'lab/a']);
  assert.equal(comparison.base, 'lab/a');
  assert.equal(comparison.query.deadline, 0);
  assert.deepEqual(comparison.query.gpu, ['B200']);
  assert.deepEqual(read(writeComparison(board, 't', comparison)).comparison, comparison);
});

test('what the task does not have is left out and named', () => {
  const { comparison, faults } = read('models=lab/a,nobody,lab/a&base=nobody');
  assert.deepEqual(comparison.models, ['lab/a']);
  assert.equal(comparison.base, 'lab/a');
  assert.deepEqual(faults, ['“models=nobody” is not a model of this task', '“base=nobody” is not one of the models compared']);
});

test('an address without models asks for the first three by energy, and none for none', () => {
  assert.deepEqual(read('').comparison.models, ['lab/a', 'lab/b,1']);
  assert.deepEqual(read('models=none').comparison.models, []);
  assert.equal(read('models=none').comparison.base, undefined);
});

test('each model has its best within the deadline, or its fastest', () => {
  const { compared, rows, base } = compare(board, read('models=lab/a,lab/c,lab/b%252C1').comparison);
  assert.deepEqual(compared.map(({ best, fastest }) => [best, fastest]), [[1, null], [null, 3], [2, null]]);
  assert.deepEqual([...rows], [1, 0, 2]);
  assert.equal(base.id, 'lab/a');
});

test('frontiers reach beyond the deadline and keep to the filters', () => {
  assert.deepEqual(compare(board, read('models=lab/a,lab/b%252C1').comparison).compared[1].frontier, [2, 4]);
  assert.deepEqual(compare(board, read('models=lab/a,lab/b%252C1&gpu=H100').comparison).compared[1].frontier, [2]);
});

test('a ratio needs both values', () => {
  assert.deepEqual(ratio(0.4, 0.2), { times: 2 });
  assert.equal(ratio(null, 1), null);
});

test('no two models compared share a hue, and the first of each keeps its own', () => {
  const hues = ['red', 'blue', 'green', 'gray', 'pink', 'teal', 'brown', 'gold', 'navy', 'lime'];
  const mark = (color, shape = 'circle') => ({ color, shape });
  assert.deepEqual(distinctMarks([mark('red'), mark('red', 'rect'), mark('blue')], hues),
    [mark('red'), mark('green', 'rect'), mark('blue')]);
  for (let seed = 1; seed < 200; seed++) {
    const marks = Array.from({ length: 8 }, (_, i) => mark(hues[(seed * (i + 3) ** 3) % 10]));
    const own = distinctMarks(marks, hues);
    assert.equal(new Set(own.map(({ color }) => color)).size, 8);
    own.forEach((one, i) => { if (marks.findIndex(({ color }) => color === marks[i].color) === i) assert.equal(one, marks[i]); });
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
