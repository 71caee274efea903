// Within a frame of another page: the frame tells how high it is, in the theme that its address asks for, and links lead out of it.
import { $ } from './dom.js';

// embedded is called by the scripts of pages for frames; carry() is what the link to the whole page says of the view.
export const embedded = (carry) => {
  const tell = () => parent.postMessage({ type: 'embed-height', height: Math.ceil(document.body.getBoundingClientRect().height) }, '*');
  new ResizeObserver(tell).observe(document.body);
  tell();
  document.addEventListener('click', ({ target }) => {
    const link = target.closest('a');
    link?.setAttribute('target', '_blank');
    if (link && link === $('#full')) link.search = carry();
  }, { capture: true });
};

// frameCode is the code with which another page shows an address in a frame as high as its content.
export const frameCode = (address, title) => `<iframe src="${attribute(address)}" title="${attribute(title)}" width="100%" height="600" loading="lazy"></iframe>
<script>
addEventListener('message', ({ data, source }) => {
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow === source && data?.type === 'embed-height') frame.height = Number(data.height) || 600;
  }
});
</script>`;

const attribute = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
