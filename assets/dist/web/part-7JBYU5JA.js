import{d as a}from"./part-DZ7KPA54.js";var l=e=>{let t=()=>parent.postMessage({type:"embed-height",height:Math.ceil(document.body.getBoundingClientRect().height)},"*");new ResizeObserver(t).observe(document.body),t(),document.addEventListener("click",({target:i})=>{let r=i.closest("a");r?.setAttribute("target","_blank"),r&&r===a("#full")&&(r.search=e())},{capture:!0})},n=(e,t)=>`<iframe src="${o(e)}" title="${o(t)}" width="100%" height="600" loading="lazy"></iframe>
<script>
addEventListener('message', ({ data, source }) => {
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow === source && data?.type === 'embed-height') frame.height = Number(data.height) || 600;
  }
});
<\/script>`,o=e=>e.replaceAll("&","&amp;").replaceAll('"',"&quot;").replaceAll("<","&lt;");export{l as a,n as b};
