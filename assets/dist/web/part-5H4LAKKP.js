import{G as p}from"./part-IGPA374S.js";import{u as m}from"./part-DZ7KPA54.js";var i=(n,r,o)=>[...n.columns.values(),...p(n,r,o).map(({field:e,of:s})=>({name:e,value:s})),...o.scope?[{name:"measured",value:()=>o.scope}]:[]],d=(n,r,o,e)=>{let s=i(n,o,e),u=[["run",...s.map(({name:t})=>t)].join(",")];for(let t of r)u.push([n.runs[t],...s.map(c=>f(c.value(t)))].join(","));return`${u.join(`\r
`)}\r
`},f=n=>n===null?"":typeof n=="number"?m(n):l(String(n)),l=n=>{let o=/^'*[=+\-@\t\r]/.test(n)&&!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? ?%?$/i.test(n)?`'${n}`:n;return/[",\r\n]/.test(o)?`"${o.replaceAll('"','""')}"`:o},$=(n,r,o,e)=>{let s=i(n,o,e),u=r.map(t=>({run:n.runs[t],...Object.fromEntries(s.map(c=>[c.name,c.value(t)]))}));return`${JSON.stringify(u,null,2)}
`},v=({board:n},{rows:r},o)=>{let e=[["model_id","run",...o.map(({field:s})=>l(s))].join(",")];for(let s of r)e.push([l(n.models[n.model[s]]),n.runs[s],...o.map(({column:u})=>f(u.value(s)))].join(","));return`${e.join(`
`)}
`};export{d as a,l as b,$ as c,v as d};
