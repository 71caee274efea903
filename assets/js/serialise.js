const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => String(text).replace(/[&<>"]/g, (c) => entities[c]);

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
