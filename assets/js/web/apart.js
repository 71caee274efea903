// Drawings that a page does not hold come from files: those near the window at once, the others that fit their frames when the
// browser is idle, so that a picture of the whole page has them, and those for paper before the page is printed.
import { $, $$ } from './dom.js';
import { whenIdle } from './when.js';

// put shows the drawing within a file: around it are colors for readers of the file alone, which a page has itself.
const put = (place, text) => {
  const drawing = new DOMParser().parseFromString(text.slice(text.indexOf('<svg', 1)), 'text/html').querySelector('svg');
  if (drawing) place.replaceWith(drawing);
};

const bring = async (place) => {
  const response = await fetch(place.dataset.apart);
  if (response.ok) put(place, await response.text());
};

const places = () => $$('svg[data-apart]');

// fitting is the place in a figure that its frame shows.
const fitting = (drawings) => {
  const frames = $$('[data-width]', drawings);
  const frame = frames.find(({ dataset: { width } }) => width <= drawings.clientWidth) ?? frames.at(-1);
  return $('svg[data-apart]', frame ?? drawings);
};

// bringDrawings is called once by the script of all pages. What cannot be loaded is tried again when it comes into view again.
export const bringDrawings = () => {
  const near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) bring(target).catch(() => {});
  }, { rootMargin: '800px' });
  for (const place of places()) near.observe(place);
  addEventListener('load', () => whenIdle(() => {
    for (const place of $$('.drawings').map(fitting).filter(Boolean)) bring(place).catch(() => {});
  }));
  addEventListener('beforeprint', () => {
    for (const place of places()) { // paper has other widths than the window
      const request = new XMLHttpRequest();
      request.open('GET', place.dataset.apart, false); // a page is printed as soon as this function returns
      request.send();
      if (request.status === 200) put(place, request.responseText);
    }
  });
};
