// el makes an element: el('a', { href }, 'text', child, …). Attributes that are false, null or undefined are left out;
// text is text, never markup.
export const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
};

// show sets an element's content. Of what is there already each node stays: what does not change is not laid out again.
export const show = (element, ...children) => {
  const next = element.cloneNode(false);
  next.append(...children);
  const had = [...element.childNodes];
  for (const old of had) {
    const node = next.firstChild;
    if (!node) old.remove();
    else if (old.isEqualNode(node)) node.remove();
    else old.replaceWith(node);
  }
  element.append(...next.childNodes);
};

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// copy puts a text on the clipboard, and says in an element that it is there, or that the browser refuses.
export const copy = (text, status, done, refused) => navigator.clipboard.writeText(text).then(
  () => { status.textContent = done; }, () => { status.textContent = refused; });
