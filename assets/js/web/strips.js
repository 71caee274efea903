// Strips: the range of a model's configurations on a logarithmic scale that the column shares, a dot on one of them.
import { say } from './catalog.js';
import { el, svg } from './dom.js';
import { inUnit, number } from './numbers.js';

const width = 150;
const margin = 6; // keeps round ends and dots inside

// stripsOf draws the strips of a board; the ticks and their labels are those that the page came with.
export const stripsOf = (board, { least, most, rank_unit: unit }, table) => {
  const at = (x) => {
    const share = most > least ? Math.min(Math.max(Math.log(x / least) / Math.log(most / least), 0), 1) : 0.5; // a run of the reader's may be beyond
    return Math.round((margin + share * (width - 2 * margin)) * 10) / 10;
  };
  const scale = table.tHead.querySelector('.range svg')?.cloneNode(true);
  const grid = [...(scale?.querySelectorAll('text') ?? [])].map((text) => `M${text.getAttribute('x')} 0v18`).join('');
  let range = rangesOf(board, board.runs.keys());
  let within;
  const over = (rows) => { // a range is of what the filters leave
    if (rows !== within) range = rangesOf(board, rows);
    within = rows;
  };
  const of = (row) => Object.values(range[board.model[row]]).join(); // what a strip of a row ranges over

  const inWords = (low, high) => inUnit(low === high ? low : say('table.range_text', { low, high }), unit);
  const strip = (row) => {
    const { low, high } = range[board.model[row]];
    if (!(board.metric[row] > 0 && board.metric[row] < Infinity)) return [];
    return [
      svg('svg', { class: 'strip', viewBox: '0 0 150 18', width, height: 18, 'aria-hidden': 'true' },
        grid && svg('path', { d: grid }),
        svg('path', { class: 'bar', d: `M${at(low)} 9H${at(high)}` }),
        svg('circle', { class: 'dot', cx: at(board.metric[row]), cy: 9, r: 4.5 })),
      el('span', { class: 'vh' }, inWords(number(low, board.rankIn), number(high, board.rankIn))),
    ];
  };
  return { strip, of, over, scale: () => scale?.cloneNode(true) ?? '' };
};

// rangesOf is the least and the most of what is ranked, of each model.
const rangesOf = (board, rows) => {
  const ranges = board.models.map(() => ({ low: Infinity, high: -Infinity }));
  for (const row of rows) {
    const x = board.metric[row];
    if (!(x > 0 && x < Infinity)) continue;
    const range = ranges[board.model[row]];
    range.low = Math.min(range.low, x);
    range.high = Math.max(range.high, x);
  }
  return ranges;
};
