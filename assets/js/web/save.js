// Files that a reader takes away: made in the page, named, and handed to the browser.
import { el } from './dom.js';

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
  const svg = chart.renderToSVGString();
  chart.dispose();
  save(`${name}.svg`, svg.replace('>', `><title>${escape(title)}</title>`), 'image/svg+xml');
};

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escape = (text) => text.replace(/[&<>]/g, (c) => entities[c]);
