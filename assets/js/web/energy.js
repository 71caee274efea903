import { say } from './catalog.js';
import { lotOf, noun, per } from './nouns.js';

// What a reader may ask of an energy in J per output: another unit, its carbon. None of it ranks anything.
export const joulesPerKWh = 3.6e6;

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
