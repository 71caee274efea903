import{y as p}from"./part-M6B3LVPB.js";import{r as l}from"./part-C55ZFMYX.js";var i=(n,t,s)=>[...n.columns.values(),...p(n,t,s).map(({field:e,of:c})=>({name:e,value:c})),...s.scope?[{name:"measured",value:()=>s.scope}]:[]],d=(n,t,s,e)=>{let c=i(n,s,e),o=[["run",...c.map(({name:r})=>r)].join(",")];for(let r of t)o.push([n.runs[r],...c.map(u=>f(u.value(r)))].join(","));return`${o.join(`\r
`)}\r
`},f=n=>n===null?"":typeof n=="number"?l(n):m(String(n)),m=n=>{let s=/^'*[=+\-@\t\r]/.test(n)&&!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? ?%?$/i.test(n)?`'${n}`:n;return/[",\r\n]/.test(s)?`"${s.replaceAll('"','""')}"`:s},$=(n,t,s,e)=>{let c=i(n,s,e),o=t.map(r=>({run:n.runs[r],...Object.fromEntries(c.map(u=>[u.name,u.value(r)]))}));return`${JSON.stringify(o,null,2)}
`},O=({board:n},{rows:t},s)=>{let e=[["model_id","run",...s.map(({field:o})=>m(o))].join(",")],c=o=>o===null?"":typeof o=="number"?l(o):m(String(o));for(let o of t)e.push([m(n.models[n.model[o]]),n.runs[o],...s.map(({column:r})=>c(r.value(o)))].join(","));return`${e.join(`
`)}
`};export{d as a,m as b,$ as c,O as d};
