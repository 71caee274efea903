// What servers of a choice take, or do within a limit of power or of cost, as package site says it (planned.go).
import { say } from './catalog.js';
import { noun } from './nouns.js';
import { number, short, toType } from './numbers.js';
import { fullOf, isLimited, isPlanned, perResponse, planOf, secondsPerDay, usersOf } from './plan.js';
import { both, nameOf, stated } from './words.js';

export const planned = (choice, query, { words, task, tell }) => {
  const { board, row } = choice;
  const plan = planOf(board, query, row, task.daily);
  const isAsked = query.responses !== null && query.daily === null && !isLimited(query);
  const each = perResponse(board, row);
  if (isAsked && Number.isNaN(each)) tell('no_length');
  if (plan === null || !isPlanned(query)) return;
  if (isLimited(query) && (query.daily ?? query.responses) !== null) tell('demand', { limit: limitsText(query) });
  if (plan.servers === 0) {
    tooLittle(choice, query, { words, tell });
    return;
  }
  const [low, high] = [-1, 1].map((sign) => planOf(board, query, row, task.daily, sign * board.margin[row]));
  const where = words.text('hardware', row) || say('answer.unstated_server');
  const nouns = noun(task.output, 2);
  let daily = toType(plan.outputs);
  if (isAsked && plan.outputs !== query.responses) {
    daily = number(plan.outputs);
    tell(query.responses === 1 ? 'responses_single' : 'responses', { n: toType(query.responses), outputs: daily, nouns });
  }
  if (isLimited(query)) {
    tell('limited', { limit: limitsText(query), n: plan.servers, where, nouns, ...Object.fromEntries(
      Object.entries({ outputs: plan, low, high }).map(([name, { outputs }]) => [name, number(outputs)])) });
  } else if (plan.outputs === 1 && low.servers === 1) tell('servers_single', { noun: noun(task.output, 1), where });
  else {
    tell(low.servers === high.servers ? 'servers_one' : 'servers', { daily, nouns, n: plan.servers, where,
      fewest: short(high.servers), most: short(low.servers) });
  }
  if (!isAsked && each !== 1 && !Number.isNaN(each)) tell('as_responses', { n: number(plan.outputs / each) });
  const users = usersOf(board, row, plan, task);
  if (users >= 1) tell('users', { n: users });
  const power = plan.power < 0.1 ? `${atLeastTiny(1000 * plan.power)}\u00a0W` : `${number(plan.power)}\u00a0kW`;
  tell(query.idle > 0 ? 'power_idle' : 'power', { power, idle: toType(query.idle) });
  const share = plan.outputs / (board.column(board.wire.throughput).numbers[row] * secondsPerDay);
  if (share < 1) tell(query.reserve > 0 ? 'partial_reserve' : 'partial', { percent: atLeastTiny(100 * share), reserve: toType(query.reserve) });
  if (plan.cost !== null) tell(query.rent === null ? 'monthly_power' : 'monthly', { cost: number(plan.cost), currency: query.currency });
  if (!isLimited(query)) fewer(choice, query, plan, { words, task, tell });
};

const tiny = 0.001;

// atLeastTiny is a number, or that it is less than anyone would plan with.
const atLeastTiny = (x) => (x > 0 && x < tiny ? say('form.tiny', { x: toType(tiny) }) : number(x));

// tooLittle says what one server takes where a limit allows none, and which configuration takes the least.
const tooLittle = (choice, query, { words, tell }) => {
  const { board, row, accepted } = choice;
  const full = fullOf(board, query, row);
  const isPower = query.kw !== null && query.kw < full.power;
  const isCost = query.monthly !== null && query.monthly < full.cost;
  const short = { ...query, kw: isPower ? query.kw : null, monthly: isCost ? query.monthly : null };
  tell('too_little', { limit: limitsText(short), where: stated(words.setting(row)), needs: needsText(short, full) });
  const need = (one) => {
    const plan = fullOf(board, query, one);
    return plan === null ? Infinity : isPower ? plan.power : plan.cost ?? Infinity;
  };
  const needs = new Map(accepted.map((one) => [one, need(one)]));
  const least = accepted.reduce((a, b) => (needs.get(b) < needs.get(a) ? b : a));
  if (needs.get(least) < needs.get(row)) {
    tell('least', { name: nameOf(choice, least, words), needs: needsText(short, fullOf(board, query, least)) });
  }
};

const needsText = ({ kw, monthly, currency }, { power, cost }) => both([
  kw !== null && `${number(power)} kW`,
  monthly !== null && cost !== null && say('answer.per_month', { cost: number(cost), currency })].filter(Boolean));

// fewer names the configurations that take the fewest servers and the fewest GPUs for the load, where these are fewer than those
// of the choice; of several the best.
const fewer = (choice, query, made, { words, task, tell }) => {
  const { board, accepted } = choice; // by score
  let said = made;
  const plans = new Map(accepted.map((row) => [row, planOf(board, query, row, task.daily)]));
  for (const [key, of] of [['fewest_servers', 'servers'], ['fewest_gpus', 'gpus']]) {
    const count = (row) => plans.get(row)?.[of] ?? Infinity;
    const row = accepted.reduce((a, b) => (count(b) < count(a) ? b : a));
    if (count(row) < Math.min(made[of], said[of])) {
      said = plans.get(row);
      const servers = say('answer.count', { n: said.servers });
      tell(key, { n: count(row), servers, name: nameOf(choice, row, words), value: words.ranking(query, row), length: otherLength(choice, query, row, task) });
    }
  }
};

// otherLength says how long the responses of a row are, for a load of responses, where those of the choice are shorter or longer.
const otherLength = ({ board, row: chosen }, { responses, daily }, row, { output }) => {
  const length = number(perResponse(board, row));
  if (responses === null || daily !== null || length === number(perResponse(board, chosen))) return '';
  return say('answer.own_length', { length, outputs: noun(output, 2) });
};

const limitsText = ({ kw, monthly, currency }) => both([
  kw !== null && `${toType(kw)} kW`, monthly !== null && say('answer.per_month', { cost: toType(monthly), currency })].filter(Boolean));
