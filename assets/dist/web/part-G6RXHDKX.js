import{x as m}from"./part-LWYPRFJH.js";import{q as l}from"./part-LGYDA44U.js";var p=(n,s,o)=>[...n.columns.values(),...m(n,s,o).map(({field:t,of:e})=>({name:t,value:e})),...o.scope?[{name:"measured",value:()=>o.scope}]:[]],$=(n,s,o,t)=>{let e=p(n,o,t),u=[["run",...e.map(({name:r})=>r)].join(",")];for(let r of s)u.push([n.runs[r],...e.map(c=>i(c.value(r)))].join(","));return`${u.join(`\r
`)}\r
`},i=n=>n===null?"":typeof n=="number"?l(n):f(String(n)),f=n=>{let o=/^'*[=+\-@\t\r]/.test(n)&&!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? ?%?$/i.test(n)?`'${n}`:n;return/[",\r\n]/.test(o)?`"${o.replaceAll('"','""')}"`:o},d=(n,s,o,t)=>{let e=p(n,o,t),u=s.map(r=>({run:n.runs[r],...Object.fromEntries(e.map(c=>[c.name,c.value(r)]))}));return`${JSON.stringify(u,null,2)}
`};export{$ as a,f as b,d as c};
