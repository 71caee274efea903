// Round numbers for axes.

// ticks are about n multiples of 1, 2 or 5 times a power of ten from least to most, whatever these are.
export const ticks = (least, most, n) => {
  const step = roundStep((most - least) / n);
  const values = [];
  for (let i = Math.ceil(least / step - 1e-9); i * step <= most * (1 + 1e-9) && values.length < 10 * n; i++) {
    values.push(Number((i * step).toPrecision(12)));
  }
  return values;
};

const roundStep = (x) => {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([1, 2, 5].find((m) => m * power >= x * (1 - 1e-9)) ?? 10);
};
