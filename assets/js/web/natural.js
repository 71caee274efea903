// natural(a, b) orders texts as people do: runs of digits by their number, so that "8B" is before "14B", and ASCII
// letters whatever their case. Package units has the same order.
export const natural = (a, b) => {
  const x = parts(a);
  const y = parts(b);
  for (let i = 0; i < x.length && i < y.length; i++) {
    const order = compareParts(x[i], y[i]);
    if (order) return order;
  }
  return x.length - y.length || compareText(a, b);
};

// fold lowers ASCII letters only.
export const fold = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

// contains tells whether a name contains a word, not as the end of a longer number: "20b" is not in "120b".
export const contains = (name, word) => {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    if (!/^[0-9]/.test(word) || !/[0-9]\.?$/.test(name.slice(0, at))) return true;
  }
  return false;
};

const parts = (text) => fold(text).match(/[0-9]+|[^]/gu) ?? [];

const digit = /^[0-9]/;

const compareParts = (p, q) => {
  if (!digit.test(p) || !digit.test(q)) return compareText(first(p), first(q));
  const m = p.replace(/^0+/, '');
  const n = q.replace(/^0+/, '');
  return m.length - n.length || compareText(m, n);
};

const first = (part) => String.fromCodePoint(part.codePointAt(0));

// compareText is the order of code points, which is that of UTF-8's bytes.
const compareText = (a, b) => {
  if (a === b) return 0;
  const x = a[Symbol.iterator]();
  const y = b[Symbol.iterator]();
  for (;;) {
    const p = x.next();
    const q = y.next();
    if (p.done || q.done) return p.done ? -1 : 1;
    const order = p.value.codePointAt(0) - q.value.codePointAt(0);
    if (order) return order;
  }
};
