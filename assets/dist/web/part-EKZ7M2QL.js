import{f as u}from"./part-VDKXWXXI.js";var m=(n,t)=>{let s=[...n.columns.values()],o=[["run",...s.map(({name:r})=>r)].join(",")];for(let r of t)o.push([n.runs[r],...s.map(e=>c(e.value(r)))].join(","));return`${o.join(`\r
`)}\r
`},c=n=>{if(n===null)return"";if(typeof n=="number")return u(n);let t=String(n);return/[",\r\n]/.test(t)?`"${t.replaceAll('"','""')}"`:t},i=(n,t)=>{let s=[...n.columns.values()],o=t.map(r=>({run:n.runs[r],...Object.fromEntries(s.map(e=>[e.name,e.value(r)]))}));return`${JSON.stringify(o,null,2)}
`};export{m as a,i as b};
