// A live chart in the place of a figure's static drawing: the same option, drawn by ECharts on a canvas, with what a
// picture cannot do. Nothing on the page moves.
import { say } from './catalog.js';
import { $, el } from './dom.js';
import { listen } from './gestures.js';
import { marksOf } from './marks.js';
import { axesOf, endsOf, fitted, joined, panelsOf, panned, rowsOf, spoken, withAxes, zoomed } from './option.js';
import { openRun } from './pictures.js';
import { savePNG, saveSVG } from './save.js';
import { onTheme, painter } from './theme.js';
import { nearest, tipOf } from './tip.js';
import { toolsOf } from './tools.js';

// enliven promises the live chart of a figure: { refresh, point, focus, dispose }. picture() is as that of its source
// (pictures.js), library the address of ECharts, and leave closes the chart from within.
export const enliven = async (figure, picture, { library, leave }) => {
  const [{ init }, drawn] = await Promise.all([import(library), picture()]);
  return show(figure, { init, picture: drawn, next: picture, leave });
};

const show = (figure, { init, picture, next, leave }) => {
  const drawings = $('.drawings', figure);
  const title = $('h3, h2, figcaption strong', figure)?.textContent ?? '';
  const plot = el('div', { class: 'plot', tabindex: 0, role: 'application', 'aria-label': say('live.label', { title }) });
  const stage = el('div', { class: 'live' }, plot);
  drawings.append(stage);
  const chart = init(plot, null, { renderer: 'canvas', width: 1, height: 1 });
  const paint = painter(stage);
  const tip = tipOf(stage);
  const state = { panels: [], hidden: new Set() }; // as the reader set it; of each panel its axes by name
  let now; // what is drawn

  const still = () => [...drawings.querySelectorAll('svg')].find((svg) => svg.getClientRects().length);

  const redraw = () => {
    const svg = still();
    if (!svg) return;
    const { width, height } = svg.getBoundingClientRect();
    const drawn = picture({ width: svg.viewBox.baseVal.width,
      height: svg.viewBox.baseVal.height });
    const chosen = panelsOf(drawn.option).map((panel, i) => chosenAxes(panel, state.panels[i] ??= { log: {}, zoom: {} }));
    const asked = joined(drawn.option, panelsOf(drawn.option).map((panel, i) => spoken(withAxes(panel, chosen[i]), drawn.panels[i])));
    const option = fitted(asked, width / drawn.width, paint());
    option.animation = false;
    const gap = 5 * (width / drawn.width - 1); // ECharts keeps 5 px between a sample and its name, however large they are
    for (const legend of legendsOf(option)) legend.textStyle = { ...legend.textStyle, padding: [0, 0, 0, gap] };
    for (const legend of legendsOf(option)) legend.selected = Object.fromEntries([...state.hidden].map((name) => [name, false]));
    stage.style.height = `${height}px`;
    chart.resize({ width, height });
    chart.setOption(option, { notMerge: true });
    const panels = panelsOf(option).map((panel, i) => ({
      option: panel, axes: chosen[i], rows: rowsOf(option, drawn.rows, i), area: areaOf(panel.grid, width, height), state: state.panels[i],
    }));
    now = { ...drawn, option, panels, width, height, marks: null };
    tip.hide();
    tools.show(togetherOf(chosen));
  };

  const marks = () => {
    now.marks ??= now.panels.flatMap(({ option, rows, area, axes }) => marksOf(option, rows, state.hidden, area, axes));
    return now.marks;
  };

  const point = (mark) => {
    if (tip.pinned()) return;
    if (mark) tip.show(mark, now.line(mark.row), now);
    else tip.hide();
    plot.classList.toggle('on-mark', Boolean(mark && now.href(mark.row)));
  };
  // choose pins the tip of a mark, and the second time opens the page of its run.
  const choose = (mark, again) => {
    const href = now.href(mark.row);
    if (again && href) openRun(href);
    else tip.show(mark, now.line(mark.row), now, href);
  };

  // setZoom gives each axis with a scale new ends, or null for all of it: in one panel, or in all of them.
  const setZoom = (ends, only) => {
    for (const panel of now.panels) {
      if (only && panel.area !== only) continue;
      for (const [name, axis] of Object.entries(panel.axes)) if (axis.scale && !axis.gap) panel.state.zoom[name] = ends(name, axis);
    }
    redraw();
  };
  const act = {
    // zoom about a point given as shares of the plotting area
    zoom: (factor, at = { x: 0.5, y: 0.5 }, area) =>
      setZoom((name, { ends, whole, log }) => zoomed(ends, whole, log, factor, at[name]), area),
    pan: (shares, area) =>
      setZoom((name, { ends, whole, log, zoomed: deep }) => (deep ? panned(ends, whole, log, shares[name]) : null), area),
    reset: () => setZoom(() => null),
    toggleLog(name) {
      const log = !togetherOf(now.panels.map(({ axes }) => axes))[name].log;
      for (const panel of now.panels) {
        if (!panel.axes[name].both) continue;
        panel.state.log[name] = log;
        panel.state.zoom[name] = null;
      }
      redraw();
    },
    toggleSeries(index) {
      const name = legendsOf(now.option).flatMap(({ data }) => data)[index];
      if (name !== undefined) chart.dispatchAction({ type: 'legendToggleSelect', name });
    },
    choose,
    unpin: () => tip.hide(),
    svg: () => saveSVG({ ...now, init, ground: paint()('var(--panel)', 'color'), title, name: figure.id }),
    png: () => savePNG(chart, { ground: paint()('var(--panel)', 'color'), name: figure.id }),
    leave: () => (tip.pinned() ? tip.hide() : leave()),
  };

  const tools = toolsOf($('.tools', figure), act);
  chart.on('legendselectchanged', ({ selected }) => {
    state.hidden = new Set(Object.keys(selected).filter((name) => !selected[name]));
    now.marks = null;
    tip.hide();
  });
  const unlisten = listen(plot, { ...act, point, marks, areas: () => now.panels.map(({ area }) => area) });
  const watch = new ResizeObserver(() => {
    if (!still()) leave();
    else if (still().getBoundingClientRect().width !== now.width) redraw();
  });
  const untheme = onTheme(redraw);
  redraw();
  figure.dataset.live = '';
  watch.observe(drawings);

  return {
    async refresh() {
      picture = await next();
      redraw();
    },
    point(x, y) {
      const mark = nearest(marks(), x, y);
      if (mark) point(mark);
    },
    focus: () => plot.focus(),
    dispose() {
      watch.disconnect();
      untheme();
      unlisten();
      tools.remove();
      chart.dispose();
      stage.remove();
      delete figure.dataset.live;
    },
  };
};

// chosenAxes are the axes of an option as the reader set them: whole is all there is, ends what is shown.
const chosenAxes = (option, { log: logs, zoom }) => Object.fromEntries(Object.entries(axesOf(option)).map(([name, axis]) => {
  if (!axis.scale) return [name, axis];
  const log = logs[name] ?? axis.log;
  const whole = endsOf(option, name, log);
  return [name, { ...axis, log, whole, ends: zoom[name] ?? whole, zoomed: Boolean(zoom[name]) }];
}));

// togetherOf is what the buttons say of the axes of all panels: one that any panel lets a reader change can be changed.
const togetherOf = (all) => Object.fromEntries(Object.keys(all[0]).map((name) => {
  const axes = all.map((panel) => panel[name]);
  const both = axes.filter((axis) => axis.both);
  return [name, { both: both.length > 0, log: both.length > 0 && both.every(({ log }) => log), zoomed: axes.some((axis) => axis.zoomed) }];
}));

const legendsOf = ({ legend }) => (legend ? [legend].flat() : []);

const areaOf = ({ left, right, top, bottom }, width, height) => ({ left, right: width - right, top, bottom: height - bottom });
