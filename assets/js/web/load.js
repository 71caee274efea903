// Fetches a task's data: at once where the address asks for a view or a reader reaches for the form, else when the
// browser is idle, unless there are many. A failure leaves the page as it came and says so, with a button that tries again.
import { say } from './catalog.js';
import { el } from './dom.js';
import { pause, whenIdle } from './when.js';

export const loadBoard = (form, place, start) => {
  const root = document.documentElement;
  const view = document.getElementById('view');
  let asked = false;

  const load = async () => {
    if (asked) return;
    asked = true;
    place.replaceChildren();
    view?.setAttribute('aria-busy', 'true');
    try {
      const file = await fetchJSON(form.dataset.board);
      await pause();
      await start(file);
    } catch (error) {
      asked = false;
      root.dataset.state = 'error';
      place.replaceChildren(failure(say('load.board', { error: error.message }), load));
    } finally {
      view?.removeAttribute('aria-busy');
    }
  };

  if (root.dataset.state === 'loading') load();
  else if (form.dataset.later === undefined) whenIdle(load);
  for (const part of [form, view].filter(Boolean)) {
    for (const event of ['pointerenter', 'focusin']) part.addEventListener(event, load, { once: true });
  }
};

export const fetchJSON = async (address) => JSON.parse(await fetchText(address));

// fetchText promises the text of a file, or an error that names it. What comes zipped is unzipped, unless the server said so and the
// browser did.
export const fetchText = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(say('load.status', { status: String(response.status), path: new URL(address, location).pathname }));
  if (!address.toString().endsWith('.gz')) return response.text();
  const file = await response.blob();
  const isZipped = new Uint8Array(await file.slice(0, 1).arrayBuffer())[0] === 0x1f;
  return isZipped ? new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text() : file.text();
};

// kept makes what belongs to a key once; what could not be made is made anew when it is next asked for.
export const kept = (make) => {
  const made = new Map();
  return (key) => {
    if (!made.has(key)) {
      made.set(key, make(key).catch((error) => {
        made.delete(key);
        throw error;
      }));
    }
    return made.get(key);
  };
};

// failure says what could not be loaded, with a button that tries again.
export const failure = (text, retry) => el('p', { class: 'none' }, text, ' ', again(retry));

// again is the button that tries again.
export const again = (retry, name) => el('button', { type: 'button', class: name, 'data-retry': true, onclick: retry }, say('load.again'));
