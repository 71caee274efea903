const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// What XML forbids, control characters for one, may come from a name in a result file.
const illegal = /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
// Nearly every value is a number, a path or a colour; one look saves two replacements.
const plain = /^[\w #%(),.:;+-]*$/;

const escape = (text) => {
  if (typeof text === 'number' || plain.test(text)) return text;
  return String(text).replace(illegal, '\uFFFD').replace(/[&<>"]/g, (c) => entities[c]);
};

const attributes = (names, attrs) => {
  let out = '';
  for (const name of names) {
    const value = attrs[name];
    if (value != null && value !== false) out += ` ${name}="${escape(value)}"`;
  }
  return out;
};

const round = (x) => Math.round(x * 1e4) / 1e4;

// moved gives a mark's transform at another place. ZRender writes a matrix, or a translation where a mark has the
// size of its shape.
const moved = (transform = '') => {
  const linear = transform.match(/^matrix\((?:[^,]+,){4}/)?.[0];
  return linear ? (x, y) => `${linear}${round(x)},${round(y)})` : (x, y) => `translate(${round(x)} ${round(y)})`;
};

// repeated writes the copies of a mark, each at its place and with its row; see markRows.
const repeated = ({ tag, attrs }, copies) => {
  const names = Object.keys(attrs).filter((name) => !/^(transform|ecmeta_.*)$/.test(name));
  // a shape, its place, its looks: ZRender's order
  const [shape, looks] = [names.slice(0, 1), names.slice(1)].map((some) => attributes(some, attrs));
  const transform = moved(attrs.transform);
  let out = '';
  for (const [x, y, row] of copies) {
    const stands = row == null ? '' : ` ecmeta_row="${row}"`;
    out += `<${tag}${shape} transform="${transform(x, y)}"${looks}${stands}></${tag}>`;
  }
  return out;
};

// serialise writes a drawing as XML. ZRender's own writer leaves attribute values as they are,
// so that a quote in a colour or a font would end the attribute; here everything is escaped.
export const serialise = (node, copies) => {
  const { tag, attrs = {}, children, text } = node;
  let out = `<${tag}${attributes(Object.keys(attrs), attrs)}>`;
  if (text != null) out += escape(text);
  for (const child of children ?? []) out += serialise(child, copies);
  out += `</${tag}>`;
  const others = copies[attrs.ecmeta_copies];
  return others ? out + repeated(node, others) : out;
};
