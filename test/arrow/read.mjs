// Prints the columns and rows of the Arrow stream on standard input, as a notebook in JavaScript reads it.
import {tableFromIPC} from "apache-arrow";
const parts = [];
for await (const part of process.stdin) parts.push(part);
const table = tableFromIPC(Buffer.concat(parts));
console.log(table.schema.fields.map(f => `${f.name}:${f.type}`).join(" "));
for (const row of table) console.log(row.toArray().join(" "));
