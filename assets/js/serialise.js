const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// What XML forbids, control characters for one, may come from a name in a result file.
const illegal = /[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const escape = (text) => String(text).replace(illegal, '\uFFFD').replace(/[&<>"]/g, (c) => entities[c]);

const attributes = (attrs) => Object.entries(attrs)
  .filter(([, value]) => value != null && value !== false)
  .map(([name, value]) => ` ${name}="${escape(value)}"`)
  .join('');

// serialise writes a drawing as XML. ZRender's own writer leaves attribute values as they are,
// so that a quote in a colour or a font would end the attribute; here everything is escaped.
export const serialise = ({ tag, attrs, children, text }) => {
  const inside = (text == null ? '' : escape(text)) + (children ?? []).map(serialise).join('');
  return `<${tag}${attributes(attrs)}>${inside}</${tag}>`;
};
