import{y as m}from"./part-MBADKBDQ.js";import{o as l}from"./part-EZ2T7L4R.js";var i=(n,s,o)=>[...n.columns.values(),...m(n,s,o).map(({field:e,of:t})=>({name:e,value:t}))],$=(n,s,o,e)=>{let t=i(n,o,e),u=[["run",...t.map(({name:r})=>r)].join(",")];for(let r of s)u.push([n.runs[r],...t.map(c=>p(c.value(r)))].join(","));return`${u.join(`\r
`)}\r
`},p=n=>n===null?"":typeof n=="number"?l(n):f(String(n)),f=n=>{let o=/^'*[=+\-@\t\r]/.test(n)&&!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? ?%?$/i.test(n)?`'${n}`:n;return/[",\r\n]/.test(o)?`"${o.replaceAll('"','""')}"`:o},d=(n,s,o,e)=>{let t=i(n,o,e),u=s.map(r=>({run:n.runs[r],...Object.fromEntries(t.map(c=>[c.name,c.value(r)]))}));return`${JSON.stringify(u,null,2)}
`};export{$ as a,f as b,d as c};
