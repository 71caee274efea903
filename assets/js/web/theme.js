// The page's colors for a canvas, which knows no CSS variables.
import { el } from './dom.js';

// painter makes a function that gives the real color, or font, of a CSS value in the theme of the moment. It asks an
// element within the given one: a variable's own text may say light-dark().
export const painter = (within) => {
  const probe = el('span', { hidden: true });
  within.append(probe);
  return () => {
    const computed = getComputedStyle(probe);
    const known = new Map();
    return (value, key) => {
      if (!known.has(value)) known.set(value, key === 'fontFamily' ? fontOf(probe, computed, value) : colorOf(probe, computed, value));
      return known.get(value);
    };
  };
};

const colorOf = (probe, computed, value) => {
  if (value.startsWith('#') || value === 'transparent') return value;
  probe.style.color = '';
  probe.style.color = value;
  return computed.color;
};

// Double quotes would end an attribute of an SVG file.
const fontOf = (probe, computed, value) => {
  probe.style.fontFamily = value;
  return computed.fontFamily.replaceAll('"', "'");
};

// onTheme calls back when the colors change, until the returned function is called.
export const onTheme = (changed) => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(changed);
  system.addEventListener('change', changed);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', changed);
    chosen.disconnect();
  };
};
