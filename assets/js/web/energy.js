import { say } from './catalog.js';
import { lotOf, noun, per } from './nouns.js';

// What a reader may ask of an energy in J per output: another unit, its carbon. None of it ranks anything.
const joulesPerKWh = 3.6e6;

// units maps the parameter's value to what is shown; `lot` outputs are a million tokens or a thousand images.
export const units = {
  J: { of: (joules) => joules, unit: (thing) => per('J', thing) },
  Wh: { of: (joules) => joules / 3600, unit: (thing) => per('Wh', thing) },
  'kWh-per-Mtok': { of: (joules, lot) => (joules * lot) / joulesPerKWh,
    unit: (thing, lot) => say('form.per', { unit: 'kWh', noun: lotOf(thing, lot) }) },
  'tok-per-kWh': { of: (joules) => joulesPerKWh / joules, unit: (thing) => say('form.per', { unit: noun(thing, 2), noun: 'kWh' }),
    inverse: true },
};

// carbon of `lot` outputs in g CO2e
export const carbon = (joules, lot, { grid, pue }) => ((joules * lot) / joulesPerKWh) * pue * grid;

const secondsPerDay = 86400;
const hoursPerYear = 24 * 365;

// capacity, as package board computes it, is what `daily` outputs a day need: servers of the row's configuration, their
// GPUs, the mean power of the work in kW, energy in kWh and cost a year. Load is even over the day; idle time costs
// nothing here.
export const capacity = (joules, throughput, gpus, { daily, price, pue }) => {
  const servers = Math.ceil(daily / (throughput * secondsPerDay));
  const kilowatts = ((daily * joules) / secondsPerDay / 1000) * pue;
  const yearly = kilowatts * hoursPerYear;
  return { servers, gpus: servers * gpus, kilowatts, yearly, cost: price === null ? null : yearly * price };
};
