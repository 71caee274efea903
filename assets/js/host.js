// What ECharts expects of a browser or of Node and the build-time engine lacks.
// Imported first, so that it runs before any module that looks for these.
const silent = () => {};

globalThis.console ??= { log: silent, info: silent, warn: silent, error: silent, debug: silent };
// A static drawing has no later frame: what is put off never runs.
globalThis.setTimeout ??= () => 0;
globalThis.clearTimeout ??= silent;

// Jittered marks must lie where they lay in the last build, so chance starts anew with every chart.
let state = 1;
Math.random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

export const restartChance = () => {
  state = 1;
};
