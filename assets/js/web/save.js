// Files that a reader takes away: made in the page, named, and handed to the browser.
import { $$, el, svg } from './dom.js';
import { painter } from './theme.js';

const pixelRatio = 2;

// save offers a text or a blob as a file.
export const save = (name, content, type) => {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  el('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
};

// savePNG saves the chart as it stands on its ground.
export const savePNG = (chart, { ground, name }) => {
  chart.renderToCanvas({ pixelRatio, backgroundColor: ground }).toBlob((blob) => save(`${name}.png`, blob), 'image/png');
};

// saveSVG draws the option once more; all its colors are real ones.
export const saveSVG = ({ init, option, width, height, ground, title, name }) => {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ ...option, backgroundColor: ground });
  const drawing = chart.renderToSVGString();
  chart.dispose();
  save(`${name}.svg`, drawing.replace('>', `><title>${escape(title)}</title>`), 'image/svg+xml');
};

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escape = (text) => text.replace(/[&<>]/g, (c) => entities[c]);

// saveDrawing saves the drawing that a figure shows, with real colors on its ground: as SVG, or as PNG of double size.
export const saveDrawing = async (figure, title, name, format) => {
  const shown = $$('.drawings svg', figure).find((one) => !one.closest('.live') && one.checkVisibility({ visibilityProperty: false }));
  const paint = painter(figure)();
  const { width, height } = shown.viewBox.baseVal;
  const drawing = shown.cloneNode(true);
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width, height, 'font-family': paint('var(--font)', 'fontFamily') };
  for (const [key, value] of Object.entries(attributes)) drawing.setAttribute(key, value);
  for (const one of [drawing, ...$$('*', drawing)]) {
    for (const key of ['fill', 'stroke']) if (one.getAttribute(key)?.startsWith('var(')) one.setAttribute(key, paint(one.getAttribute(key), 'color'));
  }
  drawing.prepend(svg('title', {}, title), svg('rect', { width, height, fill: paint('var(--panel)', 'color') }));
  const file = new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' });
  if (format === 'svg') {
    save(`${name}.svg`, file);
    return;
  }
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  await picture.decode();
  const canvas = el('canvas', { width: width * pixelRatio, height: height * pixelRatio });
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  canvas.toBlob((blob) => save(`${name}.png`, blob), 'image/png');
};
