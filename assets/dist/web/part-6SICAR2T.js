import{o as u}from"./part-EOE4P7U3.js";var i=(n,s)=>{let r=[...n.columns.values()],t=[["run",...r.map(({name:o})=>o)].join(",")];for(let o of s)t.push([n.runs[o],...r.map(e=>c(e.value(o)))].join(","));return`${t.join(`\r
`)}\r
`},c=n=>n===null?"":typeof n=="number"?u(n):l(String(n)),l=n=>{let r=/^'*[=+\-@\t\r]/.test(n)&&!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)? ?%?$/i.test(n)?`'${n}`:n;return/[",\r\n]/.test(r)?`"${r.replaceAll('"','""')}"`:r},p=(n,s)=>{let r=[...n.columns.values()],t=s.map(o=>({run:n.runs[o],...Object.fromEntries(r.map(e=>[e.name,e.value(o)]))}));return`${JSON.stringify(t,null,2)}
`};export{i as a,l as b,p as c};
