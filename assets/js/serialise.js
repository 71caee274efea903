const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// What XML forbids, control characters for one, may come from a name in a result file.
const illegal = /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
// Nearly every value is a number, a path or a colour; one look saves two replacements.
const plain = /^[\w #%(),.:;+-]*$/;

const escape = (text) => {
  if (typeof text === 'number' || plain.test(text)) return text;
  return String(text).replace(illegal, '\uFFFD').replace(/[&<>"]/g, (c) => entities[c]);
};

// serialise writes a drawing as XML. ZRender's own writer leaves attribute values as they are,
// so that a quote in a colour or a font would end the attribute; here everything is escaped.
export const serialise = ({ tag, attrs, children, text }) => {
  let out = `<${tag}`;
  for (const name in attrs) {
    const value = attrs[name];
    if (value != null && value !== false) out += ` ${name}="${escape(value)}"`;
  }
  out += '>';
  if (text != null) out += escape(text);
  for (const child of children ?? []) out += serialise(child);
  return `${out}</${tag}>`;
};
