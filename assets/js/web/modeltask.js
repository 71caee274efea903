// One task of a model's page: the configurations that count, in the table and in the trade-off.
import { filter, frontier, percentiles } from './board.js';
import { say } from './catalog.js';
import { $, $$, el } from './dom.js';
import { drawingOf } from './drawing.js';
import { ghostsOf } from './ghosts.js';
import { fetchJSON } from './load.js';
import { defaults } from './query.js';
import { liveTradeoff } from './tradeoff.js';

// taskView shows queries: { gpu, gpus, pct }. choose is called with the run of a mark that the reader picks.
export const taskView = async ({ task, table, model, file, board, choose }) => {
  const figure = $(`#${CSS.escape(`${task.id}-frontier`)}`);
  const { frames, runs } = await fetchJSON(figure.dataset.option);
  const rowOf = new Map(board.runs.map((run, row) => [run, row]));
  const index = board.models.indexOf(model);
  const within = (row) => board.model[row] === index;
  const standard = defaults(board);
  const total = board.runs.filter((_, row) => within(row)).length;
  const ghosts = ghostsOf(file, model);
  const drawn = runs.filter(Boolean).map((run) => rowOf.get(run));
  const drawings = $$('.drawings > svg', figure).map((picture) => drawingOf(picture, { frames, board, drawn, ghosts, standard }));
  const tradeoff = liveTradeoff(figure,
    { file, board, standard, drawn, within, ghosts, oneModel: true, choose: (row) => choose(board.runs[row]) });
  const count = el('output', {});
  table.before(count);
  let latency = board.wire.latency[0];

  const queryOf = ({ gpu, gpus, pct }) => ({
    ...standard, percentile: board.perPercentile ? percentiles.indexOf(pct) : standard.percentile,
    gpu, gpus: gpus?.map(Number) ?? null,
  });

  const latencyAt = (query) => {
    const field = board.wire.latency[Math.min(query.percentile, board.wire.latency.length - 1)];
    const { label } = file.columns.find((column) => column.field === field);
    table.show(latency, { field, label, value: (run) => board.latency(query.percentile)[rowOf.get(run)] });
    latency = field;
  };

  return {
    rowOf,
    energyOf: (run) => board.energy[rowOf.get(run)],
    show(asked) {
      const query = queryOf(asked);
      const passes = filter(board, { ...query, deadline: 0 });
      const inTime = filter(board, query);
      const counted = (row) => within(row) && passes(row);
      const best = board.byScore(query.percentile).find((row) => within(row) && inTime(row));
      const result = { best: best === undefined ? [] : [best] };
      const shown = board.runs.filter((_, row) => counted(row)).length;
      latencyAt(query);
      table.keep((run) => counted(rowOf.get(run)));
      table.mark(new Set(frontier(board, query, counted).map((row) => board.runs[row])));
      count.textContent = say('task.count.configurations', { shown, n: total });
      const usual = asked.gpu === null && asked.gpus === null && query.percentile === standard.percentile;
      for (const draw of drawings) draw(query, counted, result, usual);
      tradeoff.show(query, result, { passes: counted, standing: usual });
    },
  };
};
