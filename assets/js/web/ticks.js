// Round numbers for axes.

// ticks are about n multiples of 1, 2 or 5 times a power of ten from least to most.
export const ticks = (least, most, n) => {
  const step = roundStep((most - least) / n);
  const values = [];
  for (let i = Math.ceil(least / step - 1e-9); i * step <= most * (1 + 1e-9); i++) values.push(Number((i * step).toPrecision(12)));
  return values;
};

const roundStep = (x) => {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([1, 2, 5].find((m) => m * power >= x * (1 - 1e-9)) ?? 10);
};

// logTicks are the numbers 1, 2 and 5 times powers of ten between the ends; fewer where they would stand close.
export const logTicks = (least, most) => {
  const decades = Math.log10(most / least);
  const digits = decades > 4 ? [1] : decades > 2.2 ? [1, 3] : [1, 2, 5];
  const values = [];
  for (let e = Math.floor(Math.log10(least)); e <= Math.ceil(Math.log10(most)); e++) {
    for (const digit of digits) {
      const value = Number((digit * 10 ** e).toPrecision(2));
      if (value >= least * (1 - 1e-9) && value <= most * (1 + 1e-9)) values.push(value);
    }
  }
  return values;
};
