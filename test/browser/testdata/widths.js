// What is wrong with the layout of a page in its present window: faults() lists it. least is the least size of text in CSS px; on
// paper nothing scrolls.
const faults = ({ least, paper }) => {
  const found = new Map();
  const fault = (kind, element, text) => {
    const own = element.closest('figure[id], table, section[id], [role=region]');
    const key = `${kind}: ${own?.id || own?.className || own?.tagName || ''}: ${text}`.slice(0, 160);
    found.set(key, (found.get(key) ?? 0) + 1);
  };
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
  const isHidden = (element) => element.closest('.vh, .skip, noscript, [popover], .live');
  const texts = (root) => {
    const all = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (node.data.trim() && seen(element) && !isHidden(element)) all.push([element, node]);
    }
    return all;
  };
  const clipped = (element) => { // by a region that scrolls
    for (let one = element.parentElement; one; one = one.parentElement) {
      if (one === document.body) return false;
      if (!paper && /auto|scroll/.test(getComputedStyle(one).overflowX)) return true;
    }
    return false;
  };
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const widest = [...document.querySelectorAll('body *')].reduce((a, b) => (b.getBoundingClientRect().right > a.getBoundingClientRect().right ? b : a));
    fault('page', root, `${root.scrollWidth} px in ${innerWidth}: ${widest.localName}.${widest.getAttribute('class') ?? ''} in ${widest.closest('[id]')?.id}`);
  }

  // Text has a size, and stays within its page and its cell.
  const scales = new Map();
  const scaleOf = (svg) => {
    if (!scales.has(svg)) scales.set(svg, svg.getBoundingClientRect().width / (svg.viewBox.baseVal.width || svg.getBoundingClientRect().width));
    return scales.get(svg);
  };
  const range = document.createRange();
  for (const [element, node] of texts(document.body)) {
    const svg = element.closest('svg');
    const size = parseFloat(getComputedStyle(element).fontSize) * (svg ? scaleOf(svg) : 1);
    if (size < least - 0.05) fault("small", element, svg ? `${size.toFixed(1)} px` : `${size.toFixed(1)} px: ${node.data.trim().slice(0, 30)}`);
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if ((box.right > root.clientWidth + 1 || box.left < -3) && !clipped(element)) fault('outside', element, node.data.trim().slice(0, 40));
    const frame = svg ?? element.closest('.below')?.closest('tr') ?? element.closest('td, th, figure, summary, button, .controls');
    if (!frame || box.width === 0) continue;
    const around = frame.getBoundingClientRect();
    const room = frame.matches('td, th') ? 8 : 2; // a word may reach into the space beside a column
    if (box.right > around.right + room || box.left < around.left - room) {
      fault('beyond', element, `${frame.localName}: ${node.data.trim().slice(0, 40)} ${Math.round(Math.max(box.right - around.right, around.left - box.left))} px`);
    }
  }

  // What is below a name may reach under the cells beside it, but not over their texts.
  for (const tr of document.querySelectorAll('tbody tr')) {
    if (!seen(tr) || isHidden(tr)) continue;
    const boxes = texts(tr).flatMap(([element, node]) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()].map((box) => [element.closest('.below') ?? element.closest('td, th'), node, box]);
    });
    boxes.forEach(([own, node, a], i) => {
      for (const [other, text, b] of boxes.slice(i + 1)) {
        const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        if (own !== other && x > 8 && y > 4) fault('overlap', own, `${node.data.trim().slice(0, 30)} / ${text.data.trim().slice(0, 30)}`);
      }
    });
  }

  // Nothing is wider than what it stands in.
  for (const element of document.querySelectorAll('main *:is(table, figure, svg, form, ul, dl, pre, fieldset, p, img, .facts)')) {
    if (!seen(element) || isHidden(element) || element.closest('svg') !== (element.localName === 'svg' ? element : null) || clipped(element)) continue;
    const [own, around] = [element.getBoundingClientRect(), element.parentElement.getBoundingClientRect()];
    if (own.right > around.right + 1.5 && around.width > 0) fault('wider', element, `${element.localName}.${element.getAttribute('class') ?? ''} by ${Math.round(own.right - around.right)} px`);
  }

  // A cell that is hidden is said elsewhere in its row, and columns do not lie over each other.
  for (const table of document.querySelectorAll('table')) {
    if (!seen(table) || !table.tHead || isHidden(table)) continue;
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((th, i) => {
      if (seen(th) || th.matches(paper ? '.pick, [data-field=report]' : '.pick')) return; // nobody presses on paper
      for (const row of table.tBodies[0].rows) {
        const cell = row.cells[i];
        const text = cell?.querySelector('data, a')?.textContent.trim() || cell?.querySelector(':not(.vh):not(svg *)')?.textContent.trim() || cell?.textContent.trim();
        if (!text || cell.querySelector('.vh') || cell.matches('.rank')) continue;
        const shown = row.innerText.replace(/\s+/g, ' ');
        // between a value and what stands in parentheses a fold has the unit
        if (!text.replace(/\s+/g, ' ').split(/ (?=\()/).every((part) => shown.includes(part))) { fault('lost', table, `${th.innerText || th.textContent} ${text}`.slice(0, 60)); break; }
      }
    });
    const [row] = table.tBodies[0].rows;
    if (!row) continue;
    if (paper && table.getBoundingClientRect().right > root.clientWidth + 1) fault('cut', table, 'on paper');
  }

  // Texts of a drawing do not overlap.
  for (const svg of document.querySelectorAll('main svg')) {
    if (!seen(svg) || isHidden(svg)) continue;
    const boxes = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim() && seen(text)).map((text) => [text, text.getBoundingClientRect()]);
    boxes.forEach(([text, a], i) => {
      for (const [other, b] of boxes.slice(i + 1)) {
        const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        if (x > 1.5 && y > 3) fault('overlap', svg, `${text.textContent} / ${other.textContent}`);
      }
    });
  }
  return [...found].map(([text, n]) => (n > 1 ? `${text} (${n} times)` : text));
};
