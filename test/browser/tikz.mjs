// Sets TikZ pictures with TeX and writes the SVG of each next to it. TeX's messages are on standard output if it fails.
import {readFileSync, writeFileSync} from "node:fs";
import tikz from "node-tikzjax";

for (const file of process.argv.slice(2)) {
  const text = `\\begin{document}\n${readFileSync(file, "utf8")}\n\\end{document}\n`;
  writeFileSync(`${file}.svg`, await tikz.default(text, {disableOptimize: true}));
}
